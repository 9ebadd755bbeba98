//! Rate limits. Attempts are counted before they are made; what becomes of one may change its counter
//! afterwards. The decision on the attempt stands when that change fails: the counter then keeps its
//! value until its window ends.

use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::ports::{Attempts, PasswordHash, Ports};

/// What was counted.
pub(crate) struct Counted {
    /// The key of the counter, for what becomes of the attempt.
    pub counter: String,
    pub attempts: Attempts,
    retry_after: TimeDelta,
}

/// Counts one more of `what` before it is done, so that concurrent ones do not pass together. `None`
/// without rate limits.
pub(crate) async fn count(ports: &Ports, what: &str, window: TimeDelta) -> Result<Option<Counted>, ServiceError> {
    if !ports.config.limits_enabled {
        return Ok(None);
    }
    let now = ports.clock.now();
    let counter = ports.tokens.pseudonym(what);
    let attempts = ports.attempts.add(&counter, window, now).await?;
    let retry_after = (attempts.window_ends - now).max(TimeDelta::seconds(1));
    Ok(Some(Counted { counter, attempts, retry_after }))
}

/// Counts one more of `what`, and fails beyond `max` within `window`. Returns the counter, for what
/// becomes of the attempt.
pub(crate) async fn limit(
    ports: &Ports,
    what: &str,
    window: TimeDelta,
    max: u32,
) -> Result<Option<String>, ServiceError> {
    match count(ports, what, window).await? {
        Some(Counted { attempts, retry_after, .. }) if attempts.count > max => {
            Err(ServiceError::TooManyAttempts { retry_after })
        }
        counted => Ok(counted.map(|counted| counted.counter)),
    }
}

/// Counts one more of `what`, and returns whether it is allowed: at most `max` within `window` are.
pub(crate) async fn is_allowed(ports: &Ports, what: &str, window: TimeDelta, max: u32) -> Result<bool, ServiceError> {
    Ok(count(ports, what, window).await?.is_none_or(|counted| counted.attempts.count <= max))
}

/// Verifies a password whose attempt was counted. If it is not checked, because too many wait for
/// it, the attempt was no failure.
pub(crate) async fn verify_password(
    ports: &Ports,
    counter: Option<&str>,
    password: String,
    hash: Option<PasswordHash>,
) -> Result<bool, ServiceError> {
    let verified = ports.passwords.verify(password, hash).await;
    if verified.is_err() {
        take_back(ports, counter).await;
    }
    Ok(verified?)
}

/// Resets the counter, if the attempt was counted.
pub(crate) async fn reset(ports: &Ports, counter: Option<&str>) {
    let Some(counter) = counter else { return };
    if let Err(error) = ports.attempts.clear(counter).await {
        tracing::warn!(error = %ErrorChain(&error), "failed to reset an attempt counter");
    }
}

/// Takes one attempt back, of what did not happen after all, if it was counted.
pub(crate) async fn take_back(ports: &Ports, counter: Option<&str>) {
    let Some(counter) = counter else { return };
    if let Err(error) = ports.attempts.take_back(counter).await {
        tracing::warn!(error = %ErrorChain(&error), "failed to take an attempt back");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::MockPorts;

    /// Ports for which this is the `count`th attempt of a window that ends in this time.
    fn ports(count: u32, left: TimeDelta) -> Ports {
        let mut ports = MockPorts::default();
        ports.tokens.expect_pseudonym().returning(|text| format!("pseudonym of {text}"));
        let window_ends = MockPorts::now() + left;
        ports
            .attempts
            .expect_add()
            .once()
            .withf(|key, window, now| {
                key == "pseudonym of what" && (*window, *now) == (TimeDelta::hours(1), MockPorts::now())
            })
            .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
        ports.build()
    }

    #[tokio::test]
    async fn limit_up_to_maximum_returns_counter_and_beyond_fails() {
        let hour = TimeDelta::hours(1);
        let counter = limit(&ports(3, hour), "what", hour, 3).await.unwrap();
        assert_eq!(counter.as_deref(), Some("pseudonym of what"));
        for (left, expected) in [(TimeDelta::minutes(12), TimeDelta::minutes(12)), (-hour, TimeDelta::seconds(1))] {
            let result = limit(&ports(4, left), "what", hour, 3).await;
            let Err(ServiceError::TooManyAttempts { retry_after }) = result else { panic!("{result:?}") };
            assert_eq!(retry_after, expected);
        }
    }

    #[tokio::test]
    async fn is_allowed_up_to_maximum_is_true() {
        let hour = TimeDelta::hours(1);
        assert!(is_allowed(&ports(3, hour), "what", hour, 3).await.unwrap());
        assert!(!is_allowed(&ports(4, hour), "what", hour, 3).await.unwrap());
    }

    /// The mocks reject every call.
    #[tokio::test]
    async fn without_limits_nothing_is_counted_and_everything_is_allowed() {
        let mut ports = MockPorts::default();
        ports.config.limits_enabled = false;
        let ports = ports.build();
        assert_eq!(limit(&ports, "what", TimeDelta::hours(1), 0).await.unwrap(), None);
        assert!(is_allowed(&ports, "what", TimeDelta::hours(1), 0).await.unwrap());
        reset(&ports, None).await;
        take_back(&ports, None).await;
    }
}
