//! Identifies the actor of a request by its access token.

use portal_domain::ids::SessionId;
use portal_domain::policy::Actor;
use portal_domain::user::UserStatus;

use crate::error::ServiceError;
use crate::ports::Ports;

/// The session and the actor of this access token; `None` if the token is forged, the session has
/// ended or the user is not active any more.
pub async fn identify(ports: &Ports, access: &str) -> Result<Option<(SessionId, Actor)>, ServiceError> {
    let now = ports.clock.now();
    let Some(id) = ports.tokens.verify_access(access, now) else { return Ok(None) };
    let found = ports.sessions.find_actor(id).await?;
    Ok(found
        .filter(|found| {
            found.status == UserStatus::Active && now < found.session.started_at + ports.config.session.absolute
        })
        .map(|found| (id, found.actor)))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use portal_domain::session::Session;
    use uuid::Uuid;

    use super::*;
    use crate::ports::SessionActor;
    use crate::testing::{MockPorts, samples};

    const SESSION: SessionId = SessionId(Uuid::from_u128(50));

    /// Ports with this session, if any, and a valid access token.
    fn ports(known: Option<SessionActor>) -> Ports {
        let mut ports = MockPorts::default();
        ports.tokens.expect_verify_access().withf(|_, now| *now == MockPorts::now()).returning(|_, _| Some(SESSION));
        ports.sessions.expect_find_actor().once().withf(|id| *id == SESSION).return_once(move |_| Ok(known));
        ports.build()
    }

    fn session_of(status: UserStatus, age: TimeDelta) -> SessionActor {
        let started_at = MockPorts::now() - age;
        let session = Session {
            id: SESSION,
            user_id: samples::STUDENT.user_id,
            current: [1; 32],
            previous: None,
            started_at,
            rotated_at: started_at,
        };
        SessionActor { session, actor: samples::STUDENT, status }
    }

    #[tokio::test]
    async fn identify_valid_token_returns_actor() {
        let ports = ports(Some(session_of(UserStatus::Active, TimeDelta::days(1))));
        assert_eq!(identify(&ports, "token").await.unwrap(), Some((SESSION, samples::STUDENT)));
    }

    #[tokio::test]
    async fn identify_forged_token_returns_none_without_query() {
        let mut ports = MockPorts::default();
        ports.tokens.expect_verify_access().once().returning(|_, _| None);
        assert_eq!(identify(&ports.build(), "forged").await.unwrap(), None);
    }

    #[tokio::test]
    async fn identify_inactive_user_returns_none() {
        for status in [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive] {
            let ports = ports(Some(session_of(status, TimeDelta::zero())));
            assert_eq!(identify(&ports, "token").await.unwrap(), None, "{status}");
        }
    }

    #[tokio::test]
    async fn identify_ended_session_returns_none() {
        assert_eq!(identify(&ports(None), "token").await.unwrap(), None);
        let too_old = ports(Some(session_of(UserStatus::Active, TimeDelta::days(30))));
        assert_eq!(identify(&too_old, "token").await.unwrap(), None);
    }
}
