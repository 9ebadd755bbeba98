//! Exports the audit trail.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::policy::Actor;

use super::record::record_in_own_transaction;
use crate::error::ServiceError;
use crate::list_export::RowBatches;
use crate::ports::{AuditCursor, AuditEntryDetails, AuditFilter, Ports};

/// How many entries are read at a time.
const BATCH_SIZE: u32 = 1_000;

/// An export of the trail, newest entries first, read in batches to bound the memory.
pub struct AuditExport {
    ports: Ports,
    filter: AuditFilter,
    after: Option<AuditCursor>,
    ended: bool,
}

/// Begins an export and records it.
pub async fn export_audit_entries(
    ports: &Ports,
    actor: Actor,
    filter: AuditFilter,
) -> Result<AuditExport, ServiceError> {
    record_in_own_transaction(ports, actor, AuditAction::AuditExported, None).await?;
    Ok(AuditExport::begin(ports, filter))
}

impl AuditExport {
    pub(crate) fn begin(ports: &Ports, filter: AuditFilter) -> Self {
        Self { ports: ports.clone(), filter, after: None, ended: false }
    }
}

#[async_trait]
impl RowBatches for AuditExport {
    type Row = AuditEntryDetails;

    async fn next_batch(&mut self) -> Result<Vec<AuditEntryDetails>, ServiceError> {
        if self.ended {
            return Ok(Vec::new());
        }
        let entries = self.ports.audit.list_audit_entries_after(&self.filter, self.after, BATCH_SIZE.into()).await?;
        self.ended = entries.len() < BATCH_SIZE as usize;
        let place = |view: &AuditEntryDetails| AuditCursor { date_created: view.entry.date_created, id: view.entry.id };
        self.after = entries.last().map(place).or(self.after);
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::audit::AuditEntry;
    use portal_domain::ids::AuditEntryId;
    use uuid::Uuid;

    use super::*;
    use crate::ports::{MockAuditQueries, StoreError};
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    fn entry_details(n: u128) -> AuditEntryDetails {
        let id = AuditEntryId(Uuid::from_u128(n));
        let entry = AuditEntry::new(samples::ADMINISTRATOR, id, AuditAction::ListingDeleted, None, MockPorts::now());
        AuditEntryDetails { entry: entry.into(), actor: None, entity: None }
    }

    #[tokio::test]
    async fn export_audit_entries_reads_each_entry_once_and_is_recorded() {
        let mut ports = MockPorts {
            store: MockUnitOfWork::store_of([
                MockUnitOfWork::committed().expecting_audit_entries([(AuditAction::AuditExported, None)])
            ]),
            ..MockPorts::default()
        };
        let mut queries = MockAuditQueries::new();
        let mut order = mockall::Sequence::new();
        queries
            .expect_list_audit_entries_after()
            .once()
            .in_sequence(&mut order)
            .withf(|_, after, _| after.is_none())
            .returning(|_, _, limit| Ok((0..u128::try_from(limit).unwrap()).map(entry_details).collect()));
        queries
            .expect_list_audit_entries_after()
            .once()
            .in_sequence(&mut order)
            .withf(|_, after, _| after.is_some_and(|cursor| cursor.id == entry_details(999).entry.id))
            .returning(|_, _, _| Ok(vec![entry_details(1_000)]));
        ports.audit = queries;
        let ports = ports.build();
        let mut walk = export_audit_entries(&ports, samples::ADMINISTRATOR, AuditFilter::default()).await.unwrap();
        assert_eq!(walk.next_batch().await.unwrap().len(), 1_000);
        assert_eq!(walk.next_batch().await.unwrap(), [entry_details(1_000)]);
        assert_eq!(walk.next_batch().await.unwrap(), []);
    }

    #[tokio::test]
    async fn export_audit_entries_without_audit_entry_fails() {
        let ports =
            MockPorts { store: MockUnitOfWork::store_of([MockUnitOfWork::with_lost_commit()]), ..MockPorts::default() }
                .build();
        let error = export_audit_entries(&ports, samples::ADMINISTRATOR, AuditFilter::default()).await.err();
        assert!(matches!(error, Some(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
