//! A browser exchanges its refresh token for new tokens.

use portal_domain::session::Presented;
use portal_domain::user::UserStatus;

use super::Issued;
use crate::error::ServiceError;
use crate::ports::{Ports, RefreshToken};

/// Rotates the token. However many ask at once with the same token, all get the same successor, and
/// the session keeps one live chain. A token that was replaced too long ago ends its session.
pub async fn refresh(ports: &Ports, token: &RefreshToken) -> Result<Issued, ServiceError> {
    let id = ports.tokens.session_of(token).ok_or(ServiceError::SessionEnded)?;
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let (mut session, status) = work.sessions().find_for_update(id).await?.ok_or(ServiceError::SessionEnded)?;
    let is_ancestor = || ports.tokens.is_ancestor(token, &session.current);
    let presented = session.judge(&ports.tokens.hash(token), is_ancestor, ports.rules.session, now);
    let successor = ports.tokens.successor(token);
    match presented {
        Presented::Unknown => return Err(ServiceError::SessionEnded),
        _ if status != UserStatus::Active => return Err(ServiceError::SessionEnded),
        Presented::Reused | Presented::Expired => {
            work.sessions().delete(id).await?;
            work.commit().await?;
            return Err(ServiceError::SessionEnded);
        }
        Presented::JustReplaced => {}
        Presented::Current => {
            session.rotate(ports.tokens.hash(&successor), now);
            work.sessions().save(&session).await?;
            work.commit().await?;
        }
    }
    Ok(Issued { access: ports.tokens.issue_access(id, now), refresh: successor })
}

#[cfg(test)]
mod tests;
