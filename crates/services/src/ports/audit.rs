//! The audit trail.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::audit::{AuditAction, AuditEntry, StoredAuditEntry};
use portal_domain::event::EventType;
use portal_domain::ids::{AuditEntryId, ListingId, UserId};
use portal_domain::stored::Stored;

use super::{StoreError, UserSummary};
use crate::paging::{Page, PageRequest, SortDirection};

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AuditRepository: Send {
    async fn record(&mut self, entry: &AuditEntry) -> Result<(), StoreError>;

    /// Erases the network addresses of this user's entries.
    async fn erase_addresses_of(&mut self, actor: UserId) -> Result<(), StoreError>;

    /// Erases at most `limit` network addresses that were written before this time, and returns how
    /// many.
    async fn prune_addresses(&mut self, written_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;
}

/// Which entries are requested.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// Each word must occur in the name or email address of the actor or the affected user, or in
    /// the title of the listing, or be the entity's id; otherwise as in
    /// [`UserListQuery`](super::UserListQuery). Trimmed; `None` when blank.
    pub keyword: Option<String>,
    /// Empty: every action.
    pub actions: Vec<AuditAction>,
    pub actor: Option<UserId>,
    /// From this time on.
    pub from: Option<DateTime<Utc>>,
    /// Before this time.
    pub before: Option<DateTime<Utc>>,
}

/// The requested entries, in the order of their time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditListQuery {
    pub filter: AuditFilter,
    pub direction: SortDirection,
    pub page: PageRequest,
}

/// The position in the trail after this entry, going back in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditCursor {
    pub date_created: DateTime<Utc>,
    pub id: AuditEntryId,
}

/// A listing in an audit entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditListing {
    /// `None` once it is deleted.
    pub id: Option<ListingId>,
    pub title: String,
}

/// What an entry is about, by its present names. `None` if not applicable or erased.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditEntitySummary {
    /// The user; or the user who registered, applied or uploaded the document.
    pub user: Option<UserSummary>,
    /// The listing; or that of the application or the event.
    pub listing: Option<AuditListing>,
    /// Set for events.
    pub event_type: Option<Stored<EventType>>,
    /// The key of a setting, or the file name of a document.
    pub name: Option<String>,
}

/// An entry with its actor and entity, `None` if deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntryDetails {
    pub entry: StoredAuditEntry,
    pub actor: Option<UserSummary>,
    pub entity: Option<AuditEntitySummary>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AuditQueries: Send + Sync {
    async fn list_audit_entries(&self, query: &AuditListQuery) -> Result<Page<AuditEntryDetails>, StoreError>;

    /// At most `limit` entries after the cursor, newest first. The cost does not depend on the
    /// length of the trail.
    async fn list_audit_entries_after(
        &self,
        filter: &AuditFilter,
        after: Option<AuditCursor>,
        limit: i64,
    ) -> Result<Vec<AuditEntryDetails>, StoreError>;
}
