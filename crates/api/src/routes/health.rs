//! Liveness and readiness checks.

use std::future::Future;
use std::time::{Duration, Instant};

use actix_web::{HttpResponse, web};
use portal_services::Ports;
use tokio::sync::Mutex;

use crate::Api;
use crate::error::ApiError;

/// How long a check counts. Its callers are not limited, so that they must not cause more checks.
const MAX_AGE: Duration = Duration::from_secs(1);
/// A dependency that takes longer counts as unavailable.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The latest readiness check of this process.
#[derive(Default)]
pub struct Readiness(Mutex<Option<(Instant, Dependencies)>>);

#[derive(Clone, Copy)]
pub(super) struct Dependencies {
    database: bool,
    object_store: bool,
}

impl Readiness {
    /// The current check. Concurrent callers wait for the same one.
    pub(super) async fn get(&self, ports: &Ports) -> Dependencies {
        let mut latest = self.0.lock().await;
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
async fn responds<E: std::fmt::Display>(dependency: &'static str, ping: impl Future<Output = Result<(), E>>) -> bool {
    let is_available = match tokio::time::timeout(TIMEOUT, ping).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::warn!(dependency, error = %error, "failed to reach a dependency");
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

/// Ready if the database responds: without the object store, texts can still be served.
pub(super) async fn ready(api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    let Dependencies { database, object_store } = api.readiness.get(&api.ports).await;
    if !database {
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
    async fn responds_is_false_without_a_response_in_time() {
        assert!(responds("database", async { Ok::<(), String>(()) }).await);
        assert!(!responds("database", async { Err("refused") }).await);
        assert!(!responds("database", std::future::pending::<Result<(), String>>()).await);
    }
}
