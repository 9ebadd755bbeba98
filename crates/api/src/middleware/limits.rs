//! Rate limits by network address. Counted in this process, not in the database: several processes
//! allow several times as many requests. The limits that protect accounts are counted in the
//! database (`portal_services::sessions`).

use std::net::IpAddr;
use std::num::NonZeroU32;

use chrono::TimeDelta;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::error::ApiError;
use crate::middleware::client_address::client_network;

/// Requests of an address per minute, unless noted otherwise.
#[derive(Debug, Clone, Copy)]
pub struct LimitRates {
    pub logins: NonZeroU32,
    pub searches: NonZeroU32,
    pub images: NonZeroU32,
    pub uploads: NonZeroU32,
    /// Per hour.
    pub registrations: NonZeroU32,
    /// Per hour.
    pub reports: NonZeroU32,
}

/// One limiter for each kind of expensive request.
pub struct AddressLimits {
    clock: DefaultClock,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    searches: DefaultKeyedRateLimiter<IpAddr>,
    images: DefaultKeyedRateLimiter<IpAddr>,
    uploads: DefaultKeyedRateLimiter<IpAddr>,
    registrations: DefaultKeyedRateLimiter<IpAddr>,
    reports: DefaultKeyedRateLimiter<IpAddr>,
    enabled: bool,
}

impl AddressLimits {
    pub fn new(rates: LimitRates, enabled: bool) -> Self {
        let limiter = |rate| RateLimiter::keyed(Quota::per_minute(rate));
        Self {
            clock: DefaultClock::default(),
            logins: limiter(rates.logins),
            searches: limiter(rates.searches),
            images: limiter(rates.images),
            uploads: limiter(rates.uploads),
            registrations: RateLimiter::keyed(Quota::per_hour(rates.registrations)),
            reports: RateLimiter::keyed(Quota::per_hour(rates.reports)),
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

    pub(crate) fn check_registration(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.registrations, address)
    }

    pub(crate) fn check_report(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.reports, address)
    }

    fn check(&self, limiter: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), ApiError> {
        if !self.enabled {
            return Ok(());
        }
        limiter.check_key(&client_network(address)).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            ApiError::too_many_requests(TimeDelta::seconds(i64::try_from(wait.as_secs()).unwrap_or(60) + 1))
        })
    }

    /// Removes idle addresses, to free memory. To be called periodically.
    pub fn remove_idle(&self) {
        let limiters = [&self.logins, &self.searches, &self.images, &self.uploads, &self.registrations, &self.reports];
        for limiter in limiters {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(enabled: bool) -> AddressLimits {
        let three = NonZeroU32::new(3).unwrap();
        let rates = LimitRates {
            logins: three,
            searches: three,
            images: three,
            uploads: three,
            registrations: three,
            reports: three,
        };
        AddressLimits::new(rates, enabled)
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
    fn check_accepts_every_request_if_disabled() {
        let limits = limits(false);
        assert!((0..50).all(|_| limits.check_login("192.0.2.1".parse().unwrap()).is_ok()));
    }
}
