//! Somebody takes a copy of everything that the portal keeps of them.

use bytes::Bytes;
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::policy::Actor;
use portal_domain::user::{Role, User};

use crate::applications::{self, ApplicationView};
use crate::audit;
use crate::error::ServiceError;
use crate::list_export::StepwiseRows;
use crate::listings::{self, ListingView};
use crate::paging::{Page, PageRequest, Sort, SortDirection};
use crate::ports::{ApplicationSortField, AuditFilter, ListingSortField, Ports};
use crate::registrations::RegistrationView;

/// How many rows are read at a time.
const ROWS: u32 = 100;

/// What is kept of a person. Other people appear in it only as far as its owner may see them anyway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    pub user: User,
    /// By which they came, if they came by one.
    pub registration: Option<RegistrationView>,
    /// A student's own.
    pub applications: Vec<ApplicationView>,
    /// A landlord's own.
    pub listings: Vec<ListingView>,
    /// What they did, as the audit trail has it, newest first.
    pub deeds: Vec<AuditEntry>,
    pub files: Vec<ExportedFile>,
}

/// A file of theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// Its path in the copy.
    pub path: String,
    source: FileSource,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FileSource {
    Document(String),
    Picture(String),
}

/// Collects everything but the contents of the files, which are read one by one by [`read_exported`].
pub async fn export(ports: &Ports, actor: Actor) -> Result<Export, ServiceError> {
    let user = ports.users.find_user(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    audit::record_alone(ports, actor, AuditAction::DataExported, Some(user.id.into())).await?;
    let registration = ports.registrations.find_registration_of(user.id).await?;
    let applications = if actor.role == Role::Student { own_applications(ports, actor).await? } else { Vec::new() };
    let listings = if actor.role == Role::Landlord { own_listings(ports, actor).await? } else { Vec::new() };
    let document = registration.as_ref().and_then(|registration| registration.document.as_ref());
    let mut files: Vec<ExportedFile> = document
        .map(|document| ExportedFile {
            path: format!("documents/{}", document.filename),
            source: FileSource::Document(document.location.clone()),
        })
        .into_iter()
        .collect();
    for view in &listings {
        for (place, image) in view.listing.images.iter().enumerate() {
            files.push(ExportedFile {
                path: format!("listings/{}/{:02}.jpg", view.listing.id, place + 1),
                source: FileSource::Picture(image.location.clone()),
            });
        }
    }
    let deeds = own_deeds(ports, actor).await?;
    Ok(Export { user, registration, applications, listings, deeds, files })
}

/// The content of a file of the copy. `None` when it was removed meanwhile.
pub async fn read_exported(ports: &Ports, file: &ExportedFile) -> Result<Option<Bytes>, ServiceError> {
    let read = match &file.source {
        FileSource::Document(location) => ports.documents.read(location).await.map_err(ServiceError::from),
        FileSource::Picture(location) => {
            ports.pictures.read(location).await.map(|picture| picture.bytes).map_err(ServiceError::from)
        }
    };
    match read {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.is_missing_file() => Ok(None),
        Err(error) => Err(error),
    }
}

async fn own_applications(ports: &Ports, actor: Actor) -> Result<Vec<ApplicationView>, ServiceError> {
    let mut found = Vec::new();
    for page in 0.. {
        let request = applications::ListRequest {
            keyword: None,
            statuses: Vec::new(),
            administrator_decisions: Vec::new(),
            landlord_decisions: Vec::new(),
            sort: Sort { by: ApplicationSortField::DateCreated, direction: SortDirection::Ascending },
            page: PageRequest { page, size: ROWS },
        };
        let Page { rows, total } = applications::list(ports, actor, request).await?;
        let done = rows.is_empty();
        found.extend(rows);
        if done || found.len() as u64 >= total {
            break;
        }
    }
    Ok(found)
}

async fn own_listings(ports: &Ports, actor: Actor) -> Result<Vec<ListingView>, ServiceError> {
    let mut found = Vec::new();
    for page in 0.. {
        let request = listings::ListRequest {
            keyword: None,
            statuses: Vec::new(),
            sort: Sort { by: ListingSortField::DateCreated, direction: SortDirection::Ascending },
            page: PageRequest { page, size: ROWS },
        };
        let Page { rows, total } = listings::list(ports, actor, request).await?;
        let read = u64::from(page + 1) * u64::from(ROWS);
        let done = rows.is_empty() || read >= total;
        for summary in rows {
            // One that was deleted since the list was read is not theirs any more.
            found.extend(ports.listings.find_listing(summary.id, None).await?.map(|view| view.for_reader(Some(actor))));
        }
        if done {
            break;
        }
    }
    Ok(found)
}

async fn own_deeds(ports: &Ports, actor: Actor) -> Result<Vec<AuditEntry>, ServiceError> {
    let own = AuditFilter { actor: Some(actor.user_id), ..AuditFilter::default() };
    let mut walk = audit::Walk::begin(ports, own);
    let mut found = Vec::new();
    loop {
        let entries = walk.step().await?;
        if entries.is_empty() {
            return Ok(found);
        }
        found.extend(entries.into_iter().map(|view| view.entry));
    }
}

#[cfg(test)]
mod tests;
