//! The audit trail in the store.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::{AuditEntryId, UserId};

use super::StoreError;
use crate::audit::AuditView;
use crate::paging::{Page, PageRequest, SortDirection};

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AuditRepository: Send {
    async fn record(&mut self, entry: &AuditEntry) -> Result<(), StoreError>;

    /// Erases the addresses that this person did anything from.
    async fn forget_addresses_of(&mut self, actor: UserId) -> Result<(), StoreError>;

    /// Erases at most `limit` addresses that were written before this moment, and says how many.
    async fn forget_addresses(&mut self, written_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;
}

/// Which entries somebody asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// Each of its words is in the name or the e-mail of who did it or of the person whom it was done to, in the title of
    /// the listing that it is about, or is the id of what it is about; otherwise as in [`UserFilter`](super::UserFilter).
    /// Trimmed; `None` when blank.
    pub keyword: Option<String>,
    /// Empty: every action.
    pub actions: Vec<AuditAction>,
    pub actor: Option<UserId>,
    /// From this moment on.
    pub from: Option<DateTime<Utc>>,
    /// Before this moment.
    pub before: Option<DateTime<Utc>>,
}

/// Where a walk through the trail stands: after this entry, going back in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditPlace {
    pub date_created: DateTime<Utc>,
    pub id: AuditEntryId,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AuditQueries: Send + Sync {
    /// By the time of the entries.
    async fn list_audit(
        &self,
        filter: &AuditFilter,
        direction: SortDirection,
        page: PageRequest,
    ) -> Result<Page<AuditView>, StoreError>;

    /// At most `limit` entries after a place, newest first: however long the trail is, each step costs the same.
    async fn walk_audit(
        &self,
        filter: &AuditFilter,
        after: Option<AuditPlace>,
        limit: i64,
    ) -> Result<Vec<AuditView>, StoreError>;
}
