//! What screens read of the audit trail.

use portal_domain::audit::AuditEntry;
use portal_domain::event::EventType;
use portal_domain::ids::ListingId;

use crate::users::UserBrief;

/// A listing as an entry names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditListing {
    /// `None` once it is deleted.
    pub id: Option<ListingId>,
    pub title: String,
}

/// What an entry is about, by its present names. `None` where it is nothing of the kind, or was erased.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditEntityView {
    /// The user; who signed up, applied, or sent the document in.
    pub person: Option<UserBrief>,
    /// The listing; that of the application or the event.
    pub listing: Option<AuditListing>,
    /// Of an event.
    pub event_type: Option<EventType>,
    /// The key of a setting, the file name of a document.
    pub name: Option<String>,
}

/// An entry, who made it and what it is about: nobody and nothing, once they are gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditView {
    pub entry: AuditEntry,
    pub actor: Option<UserBrief>,
    pub entity: Option<AuditEntityView>,
}
