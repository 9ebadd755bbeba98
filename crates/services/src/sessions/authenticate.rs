//! Authentication with email address and password.
//!
//! Neither the response nor its duration reveals whether an account exists: attempts for unknown
//! addresses are counted, delayed and verified against a hash like those for known ones.

use portal_domain::ids::UserId;
use portal_domain::policy::Actor;
use portal_domain::second_factor::{LoginChallenge, PasskeyChallenge, SecondFactor, SecondFactorMethod};
use portal_domain::security_event::SecurityEvent;
use portal_domain::session::TokenHash;
use portal_domain::user::{Email, Role, UserStatus};

use super::begin::{LoginDevice, NewSession, begin};
use super::devices::{RequestDevice, recognize};
use crate::counters;
use crate::error::ServiceError;
use crate::ports::{AccountSecret, PasswordHash, Ports, UnitOfWork};
use crate::security;

#[derive(Clone)]
pub struct Login {
    pub email: String,
    pub password: String,
    pub device: RequestDevice,
}

/// What a right password leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Authentication {
    Session(NewSession),
    /// The user has a second factor.
    Challenge(SecondFactorChallenge),
}

/// The first step of a login that needs a second one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactorChallenge {
    /// Identifies this login in the second step.
    pub token: AccountSecret,
    pub methods: Vec<SecondFactorMethod>,
    /// What a passkey must sign, if the user has one.
    pub passkey: Option<PasskeyRequest>,
}

/// What a browser needs to let a passkey sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRequest {
    pub challenge: PasskeyChallenge,
    /// The passkeys of the user.
    pub credential_ids: Vec<Vec<u8>>,
}

impl PasskeyRequest {
    /// `None` if the user has no passkey.
    pub(super) fn new(challenge: PasskeyChallenge, factor: SecondFactor) -> Option<Self> {
        let credential_ids: Vec<_> = factor.passkeys.into_iter().map(|passkey| passkey.credential_id).collect();
        (!credential_ids.is_empty()).then_some(Self { challenge, credential_ids })
    }
}

/// Begins a session, or the second step of the login. That the second step is missing counts as a
/// failed login, until it succeeds.
pub async fn authenticate(ports: &Ports, login: Login) -> Result<Authentication, ServiceError> {
    let typed_email = login.email.clone();
    let result = log_in(ports, login).await;
    // With a second factor the login is recorded when it ends.
    if !matches!(result, Ok((_, Authentication::Challenge(_)))) {
        security::record_visitor(ports, SecurityEvent::LogIn, &typed_email, &result, |(user, _)| *user);
    }
    result.map(|(_, authentication)| authentication)
}

/// The user, and what the right password leads to.
async fn log_in(ports: &Ports, login: Login) -> Result<(UserId, Authentication), ServiceError> {
    let Login { email, password, device } = login;
    let parsed = Email::parse(&email);
    let credentials = match &parsed {
        Some(email) => ports.users.find_credentials(email).await?,
        None => None,
    };
    let known = recognize(ports, &device, credentials.as_ref().map(|credentials| credentials.user_id)).await?;
    let counter = count_attempt(ports, &email, known.as_ref()).await?;
    let hash = credentials.as_ref().and_then(|credentials| credentials.password.clone());
    let matches = counters::verify_password(ports, counter.as_deref(), password.clone(), hash.clone()).await?;
    let user = credentials
        .filter(|credentials| matches && credentials.status == UserStatus::Active)
        .ok_or(ServiceError::InvalidCredentials)?
        .user_id;
    let checked = strengthen(ports, user, password, hash).await?;
    let factor = ports.second_factors.find_second_factor(user).await?;
    if factor.is_set_up() {
        let challenge = challenge(ports, user, checked, counter, factor).await?;
        return Ok((user, Authentication::Challenge(challenge)));
    }
    counters::reset(ports, counter.as_deref()).await;
    let login = LoginDevice::of(ports, user, device, known).await?;
    let mut work = ports.store.begin().await?;
    let role = ensure_unchanged(work.as_mut(), user, checked).await?;
    let session = begin(ports, work.as_mut(), Actor::new(user, role), login).await?;
    work.commit().await?;
    Ok((user, Authentication::Session(session)))
}

