//! Who was erased stays erased: the list of erased users outlives a restore of the database.

use std::collections::BTreeSet;

use portal_domain::ids::UserId;

use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::ports::{ErasedUser, Ports, Source};
use crate::users::erase_user;

/// The number of users per batch.
const BATCH: usize = 100;

/// The result of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecordedErasures {
    /// The users who were moved to the list.
    pub recorded: u64,
    /// Whether more may wait.
    pub has_more: bool,
}

/// Moves erased users from the database to the list in the object store, at most one batch.
pub async fn record_erasures(ports: &Ports) -> Result<RecordedErasures, ServiceError> {
    let erased = ports.erasure_queue.list(BATCH).await?;
    // Only rows that are in the list are removed; the others are retried.
    for user in &erased {
        ports.erasure_list.add(*user).await.map_err(unavailable)?;
    }
    if !erased.is_empty() {
        let ids: Vec<UserId> = erased.iter().map(|user| user.id).collect();
        ports.erasure_queue.remove(&ids).await?;
    }
    Ok(RecordedErasures { recorded: erased.len() as u64, has_more: erased.len() >= BATCH })
}

/// Removes from the list who was erased so long ago that no backup contains them. Returns how many.
pub async fn prune_erasures(ports: &Ports) -> Result<u64, ServiceError> {
    let before = (ports.clock.now() - ports.config.retention.erasures).date_naive();
    ports.erasure_list.prune(before).await.map_err(unavailable)
}

/// What was found and done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ErasureStats {
    pub listed: u64,
    /// Users who were back after a restore, and are erased again.
    pub erased: u64,
    /// Users who could not be erased.
    pub failed: u64,
}

/// Erases again the users of the list who exist: the database was restored from a backup that is
/// older than their deletion.
pub async fn apply_erasures(ports: &Ports) -> Result<ErasureStats, ServiceError> {
    let list = ports.erasure_list.list().await.map_err(unavailable)?;
    erase_again(ports, &list).await
}

/// Erases those of these users who exist, each in a transaction of its own.
pub async fn erase_again(ports: &Ports, list: &[ErasedUser]) -> Result<ErasureStats, ServiceError> {
    let ids: BTreeSet<UserId> = list.iter().map(|user| user.id).collect();
    let ids: Vec<UserId> = ids.into_iter().collect();
    let mut stats = ErasureStats { listed: ids.len() as u64, ..ErasureStats::default() };
    for batch in ids.chunks(BATCH) {
        for id in ports.erasure_queue.find_existing(batch).await? {
            match erase_existing(ports, id).await {
                Ok(erased) => stats.erased += u64::from(erased),
                Err(error) => {
                    tracing::error!(user_id = %id, error = %ErrorChain(&error), "failed to erase a restored user, will retry");
                    stats.failed += 1;
                }
            }
        }
    }
    Ok(stats)
}

async fn erase_existing(ports: &Ports, id: UserId) -> Result<bool, ServiceError> {
    let mut work = ports.store.begin().await?;
    if work.users().find_with_administrators_for_update(id).await?.is_none() {
        return Ok(false);
    }
    erase_user(ports, work.as_mut(), id).await?;
    work.commit().await?;
    Ok(true)
}

