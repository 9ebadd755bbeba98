//! Authentication with email address and password.
//!
//! Neither the response nor its duration reveals whether an account exists: attempts for unknown
//! addresses are counted, delayed and verified against a hash like those for known ones.

use std::net::IpAddr;

use chrono::TimeDelta;
use portal_domain::audit::AuditAction;
use portal_domain::ids::{SessionId, UserId};
use portal_domain::policy::Actor;
use portal_domain::security_event::SecurityEvent;
use portal_domain::session::Session;
use portal_domain::user::{Email, Role, UserStatus};

use super::IssuedTokens;
use crate::error::ServiceError;
use crate::ports::{Credentials, PasswordHash, Ports};
use crate::{audit, security};

#[derive(Clone)]
pub struct Login {
    pub email: String,
    pub password: String,
    /// The token of a browser in which a user has logged in before.
    pub device: Option<String>,
    /// The network address of the request.
    pub address: IpAddr,
}

/// Returns the tokens of a new session, and the token that marks the browser from now on.
pub async fn authenticate(ports: &Ports, login: Login) -> Result<(IssuedTokens, String), ServiceError> {
    let typed_email = login.email.clone();
    let result = log_in(ports, login).await;
    security::record_visitor(ports, SecurityEvent::LogIn, &typed_email, &result, |(user, _)| *user);
    result.map(|(user, tokens)| (tokens, ports.tokens.issue_device(user)))
}

/// The user and the tokens of the new session.
async fn log_in(ports: &Ports, login: Login) -> Result<(UserId, IssuedTokens), ServiceError> {
    let email = Email::parse(&login.email);
    let credentials = match &email {
        Some(email) => ports.users.find_credentials(email).await?,
        None => None,
    };
    let counter = count_attempt(ports, &login, credentials.as_ref()).await?;
    let hash = credentials.as_ref().and_then(|credentials| credentials.password.clone());
    let matches = ports.passwords.verify(login.password, hash.clone()).await?;
    let user = credentials
        .filter(|credentials| matches && credentials.status == UserStatus::Active)
        .ok_or(ServiceError::InvalidCredentials)?
        .user_id;
    if let Some(counter) = counter {
        ports.attempts.clear(&counter).await?;
    }
    Ok((user, begin(ports, user, login.address, hash).await?))
}

/// Begins the session, unless the user was deactivated or the password changed since it was
/// verified: a concurrent login must not survive what ends all sessions.
async fn begin(
    ports: &Ports,
    user_id: UserId,
    address: IpAddr,
    checked: Option<PasswordHash>,
) -> Result<IssuedTokens, ServiceError> {
    let now = ports.clock.now();
    let id = SessionId(ports.identifiers.next());
    let refresh = ports.tokens.issue_refresh(id);
    let current = ports.tokens.hash(&refresh);
    let session = Session { id, user_id, current, previous: None, started_at: now, rotated_at: now };
    let mut work = ports.store.begin().await?;
    let current = work.users().find_credentials_for_share(user_id).await?;
    let role = current
        .filter(|current| current.status == UserStatus::Active && current.password == checked)
        .ok_or(ServiceError::InvalidCredentials)?
        .role;
    work.sessions().insert(&session).await?;
    if role == Role::Administrator {
        let actor = Actor::new(user_id, role).at(address);
        audit::record(ports, work.as_mut(), actor, AuditAction::AdministratorLoggedIn, user_id).await?;
    }
    work.commit().await?;
    Ok(IssuedTokens { access: ports.tokens.issue_access(id, now), refresh })
}

/// The counter of failed logins with this address from unknown browsers.
pub(crate) fn login_counter(ports: &Ports, address: &str) -> String {
    ports.tokens.pseudonym(&format!("login:{address}"))
}

/// Counts this attempt before the password is verified, so that concurrent attempts do not pass
/// together, and returns the counter that a success clears. A browser that is known to the account
/// has its own counter, so that an attacker elsewhere cannot lock the owner out.
async fn count_attempt(
    ports: &Ports,
    login: &Login,
    credentials: Option<&Credentials>,
) -> Result<Option<String>, ServiceError> {
    if !ports.config.limits_enabled {
        return Ok(None);
    }
    let now = ports.clock.now();
    let address = login.email.trim().to_lowercase();
    let owner = login.device.as_deref().and_then(|device| ports.tokens.verify_device(device));
    let device = login.device.as_deref().filter(|_| owner.is_some() && owner == credentials.map(|known| known.user_id));
    let counter = match device {
        Some(device) => ports.tokens.pseudonym(&format!("login-device:{device}")),
        None => login_counter(ports, &address),
    };
    let attempts = ports.attempts.add(&counter, ports.config.login_window, now).await?;
    if attempts.count <= ports.config.login_failures {
        return Ok(Some(counter));
    }
    let delay_counter = ports.tokens.pseudonym(&format!("login-delay:{counter}"));
    let delayed = ports.attempts.add(&delay_counter, ports.config.login_delay, now).await?;
    if delayed.count > 1 {
        let retry_after = (delayed.window_ends - now).max(TimeDelta::seconds(1));
        return Err(ServiceError::TooManyAttempts { retry_after });
    }
    Ok(Some(counter))
}

#[cfg(test)]
mod tests;
