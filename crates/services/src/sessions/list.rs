//! Lists the actor's sessions.

use portal_domain::policy::Actor;
use portal_domain::session::Session;

use crate::error::ServiceError;
use crate::ports::Ports;

/// The sessions that have not ended, last used first.
pub async fn list_sessions(ports: &Ports, actor: Actor) -> Result<Vec<Session>, ServiceError> {
    let now = ports.clock.now();
    let sessions = ports.sessions.list_sessions_of(actor.user_id).await?;
    Ok(sessions.into_iter().filter(|session| session.is_live(ports.config.session, now)).collect())
}
