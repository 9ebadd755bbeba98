//! Tries again what a store refuses for a moment: a backup of many hours must not fail with it.

use portal_services::error_chain::ErrorChain;
use std::error::Error;
use std::time::Duration;

const TRIES: u32 = 6;
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// Runs a request until it succeeds, with longer and longer pauses, about half a minute in all.
pub(super) async fn retry<T, E: Error, F>(request: impl FnMut() -> F) -> Result<T, E>
where
    F: Future<Output = Result<T, E>>,
{
    retry_after(FIRST_PAUSE, request).await
}

async fn retry_after<T, E: Error, F>(mut pause: Duration, mut request: impl FnMut() -> F) -> Result<T, E>
where
    F: Future<Output = Result<T, E>>,
{
    for number in 1..TRIES {
        match request().await {
            Ok(done) => return Ok(done),
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), tries = number, "a request to a store failed, will retry");
            }
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    request().await
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Refused(u32);

    impl std::fmt::Display for Refused {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(formatter, "try {} was refused", self.0)
        }
    }

    impl Error for Refused {}

    #[tokio::test]
    async fn retry_returns_first_success_or_last_error() {
        let calls = Cell::new(0);
        let after_two = retry_after(Duration::ZERO, || {
            calls.set(calls.get() + 1);
            let number = calls.get();
            async move { if number > 2 { Ok(number) } else { Err(Refused(number)) } }
        });
        assert_eq!(after_two.await, Ok(3));
        let calls = Cell::new(0);
        let never = retry_after(Duration::ZERO, || {
            calls.set(calls.get() + 1);
            let number = calls.get();
            async move { Err::<(), _>(Refused(number)) }
        });
        assert_eq!(never.await, Err(Refused(TRIES)));
    }
}
