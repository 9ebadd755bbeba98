//! The devices in which users have logged in before.

use std::net::IpAddr;

use chrono::TimeDelta;
use portal_domain::ids::UserId;
use portal_domain::session::TokenHash;

use crate::counters;
use crate::error::ServiceError;
use crate::ports::{AccountSecret, Ports};

/// The device of a request.
#[derive(Clone, Default)]
pub struct RequestDevice {
    /// The cookie of a browser in which a user has logged in before.
    pub token: Option<String>,
    /// Browser and system; `None`: unknown.
    pub name: Option<String>,
    pub address: Option<IpAddr>,
}

/// The digest of the device's cookie if this user has logged in with it before.
pub(super) async fn recognize(
    ports: &Ports,
    device: &RequestDevice,
    user: Option<UserId>,
) -> Result<Option<TokenHash>, ServiceError> {
    let Some(token) = &device.token else { return Ok(None) };
    let hash = ports.tokens.hash_account_secret(&AccountSecret(token.clone()));
    let owner = ports.sessions.find_device(&hash).await?;
    Ok(Some(hash).filter(|_| owner.is_some() && owner == user))
}

/// Whether a login from an unknown device is worth a mail: not the first login of an account, and
/// not more often than other mails, because an attacker with the password can repeat it.
pub(super) async fn is_worth_a_mail(ports: &Ports, user: UserId) -> Result<bool, ServiceError> {
    if !ports.sessions.has_devices(user).await? {
        return Ok(false);
    }
    let what = format!("mail-new-device:{user}");
    counters::is_allowed(ports, &what, TimeDelta::hours(1), ports.config.mails_per_hour).await
}
