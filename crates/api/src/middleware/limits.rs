//! Rate limits by network address, and of users' changes. Counted in this process, not in the
//! database: several processes allow several times as many requests. The limits that protect accounts
//! are counted in the database (`portal_services::sessions`).

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use portal_domain::ids::UserId;

use super::export_limits::{ExportLimits, ExportPermit};
use crate::error::ApiError;
use crate::middleware::client_address::client_network;

/// Requests of an address per minute, unless noted otherwise.
#[derive(Debug, Clone, Copy)]
pub struct LimitRates {
    pub logins: NonZeroU32,
    pub searches: NonZeroU32,
    pub images: NonZeroU32,
    pub uploads: NonZeroU32,
    /// One listing each.
    pub listings: NonZeroU32,
    /// HTML pages.
    pub pages: NonZeroU32,
    pub sitemaps: NonZeroU32,
    /// Refused ones only: a wrong token costs much more than a valid one.
    pub refused_refreshes: NonZeroU32,
    /// Per hour.
    pub registrations: NonZeroU32,
    /// Per hour.
    pub reports: NonZeroU32,
    /// Of a user's own data, per hour and user.
    pub exports: NonZeroU32,
    /// Requests of a user that are not only reading, per hour and user. Many leave an entry in the
    /// audit trail, which is kept for good.
    pub changes: NonZeroU32,
}

/// One limiter for each kind of expensive request. All but those of exports and changes count by
/// address.
pub struct RequestLimits {
    logins: Limiter,
    searches: Limiter,
    images: Limiter,
    uploads: Limiter,
    listings: Limiter,
    pages: Limiter,
    sitemaps: Limiter,
    registrations: Limiter,
    reports: Limiter,
    refused_refreshes: Limiter,
    /// Networks with too many refused refreshes, and until when they must wait.
    waiting: Mutex<HashMap<IpAddr, Instant>>,
    exports: Arc<ExportLimits>,
    changes: DefaultKeyedRateLimiter<UserId>,
    enabled: bool,
}

/// A limiter and its name in the metrics.
struct Limiter {
    name: &'static str,
    rate: DefaultKeyedRateLimiter<IpAddr>,
}

impl RequestLimits {
    pub fn new(rates: LimitRates, enabled: bool) -> Self {
        let limiter = |name, quota| Limiter { name, rate: RateLimiter::keyed(quota) };
        Self {
            logins: limiter("login", Quota::per_minute(rates.logins)),
            searches: limiter("search", Quota::per_minute(rates.searches)),
            images: limiter("image", Quota::per_minute(rates.images)),
            uploads: limiter("upload", Quota::per_minute(rates.uploads)),
            listings: limiter("listing", Quota::per_minute(rates.listings)),
            pages: limiter("page", Quota::per_minute(rates.pages)),
            sitemaps: limiter("sitemap", Quota::per_minute(rates.sitemaps)),
            registrations: limiter("registration", Quota::per_hour(rates.registrations)),
            reports: limiter("report", Quota::per_hour(rates.reports)),
            refused_refreshes: limiter("refused_refresh", Quota::per_minute(rates.refused_refreshes)),
            waiting: Mutex::default(),
            exports: Arc::new(ExportLimits::new(rates.exports, enabled)),
            changes: RateLimiter::keyed(Quota::per_hour(rates.changes)),
            enabled,
        }
    }

