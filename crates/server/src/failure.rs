//! The error of commands: one sentence for the operator.

use portal_services::error_chain::ErrorChain;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// What failed, and why.
#[derive(Debug)]
pub struct Failure {
    context: String,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// A failure without a cause.
    pub fn new(context: impl Into<String>) -> Self {
        Self { context: context.into(), cause: None }
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.context)?;
        match &self.cause {
            Some(cause) => write!(formatter, ": {}", ErrorChain(cause.as_ref())),
            None => Ok(()),
        }
    }
}

impl Error for Failure {}

/// Adds what failed to an error.
pub trait Context<T> {
    fn context(self, context: impl Into<String>) -> Result<T, Failure>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> Context<T> for Result<T, E> {
    fn context(self, context: impl Into<String>) -> Result<T, Failure> {
        self.map_err(|cause| Failure { context: context.into(), cause: Some(cause.into()) })
    }
}
