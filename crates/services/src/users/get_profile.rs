//! Reads the actor's profile.

use portal_domain::policy::Actor;
use portal_domain::user::User;

use crate::error::ServiceError;
use crate::ports::Ports;

pub async fn get_profile(ports: &Ports, actor: Actor) -> Result<User, ServiceError> {
    ports.users.find_user(actor.user_id).await?.ok_or(ServiceError::UserNotFound)
}
