//! The second step of a login.

use portal_domain::policy::Actor;
use portal_domain::second_factor::LoginChallenge;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};

use super::authenticate::ensure_unchanged;
use super::begin::{LoginDevice, NewSession, begin};
use super::devices::{RequestDevice, recognize};
use crate::counters;
use crate::error::ServiceError;
use crate::ports::{AccountSecret, Ports, SecurityRecord};
use crate::second_factor::{Factor, check_factor, count_try, settle_try};
use crate::security;

/// Begins the session of a login whose password was right, and records the login. Each challenge
/// has a few tries, each user a few wrong codes.
pub async fn authenticate_second_factor(
    ports: &Ports,
    token: &AccountSecret,
    factor: &Factor,
    device: RequestDevice,
) -> Result<NewSession, ServiceError> {
    let hash = ports.tokens.hash_account_secret(token);
    let tries = ports.config.second_factor.tries;
    let challenge = ports.login_challenges.add_try(&hash, tries, ports.clock.now()).await?;
    let Some(challenge) = challenge else {
        let (event, outcome) = (SecurityEvent::LogIn, SecurityOutcome::Failure);
        ports.security_log.record(SecurityRecord { event, outcome, user: None, typed_email: None });
        return Err(ServiceError::InvalidCode);
    };
    let user = challenge.user_id;
    let result = finish(ports, &challenge, factor, device).await;
    security::record_user(ports, SecurityEvent::LogIn, user, &result);
    result
}

/// Counts the try, checks the factor and begins the session.
async fn finish(
    ports: &Ports,
    challenge: &LoginChallenge,
    factor: &Factor,
    device: RequestDevice,
) -> Result<NewSession, ServiceError> {
    let counter = count_try(ports, challenge.user_id).await?;
    let result = begin_session(ports, challenge, factor, device).await;
    settle_try(ports, counter.as_deref(), &result).await;
    if result.is_ok() {
        counters::reset(ports, challenge.counter.as_deref()).await;
    }
    result
}

/// Begins the session if the factor is right.
async fn begin_session(
    ports: &Ports,
    challenge: &LoginChallenge,
    factor: &Factor,
    device: RequestDevice,
) -> Result<NewSession, ServiceError> {
    let user = challenge.user_id;
    let known = recognize(ports, &device, Some(user)).await?;
    let mut work = ports.store.begin().await?;
    let checked = work.users().find_credentials_for_share(user).await?.ok_or(ServiceError::InvalidCode)?.password;
    if !check_factor(ports, work.as_mut(), user, factor, Some(challenge.passkey_challenge)).await?
        || !work.second_factors().delete_login_challenge(&challenge.hash).await?
    {
        return Err(ServiceError::InvalidCode);
    }
    work.commit().await?;
    let login = LoginDevice::of(ports, user, device, known).await?;
    let mut work = ports.store.begin().await?;
    let role = ensure_unchanged(work.as_mut(), user, checked).await?;
    let session = begin(ports, work.as_mut(), Actor::new(user, role), login).await?;
    work.commit().await?;
    Ok(session)
}

#[cfg(test)]
mod tests;
