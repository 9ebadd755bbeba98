//! What screens read of the audit trail.

use portal_domain::audit::AuditEntry;

use crate::users::UserBrief;

/// An entry, and who did it: nobody, once they are gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditView {
    pub entry: AuditEntry,
    pub actor: Option<UserBrief>,
}
