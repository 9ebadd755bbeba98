//! The one map from the driver's errors to the store's.

use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind, Error};
use diesel_async::pooled_connection::bb8::RunError;
use portal_services::ports::StoreError;

/// What a server says when it cannot work now, though the statement is right. Diesel does not pass on the error's code,
/// so the English message decides; a server that speaks another language reports these as our mistake.
const PASSING: [&str; 12] = [
    "canceling statement due to",
    "deadlock detected",
    "terminating connection due to",
    "the database system is",
    "remaining connection slots",
    "sorry, too many clients",
    "could not extend file",
    "could not write",
    "No space left on device",
    "out of memory",
    "out of shared memory",
    "cannot execute",
];

/// The store's word for a failed statement.
pub(crate) fn failed(error: Error) -> StoreError {
    use DatabaseErrorKind as Kind;
    match error {
        Error::DatabaseError(
            Kind::UniqueViolation | Kind::ForeignKeyViolation | Kind::RestrictViolation | Kind::ExclusionViolation,
            ref details,
        ) => StoreError::Conflict(details.constraint_name().unwrap_or_default().to_owned()),
        Error::DatabaseError(
            Kind::SerializationFailure | Kind::ReadOnlyTransaction | Kind::ClosedConnection | Kind::UnableToSendCommand,
            _,
        )
        | Error::BrokenTransactionManager
        | Error::RollbackErrorOnCommit { .. } => StoreError::Unavailable(error.into()),
        Error::DatabaseError(_, ref details) if passes(details.as_ref()) => StoreError::Unavailable(error.into()),
        _ => StoreError::Corrupt(error.into()),
    }
}

fn passes(details: &(dyn DatabaseErrorInformation + Send + Sync)) -> bool {
    PASSING.iter().any(|start| details.message().starts_with(start))
}

/// The store's word for a connection that could not be had in time.
pub(crate) fn unreachable(error: RunError) -> StoreError {
    StoreError::Unavailable(error.into())
}

/// A stored value that the domain does not know.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is stored where it has no meaning")]
struct Meaningless(String);

/// Reads a stored text as the member of a closed set that it stands for.
pub(crate) fn known<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, StoreError> {
    parse(text).ok_or_else(|| meaningless(text))
}

/// Reports a stored value that the domain excludes.
pub(crate) fn meaningless(value: impl Into<String>) -> StoreError {
    StoreError::Corrupt(Box::new(Meaningless(value.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(message: &str) -> StoreError {
        failed(Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned())))
    }

    #[test]
    fn what_passes_is_told_apart_from_mistakes() {
        for message in [
            "canceling statement due to statement timeout",
            "deadlock detected",
            "terminating connection due to administrator command",
            "the database system is shutting down",
            "could not extend file \"base/5/1234\": No space left on device",
        ] {
            assert!(matches!(unknown(message), StoreError::Unavailable(_)), "{message}");
        }
        for message in ["relation \"listings\" does not exist", "syntax error at or near \"deadlock detected\""] {
            assert!(matches!(unknown(message), StoreError::Corrupt(_)), "{message}");
        }
    }

    #[test]
    fn a_lost_connection_passes() {
        let error = Error::DatabaseError(DatabaseErrorKind::UnableToSendCommand, Box::new("closed".to_owned()));
        assert!(matches!(failed(error), StoreError::Unavailable(_)));
    }
}
