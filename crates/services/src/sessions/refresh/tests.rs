use chrono::TimeDelta;
use portal_domain::ids::SessionId;
use portal_domain::session::Session;
use uuid::Uuid;

use super::*;
use crate::ports::MockTokens;
use crate::testing::{MockPorts, MockWork, samples};

const SESSION: SessionId = SessionId(Uuid::from_u128(50));

/// Tokens are single letters, and each is followed by the next of the alphabet.
fn tokens() -> MockTokens {
    let letter = |token: &RefreshToken| token.0.as_bytes()[0];
    let mut tokens = MockTokens::new();
    tokens.expect_session_of().returning(|token| (token.0.len() == 1).then_some(SESSION));
    tokens.expect_hash().returning(move |token| [letter(token); 32]);
    tokens.expect_successor().returning(move |token| RefreshToken(char::from(letter(token) + 1).to_string()));
    tokens.expect_is_ancestor().returning(move |token, current| letter(token) < current[0]);
    tokens.expect_issue_access().returning(|session, _| format!("access to {session}"));
    tokens
}

fn token(letter: &str) -> RefreshToken {
    RefreshToken(letter.to_owned())
}

/// A session that was rotated from `b` to `c` this long ago.
fn session(rotated: TimeDelta) -> Session {
    Session {
        id: SESSION,
        user_id: samples::STUDENT.user_id,
        current: [b'c'; 32],
        previous: Some([b'b'; 32]),
        started_at: MockPorts::now() - TimeDelta::days(1) - rotated,
        rotated_at: MockPorts::now() - rotated,
    }
}

fn holding(mut work: MockWork, session: Session, status: UserStatus) -> MockWork {
    work.sessions
        .expect_find_for_update()
        .once()
        .withf(|id| *id == SESSION)
        .return_once(move |_| Ok(Some((session, status))));
    work
}

fn deleting(mut work: MockWork) -> MockWork {
    work.sessions.expect_delete().once().withf(|id| *id == SESSION).returning(|_| Ok(()));
    work
}

async fn refresh_in(work: MockWork, presented: &str) -> Result<Issued, ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by([work]), tokens: tokens(), ..MockPorts::default() };
    refresh(&ports.build(), &token(presented)).await
}

#[tokio::test]
async fn the_current_token_is_replaced_once() {
    let mut work = holding(MockWork::committed(), session(TimeDelta::minutes(5)), UserStatus::Active);
    let rotated = Session {
        current: [b'd'; 32],
        previous: Some([b'c'; 32]),
        rotated_at: MockPorts::now(),
        ..session(TimeDelta::minutes(5))
    };
    work.sessions.expect_save().once().withf(move |saved| *saved == rotated).returning(|_| Ok(()));
    let issued = refresh_in(work, "c").await.unwrap();
    assert_eq!(issued, Issued { access: format!("access to {SESSION}"), refresh: token("d") });
}

#[tokio::test]
async fn the_just_replaced_token_is_given_the_same_successor_and_changes_nothing() {
    let work = holding(MockWork::dropped(), session(TimeDelta::seconds(60)), UserStatus::Active);
    assert_eq!(refresh_in(work, "b").await.unwrap().refresh, token("c"));
}

#[tokio::test]
async fn a_token_that_was_replaced_longer_ago_ends_the_session_for_everybody() {
    for (presented, rotated) in [("b", TimeDelta::seconds(61)), ("a", TimeDelta::seconds(1))] {
        let work = deleting(holding(MockWork::committed(), session(rotated), UserStatus::Active));
        let refused = refresh_in(work, presented).await;
        assert!(matches!(refused, Err(ServiceError::SessionEnded)), "{presented}");
    }
}

#[tokio::test]
async fn an_expired_session_is_removed() {
    let work = deleting(holding(MockWork::committed(), session(TimeDelta::days(7)), UserStatus::Active));
    assert!(matches!(refresh_in(work, "c").await, Err(ServiceError::SessionEnded)));
}

#[tokio::test]
async fn a_token_that_was_never_the_sessions_cannot_end_it() {
    let work = holding(MockWork::dropped(), session(TimeDelta::minutes(5)), UserStatus::Active);
    assert!(matches!(refresh_in(work, "x").await, Err(ServiceError::SessionEnded)));
}

#[tokio::test]
async fn whoever_is_not_active_gets_no_new_token() {
    for status in [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive] {
        let work = holding(MockWork::dropped(), session(TimeDelta::minutes(5)), status);
        assert!(matches!(refresh_in(work, "c").await, Err(ServiceError::SessionEnded)), "{status}");
    }
}

#[tokio::test]
async fn a_token_of_no_session_is_refused() {
    let mut gone = MockWork::dropped();
    gone.sessions.expect_find_for_update().once().returning(|_| Ok(None));
    assert!(matches!(refresh_in(gone, "c").await, Err(ServiceError::SessionEnded)));

    // A text that is no token does not even reach the store.
    let ports = MockPorts { tokens: tokens(), ..MockPorts::default() };
    assert!(matches!(refresh(&ports.build(), &token("not a token")).await, Err(ServiceError::SessionEnded)));
}

#[tokio::test]
async fn no_token_is_given_out_when_the_rotation_was_lost() {
    let mut work = holding(MockWork::lost(), session(TimeDelta::minutes(5)), UserStatus::Active);
    work.sessions.expect_save().once().returning(|_| Ok(()));
    assert!(matches!(refresh_in(work, "c").await, Err(ServiceError::Store(_))));
}
