//! Liveness and readiness checks.

use std::future::Future;
use std::time::{Duration, Instant};

use actix_web::{HttpResponse, web};
use portal_services::Ports;
use portal_services::error_chain::ErrorChain;
use tokio::sync::Mutex;

use crate::Api;
use crate::error::ApiError;

/// How long a check counts. Its callers are not limited, so that they must not cause more checks.
const MAX_AGE: Duration = Duration::from_secs(1);
/// A dependency that takes longer counts as unavailable.
const TIMEOUT: Duration = Duration::from_secs(2);
const LOAD_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The latest readiness check of this process.
#[derive(Default)]
pub struct Readiness {
    latest: Mutex<Option<(Instant, Dependencies)>>,
    /// Whether what makes the first requests fast is still being loaded.
    is_loading: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

#[derive(Clone, Copy)]
pub(super) struct Dependencies {
    database: bool,
    object_store: bool,
}

impl Readiness {
    /// Not ready as long as `is_loading` returns true.
    pub fn after_load(is_loading: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { is_loading: Some(Box::new(is_loading)), ..Self::default() }
    }

    /// Waits for a short load, so that a process is ready from its first response on.
    async fn is_loaded(&self, limit: Duration) -> bool {
        let Some(is_loading) = &self.is_loading else { return true };
        let started = Instant::now();
        while is_loading() {
            if started.elapsed() >= limit {
                return false;
            }
            tokio::time::sleep(LOAD_POLL_INTERVAL).await;
        }
        true
    }

    /// The current check. Concurrent callers wait for the same one.
    pub(super) async fn get(&self, ports: &Ports) -> Dependencies {
        let mut latest = self.latest.lock().await;
        if let Some((at, dependencies)) = *latest
            && at.elapsed() < MAX_AGE
        {
            return dependencies;
        }
        let (database, object_store) =
            tokio::join!(responds("database", ports.store.ping()), responds("object_store", ports.images.ping()));
        let dependencies = Dependencies { database, object_store };
        *latest = Some((Instant::now(), dependencies));
        dependencies
    }
}

/// Whether a dependency responds in time.
async fn responds<E: std::error::Error>(dependency: &'static str, ping: impl Future<Output = Result<(), E>>) -> bool {
    let is_available = match tokio::time::timeout(TIMEOUT, ping).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::warn!(dependency, error = %ErrorChain(&error), "failed to reach a dependency");
            false
        }
        Err(_) => {
            tracing::warn!(dependency, "timed out after {} s reaching a dependency", TIMEOUT.as_secs());
            false
        }
    };
    metrics::gauge!("portal_dependency_available", "dependency" => dependency).set(f64::from(u8::from(is_available)));
    is_available
}

pub(super) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(serde_json::json!({ "status": "live" }))
}

/// Ready if the database responds, no shutdown has begun, and the search index is loaded, or was not
/// in time: without the object store, texts can still be served.
pub(super) async fn ready(api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    if api.shutdown.has_begun() {
        return Err(ApiError::unavailable());
    }
    let Dependencies { database, object_store } = api.readiness.get(&api.ports).await;
    if !database || !api.readiness.is_loaded(TIMEOUT).await {
        return Err(ApiError::unavailable());
    }
    let object_store = if object_store { "available" } else { "unavailable" };
    Ok(HttpResponse::Ok().json(serde_json::json!({ "status": "ready", "objectStore": object_store })))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use portal_services::testing::MockPorts;

    use super::*;

    #[tokio::test]
    async fn get_checks_once_for_many_callers() {
        let pings = Arc::new(AtomicU32::new(0));
        let mut ports = MockPorts::default();
        let counted = pings.clone();
        ports.store.expect_ping().returning(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        ports.images.expect_ping().returning(|| Ok(()));
        let (ports, readiness, started) = (ports.build(), Readiness::default(), Instant::now());
        for _ in 0..100 {
            let Dependencies { database, object_store } = readiness.get(&ports).await;
            assert!(database && object_store);
        }
        let seconds = u32::try_from(started.elapsed().as_secs()).unwrap();
        assert!(pings.load(Ordering::Relaxed) <= 1 + seconds, "one check per second");
    }

    #[tokio::test]
    async fn is_loaded_waits_for_a_short_load_only() {
        let loading = Arc::new(AtomicU32::new(1));
        let readiness = Readiness::after_load({
            let loading = loading.clone();
            move || loading.load(Ordering::Relaxed) > 0
        });
        assert!(Readiness::default().is_loaded(Duration::ZERO).await, "nothing is loaded");
        assert!(!readiness.is_loaded(Duration::from_millis(50)).await);
        let end_load = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            loading.store(0, Ordering::Relaxed);
        };
        assert!(tokio::join!(readiness.is_loaded(Duration::from_mins(1)), end_load).0);
    }

    #[tokio::test]
    async fn responds_is_false_without_a_response_in_time() {
        assert!(responds("database", async { Ok::<(), std::io::Error>(()) }).await);
        assert!(!responds("database", async { Err(std::io::Error::other("refused")) }).await);
        assert!(!responds("database", std::future::pending::<Result<(), std::io::Error>>()).await);
    }
}
