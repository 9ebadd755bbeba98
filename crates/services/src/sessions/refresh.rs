//! Exchanges a refresh token for new tokens.

use portal_domain::security_event::{SecurityEvent, SecurityOutcome};
use portal_domain::session::{RefreshTokenStatus, SessionDevice};
use portal_domain::user::UserStatus;

use super::{IssuedTokens, RequestDevice};
use crate::error::ServiceError;
use crate::ports::{Ports, RefreshToken, SecurityRecord};

/// Rotates the token. Concurrent requests with the same token get the same successor, so that the
/// session has a single chain of tokens. A token that was replaced too long ago ends its session.
pub async fn refresh_session(
    ports: &Ports,
    token: &RefreshToken,
    device: RequestDevice,
) -> Result<IssuedTokens, ServiceError> {
    let id = ports.tokens.session_of(token).ok_or(ServiceError::SessionEnded)?;
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let (mut session, status) = work.sessions().find_for_update(id).await?.ok_or(ServiceError::SessionEnded)?;
    let was_issued = || ports.tokens.was_issued(token);
    let presented = session.check_token(&ports.tokens.hash(token), was_issued, ports.config.session, now);
    let refresh = match presented {
        RefreshTokenStatus::Unknown => return Err(ServiceError::SessionEnded),
        _ if status != UserStatus::Active => return Err(ServiceError::SessionEnded),
        RefreshTokenStatus::Reused | RefreshTokenStatus::Expired => {
            work.sessions().delete(id).await?;
            work.commit().await?;
            if presented == RefreshTokenStatus::Reused {
                ports.security_log.record(SecurityRecord::of_user(
                    SecurityEvent::SessionReuse,
                    SecurityOutcome::Refused,
                    session.user_id,
                ));
            }
            return Err(ServiceError::SessionEnded);
        }
        RefreshTokenStatus::JustReplaced => {
            // The signing key may have been rotated since; then another key made the successor.
            ports.tokens.find_successor(token, &session.current).ok_or(ServiceError::SessionEnded)?
        }
        RefreshTokenStatus::Current => {
            let successor = ports.tokens.successor(token);
            session.rotate(ports.tokens.hash(&successor), now);
            session.device = SessionDevice { name: device.name, address: device.address, ..session.device };
            work.sessions().save(&session).await?;
            work.commit().await?;
            successor
        }
    };
    Ok(IssuedTokens { access: ports.tokens.issue_access(id, now), refresh })
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use portal_domain::ids::SessionId;
    use portal_domain::session::Session;
    use uuid::Uuid;

    use super::*;
    use crate::ports::MockTokens;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    const SESSION: SessionId = SessionId(Uuid::from_u128(50));

    /// Tokens are single letters, and each is succeeded by the next of the alphabet.
    fn tokens() -> MockTokens {
        let letter = |token: &RefreshToken| token.0.as_bytes()[0];
        let mut tokens = MockTokens::new();
        tokens.expect_session_of().returning(|token| (token.0.len() == 1).then_some(SESSION));
        tokens.expect_hash().returning(move |token| [letter(token); 32]);
        tokens.expect_successor().returning(move |token| RefreshToken(char::from(letter(token) + 1).to_string()));
        tokens.expect_was_issued().returning(|token| token.0 != "x");
        tokens
            .expect_find_successor()
            .returning(move |token, _| Some(RefreshToken(char::from(letter(token) + 1).to_string())));
        tokens.expect_issue_access().returning(|session, _| format!("access to {session}"));
        tokens
    }

    fn device() -> RequestDevice {
        RequestDevice { token: None, name: Some("Firefox, Linux".to_owned()), address: None }
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
            proved_at: MockPorts::now() - rotated,
            device: SessionDevice { hash: Some([9; 32]), ..SessionDevice::default() },
        }
    }

    fn expecting_lock(mut work: MockUnitOfWork, session: Session, status: UserStatus) -> MockUnitOfWork {
        work.sessions
            .expect_find_for_update()
            .once()
            .withf(|id| *id == SESSION)
            .return_once(move |_| Ok(Some((session, status))));
        work
    }

    fn expecting_delete(mut work: MockUnitOfWork) -> MockUnitOfWork {
        work.sessions.expect_delete().once().withf(|id| *id == SESSION).returning(|_| Ok(()));
        work
    }

    async fn refresh_in(work: MockUnitOfWork, presented: &str) -> Result<IssuedTokens, ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), tokens: tokens(), ..MockPorts::default() };
        refresh_session(&ports.build(), &token(presented), device()).await
    }

    #[tokio::test]
    async fn refresh_session_current_token_is_rotated() {
        let mut work = expecting_lock(MockUnitOfWork::committed(), session(TimeDelta::minutes(5)), UserStatus::Active);
        let rotated = Session {
            current: [b'd'; 32],
            previous: Some([b'c'; 32]),
            rotated_at: MockPorts::now(),
            device: SessionDevice { name: device().name, address: None, hash: Some([9; 32]) },
            ..session(TimeDelta::minutes(5))
        };
        work.sessions.expect_save().once().withf(move |saved| *saved == rotated).returning(|_| Ok(()));
        let tokens = refresh_in(work, "c").await.unwrap();
        assert_eq!(tokens, IssuedTokens { access: format!("access to {SESSION}"), refresh: token("d") });
    }

    #[tokio::test]
    async fn refresh_session_just_replaced_token_gets_same_successor() {
        let work = expecting_lock(MockUnitOfWork::dropped(), session(TimeDelta::seconds(60)), UserStatus::Active);
        assert_eq!(refresh_in(work, "b").await.unwrap().refresh, token("c"));
    }

    #[tokio::test]
    async fn refresh_session_reused_token_ends_session() {
        for (presented, rotated) in [("b", TimeDelta::seconds(61)), ("a", TimeDelta::seconds(1))] {
            let work =
                expecting_delete(expecting_lock(MockUnitOfWork::committed(), session(rotated), UserStatus::Active));
            let ports = MockPorts { store: MockUnitOfWork::store_of([work]), tokens: tokens(), ..MockPorts::default() };
            let log = ports.security_log.clone();
            let result = refresh_session(&ports.build(), &token(presented), device()).await;
            assert!(matches!(result, Err(ServiceError::SessionEnded)), "{presented}");
            let reuse = (SecurityEvent::SessionReuse, SecurityOutcome::Refused, Some(samples::STUDENT.user_id), None);
            assert_eq!(log.entries(), [reuse], "{presented}");
        }
    }

    #[tokio::test]
    async fn refresh_session_expired_is_deleted() {
        let work = expecting_delete(expecting_lock(
            MockUnitOfWork::committed(),
            session(TimeDelta::days(7)),
            UserStatus::Active,
        ));
        assert!(matches!(refresh_in(work, "c").await, Err(ServiceError::SessionEnded)));
    }

    #[tokio::test]
    async fn refresh_session_foreign_token_does_not_end_session() {
        let work = expecting_lock(MockUnitOfWork::dropped(), session(TimeDelta::minutes(5)), UserStatus::Active);
        assert!(matches!(refresh_in(work, "x").await, Err(ServiceError::SessionEnded)));
    }

    #[tokio::test]
    async fn refresh_session_inactive_user_gets_no_token() {
        for status in [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive] {
            let work = expecting_lock(MockUnitOfWork::dropped(), session(TimeDelta::minutes(5)), status);
            assert!(matches!(refresh_in(work, "c").await, Err(ServiceError::SessionEnded)), "{status}");
        }
    }

    #[tokio::test]
    async fn refresh_session_unknown_session_is_rejected() {
        let mut deleted = MockUnitOfWork::dropped();
        deleted.sessions.expect_find_for_update().once().returning(|_| Ok(None));
        assert!(matches!(refresh_in(deleted, "c").await, Err(ServiceError::SessionEnded)));

        // A malformed token does not reach the store.
        let ports = MockPorts { tokens: tokens(), ..MockPorts::default() };
        assert!(matches!(
            refresh_session(&ports.build(), &token("not a token"), device()).await,
            Err(ServiceError::SessionEnded)
        ));
    }

    #[tokio::test]
    async fn refresh_session_lost_commit_returns_no_token() {
        let mut work =
            expecting_lock(MockUnitOfWork::with_lost_commit(), session(TimeDelta::minutes(5)), UserStatus::Active);
        work.sessions.expect_save().once().returning(|_| Ok(()));
        assert!(matches!(refresh_in(work, "c").await, Err(ServiceError::Store(_))));
    }
}