    pub(crate) fn check_login(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.logins, address)
    }

    pub(crate) fn check_search(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.searches, address)
    }

    pub(crate) fn check_image(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.images, address)
    }

    pub(crate) fn check_upload(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.uploads, address)
    }

    pub(crate) fn check_listing(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.listings, address)
    }

    pub(crate) fn check_page(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.pages, address)
    }

    pub(crate) fn check_sitemap(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.sitemaps, address)
    }

    pub(crate) fn check_registration(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.registrations, address)
    }

    pub(crate) fn check_report(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.reports, address)
    }

    /// Counts an export of a user's data, which runs until the permit is dropped.
    pub(crate) fn begin_export(&self, user: UserId) -> Result<Option<ExportPermit>, ApiError> {
        self.exports.begin(user)
    }

    pub(crate) fn check_change(&self, user: UserId) -> Result<(), ApiError> {
        if !self.enabled {
            return Ok(());
        }
        check_rate(&self.changes, &user, "change")
    }

    /// Whether a refresh is allowed after those of this address that were refused. It counts
    /// nothing: many users of one network refresh rightfully.
    pub(crate) fn check_refresh(&self, address: IpAddr) -> Result<(), ApiError> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let until = waiting.get(&client_network(address));
        match until.map(|until| until.saturating_duration_since(Instant::now())) {
            Some(wait) if !wait.is_zero() => {
                count_limit_hit(self.refused_refreshes.name);
                Err(too_many(wait))
            }
            _ => Ok(()),
        }
    }

    /// Counts a refused refresh.
    pub(crate) fn note_refused_refresh(&self, address: IpAddr) {
        let (network, limiter) = (client_network(address), &self.refused_refreshes.rate);
        if self.enabled
            && let Err(not_until) = limiter.check_key(&network)
        {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.insert(network, Instant::now() + wait);
        }
    }

    fn check(&self, limiter: &Limiter, address: IpAddr) -> Result<(), ApiError> {
        if !self.enabled {
            return Ok(());
        }
        check_rate(&limiter.rate, &client_network(address), limiter.name)
    }

    /// Removes idle addresses and users, to free memory. To be called periodically.
    pub fn remove_idle(&self) {
        for limiter in [
            &self.logins,
            &self.searches,
            &self.images,
            &self.uploads,
            &self.listings,
            &self.pages,
            &self.sitemaps,
            &self.registrations,
            &self.reports,
            &self.refused_refreshes,
        ] {
            limiter.rate.retain_recent();
            limiter.rate.shrink_to_fit();
        }
        self.exports.remove_idle();
        self.changes.retain_recent();
        self.changes.shrink_to_fit();
        let now = Instant::now();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, until| *until > now);
        waiting.shrink_to_fit();
    }
}

/// Counts a request of this key; an error beyond its rate.
pub(super) fn check_rate<K: Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    name: &'static str,
) -> Result<(), ApiError> {
    limiter.check_key(key).map_err(|not_until| {
        count_limit_hit(name);
        too_many(not_until.wait_time_from(DefaultClock::default().now()))
    })
}

fn too_many(wait: Duration) -> ApiError {
    ApiError::too_many_requests(TimeDelta::seconds(i64::try_from(wait.as_secs()).unwrap_or(60) + 1))
}

/// Counts that a limit of requests, bodies or connections was hit.
pub(crate) fn count_limit_hit(limit: &'static str) {
    metrics::counter!("portal_limit_hits_total", "limit" => limit).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(enabled: bool) -> RequestLimits {
        let three = NonZeroU32::new(3).unwrap();
        let rates = LimitRates {
            logins: three,
            searches: three,
            images: three,
            uploads: three,
            listings: three,
            pages: three,
            sitemaps: three,
            refused_refreshes: three,
            registrations: three,
            reports: three,
            exports: three,
            changes: three,
        };
        RequestLimits::new(rates, enabled)
    }

    #[test]
    fn check_rejects_request_beyond_the_rate_of_its_address() {
        let limits = limits(true);
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        for _ in 0..3 {
            assert!(limits.check_login(one).is_ok());
        }
        assert!(limits.check_login(one).is_err());
        assert!(limits.check_login(other).is_ok());
        assert!(limits.check_search(one).is_ok(), "each kind has a separate limit");
    }

    #[test]
    fn check_refresh_rejects_an_address_after_too_many_refused_refreshes() {
        let limits = limits(true);
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        assert!((0..50).all(|_| limits.check_refresh(one).is_ok()), "only refused ones count");
        for _ in 0..3 {
            limits.note_refused_refresh(one);
            assert!(limits.check_refresh(one).is_ok());
        }
        limits.note_refused_refresh(one);
        assert!(limits.check_refresh(one).is_err());
        assert!(limits.check_refresh(other).is_ok());
    }

    #[test]
    fn check_accepts_every_request_if_disabled() {
        let limits = limits(false);
        assert!((0..50).all(|_| limits.check_login("192.0.2.1".parse().unwrap()).is_ok()));
    }
}
