//! Begins to set up a TOTP app.

use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::ports::Ports;

/// What the user's app needs. Shown once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TotpSetup {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// The `otpauth` URI, for a QR code.
    pub uri: String,
}

/// Creates a secret that counts once its first code confirms it. Until then a login needs what it
/// needed before.
pub async fn set_up_totp(ports: &Ports, actor: Actor) -> Result<TotpSetup, ServiceError> {
    let secret = ports.codes.new_totp_secret();
    let sealed = ports.codes.seal(actor.user_id, &secret);
    let mut work = ports.store.begin().await?;
    let user = work.users().find_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    work.second_factors().save_pending_totp(user.id, &sealed, ports.clock.now()).await?;
    work.commit().await?;
    let uri = ports.codes.totp_uri(&secret, &ports.config.public.brand_name, &user.email);
    Ok(TotpSetup { secret: ports.codes.totp_text(&secret), uri })
}
