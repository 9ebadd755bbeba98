//! Errors with their causes, for logs.

use std::error::Error;
use std::fmt::{Display, Formatter, Result};

/// An error followed by its sources, in one line, separated by `: `. The messages of errors such as
/// [`StoreError`](crate::ports::StoreError) do not contain their cause.
pub struct ErrorChain<'a>(pub &'a (dyn Error + 'a));

impl Display for ErrorChain<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        write!(formatter, "{}", self.0)?;
        let mut source = self.0.source();
        while let Some(error) = source {
            write!(formatter, ": {error}")?;
            source = error.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServiceError;
    use crate::ports::StoreError;

    #[test]
    fn error_chain_names_each_source() {
        let failed = ServiceError::Store(StoreError::Unavailable("connection refused".into()));
        assert_eq!(ErrorChain(&failed).to_string(), "the store is unavailable: connection refused");
    }
}
