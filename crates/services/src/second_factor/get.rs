//! Reads the actor's second factor.

use portal_domain::policy::Actor;
use portal_domain::second_factor::SecondFactor;

use super::is_required;
use crate::error::ServiceError;
use crate::ports::Ports;

/// A user's second factor, and whether the operator requires one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactorStatus {
    pub factor: SecondFactor,
    pub required: bool,
}

pub async fn get_second_factor(ports: &Ports, actor: Actor) -> Result<SecondFactorStatus, ServiceError> {
    let factor = ports.second_factors.find_second_factor(actor.user_id).await?;
    Ok(SecondFactorStatus { factor, required: is_required(ports, actor.role) })
}
