//! Requests a password reset link.

use chrono::TimeDelta;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};
use portal_domain::user::Email;

use crate::error::ServiceError;
use crate::ports::{Ports, SecurityRecord};
use crate::{counters, outbox};

/// Queues the mail with the link. The account is looked up only when the mail is rendered, so that
/// known and unknown addresses take the same work and time.
pub async fn forgot_password(ports: &Ports, email: Email) -> Result<(), ServiceError> {
    if !may_send_mail(ports, MailCounter::PasswordReset, &email).await? {
        return Ok(());
    }
    let mut work = ports.store.begin().await?;
    work.outbox().push(&[outbox::mail(ports, Recipient::Address(email), MailPurpose::PasswordForgotten)]).await?;
    work.commit().await?;
    Ok(())
}

/// Kinds of mails that are counted apart. Requests without a login can cause them for any address,
/// and one kind must not use up another: a password reset stays possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MailCounter {
    PasswordReset,
    Activation,
    /// For activation links that do not exist, for which no mail is sent: they take the same work.
    UnknownLink,
    ReportReceipt,
}

impl MailCounter {
    fn prefix(self) -> &'static str {
        match self {
            Self::PasswordReset => "mail-password-reset",
            Self::Activation => "mail-activation",
            Self::UnknownLink => "mail-unknown-link",
            Self::ReportReceipt => "mail-report-receipt",
        }
    }

    /// What is counted: the mails of this kind to this address.
    pub(super) fn of(self, email: &Email) -> String {
        format!("{}:{}", self.prefix(), email.as_str())
    }
}

/// Counts one more mail to this address, and returns whether requests without a login may cause it.
/// They are not told if not, because the previous mails have arrived.
pub(crate) async fn may_send_mail(ports: &Ports, counter: MailCounter, email: &Email) -> Result<bool, ServiceError> {
    let (what, max) = (counter.of(email), ports.config.mails_per_hour);
    let may_send = counters::is_allowed(ports, &what, TimeDelta::hours(1), max).await?;
    if !may_send {
        ports.security_log.record(SecurityRecord::of_visitor(
            SecurityEvent::RateLimit,
            SecurityOutcome::Refused,
            email.as_str(),
        ));
    }
    Ok(may_send)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use portal_domain::ids::MailId;
    use portal_domain::mail::Mail;

    use super::*;
    use crate::ports::{Attempts, StoreError};
    use crate::testing::samples::email;
    use crate::testing::{MockPorts, MockUnitOfWork};

    /// Expects exactly this mail.
    fn expecting_mail(mut work: MockUnitOfWork, address: &Email) -> MockUnitOfWork {
        let expected = Mail {
            id: MailId(MockPorts::identifier(1)),
            recipient: Recipient::Address(address.clone()),
            purpose: MailPurpose::PasswordForgotten,
            application: None,
            listing: None,
            deleted_listing: None,
            session: None,
            date_created: MockPorts::now(),
        };
        work.outbox.expect_push().once().withf(move |mails| *mails == [expected.clone()]).returning(|_| Ok(()));
        work
    }

    /// Expects the `count`th mail to the address within the hour.
    fn expecting_count(ports: &mut MockPorts, count: u32) {
        let window_ends = MockPorts::now() + TimeDelta::minutes(12);
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        ports
            .attempts
            .expect_add()
            .once()
            .withf(|key, window, now| {
                let hourly = TimeDelta::hours(1);
                key == "mail-password-reset:ada@portal.test" && (*window, *now) == (hourly, MockPorts::now())
            })
            .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
    }

    #[tokio::test]
    async fn forgot_password_queues_mail_without_account_lookup() {
        let ada = email(" Ada@Portal.test ");
        let mut ports = MockPorts {
            store: MockUnitOfWork::store_of([expecting_mail(MockUnitOfWork::committed(), &ada)]),
            ..Default::default()
        };
        expecting_count(&mut ports, 3);
        // The mock of the users rejects every call: known and unknown addresses are not
        // distinguished.
        forgot_password(&ports.build(), ada).await.unwrap();
    }

    /// The calls to store and counters in order, without the address itself.
    async fn calls_for(address: &str) -> Vec<String> {
        let calls: Arc<Mutex<Vec<String>>> = Arc::default();
        let mut ports = MockPorts::default();
        ports.tokens.expect_pseudonym().returning(|text| text.chars().take_while(|&c| c != ':').collect());
        let (counted, pushed) = (Arc::clone(&calls), Arc::clone(&calls));
        ports.attempts.expect_add().returning(move |key, window, now| {
            counted.lock().unwrap().push(format!("count {key} {window}"));
            Ok(Attempts { count: 1, window_ends: now + window })
        });
        let mut work = MockUnitOfWork::committed();
        work.outbox.expect_push().once().returning(move |mails| {
            pushed
                .lock()
                .unwrap()
                .extend(mails.iter().map(|mail| format!("push {} {}", mail.purpose, mail.date_created)));
            Ok(())
        });
        ports.store = MockUnitOfWork::store_of([work]);
        forgot_password(&ports.build(), email(address)).await.unwrap();
        let calls = calls.lock().unwrap();
        calls.clone()
    }

    #[tokio::test]
    async fn forgot_password_known_and_unknown_address_make_same_calls() {
        let known = calls_for("ada@portal.test").await;
        assert_eq!(known, calls_for("unknown@elsewhere.test").await);
        assert_eq!(known.len(), 2, "{known:?}");
    }

    #[tokio::test]
    async fn forgot_password_beyond_rate_limit_queues_nothing() {
        let mut ports = MockPorts::default();
        expecting_count(&mut ports, 4);
        forgot_password(&ports.build(), email("ada@portal.test")).await.unwrap();
    }

    #[tokio::test]
    async fn forgot_password_without_limits_counts_nothing() {
        let ada = email("ada@portal.test");
        let mut ports = MockPorts {
            store: MockUnitOfWork::store_of([expecting_mail(MockUnitOfWork::committed(), &ada)]),
            ..Default::default()
        };
        ports.config.limits_enabled = false;
        forgot_password(&ports.build(), ada).await.unwrap();
    }

    #[tokio::test]
    async fn forgot_password_lost_commit_fails() {
        let ada = email("ada@portal.test");
        let mut ports = MockPorts {
            store: MockUnitOfWork::store_of([expecting_mail(MockUnitOfWork::with_lost_commit(), &ada)]),
            ..Default::default()
        };
        expecting_count(&mut ports, 1);
        let lost = forgot_password(&ports.build(), ada).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
