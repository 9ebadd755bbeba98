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

/// A document and its file, for an administrator to keep. Who downloaded which document is written down.
pub async fn read(ports: &Ports, actor: Actor, id: DocumentId) -> Result<(Document, Bytes), ServiceError> {
    hand_out(ports, actor, id, AuditAction::DocumentDownloaded).await
}

/// The same for an administrator who only looks at it, which is an audit entry as well.
pub async fn preview(ports: &Ports, actor: Actor, id: DocumentId) -> Result<(Document, Bytes), ServiceError> {
    hand_out(ports, actor, id, AuditAction::DocumentViewed).await
}

async fn hand_out(
    ports: &Ports,
    actor: Actor,
    id: DocumentId,
    action: AuditAction,
) -> Result<(Document, Bytes), ServiceError> {
    let document = ports.registrations.find_document(id).await?.ok_or(DocumentError::NotFound)?;
    let file = ports.documents.read(&document.location).await?;
    audit::record_alone(ports, actor, action, Some(id.into())).await?;
    Ok((document, file))
}

#[cfg(test)]
mod tests;
