//! Maps driver errors to store errors. No other module does.

use std::net::IpAddr;

use bb8::RunError;
use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind, Error};
use portal_domain::user::Email;
use portal_services::ports::StoreError;

use crate::connection::OpenError;

/// Beginnings of messages for transient errors. Diesel drops the SQLSTATE, so the message decides;
/// the pool asks for messages in English.
const TRANSIENT_MESSAGES: [&str; 12] = [
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

/// Classifies the error of a failed statement.
pub(crate) fn store_error(error: Error) -> StoreError {
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
        Error::DatabaseError(_, ref details) if is_transient(details.as_ref()) => StoreError::Unavailable(error.into()),
        _ => StoreError::Corrupt(error.into()),
    }
}

fn is_transient(details: &(dyn DatabaseErrorInformation + Send + Sync)) -> bool {
    TRANSIENT_MESSAGES.iter().any(|start| details.message().starts_with(start))
}

/// Why a store is `Unavailable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unavailability {
    /// The statement took too long, or an operator canceled it. Another server takes as long.
    Canceled,
    /// The connection is lost, or the server prefers its recovery to the statement.
    Away,
    /// Anything else, such as no free connection in time.
    Busy,
}

const CANCELED_MESSAGES: [&str; 2] =
    ["canceling statement due to statement timeout", "canceling statement due to user request"];
const AWAY_MESSAGES: [&str; 3] =
    ["canceling statement due to conflict with recovery", "terminating connection due to", "the database system is"];

/// Classifies the source of [`StoreError::Unavailable`].
pub(crate) fn unavailability(source: &(dyn std::error::Error + Send + Sync + 'static)) -> Unavailability {
    use DatabaseErrorKind as Kind;
    match source.downcast_ref::<Error>() {
        Some(
            Error::DatabaseError(Kind::ClosedConnection | Kind::UnableToSendCommand, _)
            | Error::BrokenTransactionManager,
        ) => Unavailability::Away,
        Some(Error::DatabaseError(_, details)) => {
            let starts_with = |messages: &[&str]| messages.iter().any(|start| details.message().starts_with(start));
            match (starts_with(&CANCELED_MESSAGES), starts_with(&AWAY_MESSAGES)) {
                (true, _) => Unavailability::Canceled,
                (_, true) => Unavailability::Away,
                _ => Unavailability::Busy,
            }
        }
        _ => Unavailability::Busy,
    }
}

/// The entity of the row that a query found, if any.
pub(crate) fn found<Row, T: TryFrom<Row, Error = StoreError>>(row: Option<Row>) -> Result<Option<T>, StoreError> {
    row.map(T::try_from).transpose()
}

/// Maps a failed or timed-out checkout of a connection.
pub(crate) fn checkout_error(error: RunError<OpenError>) -> StoreError {
    StoreError::Unavailable(error.into())
}

#[derive(Debug, thiserror::Error)]
#[error("unexpected value {0:?} in the database")]
struct UnexpectedValue(String);

/// A text that is no member of its closed set.
#[derive(Debug, thiserror::Error)]
#[error("unknown value {0:?} in the database")]
struct UnknownValue(String);

/// Parses a stored text; a value that the domain does not know is `Corrupt`.
pub(crate) fn parse_column<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, StoreError> {
    parse(text).ok_or_else(|| StoreError::Corrupt(Box::new(UnknownValue(text.to_owned()))))
}

/// Whether `parse_column` has failed.
pub(crate) fn is_unknown_value(error: &StoreError) -> bool {
    matches!(error, StoreError::Corrupt(source) if source.is::<UnknownValue>())
}

/// Does not name an address that the domain excludes: errors are logged.
pub(crate) fn parse_email(text: &str) -> Result<Email, StoreError> {
    Email::parse(text).ok_or_else(|| corrupt("an invalid email address"))
}

/// Does not name the address if it is invalid: errors are logged.
pub(crate) fn parse_address(text: Option<&str>) -> Result<Option<IpAddr>, StoreError> {
    text.map(|text| text.parse().map_err(|_| corrupt("an invalid network address"))).transpose()
}

/// The error for a stored value that the domain excludes. It is logged: no personal data.
pub(crate) fn corrupt(value: impl Into<String>) -> StoreError {
    StoreError::Corrupt(Box::new(UnexpectedValue(value.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classify(message: &str) -> StoreError {
        store_error(Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned())))
    }

    #[test]
    fn store_error_transient_message_is_unavailable_and_others_are_corrupt() {
        for message in [
            "canceling statement due to statement timeout",
            "deadlock detected",
            "terminating connection due to administrator command",
            "the database system is shutting down",
            "could not extend file \"base/5/1234\": No space left on device",
        ] {
            assert!(matches!(classify(message), StoreError::Unavailable(_)), "{message}");
        }
        for message in ["relation \"listings\" does not exist", "syntax error at or near \"deadlock detected\""] {
            assert!(matches!(classify(message), StoreError::Corrupt(_)), "{message}");
        }
    }

    #[test]
    fn unavailability_is_away_after_lost_connection_and_recovery_conflict_only() {
        let of = |error: StoreError| match error {
            StoreError::Unavailable(source) => unavailability(source.as_ref()),
            error => panic!("{error:?}"),
        };
        for (message, expected) in [
            ("canceling statement due to statement timeout", Unavailability::Canceled),
            ("canceling statement due to user request", Unavailability::Canceled),
            ("canceling statement due to conflict with recovery", Unavailability::Away),
            ("terminating connection due to administrator command", Unavailability::Away),
            ("the database system is shutting down", Unavailability::Away),
            ("out of memory", Unavailability::Busy),
        ] {
            assert_eq!(of(classify(message)), expected, "{message}");
        }
        let closed = Error::DatabaseError(DatabaseErrorKind::UnableToSendCommand, Box::new("closed".to_owned()));
        assert_eq!(of(store_error(closed)), Unavailability::Away);
        // The server's code for it has a kind of its own.
        let message = "canceling statement due to conflict with recovery".to_owned();
        let conflict = Error::DatabaseError(DatabaseErrorKind::SerializationFailure, Box::new(message));
        assert_eq!(of(store_error(conflict)), Unavailability::Away);
        assert_eq!(of(checkout_error(RunError::TimedOut)), Unavailability::Busy);
    }

    #[test]
    fn parse_email_invalid_address_is_not_named() {
        let error = parse_email("ada portal.test").unwrap_err();
        assert!(matches!(&error, StoreError::Corrupt(source) if !source.to_string().contains("ada")), "{error:?}");
    }

    #[test]
    fn store_error_lost_connection_is_unavailable() {
        let error = Error::DatabaseError(DatabaseErrorKind::UnableToSendCommand, Box::new("closed".to_owned()));
        assert!(matches!(store_error(error), StoreError::Unavailable(_)));
    }
}
