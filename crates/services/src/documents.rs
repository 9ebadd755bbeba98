//! Documents: the papers that people sent in to show that they study.

use bytes::Bytes;
use portal_domain::audit::AuditAction;
use portal_domain::document::Document;
use portal_domain::ids::DocumentId;
use portal_domain::policy::Actor;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::{DocumentError, Ports};

/// What the locations of documents begin with; those of pictures do not.
pub const DOCUMENTS: &str = "/documents/";

/// A document and its file, for an administrator. Who looked at which document is written down.
pub async fn read(ports: &Ports, actor: Actor, id: DocumentId) -> Result<(Document, Bytes), ServiceError> {
    let document = ports.registrations.find_document(id).await?.ok_or(DocumentError::NotFound)?;
    let file = ports.documents.read(&document.location).await?;
    audit::record_alone(ports, actor, AuditAction::DocumentDownloaded, Some(id.into())).await?;
    Ok((document, file))
}

#[cfg(test)]
mod tests;