/// Hashes the password again if the parameters have changed since it was hashed, and returns the
/// hash that the account should have now. Only here is the password known. If a concurrent login has
/// hashed it again before, that hash is the account's.
async fn strengthen(
    ports: &Ports,
    user: UserId,
    password: String,
    hash: Option<PasswordHash>,
) -> Result<Option<PasswordHash>, ServiceError> {
    let Some(old) = hash.as_ref().filter(|hash| ports.passwords.is_outdated(hash)) else { return Ok(hash) };
    let new = ports.passwords.hash(password.clone()).await?;
    let mut work = ports.store.begin().await?;
    if work.users().rehash_password(user, old, &new).await? {
        work.commit().await?;
        return Ok(Some(new));
    }
    let current = work.users().find_credentials_for_share(user).await?.and_then(|current| current.password);
    // Verifying is expensive: not while a row is locked.
    drop(work);
    if ports.passwords.verify(password, current.clone()).await? {
        Ok(current)
    } else {
        Err(ServiceError::InvalidCredentials)
    }
}

/// Locks the user and rejects the login if the user was deactivated or the password changed since
/// it was verified: a concurrent login must not survive what ends all sessions. Returns the role.
pub(super) async fn ensure_unchanged(
    work: &mut dyn UnitOfWork,
    user: UserId,
    checked: Option<PasswordHash>,
) -> Result<Role, ServiceError> {
    let current = work.users().find_credentials_for_share(user).await?;
    current
        .filter(|current| current.status == UserStatus::Active && current.password == checked)
        .map(|current| current.role)
        .ok_or(ServiceError::InvalidCredentials)
}

/// Begins the second step.
async fn challenge(
    ports: &Ports,
    user_id: UserId,
    checked: Option<PasswordHash>,
    counter: Option<String>,
    factor: SecondFactor,
) -> Result<SecondFactorChallenge, ServiceError> {
    let token = ports.tokens.account_secret();
    let passkey_challenge = ports.passkeys.new_challenge();
    let expires_at = ports.clock.now() + ports.config.second_factor.challenge_validity;
    let hash = ports.tokens.hash_account_secret(&token);
    let mut work = ports.store.begin().await?;
    ensure_unchanged(work.as_mut(), user_id, checked).await?;
    let challenge = LoginChallenge { hash, user_id, passkey_challenge, counter, expires_at };
    work.second_factors().insert_login_challenge(&challenge).await?;
    work.commit().await?;
    let methods = factor.methods();
    Ok(SecondFactorChallenge { token, methods, passkey: PasskeyRequest::new(passkey_challenge, factor) })
}

/// The counter of failed logins with this address from unknown browsers.
pub(crate) fn login_counter(ports: &Ports, address: &str) -> String {
    ports.tokens.pseudonym(&logins_with(address))
}

/// What is counted of logins with this address from unknown browsers.
fn logins_with(address: &str) -> String {
    format!("login:{address}")
}

/// Counts this attempt before the password is verified, so that concurrent attempts do not pass
/// together, and returns the counter that a success clears. A browser that is known to the account
/// has its own counter, so that an attacker elsewhere cannot lock the owner out.
async fn count_attempt(
    ports: &Ports,
    email: &str,
    known_device: Option<&TokenHash>,
) -> Result<Option<String>, ServiceError> {
    let what = match known_device {
        Some(device) => format!("login-device:{device:02x?}"),
        None => logins_with(&email.trim().to_lowercase()),
    };
    let Some(counted) = counters::count(ports, &what, ports.config.login_window).await? else { return Ok(None) };
    if counted.attempts.count > ports.config.login_failures {
        let delayed = format!("login-delay:{}", counted.counter);
        counters::limit(ports, &delayed, ports.config.login_delay, 1).await?;
    }
    Ok(Some(counted.counter))
}

#[cfg(test)]
mod tests;
