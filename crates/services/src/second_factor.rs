//! The second factors of users: TOTP apps, passkeys and recovery codes.

mod add_passkey;
mod check;
mod confirm_totp;
mod delete;
mod get;
mod remove;
mod set_up_totp;

pub use add_passkey::{PasskeyPreparation, add_passkey, prepare_passkey};
pub use check::Factor;
pub(crate) use check::{check_factor, count_try, settle_try};
pub use confirm_totp::confirm_totp;
pub use delete::{delete_passkey, delete_totp};
pub use get::{SecondFactorStatus, get_second_factor};
pub use remove::remove_user_second_factor;
pub use set_up_totp::{TotpSetup, set_up_totp};

use portal_domain::audit::AuditAction;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::ports::{Ports, UnitOfWork};
use crate::{audit, outbox};

/// Whether the operator requires a second factor of users with this role.
pub(crate) fn is_required(ports: &Ports, role: Role) -> bool {
    ports.config.second_factor.required_for_administrators && role == Role::Administrator
}

/// Records a change that users made to their own second factor, and notifies them by mail.
async fn record_change(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    actor: Actor,
    action: AuditAction,
    notice: MailPurpose,
) -> Result<(), ServiceError> {
    work.outbox().push(&[outbox::mail(ports, Recipient::User(actor.user_id), notice)]).await?;
    Ok(audit::record(ports, work, actor, action, actor.user_id).await?)
}
