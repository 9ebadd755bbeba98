//! Sessions: how long a login lasts, and how refresh tokens are checked.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::{SessionId, UserId};

/// A SHA-256 digest of a refresh token. The token itself is never stored.
pub type TokenHash = [u8; 32];

/// How long a device is remembered after its last login.
pub const DEVICE_RETENTION: TimeDelta = TimeDelta::days(365);

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
    /// When `current` was issued. Shown as the last use, because a used session is refreshed each
    /// time its access token expires.
    pub rotated_at: DateTime<Utc>,
    /// When the user last proved their identity: at the login, or later when they were asked.
    pub proved_at: DateTime<Utc>,
    pub device: SessionDevice,
}

/// Where a session is used.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionDevice {
    /// Browser and system; `None`: unknown.
    pub name: Option<String>,
    /// The network address of the login or of the last refresh.
    pub address: Option<IpAddr>,
    /// The digest of the cookie that marks the browser.
    pub hash: Option<TokenHash>,
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
    /// Checks a token by its hash. `was_issued` returns whether the portal issued the token for this
    /// session; it is called only if the two stored hashes do not decide.
    pub fn check_token(
        &self,
        presented: &TokenHash,
        was_issued: impl FnOnce() -> bool,
        limits: SessionLimits,
        now: DateTime<Utc>,
    ) -> RefreshTokenStatus {
        if !self.is_live(limits, now) {
            RefreshTokenStatus::Expired
        } else if *presented == self.current {
            RefreshTokenStatus::Current
        } else if Some(*presented) == self.previous {
            if now <= self.rotated_at + limits.grace {
                RefreshTokenStatus::JustReplaced
            } else {
                RefreshTokenStatus::Reused
            }
        } else if was_issued() {
            RefreshTokenStatus::Reused
        } else {
            RefreshTokenStatus::Unknown
        }
    }

    /// Whether the session has not expired.
    pub fn is_live(&self, limits: SessionLimits, now: DateTime<Utc>) -> bool {
        now < self.started_at + limits.absolute && now < self.rotated_at + limits.idle
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
            proved_at: DateTime::UNIX_EPOCH,
            device: SessionDevice::default(),
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
    fn check_token_older_token_is_reused_and_foreign_token_is_unknown() {
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
