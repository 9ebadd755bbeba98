//! The state of the API for tests of the middleware.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use portal_services::testing::MockPorts;

use crate::Api;
use crate::extract::BodyLimits;
use crate::legal::{LegalConfig, LegalPages};
use crate::middleware::{LimitRates, Origins, RequestLimits, SecurityHeaders, TrustedProxies};
use crate::routes::Shutdown;

/// An API whose ports expect no call.
pub(crate) fn api() -> Api {
    let ports = MockPorts::default().build();
    let many = NonZeroU32::MAX;
    let rates = LimitRates {
        logins: many,
        searches: many,
        images: many,
        uploads: many,
        listings: many,
        pages: many,
        sitemaps: many,
        refused_refreshes: many,
        registrations: many,
        reports: many,
        exports: many,
        changes: many,
    };
    let second = Duration::from_secs(1);
    let legal = LegalConfig { operator: None, demo: false, access_validity: chrono::TimeDelta::minutes(15) };
    Api {
        limits: Arc::new(RequestLimits::new(rates, false)),
        bodies: BodyLimits { json: second, upload: second, upload_bytes_per_second: 0, upload_rate_period: second },
        readiness: Arc::default(),
        shutdown: Shutdown::default(),
        origins: Arc::new(Origins::new("http://portal.test", Vec::new())),
        proxies: Arc::new(TrustedProxies::default()),
        traces: None,
        legal: Arc::new(LegalPages::new(&ports.config, &legal).unwrap()),
        headers: Arc::new(SecurityHeaders::new(&[], &[], false)),
        secure_cookies: true,
        upload_dir: std::env::temp_dir().into(),
        max_replica_lag: None,
        ports,
    }
}
