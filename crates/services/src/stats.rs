//! Statistics for administrators: totals and trends.

mod trends;

pub use trends::{Trends, Week, get_trends};

use crate::error::ServiceError;
use crate::ports::{GeneralStats, MailBacklog, Ports};

pub async fn get_general_stats(ports: &Ports) -> Result<GeneralStats, ServiceError> {
    Ok(ports.stats.count_all().await?)
}

pub async fn get_mail_stats(ports: &Ports) -> Result<MailBacklog, ServiceError> {
    Ok(ports.outbox.backlog().await?)
}
