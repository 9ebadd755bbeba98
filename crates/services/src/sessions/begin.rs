//! Begins the session of a finished login.

use portal_domain::audit::AuditAction;
use portal_domain::ids::{SessionId, UserId};
use portal_domain::limits::{MAX_DEVICES, MAX_SESSIONS};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::session::{Session, SessionDevice, TokenHash};
use portal_domain::user::Role;

use super::IssuedTokens;
use super::devices::{RequestDevice, is_worth_a_mail};
use crate::error::ServiceError;
use crate::ports::{AccountSecret, Ports, UnitOfWork};
use crate::{audit, outbox};

/// The tokens of a new session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    pub tokens: IssuedTokens,
    /// The cookie that marks the browser from now on.
    pub device: AccountSecret,
}

/// The device of a login.
pub(super) struct LoginDevice {
    device: RequestDevice,
    /// The digest of its cookie if the user has logged in with it before.
    known: Option<TokenHash>,
    /// Whether the user gets a mail about it.
    notify: bool,
}

impl LoginDevice {
    /// Must be called before the transaction, because it counts mails outside of it.
    pub(super) async fn of(
        ports: &Ports,
        user: UserId,
        device: RequestDevice,
        known: Option<TokenHash>,
    ) -> Result<Self, ServiceError> {
        let notify = known.is_none() && is_worth_a_mail(ports, user).await?;
        Ok(Self { device, known, notify })
    }
}

/// Inserts the session, marks its browser, and records logins of administrators. The caller holds a lock of the user and commits.
pub(super) async fn begin(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    actor: Actor,
    login: LoginDevice,
) -> Result<NewSession, ServiceError> {
    let LoginDevice { device: RequestDevice { token, name, address }, known, notify } = login;
    let user_id = actor.user_id;
    let now = ports.clock.now();
    let id = SessionId(ports.identifiers.next());
    let refresh = ports.tokens.issue_refresh(id);
    let (device, hash) = match (known, token) {
        (Some(hash), Some(token)) if work.sessions().touch_device(user_id, &hash, now).await? => {
            (AccountSecret(token), hash)
        }
        _ => {
            let secret = ports.tokens.account_secret();
            let hash = ports.tokens.hash_account_secret(&secret);
            work.sessions().insert_device(user_id, &hash, now, MAX_DEVICES).await?;
            (secret, hash)
        }
    };
    let session = Session {
        id,
        user_id,
        current: ports.tokens.hash(&refresh),
        previous: None,
        started_at: now,
        rotated_at: now,
        proved_at: now,
        device: SessionDevice { name, address, hash: Some(hash) },
    };
    work.sessions().insert(&session).await?;
    work.sessions().end_oldest(user_id, MAX_SESSIONS).await?;
    if notify {
        let notice = outbox::mail(ports, Recipient::User(user_id), MailPurpose::NewDevice);
        work.outbox().push(&[Mail { session: Some(id), ..notice }]).await?;
    }
    if actor.role == Role::Administrator {
        let actor = Actor { address, ..actor };
        audit::record(ports, work, actor, AuditAction::AdministratorLoggedIn, user_id).await?;
    }
    Ok(NewSession { tokens: IssuedTokens { access: ports.tokens.issue_access(id, now), refresh }, device })
}
