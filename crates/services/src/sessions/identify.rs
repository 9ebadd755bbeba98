//! Identifies the actor of a request by its access token.

use chrono::{DateTime, Utc};
use portal_domain::ids::SessionId;
use portal_domain::policy::Actor;
use portal_domain::user::UserStatus;

use crate::error::ServiceError;
use crate::ports::Ports;
use crate::second_factor::is_required;

/// The session and the user of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identified {
    pub session: SessionId,
    pub actor: Actor,
    /// When the user last proved their identity.
    pub proved_at: DateTime<Utc>,
    /// Whether the operator requires a second factor that the user has not set up. Until then the
    /// user may only do that.
    pub lacks_second_factor: bool,
}

/// The session and the actor of this access token; `None` if the token is forged, the session has
/// ended or the user is not active any more.
pub async fn identify(ports: &Ports, access: &str) -> Result<Option<Identified>, ServiceError> {
    let now = ports.clock.now();
    let Some(id) = ports.tokens.verify_access(access, now) else { return Ok(None) };
    let found = ports.sessions.find_actor(id).await?.filter(|found| {
        found.status == UserStatus::Active && now < found.session.started_at + ports.config.session.absolute
    });
    let Some(found) = found else { return Ok(None) };
    let actor = found.actor;
    // Another statement for users of whom a factor is required, and for no other.
    let lacks_second_factor =
        is_required(ports, actor.role) && !ports.second_factors.find_second_factor(actor.user_id).await?.is_set_up();
    Ok(Some(Identified { session: id, actor, proved_at: found.session.proved_at, lacks_second_factor }))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use portal_domain::second_factor::SecondFactor;
    use portal_domain::session::{Session, SessionDevice};
    use uuid::Uuid;

    use super::*;
    use crate::ports::SessionActor;
    use crate::testing::{MockPorts, samples};

    const SESSION: SessionId = SessionId(Uuid::from_u128(50));

    /// Ports with this session, if any, and a valid access token.
    fn ports(known: Option<SessionActor>) -> MockPorts {
        let mut ports = MockPorts::default();
        ports.tokens.expect_verify_access().withf(|_, now| *now == MockPorts::now()).returning(|_, _| Some(SESSION));
        ports.sessions.expect_find_actor().once().withf(|id| *id == SESSION).return_once(move |_| Ok(known));
        ports
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
            proved_at: started_at,
            device: SessionDevice::default(),
        };
        SessionActor { session, actor: samples::STUDENT, status }
    }

    #[tokio::test]
    async fn identify_valid_token_returns_actor() {
        let ports = ports(Some(session_of(UserStatus::Active, TimeDelta::days(1)))).build();
        let expected = Identified {
            session: SESSION,
            actor: samples::STUDENT,
            proved_at: MockPorts::now() - TimeDelta::days(1),
            lacks_second_factor: false,
        };
        assert_eq!(identify(&ports, "token").await.unwrap(), Some(expected));
    }

    #[tokio::test]
    async fn identify_marks_administrator_without_required_factor_only() {
        for (actor, totp, expected) in [
            (samples::ADMINISTRATOR, false, true),
            (samples::ADMINISTRATOR, true, false),
            (samples::STUDENT, false, false),
        ] {
            let mut ports = ports(Some(SessionActor { actor, ..session_of(UserStatus::Active, TimeDelta::zero()) }));
            ports.config.second_factor.required_for_administrators = true;
            ports
                .second_factors
                .expect_find_second_factor()
                .times(usize::from(actor == samples::ADMINISTRATOR))
                .returning(move |_| Ok(SecondFactor { totp, ..SecondFactor::default() }));
            let identified = identify(&ports.build(), "token").await.unwrap().unwrap();
            assert_eq!(identified.lacks_second_factor, expected, "{actor:?} {totp}");
        }
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
            let ports = ports(Some(session_of(status, TimeDelta::zero()))).build();
            assert_eq!(identify(&ports, "token").await.unwrap(), None, "{status}");
        }
    }

    #[tokio::test]
    async fn identify_ended_session_returns_none() {
        assert_eq!(identify(&ports(None).build(), "token").await.unwrap(), None);
        let too_old = ports(Some(session_of(UserStatus::Active, TimeDelta::days(30)))).build();
        assert_eq!(identify(&too_old, "token").await.unwrap(), None);
    }
}
