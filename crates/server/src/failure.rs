//! Why a command could not do its work, in one sentence for the operator.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// What was tried, and why it failed.
#[derive(Debug)]
pub struct Failure {
    attempt: String,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// A failure that needs no cause to be understood.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { attempt: sentence.into(), cause: None }
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.attempt)?;
        let mut cause = self.cause.as_deref().map(|cause| cause as &dyn Error);
        while let Some(error) = cause {
            write!(formatter, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl Error for Failure {}

/// Says what was tried when it fails.
pub trait Attempt<T> {
    fn attempt(self, what: impl Into<String>) -> Result<T, Failure>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> Attempt<T> for Result<T, E> {
    fn attempt(self, what: impl Into<String>) -> Result<T, Failure> {
        self.map_err(|cause| Failure { attempt: what.into(), cause: Some(cause.into()) })
    }
}
