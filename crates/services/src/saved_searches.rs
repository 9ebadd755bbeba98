//! Searches that students save: at most twenty, see `domain::limits`. New listings are matched with
//! all of them, and mails tell the students.

mod change;
mod create;
mod delete;
mod known_searches;
mod mail_finds;
mod mark_seen;
mod match_listings;
mod prune_unused;
mod unsubscribe;

pub use change::change_saved_search;
pub use create::create_saved_search;
pub use delete::delete_saved_search;
pub use known_searches::KnownSearches;
pub use mail_finds::{MailedFinds, mail_finds};
pub use mark_seen::mark_saved_search_seen;
pub use match_listings::{MatchStats, match_listings};
pub use prune_unused::{UnusedStats, prune_unused};
pub use unsubscribe::unsubscribe_saved_search;

use portal_domain::ids::SavedSearchId;
use portal_domain::policy::Actor;
use portal_domain::saved_search::SavedSearch;

use crate::error::ServiceError;
use crate::paging::{PageRequest, Sort, SortDirection};
use crate::ports::{Ports, SavedSearchDetails, SearchQuery, SearchSortField, UnitOfWork, UnmatchedBacklog};

/// The actor's saved searches, the last saved first.
pub async fn list_saved_searches(ports: &Ports, actor: Actor) -> Result<Vec<SavedSearchDetails>, ServiceError> {
    Ok(ports.saved_searches.list_saved_searches(actor.user_id).await?)
}

/// The state of the queue of unmatched listings, for the metrics.
pub async fn measure_unmatched(ports: &Ports) -> Result<UnmatchedBacklog, ServiceError> {
    Ok(ports.unmatched_listings.backlog().await?)
}

/// The actor's saved search, locked.
async fn get_own(work: &mut dyn UnitOfWork, actor: Actor, id: SavedSearchId) -> Result<SavedSearch, ServiceError> {
    let search = work.saved_searches().find_for_update(id).await?;
    search.filter(|search| search.student_id == actor.user_id).ok_or(ServiceError::SavedSearchNotFound)
}

/// Records what the search finds today: only what is published later is new.
async fn reset_matches(ports: &Ports, work: &mut dyn UnitOfWork, search: &SavedSearch) -> Result<(), ServiceError> {
    // All matches are recorded, so neither order nor page matters.
    let sort = Sort { by: SearchSortField::BasicRent, direction: SortDirection::Ascending };
    let query = SearchQuery::new(&search.filters, ports.today(), sort, PageRequest { page: 0, size: 1 });
    Ok(work.saved_searches().reset_matches(search.id, &query, search.seen_at).await?)
}
