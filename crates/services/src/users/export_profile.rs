//! Exports the personal data of a user.

use std::collections::HashSet;

use bytes::Bytes;
use portal_domain::audit::{AuditAction, StoredAuditEntry};
use portal_domain::letter::Letter;
use portal_domain::limits::MAX_FAVOURITES;
use portal_domain::policy::Actor;
use portal_domain::second_factor::SecondFactor;
use portal_domain::session::Session;
use portal_domain::user::{Role, User};

use crate::audit;
use crate::error::ServiceError;
use crate::favourites;
use crate::letters;
use crate::list_export::{MAX_EXPORT_ROWS, RowBatches};
use crate::paging::{PageRequest, Sort, SortDirection};
use crate::ports::{
    ApplicationDetails, ApplicationListQuery, ApplicationScope, ApplicationSortField, AuditFilter, FavouriteDetails,
    FavouriteListQuery, ListingReadModel, Ports, RegistrationDetails, SavedSearchDetails,
};
use crate::saved_searches;
use crate::sessions;

/// How many rows are read at a time.
const ROWS: usize = 100;

/// The newest entries of the audit trail that an export contains at most: it is built in memory.
const MAX_AUDIT_ENTRIES: usize = 10_000;

/// The personal data of a user. Other users appear in it only as far as this user may see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileExport {
    pub user: User,
    pub registration: Option<RegistrationDetails>,
    /// A student's applications.
    pub applications: Vec<ApplicationDetails>,
    /// A student's favourites, newest first.
    pub favourites: Vec<FavouriteDetails>,
    /// The letters that a student keeps by name.
    pub letters: Vec<Letter>,
    pub saved_searches: Vec<SavedSearchDetails>,
    /// A landlord's listings.
    pub listings: Vec<ListingReadModel>,
    /// Without keys and secrets.
    pub second_factor: SecondFactor,
    pub sessions: Vec<Session>,
    /// The user's actions in the audit trail, newest first; at most `MAX_AUDIT_ENTRIES`.
    pub audit_entries: Vec<StoredAuditEntry>,
    pub files: Vec<ExportedFile>,
}

/// A file of the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// Its path in the archive.
    pub path: String,
    source: FileSource,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FileSource {
    Document(String),
    Image(String),
}

