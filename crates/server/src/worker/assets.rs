//! Keeps the front end's files of this version in the object store, and removes those of old versions.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use portal_services::assets::{self, AssetStats};
use portal_services::error_chain::ErrorChain;
use portal_services::ports::AssetFile;
use portal_services::{Ports, ServiceError};
use portal_web::Web;

use super::jobs::{JobResult, Progress};
use crate::config::Config;

/// How long the start waits for the object store.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// The files of this version.
#[derive(Clone)]
pub struct KeptAssets {
    files: Arc<[AssetFile]>,
    kept: TimeDelta,
}

impl KeptAssets {
    pub fn new(config: &Config, web: &Web) -> Self {
        let kept = TimeDelta::days(config.assets_kept_days.into());
        Self { files: web.front_end.hashed_files().into(), kept }
    }

    /// Stores the files before this process serves its first page, whose files may be asked for at any
    /// process. Without the object store it serves nevertheless, and the job goes on trying.
    pub async fn publish(&self, ports: &Ports) {
        match tokio::time::timeout(START_TIMEOUT, self.update(ports)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(error = %ErrorChain(&error), "failed to store the front end's files, will retry");
            }
            Err(_) => {
                tracing::warn!(
                    "timed out after {} s storing the front end's files, will retry",
                    START_TIMEOUT.as_secs()
                );
            }
        }
    }

    pub(super) async fn keep(self, ports: Ports) -> JobResult {
        self.update(&ports).await?;
        Ok(Progress::Idle)
    }

    async fn update(&self, ports: &Ports) -> Result<(), ServiceError> {
        let AssetStats { stored, removed } = assets::keep_assets(ports, &self.files, self.kept).await?;
        for (change, count) in [("stored", stored), ("removed", removed)] {
            metrics::counter!("portal_assets_total", "change" => change).increment(count);
        }
        if stored + removed > 0 {
            tracing::info!(stored, removed, "updated the front end's files in the object store");
        }
        Ok(())
    }
}
