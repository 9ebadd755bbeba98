//! Reminds reviewers of pending decisions, and informs students that theirs takes longer.

use chrono::TimeDelta;
use portal_domain::mail::{MailPurpose, Recipient};

use crate::applications::mail_to_student;
use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::outbox;
use crate::ports::Ports;

/// The minimum time between two digests to a reviewer.
const DIGEST_INTERVAL: TimeDelta = TimeDelta::weeks(1);

/// The maximum number of users per transaction.
const BATCH: i64 = 100;

/// The number of queued mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reminders {
    /// Mails to reviewers.
    pub digests: u64,
    /// Mails to students.
    pub notes: u64,
}

impl Reminders {
    /// Whether more mails may be due.
    pub const fn has_more(self) -> bool {
        self.digests >= BATCH as u64 || self.notes >= BATCH as u64
    }
}

/// Queues the mails that are due, at most one batch of each kind. Any number of processes may run
/// this at once: each mail is queued once. A failure of one kind does not stop the other. Fails only
/// if no mail was queued: what is committed is counted, and the next run reports a failure that lasts.
pub async fn remind(ports: &Ports) -> Result<Reminders, ServiceError> {
    let mut reminders = Reminders::default();
    let results = [
        remind_reviewers(ports).await.map(|digests| reminders.digests = digests),
        inform_students(ports).await.map(|notes| reminders.notes = notes),
    ];
    for error in results.into_iter().filter_map(Result::err) {
        if reminders == Reminders::default() {
            return Err(error);
        }
        tracing::warn!(error = %ErrorChain(&error), "failed to queue a part of the reminders, will retry");
    }
    Ok(reminders)
}

async fn remind_reviewers(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let reviewers =
        work.reply_clock().claim_reviewers(now - ports.config.reply_time, now - DIGEST_INTERVAL, now, BATCH).await?;
    if reviewers.is_empty() {
        return Ok(0);
    }
    let mails: Vec<_> = reviewers
        .iter()
        .map(|&reviewer| outbox::mail(ports, Recipient::User(reviewer), MailPurpose::ReviewsWaiting))
        .collect();
    work.outbox().push(&mails).await?;
    work.commit().await?;
    Ok(reviewers.len() as u64)
}

async fn inform_students(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let waiting = work.reply_clock().claim_waiting_applications(now - ports.config.reply_time, now, BATCH).await?;
    if waiting.is_empty() {
        return Ok(0);
    }
    let mails: Vec<_> =
        waiting.iter().filter_map(|waiting| mail_to_student(ports, waiting, MailPurpose::ApplicationWaiting)).collect();
    work.outbox().push(&mails).await?;
    work.commit().await?;
    Ok(waiting.len() as u64)
}

#[cfg(test)]
mod tests {
    use portal_domain::application::ApplicationState;
    use portal_domain::ids::UserId;

    use super::*;
    use crate::ports::StoreError;
    use crate::reply_clock::ReplyClock;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    #[tokio::test]
    async fn remind_overdue_sends_digests_and_notes() {
        let week = TimeDelta::weeks(1);
        let mut reviewers = MockUnitOfWork::committed().expecting_mails(
            [samples::ADMINISTRATOR, samples::LANDLORD].map(|actor| (actor.user_id, MailPurpose::ReviewsWaiting)),
        );
        reviewers
            .reply_clock
            .expect_claim_reviewers()
            .once()
            .withf(move |waiting, reminded, now, _| (*now - *waiting, *now - *reminded) == (week, week))
            .returning(|_, _, _, _| Ok(vec![samples::ADMINISTRATOR.user_id, samples::LANDLORD.user_id]));
        let mut students =
            MockUnitOfWork::committed().expecting_mails([(samples::STUDENT.user_id, MailPurpose::ApplicationWaiting)]);
        students
            .reply_clock
            .expect_claim_waiting_applications()
            .once()
            .withf(move |waiting, now, _| *now - *waiting == week)
            .returning(|_, _, _| Ok(vec![samples::application(ApplicationState::AwaitingAdministrator)]));
        let ports =
            MockPorts { store: MockUnitOfWork::store_of([reviewers, students]), ..MockPorts::default() }.build();
        assert_eq!(remind(&ports).await.unwrap(), Reminders { digests: 2, notes: 1 });
    }

    #[tokio::test]
    async fn remind_without_overdue_decisions_changes_nothing() {
        let (mut reviewers, mut students) = (MockUnitOfWork::dropped(), MockUnitOfWork::dropped());
        reviewers.reply_clock.expect_claim_reviewers().once().returning(|_, _, _, _| Ok(Vec::new()));
        students.reply_clock.expect_claim_waiting_applications().once().returning(|_, _, _| Ok(Vec::new()));
        let ports =
            MockPorts { store: MockUnitOfWork::store_of([reviewers, students]), ..MockPorts::default() }.build();
        assert_eq!(remind(&ports).await.unwrap(), Reminders::default());
    }

    #[tokio::test]
    async fn remind_failure_of_one_kind_keeps_the_count_of_the_other() {
        let down = || StoreError::Unavailable("no connection".into());
        let failing_students = || {
            let mut work = MockUnitOfWork::dropped();
            work.reply_clock.expect_claim_waiting_applications().once().returning(move |_, _, _| Err(down()));
            work
        };
        let reviewers = |found: Result<Vec<UserId>, StoreError>| {
            let is_queued = found.as_ref().is_ok_and(|found| !found.is_empty());
            let mut work = if is_queued { MockUnitOfWork::committed() } else { MockUnitOfWork::dropped() };
            work.reply_clock.expect_claim_reviewers().once().return_once(move |_, _, _, _| found);
            if is_queued {
                work.outbox.expect_push().once().returning(|_| Ok(()));
            }
            work
        };
        let remind_in = |works: [MockUnitOfWork; 2]| {
            let ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() }.build();
            async move { remind(&ports).await }
        };
        let told = remind_in([reviewers(Ok(vec![samples::LANDLORD.user_id])), failing_students()]).await.unwrap();
        assert_eq!(told, Reminders { digests: 1, notes: 0 });

        let mut students = MockUnitOfWork::committed();
        let waiting = vec![samples::application(ApplicationState::AwaitingAdministrator)];
        let claimed = students.reply_clock.expect_claim_waiting_applications().once();
        claimed.return_once(move |_, _, _| Ok(waiting));
        students.outbox.expect_push().once().returning(|_| Ok(()));
        let told = remind_in([reviewers(Err(down())), students]).await.unwrap();
        assert_eq!(told, Reminders { digests: 0, notes: 1 });

        for found in [Ok(Vec::new()), Err(down())] {
            let none = remind_in([reviewers(found), failing_students()]).await;
            assert!(matches!(none, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{none:?}");
        }
    }

    #[test]
    fn is_overdue_after_exactly_seven_days_is_true() {
        let clock = ReplyClock::of(&MockPorts::default().build());
        let since = |age: TimeDelta| Some(MockPorts::now() - age);
        assert!(clock.is_overdue(since(TimeDelta::days(7))));
        assert!(!clock.is_overdue(since(TimeDelta::days(7) - TimeDelta::microseconds(1))));
        assert!(!clock.is_overdue(None));
    }
}
