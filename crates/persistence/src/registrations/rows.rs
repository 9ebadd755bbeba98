//! Rows of registrations and documents.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use portal_domain::document::{Document, DocumentKind, sanitize_filename};
use portal_domain::ids::{DocumentId, RegistrationId, UserId};
use portal_domain::registration::{Registration, RegistrationState, RegistrationStatus};
use portal_services::ports::StoreError;
use uuid::Uuid;

use crate::errors::{corrupt, parse_column};
use crate::schema::{documents, registrations};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = registrations, treat_none_as_null = true, check_for_backend(diesel::pg::Pg))]
pub(super) struct RegistrationRow {
    pub id: Uuid,
    user_id: Uuid,
    status: String,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
    decided_at: Option<DateTime<Utc>>,
}

impl From<&Registration> for RegistrationRow {
    fn from(registration: &Registration) -> Self {
        Self {
            id: registration.id.0,
            user_id: registration.user_id.0,
            status: registration.state.status().as_str().to_owned(),
            date_created: registration.date_created,
            last_modified: registration.last_modified,
            decided_at: registration.state.decided_at(),
        }
    }
}

impl TryFrom<RegistrationRow> for Registration {
    type Error = StoreError;

    fn try_from(row: RegistrationRow) -> Result<Self, StoreError> {
        let state = match (parse_column(&row.status, RegistrationStatus::parse)?, row.decided_at) {
            (RegistrationStatus::Pending, None) => RegistrationState::Pending,
            (RegistrationStatus::Approved, Some(at)) => RegistrationState::Approved { at },
            (RegistrationStatus::Rejected, Some(at)) => RegistrationState::Rejected { at },
            (status, _) => return Err(corrupt(format!("{status} with an inconsistent time of decision"))),
        };
        Ok(Self {
            id: RegistrationId(row.id),
            user_id: UserId(row.user_id),
            state,
            date_created: row.date_created,
            last_modified: row.last_modified,
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = documents, check_for_backend(diesel::pg::Pg))]
pub(super) struct DocumentRow {
    id: Uuid,
    pub registration_id: Uuid,
    filename: String,
    content_type: String,
    location: String,
    date_created: DateTime<Utc>,
}

impl From<&Document> for DocumentRow {
    fn from(document: &Document) -> Self {
        Self {
            id: document.id.0,
            registration_id: document.registration_id.0,
            filename: document.filename.clone(),
            content_type: document.kind.as_str().to_owned(),
            location: document.location.clone(),
            date_created: document.date_created,
        }
    }
}

impl TryFrom<DocumentRow> for Document {
    type Error = StoreError;

    fn try_from(row: DocumentRow) -> Result<Self, StoreError> {
        let kind = parse_column(&row.content_type, DocumentKind::parse)?;
        Ok(Self {
            id: DocumentId(row.id),
            registration_id: RegistrationId(row.registration_id),
            // Rows may predate the current rule for filenames, which end up in headers and
            // archives.
            filename: sanitize_filename(&row.filename, kind),
            kind,
            location: row.location,
            date_created: row.date_created,
        })
    }
}
