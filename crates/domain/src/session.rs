//! Sessions: how long a log-in lasts and what a refresh token is worth.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::{SessionId, UserId};

/// A SHA-256 digest of a refresh token. The token itself is never stored.
pub type TokenHash = [u8; 32];

/// The limits of a session; all are settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// A session that was not refreshed for this long has ended.
    pub idle: TimeDelta,
    /// A session has ended this long after its log-in, however busy it was.
    pub absolute: TimeDelta,
    /// The just-replaced token is honoured for this long, so that a lost answer costs nobody a session.
    pub grace: TimeDelta,
}

/// One log-in on one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    /// The token that the next refresh must bring.
    pub current: TokenHash,
    /// The token that `current` replaced.
    pub previous: Option<TokenHash>,
    pub started_at: DateTime<Utc>,
    /// When `current` was issued.
    pub rotated_at: DateTime<Utc>,
}

/// What a presented refresh token means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presented {
    /// It is the current one: rotate.
    Current,
    /// It was just replaced, and its answer may have been lost: give the same successor again.
    JustReplaced,
    /// It was replaced longer ago: somebody holds a copy, so the session ends.
    Reused,
    /// It was never a token of this session.
    Unknown,
    /// The session is over.
    Expired,
}

impl Session {
    /// Judges a token by its hash. `is_ancestor` says whether the current token descends from the
    /// presented one; it is asked only where the two kept hashes do not decide.
    pub fn judge(
        &self,
        presented: &TokenHash,
        is_ancestor: impl FnOnce() -> bool,
        limits: SessionLimits,
        now: DateTime<Utc>,
    ) -> Presented {
        if now >= self.started_at + limits.absolute || now >= self.rotated_at + limits.idle {
            Presented::Expired
        } else if *presented == self.current {
            Presented::Current
        } else if Some(*presented) == self.previous {
            if now <= self.rotated_at + limits.grace { Presented::JustReplaced } else { Presented::Reused }
        } else if is_ancestor() {
            Presented::Reused
        } else {
            Presented::Unknown
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
    fn the_replaced_token_is_honoured_during_the_grace_and_is_theft_after_it() {
        let mut session = session();
        session.rotate([2; 32], at(100));
        assert_eq!(session.judge(&[2; 32], || false, LIMITS, at(101)), Presented::Current);
        assert_eq!(session.judge(&[1; 32], || true, LIMITS, at(160)), Presented::JustReplaced);
        assert_eq!(session.judge(&[1; 32], || true, LIMITS, at(161)), Presented::Reused);
    }

    #[test]
    fn an_ancestor_is_theft_and_a_stranger_is_nothing() {
        let mut session = session();
        session.rotate([2; 32], at(1));
        session.rotate([3; 32], at(2));
        assert_eq!(session.judge(&[1; 32], || true, LIMITS, at(3)), Presented::Reused);
        assert_eq!(session.judge(&[9; 32], || false, LIMITS, at(3)), Presented::Unknown);
    }

    #[test]
    fn a_session_ends_when_idle_and_in_any_case_after_the_absolute_limit() {
        let mut session = session();
        let week = TimeDelta::days(7).num_seconds();
        assert_eq!(session.judge(&[1; 32], || false, LIMITS, at(week - 1)), Presented::Current);
        assert_eq!(session.judge(&[1; 32], || false, LIMITS, at(week)), Presented::Expired);
        session.rotated_at = at(TimeDelta::days(29).num_seconds());
        assert_eq!(
            session.judge(&[1; 32], || false, LIMITS, at(TimeDelta::days(30).num_seconds())),
            Presented::Expired
        );
    }
}
