//! Statistics for administrators: totals and trends.

mod trends;

pub use trends::{Trends, Week, get_trends};

use crate::error::ServiceError;
use crate::ports::{GeneralStats, Ports};

pub async fn get_general_stats(ports: &Ports) -> Result<GeneralStats, ServiceError> {
    Ok(ports.stats.count_all().await?)
}
