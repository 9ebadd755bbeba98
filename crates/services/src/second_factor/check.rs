//! Checks what a user shows as the second factor.

use portal_domain::ids::UserId;
use portal_domain::second_factor::PasskeyChallenge;

use crate::counters;
use crate::error::ServiceError;
use crate::ports::{PasskeyAssertion, Ports, UnitOfWork};

/// What a user shows as the second factor.
#[derive(Clone, PartialEq, Eq)]
pub enum Factor {
    /// A code of the TOTP app.
    Code(String),
    Passkey(PasskeyAssertion),
    RecoveryCode(String),
}

/// Counts a try before it is checked, and returns the counter of this user's wrong codes. Only users
/// who know the password, or who are logged in, reach it, so it may block further tries without
/// letting strangers lock the account.
pub(crate) async fn count_try(ports: &Ports, user: UserId) -> Result<Option<String>, ServiceError> {
    let what = format!("second-factor:{user}");
    counters::limit(ports, &what, ports.config.login_window, ports.config.login_failures).await
}

/// Decides what becomes of a counted try. A right one resets the counter, and a wrong one stays
/// counted. One that the store did not complete is taken back: an outage is no wrong code.
pub(crate) async fn settle_try<T>(ports: &Ports, counter: Option<&str>, result: &Result<T, ServiceError>) {
    match result {
        Ok(_) => counters::reset(ports, counter).await,
        Err(ServiceError::Store(_)) => counters::take_back(ports, counter).await,
        Err(_) => {}
    }
}

/// Checks a factor of a locked user, and uses it up: a step of TOTP and a recovery code count once.
/// `challenge` is what a passkey must have signed.
pub(crate) async fn check_factor(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    user: UserId,
    factor: &Factor,
    challenge: Option<PasskeyChallenge>,
) -> Result<bool, ServiceError> {
    match factor {
        Factor::Code(code) => check_code(ports, work, user, code).await,
        Factor::RecoveryCode(code) => {
            let hash = ports.codes.hash_recovery_code(code);
            Ok(work.second_factors().use_recovery_code(user, &hash).await?)
        }
        Factor::Passkey(assertion) => match challenge {
            Some(challenge) => check_passkey(ports, work, user, assertion, &challenge).await,
            None => Ok(false),
        },
    }
}

async fn check_code(ports: &Ports, work: &mut dyn UnitOfWork, user: UserId, code: &str) -> Result<bool, ServiceError> {
    let Some(totp) = work.second_factors().find_totp_for_update(user).await? else { return Ok(false) };
    let Some(secret) = ports.codes.open(user, &totp.secret) else {
        tracing::error!(%user, "failed to decrypt a TOTP secret: was encryption_secret changed?");
        return Ok(false);
    };
    let step = ports.codes.totp_step(&secret, code, ports.clock.now()).filter(|step| totp.is_unused(*step));
    let Some(step) = step else { return Ok(false) };
    work.second_factors().set_totp_step(user, step).await?;
    Ok(true)
}

async fn check_passkey(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    user: UserId,
    assertion: &PasskeyAssertion,
    challenge: &PasskeyChallenge,
) -> Result<bool, ServiceError> {
    let passkeys = work.second_factors().list_passkeys_for_update(user).await?;
    let Some(passkey) = passkeys.iter().find(|passkey| passkey.credential_id == assertion.credential_id) else {
        return Ok(false);
    };
    match ports.passkeys.verify_assertion(&ports.config.relying_party, challenge, passkey, assertion) {
        Ok(sign_count) => {
            work.second_factors().save_passkey_use(passkey.id, sign_count, ports.clock.now()).await?;
            Ok(true)
        }
        Err(error) => {
            tracing::warn!(%user, passkey = %passkey.id, error = %error, "passkey rejected");
            Ok(false)
        }
    }
}
