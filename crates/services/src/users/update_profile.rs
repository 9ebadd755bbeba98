//! Somebody changes what the portal knows of them.

use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::policy::Actor;
use portal_domain::user::{Profile, User};

use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Writes one's own profile. Anybody else's does not exist.
pub async fn update_profile(ports: &Ports, actor: Actor, id: UserId, profile: Profile) -> Result<User, ServiceError> {
    if id != actor.user_id {
        return Err(ServiceError::UserNotFound);
    }
    let mut work = ports.store.begin().await?;
    let mut user = work.users().find_for_update(id).await?.ok_or(ServiceError::UserNotFound)?;
    user.update_profile(profile, ports.clock.now());
    work.users().save(&user).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ProfileChanged, id).await?;
    work.commit().await?;
    Ok(user)
}

#[cfg(test)]
mod tests;
