//! Somebody logs in with e-mail and password.
//!
//! Whether an account exists shows neither in the answer nor in its time: unknown addresses are
//! counted, delayed and checked against a hash like known ones.

use chrono::TimeDelta;
use portal_domain::ids::{SessionId, UserId};
use portal_domain::session::Session;
use portal_domain::user::{Email, UserStatus};

use super::Issued;
use crate::error::ServiceError;
use crate::ports::{Credentials, PasswordHash, Ports};

#[derive(Clone)]
pub struct LogIn {
    pub email: String,
    pub password: String,
    /// The token that marks a browser from which somebody has logged in before.
    pub device: Option<String>,
}

/// A new session, and the token that marks the browser from now on.
pub async fn authenticate(ports: &Ports, log_in: LogIn) -> Result<(Issued, String), ServiceError> {
    let email = Email::parse(&log_in.email);
    let credentials = match &email {
        Some(email) => ports.users.find_credentials(email).await?,
        None => None,
    };
    let counter = count_attempt(ports, &log_in, credentials.as_ref()).await?;
    let hash = credentials.as_ref().and_then(|credentials| credentials.password.clone());
    let matches = ports.passwords.verify(log_in.password, hash.clone()).await?;
    let user = credentials
        .filter(|credentials| matches && credentials.status == UserStatus::Active)
        .ok_or(ServiceError::InvalidCredentials)?
        .user_id;
    if let Some(counter) = counter {
        ports.attempts.clear(&counter).await?;
    }
    let issued = begin(ports, user, hash).await?;
    Ok((issued, ports.tokens.issue_device(user)))
}

/// Begins the session, unless the person was deactivated or has another password meanwhile: what ends
/// every session must not be outrun by a log-in that is under way.
async fn begin(ports: &Ports, user_id: UserId, checked: Option<PasswordHash>) -> Result<Issued, ServiceError> {
    let now = ports.clock.now();
    let id = SessionId(ports.identifiers.next());
    let refresh = ports.tokens.first_refresh(id);
    let current = ports.tokens.hash(&refresh);
    let session = Session { id, user_id, current, previous: None, started_at: now, rotated_at: now };
    let mut work = ports.store.begin().await?;
    let present = work.users().find_credentials_for_share(user_id).await?;
    present
        .filter(|present| present.status == UserStatus::Active && present.password == checked)
        .ok_or(ServiceError::InvalidCredentials)?;
    work.sessions().insert(&session).await?;
    work.commit().await?;
    Ok(Issued { access: ports.tokens.issue_access(id, now), refresh })
}

/// The counter of strangers' failures at an e-mail address.
pub(crate) fn log_in_counter(ports: &Ports, address: &str) -> String {
    ports.tokens.pseudonym(&format!("log-in:{address}"))
}

/// Counts this attempt before it is made, so that many at once do not slip through together, and
/// returns the counter that a success clears. A browser that is known to the account has a counter of
/// its own: whoever attacks the account from elsewhere cannot lock its owner out.
async fn count_attempt(
    ports: &Ports,
    log_in: &LogIn,
    credentials: Option<&Credentials>,
) -> Result<Option<String>, ServiceError> {
    if !ports.rules.limits_enabled {
        return Ok(None);
    }
    let now = ports.clock.now();
    let address = log_in.email.trim().to_lowercase();
    let owner = log_in.device.as_deref().and_then(|device| ports.tokens.verify_device(device));
    let device =
        log_in.device.as_deref().filter(|_| owner.is_some() && owner == credentials.map(|known| known.user_id));
    let counter = match device {
        Some(device) => ports.tokens.pseudonym(&format!("log-in-device:{device}")),
        None => log_in_counter(ports, &address),
    };
    let attempts = ports.attempts.add(&counter, ports.rules.login_window, now).await?;
    if attempts.count <= ports.rules.login_failures {
        return Ok(Some(counter));
    }
    let turn = ports.tokens.pseudonym(&format!("log-in-turn:{counter}"));
    let turns = ports.attempts.add(&turn, ports.rules.login_delay, now).await?;
    if turns.count > 1 {
        let retry_after = (turns.window_ends - now).max(TimeDelta::seconds(1));
        return Err(ServiceError::TooManyAttempts { retry_after });
    }
    Ok(Some(counter))
}

#[cfg(test)]
mod tests;
