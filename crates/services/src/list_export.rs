//! Exports of whole lists: all rows of a filter in the requested order, read in batches.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::policy::Actor;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::{Ports, StoreError};

/// The maximum number of rows of an export; further rows are left out.
pub const MAX_EXPORT_ROWS: u32 = 100_000;

/// How many rows are read at a time.
const BATCH_SIZE: usize = 1_000;

/// Rows that are read in batches, so that few of them are in memory at a time.
#[async_trait]
pub trait RowBatches: Send {
    type Row;

    /// The next batch; empty at the end.
    async fn next_batch(&mut self) -> Result<Vec<Self::Row>, ServiceError>;
}

/// A row of an exported list.
#[async_trait]
pub trait ExportRow: Send + Sized {
    type Id: Send + Sync;

    /// The rows with these ids, in this order, without deleted ones.
    async fn load(ports: &Ports, ids: &[Self::Id]) -> Result<Vec<Self>, StoreError>;
}

/// The rows of a list. The ids and their order are read at the beginning and not affected by later
/// changes.
pub struct ListExport<Row: ExportRow> {
    ports: Ports,
    ids: Vec<Row::Id>,
    read: usize,
}

impl<Row: ExportRow> ListExport<Row> {
    /// Records the export in the audit trail, then reads the ids.
    pub(crate) async fn begin(
        ports: &Ports,
        actor: Actor,
        action: AuditAction,
        ids: impl Future<Output = Result<Vec<Row::Id>, StoreError>> + Send,
    ) -> Result<Self, ServiceError> {
        audit::record_in_own_transaction(ports, actor, action, None).await?;
        Ok(Self { ports: ports.clone(), ids: ids.await?, read: 0 })
    }
}

#[async_trait]
impl<Row: ExportRow> RowBatches for ListExport<Row> {
    type Row = Row;

    async fn next_batch(&mut self) -> Result<Vec<Row>, ServiceError> {
        while self.read < self.ids.len() {
            let end = self.ids.len().min(self.read + BATCH_SIZE);
            let rows = Row::load(&self.ports, &self.ids[self.read..end]).await?;
            self.read = end;
            // A batch whose rows are all deleted is not the end.
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::ids::UserId;
    use portal_domain::user::{User, UserStatus};
    use uuid::Uuid;

    use super::*;
    use crate::testing::samples::{ADMINISTRATOR, STUDENT, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn ids(count: u128) -> Vec<UserId> {
        (0..count).map(|n| UserId(Uuid::from_u128(n))).collect()
    }

    fn users(ids: &[UserId]) -> Vec<User> {
        ids.iter().map(|&id| User { id, ..user(STUDENT, UserStatus::Active) }).collect()
    }

    fn recorded() -> MockPorts {
        let work = MockUnitOfWork::committed().expecting_audit_entries([(AuditAction::UsersExported, None)]);
        MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() }
    }

    async fn begin(ports: MockPorts, ids: Vec<UserId>) -> Result<ListExport<User>, ServiceError> {
        ListExport::begin(&ports.build(), ADMINISTRATOR, AuditAction::UsersExported, async move { Ok(ids) }).await
    }

    #[tokio::test]
    async fn next_batch_returns_rows_in_order_of_ids() {
        let mut ports = recorded();
        ports.users.expect_list_users_by_ids().times(3).returning(|ids| Ok(users(ids)));
        let mut export = begin(ports, ids(2_001)).await.unwrap();
        let mut read = Vec::new();
        for expected in [1_000, 1_000, 1, 0] {
            let rows = export.next_batch().await.unwrap();
            assert_eq!(rows.len(), expected);
            read.extend(rows.into_iter().map(|user| user.id));
        }
        assert_eq!(read, ids(2_001));
    }

    #[tokio::test]
    async fn next_batch_skips_batch_of_deleted_rows() {
        let mut ports = recorded();
        ports.users.expect_list_users_by_ids().times(2).returning(|ids| {
            let left: Vec<_> = ids.iter().copied().filter(|id| id.0.as_u128() >= 1_500).collect();
            Ok(users(&left))
        });
        let mut export = begin(ports, ids(1_501)).await.unwrap();
        assert_eq!(export.next_batch().await.unwrap(), users(&ids(1_501)[1_500..]));
        assert!(export.next_batch().await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn begin_without_audit_entry_reads_nothing() {
        let ports =
            MockPorts { store: MockUnitOfWork::store_of([MockUnitOfWork::with_lost_commit()]), ..MockPorts::default() }
                .build();
        let result = ListExport::<User>::begin(&ports, ADMINISTRATOR, AuditAction::UsersExported, async {
            panic!("the list was read before the export was recorded")
        });
        assert!(matches!(result.await.err(), Some(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
