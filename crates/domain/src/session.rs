//! Sessions: how long a login lasts, and how refresh tokens are checked.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::{SessionId, UserId};

/// A SHA-256 digest of a refresh token. The token itself is never stored.
pub type TokenHash = [u8; 32];

/// The limits of a session; all are configurable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// A session expires when it was not refreshed for this long.
    pub idle: TimeDelta,
    /// A session expires this long after its login, however often it was refreshed.
    pub absolute: TimeDelta,
    /// The replaced token is accepted for this long, so that a lost response does not end a
    /// session.
    pub grace: TimeDelta,
}

/// One login on one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    /// The token that the next refresh must present.
    pub current: TokenHash,
    /// The token that `current` replaced.
    pub previous: Option<TokenHash>,
    pub started_at: DateTime<Utc>,
    /// When `current` was issued.
    pub rotated_at: DateTime<Utc>,
}

/// The status of a presented refresh token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefreshTokenStatus {
    /// It is the current token: rotate.
    Current,
    /// It was just replaced, and the response may have been lost: issue the same successor again.
    JustReplaced,
    /// It was replaced longer ago. The token may be stolen, so the session ends.
    Reused,
    /// It was never a token of this session.
    Unknown,
    /// The session has expired.
    Expired,
}

impl Session {
    /// Checks a token by its hash. `is_ancestor` returns whether the current token descends from
    /// the presented one; it is called only if the two stored hashes do not decide.
    pub fn check_token(
        &self,
        presented: &TokenHash,
        is_ancestor: impl FnOnce() -> bool,
        limits: SessionLimits,
        now: DateTime<Utc>,
    ) -> RefreshTokenStatus {
        if now >= self.started_at + limits.absolute || now >= self.rotated_at + limits.idle {
            RefreshTokenStatus::Expired
        } else if *presented == self.current {
            RefreshTokenStatus::Current
        } else if Some(*presented) == self.previous {
            if now <= self.rotated_at + limits.grace {
                RefreshTokenStatus::JustReplaced
            } else {
                RefreshTokenStatus::Reused
            }
        } else if is_ancestor() {
            RefreshTokenStatus::Reused
        } else {
            RefreshTokenStatus::Unknown
        }
    }

    /// Replaces the current token.
    pub fn rotate(&mut self, successor: TokenHash, now: DateTime<Utc>) {
        self.previous = Some(std::mem::replace(&mut self.current, successor));
        self.rotated_at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const LIMITS: SessionLimits =
        SessionLimits { idle: TimeDelta::days(7), absolute: TimeDelta::days(30), grace: TimeDelta::seconds(60) };

    fn session() -> Session {
        Session {
            id: SessionId(Uuid::nil()),
            user_id: UserId(Uuid::nil()),
            current: [1; 32],
            previous: None,
            started_at: DateTime::UNIX_EPOCH,
            rotated_at: DateTime::UNIX_EPOCH,
        }
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn check_token_replaced_token_after_grace_period_is_reused() {
        let mut session = session();
        session.rotate([2; 32], at(100));
        assert_eq!(session.check_token(&[2; 32], || false, LIMITS, at(101)), RefreshTokenStatus::Current);
        assert_eq!(session.check_token(&[1; 32], || true, LIMITS, at(160)), RefreshTokenStatus::JustReplaced);
        assert_eq!(session.check_token(&[1; 32], || true, LIMITS, at(161)), RefreshTokenStatus::Reused);
    }

    #[test]
    fn check_token_ancestor_is_reused_and_foreign_token_is_unknown() {
        let mut session = session();
        session.rotate([2; 32], at(1));
        session.rotate([3; 32], at(2));
        assert_eq!(session.check_token(&[1; 32], || true, LIMITS, at(3)), RefreshTokenStatus::Reused);
        assert_eq!(session.check_token(&[9; 32], || false, LIMITS, at(3)), RefreshTokenStatus::Unknown);
    }

    #[test]
    fn check_token_after_idle_or_absolute_limit_is_expired() {
        let mut session = session();
        let week = TimeDelta::days(7).num_seconds();
        assert_eq!(session.check_token(&[1; 32], || false, LIMITS, at(week - 1)), RefreshTokenStatus::Current);
        assert_eq!(session.check_token(&[1; 32], || false, LIMITS, at(week)), RefreshTokenStatus::Expired);
        session.rotated_at = at(TimeDelta::days(29).num_seconds());
        assert_eq!(
            session.check_token(&[1; 32], || false, LIMITS, at(TimeDelta::days(30).num_seconds())),
            RefreshTokenStatus::Expired
        );
    }
}
