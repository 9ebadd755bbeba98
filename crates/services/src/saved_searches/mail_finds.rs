//! Queues the mails about what saved searches have found.

use chrono::{DateTime, Utc};
use portal_domain::ids::{MailId, SavedSearchId, UserId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};

use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::outbox;
use crate::ports::{Ports, StoreError};

/// The maximum number of students per transaction.
const BATCH: i64 = 100;

/// The result of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailedFinds {
    pub mails: u64,
    /// Whether more may be due. As a student may have several due searches, also a small batch may
    /// be one of many.
    pub has_more: bool,
}

/// Queues the mails that are due, at most one batch: one for each student, about all of their
/// searches. Any number of processes may run this at once. A match is assigned to its mail in the
/// transaction that queues it, so none is told of twice and none is lost. As the matches of a
/// transaction are limited, very many of one student are told by several mails.
pub async fn mail_finds(ports: &Ports) -> Result<MailedFinds, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let students = work.saved_search_matches().claim_recipients(now, BATCH).await?;
    if students.is_empty() {
        return Ok(MailedFinds::default());
    }
    let mails: Vec<(UserId, Mail)> = students
        .into_iter()
        .map(|student| (student, outbox::mail(ports, Recipient::User(student), MailPurpose::SavedSearchResults)))
        .collect();
    let proposed: Vec<(UserId, MailId)> = mails.iter().map(|(student, mail)| (*student, mail.id)).collect();
    let assigned = work.saved_search_matches().assign_mails(&proposed, now).await?;
    let is_used = |mail: &Mail| assigned.mails.contains(&mail.id);
    let mails: Vec<Mail> = mails.into_iter().map(|(_, mail)| mail).filter(is_used).collect();
    if !mails.is_empty() {
        work.outbox().push(&mails).await?;
    }
    work.commit().await?;
    let cleared = clear_due(ports, &assigned.idle_searches, now).await;
    // The mails are queued, and must be counted.
    if let Err(error) = &cleared {
        tracing::warn!(error = %ErrorChain(error), "failed to clear what is due of idle saved searches, will retry");
    }
    // Searches that stay due would be claimed again at once.
    Ok(MailedFinds { mails: mails.len() as u64, has_more: cleared.is_ok() })
}

/// Records that these searches have nothing to tell.
async fn clear_due(ports: &Ports, searches: &[SavedSearchId], now: DateTime<Utc>) -> Result<(), StoreError> {
    if searches.is_empty() {
        return Ok(());
    }
    let mut work = ports.store.begin().await?;
    work.saved_search_matches().clear_due(searches, now).await?;
    work.commit().await
}

#[cfg(test)]
mod tests {
    use mockall::Sequence;

    use super::*;
    use crate::ports::AssignedMails;
    use crate::testing::samples::{OTHER_STUDENT, SAVED_SEARCH, STUDENT};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn id(n: u128) -> MailId {
        MailId(MockPorts::identifier(n))
    }

    fn ports(works: impl IntoIterator<Item = MockUnitOfWork>) -> Ports {
        MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() }.build()
    }

    fn claiming(mut work: MockUnitOfWork, order: &mut Sequence, assigned: AssignedMails) -> MockUnitOfWork {
        work.saved_search_matches
            .expect_claim_recipients()
            .once()
            .in_sequence(order)
            .withf(|now, _| *now == MockPorts::now())
            .returning(|_, _| Ok(vec![STUDENT.user_id, OTHER_STUDENT.user_id]));
        work.saved_search_matches
            .expect_assign_mails()
            .once()
            .in_sequence(order)
            .withf(|mails, now| {
                mails == [(STUDENT.user_id, id(1)), (OTHER_STUDENT.user_id, id(2))] && *now == MockPorts::now()
            })
            .return_once(move |_, _| Ok(assigned));
        work
    }

    #[tokio::test]
    async fn mail_finds_queues_one_mail_for_each_student_with_something_to_tell() {
        let mut order = Sequence::new();
        let assigned = AssignedMails { mails: vec![id(2)], idle_searches: Vec::new() };
        let mut work = claiming(MockUnitOfWork::default(), &mut order, assigned);
        work.outbox
            .expect_push()
            .once()
            .in_sequence(&mut order)
            .withf(|mails| {
                matches!(mails, [mail] if mail.id == id(2) && mail.purpose == MailPurpose::SavedSearchResults
                    && mail.recipient == Recipient::User(OTHER_STUDENT.user_id))
            })
            .returning(|_| Ok(()));
        work.commit.expect_call().once().in_sequence(&mut order).returning(|| Ok(()));
        let mailed = mail_finds(&ports([work])).await.unwrap();
        assert_eq!(mailed, MailedFinds { mails: 1, has_more: true });
    }

    #[tokio::test]
    async fn mail_finds_with_nothing_to_tell_queues_no_mail_and_clears_what_is_due() {
        let assigned = AssignedMails { mails: Vec::new(), idle_searches: vec![SAVED_SEARCH] };
        let work = claiming(MockUnitOfWork::committed(), &mut Sequence::new(), assigned);
        let mut clearing = MockUnitOfWork::committed();
        clearing
            .saved_search_matches
            .expect_clear_due()
            .once()
            .withf(|searches, now| searches == [SAVED_SEARCH] && *now == MockPorts::now())
            .returning(|_, _| Ok(()));
        assert_eq!(mail_finds(&ports([work, clearing])).await.unwrap().mails, 0);
    }

    #[tokio::test]
    async fn mail_finds_failed_clearing_keeps_the_count_of_queued_mails() {
        let assigned = AssignedMails { mails: vec![id(2)], idle_searches: vec![SAVED_SEARCH] };
        let mut work = claiming(MockUnitOfWork::committed(), &mut Sequence::new(), assigned);
        work.outbox.expect_push().once().returning(|_| Ok(()));
        let mut clearing = MockUnitOfWork::dropped();
        let down = |_: &[SavedSearchId], _| Err(StoreError::Unavailable("no connection".into()));
        clearing.saved_search_matches.expect_clear_due().once().returning(down);
        let mailed = mail_finds(&ports([work, clearing])).await.unwrap();
        assert_eq!(mailed, MailedFinds { mails: 1, has_more: false });
    }

    #[tokio::test]
    async fn mail_finds_without_due_students_changes_nothing() {
        let mut work = MockUnitOfWork::dropped();
        work.saved_search_matches.expect_claim_recipients().once().returning(|_, _| Ok(Vec::new()));
        assert_eq!(mail_finds(&ports([work])).await.unwrap(), MailedFinds::default());
    }
}
