//! What screens read of requests to join.

use portal_domain::document::Document;
use portal_domain::registration::Registration;
use portal_domain::user::User;

/// A request with the person who made it, and their proof of study while it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistrationView {
    pub registration: Registration,
    pub user: User,
    pub document: Option<Document>,
}
