//! Every request is made by somebody, or by nobody.

use portal_domain::ids::SessionId;
use portal_domain::policy::Actor;
use portal_domain::user::UserStatus;

use crate::error::ServiceError;
use crate::ports::Ports;

/// Who speaks with this access token, as they are at this moment: a session that has ended, a person
/// who is no longer active and a forged token are all nobody.
pub async fn identify(ports: &Ports, access: &str) -> Result<Option<(SessionId, Actor)>, ServiceError> {
    let now = ports.clock.now();
    let Some(id) = ports.tokens.verify_access(access, now) else { return Ok(None) };
    let found = ports.sessions.find_actor(id).await?;
    Ok(found
        .filter(|found| {
            found.status == UserStatus::Active && now < found.session.started_at + ports.rules.session.absolute
        })
        .map(|found| (id, found.actor)))
}

#[cfg(test)]
mod tests;