fn unavailable(source: Source) -> ServiceError {
    ServiceError::Image(crate::ports::ImageStoreError::Unavailable(source))
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use mockall::Sequence;
    use portal_domain::user::UserStatus;

    use super::*;
    use crate::ports::{StoreError, UserWithAdministratorCount};
    use crate::testing::samples::{OTHER_STUDENT, STUDENT, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn erased(id: UserId) -> ErasedUser {
        ErasedUser { day: NaiveDate::from_ymd_opt(2026, 11, 20).unwrap(), id }
    }

    #[tokio::test]
    async fn record_erasures_adds_to_list_before_rows_are_removed() {
        let mut ports = MockPorts::default();
        let mut order = Sequence::new();
        let found = vec![erased(STUDENT.user_id), erased(OTHER_STUDENT.user_id)];
        ports.erasure_queue.expect_list().once().in_sequence(&mut order).return_once(move |_| Ok(found));
        for actor in [STUDENT, OTHER_STUDENT] {
            let added = ports.erasure_list.expect_add().once().in_sequence(&mut order);
            added.withf(move |user| *user == erased(actor.user_id)).returning(|_| Ok(()));
        }
        let removed = ports.erasure_queue.expect_remove().once().in_sequence(&mut order);
        removed.withf(|ids| ids == [STUDENT.user_id, OTHER_STUDENT.user_id]).returning(|_| Ok(()));
        let expected = RecordedErasures { recorded: 2, has_more: false };
        assert_eq!(record_erasures(&ports.build()).await.unwrap(), expected);
    }

    #[tokio::test]
    async fn record_erasures_full_batch_has_more() {
        let mut ports = MockPorts::default();
        ports.erasure_queue.expect_list().once().return_once(|_| Ok(vec![erased(STUDENT.user_id); BATCH]));
        ports.erasure_list.expect_add().times(BATCH).returning(|_| Ok(()));
        ports.erasure_queue.expect_remove().once().returning(|_| Ok(()));
        let expected = RecordedErasures { recorded: BATCH as u64, has_more: true };
        assert_eq!(record_erasures(&ports.build()).await.unwrap(), expected);
    }

    #[tokio::test]
    async fn record_erasures_unavailable_store_keeps_rows() {
        let mut ports = MockPorts::default();
        ports.erasure_queue.expect_list().once().return_once(|_| Ok(vec![erased(STUDENT.user_id)]));
        ports.erasure_list.expect_add().once().returning(|_| Err("no bucket".into()));
        assert!(record_erasures(&ports.build()).await.is_err());
    }

    #[tokio::test]
    async fn prune_erasures_keeps_as_long_as_backups_live() {
        let mut ports = MockPorts::default();
        let day = NaiveDate::from_ymd_opt(2026, 10, 16).unwrap();
        ports.erasure_list.expect_prune().once().withf(move |before| *before == day).returning(|_| Ok(3));
        assert_eq!(prune_erasures(&ports.build()).await.unwrap(), 3);
    }

    #[tokio::test]
    async fn apply_erasures_erases_only_users_who_are_back() {
        let mut ports = MockPorts::default();
        let list = vec![erased(STUDENT.user_id), erased(OTHER_STUDENT.user_id)];
        ports.erasure_list.expect_list().once().return_once(move || Ok(list));
        let asked = ports.erasure_queue.expect_find_existing().once();
        asked.withf(|ids| ids.len() == 2).returning(|_| Ok(vec![STUDENT.user_id]));
        let mut work = MockUnitOfWork::committed();
        let found = UserWithAdministratorCount { user: user(STUDENT, UserStatus::Active), others: 1 };
        work.users.expect_find_with_administrators_for_update().once().return_once(move |_| Ok(Some(found)));
        work.events.expect_erase_reports_on().once().returning(|_| Ok(()));
        work.events.expect_acknowledge_registration().once().returning(|_| Ok(()));
        work.listings.expect_list_ids_of().once().returning(|_| Ok(Vec::new()));
        work.applications.expect_list_of_student_for_update().once().returning(|_| Ok(Vec::new()));
        work.registrations.expect_delete_document_of().once().returning(|_| Ok(None));
        work.file_removals.expect_push().once().returning(|_, _| Ok(()));
        work.outbox.expect_erase_mails_to_address_of().once().returning(|_| Ok(()));
        work.saved_searches.expect_delete_of().once().returning(|_| Ok(()));
        work.users.expect_delete().once().withf(|id| *id == STUDENT.user_id).returning(|_| Ok(()));
        ports.store = MockUnitOfWork::store_of([work]);
        let stats = apply_erasures(&ports.build()).await.unwrap();
        assert_eq!(stats, ErasureStats { listed: 2, erased: 1, failed: 0 });
    }

    #[tokio::test]
    async fn erase_again_failure_does_not_stop_others_and_is_counted() {
        let mut ports = MockPorts::default();
        ports.erasure_queue.expect_find_existing().once().returning(|_| Ok(vec![STUDENT.user_id]));
        let mut work = MockUnitOfWork::dropped();
        let down = |_| Err(StoreError::Unavailable("the connection broke".into()));
        work.users.expect_find_with_administrators_for_update().once().returning(down);
        ports.store = MockUnitOfWork::store_of([work]);
        let stats = erase_again(&ports.build(), &[erased(STUDENT.user_id)]).await.unwrap();
        assert_eq!(stats, ErasureStats { listed: 1, erased: 0, failed: 1 });
    }
}
