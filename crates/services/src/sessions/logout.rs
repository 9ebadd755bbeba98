//! Logs out.

use portal_domain::ids::SessionId;

use crate::error::ServiceError;
use crate::ports::{Ports, RefreshToken};

/// Ends the session of the refresh token, and that of the access token if there is one. Succeeds
/// without either, because the client is logged out then.
pub async fn logout(
    ports: &Ports,
    token: Option<&RefreshToken>,
    session: Option<SessionId>,
) -> Result<(), ServiceError> {
    let claimed = token.and_then(|token| ports.tokens.session_of(token));
    // Everyone may send such requests: they cost no transaction.
    if claimed.is_none() && session.is_none() {
        return Ok(());
    }
    let mut work = ports.store.begin().await?;
    if let (Some(token), Some(id)) = (token, claimed)
        && let Some((found, _)) = work.sessions().find_for_update(id).await?
    {
        // Knowing a session's id is not enough to end it: the cookie must prove its secret.
        if ports.tokens.hash(token) == found.current || ports.tokens.was_issued(token) {
            work.sessions().delete(id).await?;
        }
    }
    if let Some(id) = session {
        work.sessions().delete(id).await?;
    }
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use portal_domain::session::{Session, SessionDevice};
    use portal_domain::user::UserStatus;
    use uuid::Uuid;

    use super::*;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    /// The session of the cookies below.
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
            proved_at: samples::earlier(),
            device: SessionDevice::default(),
        }
    }

    /// A transaction that ends exactly these sessions.
    fn expecting_deletes<const N: usize>(ended: [SessionId; N]) -> MockUnitOfWork {
        let mut work = MockUnitOfWork::committed();
        for id in ended {
            work.sessions.expect_delete().once().withf(move |asked| *asked == id).returning(|_| Ok(()));
        }
        work
    }

    fn expecting_lock(mut work: MockUnitOfWork, found: Option<Session>) -> MockUnitOfWork {
        let found = found.map(|session| (session, UserStatus::Active));
        work.sessions.expect_find_for_update().once().withf(|id| *id == OF_COOKIE).return_once(move |_| Ok(found));
        work
    }

    /// Cookies are single letters in the order of succession; `z` is forged.
    async fn logout_in(
        works: impl IntoIterator<Item = MockUnitOfWork>,
        cookie: Option<&str>,
        access: Option<SessionId>,
    ) -> Result<(), ServiceError> {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        ports.tokens.expect_session_of().returning(|token| (token.0.len() == 1).then_some(OF_COOKIE));
        ports.tokens.expect_hash().returning(|token| [token.0.as_bytes()[0]; 32]);
        ports.tokens.expect_was_issued().returning(|token| token.0 != "z");
        let cookie = cookie.map(|text| RefreshToken(text.to_owned()));
        logout(&ports.build(), cookie.as_ref(), access).await
    }

    #[tokio::test]
    async fn logout_any_token_of_the_session_ends_it() {
        for cookie in ["c", "b", "a"] {
            let work = expecting_lock(expecting_deletes([OF_COOKIE]), Some(session()));
            logout_in([work], Some(cookie), None).await.unwrap();
        }
    }

    #[tokio::test]
    async fn logout_forged_cookie_ends_nothing() {
        let work = expecting_lock(expecting_deletes([]), Some(session()));
        logout_in([work], Some("z"), None).await.unwrap();
    }

    #[tokio::test]
    async fn logout_without_cookie_ends_session_of_access_token() {
        logout_in([expecting_deletes([OF_ACCESS])], None, Some(OF_ACCESS)).await.unwrap();
        logout_in([expecting_deletes([OF_ACCESS])], Some("not a token"), Some(OF_ACCESS)).await.unwrap();
    }

    #[tokio::test]
    async fn logout_cookie_and_access_token_of_two_sessions_ends_both() {
        let work = expecting_lock(expecting_deletes([OF_COOKIE, OF_ACCESS]), Some(session()));
        logout_in([work], Some("c"), Some(OF_ACCESS)).await.unwrap();
    }

    #[tokio::test]
    async fn logout_without_session_succeeds() {
        // Begins no transaction.
        logout_in([], None, None).await.unwrap();
        logout_in([], Some("not a token"), None).await.unwrap();
        logout_in([expecting_lock(expecting_deletes([]), None)], Some("c"), None).await.unwrap();
    }
}
