use chrono::TimeDelta;
use portal_domain::session::Session;
use uuid::Uuid;

use super::*;
use crate::ports::SessionActor;
use crate::testing::{MockPorts, samples};

const SESSION: SessionId = SessionId(Uuid::from_u128(50));

/// Ports whose store knows this session, if any, under a valid access token.
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
async fn a_valid_token_speaks_for_the_person_behind_its_session() {
    let ports = ports(Some(session_of(UserStatus::Active, TimeDelta::days(1))));
    assert_eq!(identify(&ports, "token").await.unwrap(), Some((SESSION, samples::STUDENT)));
}

#[tokio::test]
async fn a_forged_token_is_nobody_and_costs_no_query() {
    let mut ports = MockPorts::default();
    ports.tokens.expect_verify_access().once().returning(|_, _| None);
    assert_eq!(identify(&ports.build(), "forged").await.unwrap(), None);
}

#[tokio::test]
async fn whoever_is_not_active_at_this_moment_is_nobody() {
    for status in [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive] {
        let ports = ports(Some(session_of(status, TimeDelta::zero())));
        assert_eq!(identify(&ports, "token").await.unwrap(), None, "{status}");
    }
}

#[tokio::test]
async fn a_session_that_has_ended_is_nobody() {
    assert_eq!(identify(&ports(None), "token").await.unwrap(), None);
    let too_old = ports(Some(session_of(UserStatus::Active, TimeDelta::days(30))));
    assert_eq!(identify(&too_old, "token").await.unwrap(), None);
}
