//! Records how use cases that matter for the security of accounts ended.

use portal_domain::ids::UserId;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};

use crate::error::ServiceError;
use crate::ports::{Ports, SecurityRecord};

/// Records an event of a known user.
pub(crate) fn record_user<T>(ports: &Ports, event: SecurityEvent, user: UserId, result: &Result<T, ServiceError>) {
    if let Some(outcome) = outcome_of(result) {
        ports.security_log.record(SecurityRecord::of_user(event, outcome, user));
    }
}

/// Records an event of a visitor who typed an email address: the user if they proved to be one.
pub(crate) fn record_visitor<T>(
    ports: &Ports,
    event: SecurityEvent,
    typed_email: &str,
    result: &Result<T, ServiceError>,
    user_of: impl FnOnce(&T) -> UserId,
) {
    match result {
        Ok(value) => record_user(ports, event, user_of(value), result),
        Err(_) => {
            if let Some(outcome) = outcome_of(result) {
                ports.security_log.record(SecurityRecord::of_visitor(event, outcome, typed_email));
            }
        }
    }
}

/// `None` for outages and conflicts, which say nothing about the user.
fn outcome_of<T>(result: &Result<T, ServiceError>) -> Option<SecurityOutcome> {
    match result {
        Ok(_) => Some(SecurityOutcome::Success),
        Err(ServiceError::TooManyAttempts { .. }) => Some(SecurityOutcome::Refused),
        Err(
            ServiceError::InvalidCredentials
            | ServiceError::WrongPassword
            | ServiceError::WrongOldPassword
            | ServiceError::InvalidCode
            | ServiceError::ResetLinkInvalid
            | ServiceError::ActivationLinkInvalid,
        ) => Some(SecurityOutcome::Failure),
        Err(_) => None,
    }
}
