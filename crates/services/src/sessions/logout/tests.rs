use portal_domain::session::Session;
use portal_domain::user::UserStatus;
use uuid::Uuid;

use super::*;
use crate::testing::{MockPorts, MockWork, samples};

/// The session that the cookies below claim to belong to.
const OF_COOKIE: SessionId = SessionId(Uuid::from_u128(50));
const OF_ACCESS: SessionId = SessionId(Uuid::from_u128(51));

fn session() -> Session {
    Session {
        id: OF_COOKIE,
        user_id: samples::STUDENT.user_id,
        current: [b'c'; 32],
        previous: Some([b'b'; 32]),
        started_at: samples::earlier(),
        rotated_at: samples::earlier(),
    }
}

/// A transaction in which exactly these sessions are ended.
fn ending<const N: usize>(ended: [SessionId; N]) -> MockWork {
    let mut work = MockWork::committed();
    for id in ended {
        work.sessions.expect_delete().once().withf(move |asked| *asked == id).returning(|_| Ok(()));
    }
    work
}

fn finding(mut work: MockWork, found: Option<Session>) -> MockWork {
    let found = found.map(|session| (session, UserStatus::Active));
    work.sessions.expect_find_for_update().once().withf(|id| *id == OF_COOKIE).return_once(move |_| Ok(found));
    work
}

/// Cookies are single letters in the order in which they replaced each other; `z` is forged.
async fn logout_in(work: MockWork, cookie: Option<&str>, access: Option<SessionId>) -> Result<(), ServiceError> {
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports.tokens.expect_session_of().returning(|token| (token.0.len() == 1).then_some(OF_COOKIE));
    ports.tokens.expect_hash().returning(|token| [token.0.as_bytes()[0]; 32]);
    ports.tokens.expect_is_ancestor().returning(|token, current| token.0.as_bytes()[0] < current[0]);
    let cookie = cookie.map(|text| RefreshToken(text.to_owned()));
    logout(&ports.build(), cookie.as_ref(), access).await
}

#[tokio::test]
async fn any_token_that_was_ever_the_sessions_ends_it() {
    for cookie in ["c", "b", "a"] {
        let work = finding(ending([OF_COOKIE]), Some(session()));
        logout_in(work, Some(cookie), None).await.unwrap();
    }
}

#[tokio::test]
async fn knowing_a_sessions_id_is_not_enough_to_end_it() {
    let work = finding(ending([]), Some(session()));
    logout_in(work, Some("z"), None).await.unwrap();
}

#[tokio::test]
async fn the_access_tokens_session_ends_even_without_a_cookie() {
    logout_in(ending([OF_ACCESS]), None, Some(OF_ACCESS)).await.unwrap();
    logout_in(ending([OF_ACCESS]), Some("not a token"), Some(OF_ACCESS)).await.unwrap();
}

#[tokio::test]
async fn cookie_and_access_token_of_two_sessions_end_both() {
    let work = finding(ending([OF_COOKIE, OF_ACCESS]), Some(session()));
    logout_in(work, Some("c"), Some(OF_ACCESS)).await.unwrap();
}

#[tokio::test]
async fn whoever_is_logged_out_already_stays_it() {
    logout_in(ending([]), None, None).await.unwrap();
    logout_in(finding(ending([]), None), Some("c"), None).await.unwrap();
}
