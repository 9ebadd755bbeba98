//! Finishes the setup of a TOTP app.

use portal_domain::audit::AuditAction;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;
use portal_domain::second_factor::RECOVERY_CODES;

use super::{count_try, record_change, reset_tries};
use crate::error::ServiceError;
use crate::ports::{Ports, RecoveryCode};

/// Confirms the secret of the setup by a code, and returns new recovery codes, which replace older
/// ones. A secret that was confirmed before is replaced.
pub async fn confirm_totp(ports: &Ports, actor: Actor, code: &str) -> Result<Vec<RecoveryCode>, ServiceError> {
    let user = actor.user_id;
    count_try(ports, user).await?;
    let codes = ports.codes.new_recovery_codes(RECOVERY_CODES);
    let hashes: Vec<_> = codes.iter().map(|code| ports.codes.hash_recovery_code(&code.0)).collect();
    let mut work = ports.store.begin().await?;
    work.users().find_for_update(user).await?.ok_or(ServiceError::UserNotFound)?;
    let pending = work.second_factors().find_pending_totp_for_update(user).await?;
    let secret = pending.and_then(|totp| ports.codes.open(user, &totp.secret));
    let step = secret.and_then(|secret| ports.codes.totp_step(&secret, code, ports.clock.now()));
    let step = step.ok_or(ServiceError::InvalidCode)?;
    work.second_factors().confirm_totp(user, step).await?;
    work.second_factors().replace_recovery_codes(user, &hashes).await?;
    record_change(ports, work.as_mut(), actor, AuditAction::SecondFactorAdded, MailPurpose::SecondFactorAdded).await?;
    work.commit().await?;
    reset_tries(ports, user).await;
    Ok(codes)
}
