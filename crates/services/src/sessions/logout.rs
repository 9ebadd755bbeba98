//! Somebody logs out.

use portal_domain::ids::SessionId;

use crate::error::ServiceError;
use crate::ports::{Ports, RefreshToken};

/// Ends the session of the refresh token, and that of the access token if there is one. Works without
/// either: who is logged out already stays it.
pub async fn logout(
    ports: &Ports,
    token: Option<&RefreshToken>,
    session: Option<SessionId>,
) -> Result<(), ServiceError> {
    let claimed = token.and_then(|token| ports.tokens.session_of(token));
    let mut work = ports.store.begin().await?;
    if let (Some(token), Some(id)) = (token, claimed)
        && let Some((found, _)) = work.sessions().find_for_update(id).await?
    {
        // A cookie is believed only with its secret: knowing a session's id is not enough to end it.
        if ports.tokens.hash(token) == found.current || ports.tokens.is_ancestor(token, &found.current) {
            work.sessions().delete(id).await?;
        }
    }
    if let Some(id) = session {
        work.sessions().delete(id).await?;
    }
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