/// Collects everything except the contents of the files, which [`read_exported_file`] reads one by
/// one.
pub async fn export_profile(ports: &Ports, actor: Actor) -> Result<ProfileExport, ServiceError> {
    let user = ports.users.find_user(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    audit::record_in_own_transaction(ports, actor, AuditAction::DataExported, Some(user.id.into())).await?;
    let registration = ports.registrations.find_registration_of(user.id).await?;
    let applications = if actor.role == Role::Student { own_applications(ports, actor).await? } else { Vec::new() };
    let favourites = if actor.role == Role::Student { own_favourites(ports, actor).await? } else { Vec::new() };
    let letters = if actor.role == Role::Student { letters::list_letters(ports, actor).await? } else { Vec::new() };
    let saved_searches = match actor.role {
        Role::Student => saved_searches::list_saved_searches(ports, actor).await?,
        Role::Landlord | Role::Administrator => Vec::new(),
    };
    let listings = if actor.role == Role::Landlord { own_listings(ports, actor).await? } else { Vec::new() };
    let document = registration.as_ref().and_then(|registration| registration.document.as_ref());
    let mut files: Vec<ExportedFile> = document
        .map(|document| ExportedFile {
            path: format!("documents/{}", document.filename),
            source: FileSource::Document(document.location.clone()),
        })
        .into_iter()
        .collect();
    // Copies of a listing share its images: each is exported once, or copies would multiply the size.
    let mut exported = HashSet::new();
    for view in &listings {
        for (index, image) in view.listing.images.iter().enumerate() {
            if !exported.insert(image.location.as_str()) {
                continue;
            }
            files.push(ExportedFile {
                path: format!("listings/{}/{:02}.jpg", view.listing.id, index + 1),
                source: FileSource::Image(image.location.clone()),
            });
        }
    }
    let audit_entries = own_audit_entries(ports, actor).await?;
    let second_factor = ports.second_factors.find_second_factor(user.id).await?;
    let sessions = sessions::list_sessions(ports, actor).await?;
    Ok(ProfileExport {
        user,
        registration,
        applications,
        favourites,
        letters,
        saved_searches,
        listings,
        second_factor,
        sessions,
        audit_entries,
        files,
    })
}

/// The content of a file; `None` if it was removed since the export began.
pub async fn read_exported_file(ports: &Ports, file: &ExportedFile) -> Result<Option<Bytes>, ServiceError> {
    let read = match &file.source {
        FileSource::Document(location) => ports.documents.read(location).await.map_err(ServiceError::from),
        FileSource::Image(location) => {
            ports.images.read(location).await.map(|image| image.bytes).map_err(ServiceError::from)
        }
    };
    match read {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.is_missing_file() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The ids are read first: a page by its offset would leave out a row if one before it was deleted.
async fn own_applications(ports: &Ports, actor: Actor) -> Result<Vec<ApplicationDetails>, ServiceError> {
    let query = ApplicationListQuery {
        keyword: None,
        badges: Vec::new(),
        administrator_decisions: Vec::new(),
        landlord_decisions: Vec::new(),
        listing: None,
        sort: Sort { by: ApplicationSortField::DateCreated, direction: SortDirection::Ascending },
        page: PageRequest { page: 0, size: MAX_EXPORT_ROWS },
    };
    let scope = ApplicationScope::Student(actor.user_id);
    let ids = ports.applications.list_application_ids(scope, &query, MAX_EXPORT_ROWS.into()).await?;
    let mut found = Vec::with_capacity(ids.len());
    for ids in ids.chunks(ROWS) {
        let rows = ports.applications.list_applications_by_ids(ids).await?;
        found.extend(rows.into_iter().map(|row| row.for_reader(actor)));
    }
    Ok(found)
}

async fn own_favourites(ports: &Ports, actor: Actor) -> Result<Vec<FavouriteDetails>, ServiceError> {
    let page = PageRequest { page: 0, size: u32::try_from(MAX_FAVOURITES).unwrap_or(u32::MAX) };
    let query = FavouriteListQuery { direction: SortDirection::Descending, page };
    Ok(favourites::list_favourites(ports, actor, &query).await?.rows)
}

/// By their ids, as the applications.
async fn own_listings(ports: &Ports, actor: Actor) -> Result<Vec<ListingReadModel>, ServiceError> {
    let ids = ports.listings.list_listing_ids_of(actor.user_id).await?;
    let mut found = Vec::with_capacity(ids.len());
    for ids in ids.chunks(ROWS) {
        let counts = ports.favourites.count_favourites(ids).await?;
        for view in ports.listings.list_whole_listings_by_ids(ids).await? {
            let favourites = Some(counts.get(&view.listing.id).copied().unwrap_or(0));
            found.push(ListingReadModel { favourites, ..view.for_reader(Some(actor)) });
        }
    }
    Ok(found)
}

async fn own_audit_entries(ports: &Ports, actor: Actor) -> Result<Vec<StoredAuditEntry>, ServiceError> {
    let own = AuditFilter { actor: Some(actor.user_id), ..AuditFilter::default() };
    let mut walk = audit::AuditExport::begin(ports, own);
    let mut found = Vec::new();
    loop {
        let entries = walk.next_batch().await?;
        let is_last = entries.is_empty();
        found.extend(entries.into_iter().map(|view| for_its_actor(view.entry, actor)));
        if is_last || found.len() >= MAX_AUDIT_ENTRIES {
            found.truncate(MAX_AUDIT_ENTRIES);
            return Ok(found);
        }
    }
}

/// A landlord who rejects all that wait for a listing also rejects applications that no administrator
/// has checked, of which landlords learn only the number.
fn for_its_actor(entry: StoredAuditEntry, actor: Actor) -> StoredAuditEntry {
    let is_hidden = actor.role == Role::Landlord && entry.action.known() == Some(AuditAction::ApplicationRejected);
    StoredAuditEntry { entity_id: entry.entity_id.filter(|_| !is_hidden), ..entry }
}

#[cfg(test)]
mod tests;
