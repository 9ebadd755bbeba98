//! Adds a passkey to the actor's account.

use portal_domain::audit::AuditAction;
use portal_domain::ids::{PasskeyId, SessionId};
use portal_domain::limits::MAX_PASSKEYS;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;
use portal_domain::second_factor::{Passkey, PasskeyChallenge, PasskeyChallengePurpose};
use portal_domain::user::User;

use super::record_change;
use crate::error::ServiceError;
use crate::ports::{PASSKEY_EXISTS, PasskeyRegistration, Ports, StoreError};

/// What a browser needs to create a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyPreparation {
    pub user: User,
    pub challenge: PasskeyChallenge,
    /// The passkeys that the user has: the same authenticator is not added twice.
    pub known: Vec<Vec<u8>>,
}

/// Creates the challenge that a new passkey signs.
pub async fn prepare_passkey(
    ports: &Ports,
    actor: Actor,
    session: SessionId,
) -> Result<PasskeyPreparation, ServiceError> {
    let user = ports.users.find_user(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    let factor = ports.second_factors.find_second_factor(actor.user_id).await?;
    if factor.passkeys.len() >= MAX_PASSKEYS {
        return Err(ServiceError::TooManyPasskeys);
    }
    let challenge = ports.passkeys.new_challenge();
    let expires_at = ports.clock.now() + ports.config.second_factor.challenge_validity;
    let purpose = PasskeyChallengePurpose::Registration;
    let mut work = ports.store.begin().await?;
    work.second_factors().save_passkey_challenge(session, purpose, &challenge, expires_at).await?;
    work.commit().await?;
    let known = factor.passkeys.into_iter().map(|passkey| passkey.credential_id).collect();
    Ok(PasskeyPreparation { user, challenge, known })
}

/// Adds the passkey that signed the session's challenge. The challenge counts once, also for a
/// rejected passkey.
pub async fn add_passkey(
    ports: &Ports,
    actor: Actor,
    session: SessionId,
    name: String,
    registration: &PasskeyRegistration,
) -> Result<Passkey, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let challenge =
        work.second_factors().take_passkey_challenge(session, PasskeyChallengePurpose::Registration, now).await?;
    work.commit().await?;
    let challenge = challenge.ok_or(ServiceError::PasskeyInvalid)?;
    let new = match ports.passkeys.verify_registration(&ports.config.relying_party, &challenge, registration) {
        Ok(new) => new,
        Err(error) => {
            tracing::warn!(user = %actor.user_id, error = %error, "new passkey rejected");
            return Err(ServiceError::PasskeyInvalid);
        }
    };
    let passkey = Passkey {
        id: PasskeyId(ports.identifiers.next()),
        user_id: actor.user_id,
        credential_id: new.credential_id,
        public_key: new.public_key,
        sign_count: new.sign_count,
        name,
        date_created: now,
        last_used: None,
    };
    let mut work = ports.store.begin().await?;
    work.users().find_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    if work.second_factors().list_passkeys_for_update(actor.user_id).await?.len() >= MAX_PASSKEYS {
        return Err(ServiceError::TooManyPasskeys);
    }
    work.second_factors().insert_passkey(&passkey).await.map_err(|error| match error {
        StoreError::Conflict(constraint) if constraint == PASSKEY_EXISTS => ServiceError::PasskeyInvalid,
        other => other.into(),
    })?;
    record_change(ports, work.as_mut(), actor, AuditAction::SecondFactorAdded, MailPurpose::SecondFactorAdded).await?;
    work.commit().await?;
    Ok(passkey)
}
