//! How often one network address may ask. Counted in this process: addresses are many and forgetful,
//! and a few processes let through a few times as much. What protects accounts is counted in the
//! database.

use std::net::IpAddr;
use std::num::NonZeroU32;

use chrono::TimeDelta;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::address::client_network;
use crate::error::ApiError;

/// Requests of an address: a minute, unless said otherwise.
#[derive(Debug, Clone, Copy)]
pub struct LimitRates {
    pub log_in: NonZeroU32,
    pub search: NonZeroU32,
    pub images: NonZeroU32,
    pub uploads: NonZeroU32,
    /// An hour.
    pub sign_ups: NonZeroU32,
    /// An hour.
    pub reports: NonZeroU32,
}

/// One limiter for each kind of request that costs something.
pub struct AddressLimits {
    clock: DefaultClock,
    log_in: DefaultKeyedRateLimiter<IpAddr>,
    search: DefaultKeyedRateLimiter<IpAddr>,
    images: DefaultKeyedRateLimiter<IpAddr>,
    uploads: DefaultKeyedRateLimiter<IpAddr>,
    sign_ups: DefaultKeyedRateLimiter<IpAddr>,
    reports: DefaultKeyedRateLimiter<IpAddr>,
    enabled: bool,
}

impl AddressLimits {
    pub fn new(rates: LimitRates, enabled: bool) -> Self {
        let limiter = |rate| RateLimiter::keyed(Quota::per_minute(rate));
        Self {
            clock: DefaultClock::default(),
            log_in: limiter(rates.log_in),
            search: limiter(rates.search),
            images: limiter(rates.images),
            uploads: limiter(rates.uploads),
            sign_ups: RateLimiter::keyed(Quota::per_hour(rates.sign_ups)),
            reports: RateLimiter::keyed(Quota::per_hour(rates.reports)),
            enabled,
        }
    }

    pub(crate) fn log_in(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.log_in, address)
    }

    pub(crate) fn search(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.search, address)
    }

    pub(crate) fn image(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.images, address)
    }

    pub(crate) fn upload(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.uploads, address)
    }

    pub(crate) fn sign_up(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.sign_ups, address)
    }

    pub(crate) fn report(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.reports, address)
    }

    fn check(&self, limiter: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), ApiError> {
        if !self.enabled {
            return Ok(());
        }
        limiter.check_key(&client_network(address)).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            ApiError::too_many(TimeDelta::seconds(i64::try_from(wait.as_secs()).unwrap_or(60) + 1))
        })
    }

    /// Forgets the addresses that have been quiet; to be called now and then.
    pub fn forget_quiet(&self) {
        for limiter in [&self.log_in, &self.search, &self.images, &self.uploads, &self.sign_ups, &self.reports] {
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
        let rates =
            LimitRates { log_in: three, search: three, images: three, uploads: three, sign_ups: three, reports: three };
        AddressLimits::new(rates, enabled)
    }

    #[test]
    fn the_fourth_request_of_an_address_waits_and_another_address_does_not() {
        let limits = limits(true);
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        for _ in 0..3 {
            assert!(limits.log_in(one).is_ok());
        }
        assert!(limits.log_in(one).is_err());
        assert!(limits.log_in(other).is_ok());
        assert!(limits.search(one).is_ok(), "each kind has a limit of its own");
    }

    #[test]
    fn limits_that_are_switched_off_let_everything_through() {
        let limits = limits(false);
        assert!((0..50).all(|_| limits.log_in("192.0.2.1".parse().unwrap()).is_ok()));
    }
}
