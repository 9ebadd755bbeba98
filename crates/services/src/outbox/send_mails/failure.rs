//! Why a mail could not be sent.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use crate::error_chain::ErrorChain;
use crate::ports::{MailError, StoreError};

/// The longest stored cause of a dead letter, in characters.
const MAX_STORED_CHARS: usize = 500;

#[derive(Debug, thiserror::Error)]
pub(super) enum DeliveryFailure {
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("reading the mail's data took too long")]
    SlowStore,
    #[error("the delivery panicked")]
    Panicked,
}

impl DeliveryFailure {
    /// Whether a retry is pointless.
    pub(super) const fn is_final(&self) -> bool {
        matches!(self, Self::Mail(MailError::Refused(_)))
    }

    /// Whether no other mail can be sent now either.
    pub(super) const fn is_of_all_mails(&self) -> bool {
        matches!(self, Self::Mail(MailError::NoSession(_)))
    }

    /// The failure without personal data: what a row contains is not logged.
    pub(super) fn to_log(&self) -> String {
        match self {
            Self::Mail(_) => self.to_store(),
            Self::Store(_) | Self::SlowStore | Self::Panicked => self.to_string(),
        }
    }

    /// The failure and its causes.
    pub(super) fn to_store(&self) -> String {
        let text = ErrorChain(self).to_string();
        text.chars().filter(|character| *character != '\0').take(MAX_STORED_CHARS).collect()
    }
}

/// Turns a panic into a failure: one mail must not stop the others.
pub(super) async fn catch_panic<T>(
    delivery: impl Future<Output = Result<T, DeliveryFailure>>,
) -> Result<T, DeliveryFailure> {
    let mut delivery = pin!(delivery);
    std::future::poll_fn(move |context| {
        catch_unwind(AssertUnwindSafe(|| delivery.as_mut().poll(context)))
            .unwrap_or(Poll::Ready(Err(DeliveryFailure::Panicked)))
    })
    .await
}
