//! The searches that students have saved, and the mails about what they find.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::{ListingId, MailId, SavedSearchId, UserId};
use portal_domain::saved_search::SavedSearch;

use super::{SavedSearchPosition, SearchQuery, StoreError};

/// A saved search on the list of its student.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearchDetails {
    pub search: SavedSearch,
    /// The number of searchable listings that it has found since it was seen. Counted up to 1,000,
    /// which means that many or more.
    pub new_count: u64,
}

/// A listing that a saved search finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SavedSearchMatch {
    pub search: SavedSearchId,
    pub listing: ListingId,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SavedSearchRepository: Send {
    /// The saved search, locked until the transaction ends.
    async fn find_for_update(&mut self, id: SavedSearchId) -> Result<Option<SavedSearch>, StoreError>;

    /// All saved searches of a student, by ascending id, locked until the transaction ends.
    async fn list_of_for_update(&mut self, student: UserId) -> Result<Vec<SavedSearch>, StoreError>;

    async fn count_of(&mut self, student: UserId) -> Result<u64, StoreError>;

    async fn insert(&mut self, search: &SavedSearch) -> Result<(), StoreError>;

    async fn save(&mut self, search: &SavedSearch) -> Result<(), StoreError>;

    /// Deletes a saved search, which is locked, with all that it has found.
    async fn delete(&mut self, id: SavedSearchId) -> Result<(), StoreError>;

    /// Deletes all saved searches of a student with all that they have found.
    async fn delete_of(&mut self, student: UserId) -> Result<(), StoreError>;

    /// Forgets what a saved search has found, and records as known what it finds at this moment,
    /// which `query` asks for. Listings that are published until the commit are matched later.
    async fn reset_matches(
        &mut self,
        id: SavedSearchId,
        query: &SearchQuery,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;

    /// No mail tells what the saved search, which is locked, has found so far.
    async fn cancel_mails(&mut self, id: SavedSearchId) -> Result<(), StoreError>;

    /// The number of searchable listings that a saved search has found since it was seen, at most
    /// 1,000.
    async fn count_new(&mut self, id: SavedSearchId) -> Result<u64, StoreError>;

    /// Marks the saved searches that were not used since `unused_since`, of at most `limit`
    /// students, and returns these students, locked. Each search is marked once until it is used
    /// again.
    async fn claim_unused(
        &mut self,
        unused_since: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<UserId>, StoreError>;

    /// Deletes at most `limit` saved searches that were marked as unused before this time, with all
    /// that they have found, and returns how many. Leaves out what another transaction locks.
    async fn delete_unused(&mut self, marked_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;
}

/// What became of the mails to students whose saved searches were due.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AssignedMails {
    /// The mails that have something to tell.
    pub mails: Vec<MailId>,
    /// Of the due searches that were dealt with, those without anything to tell. They are still due.
    pub idle_searches: Vec<SavedSearchId>,
}

/// What saved searches find. Any number of processes may work at once.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SavedSearchMatchRepository: Send {
    /// Records matches, and when a mail about them is due. A match that is known counts only if
    /// the student was told of it and the rent has fallen since
    /// ([`has_rent_fallen`](portal_domain::saved_search::has_rent_fallen)). Left out are listings
    /// that are not searchable any more, and searches that were changed after `as_of`. Returns how
    /// many are new.
    async fn record(
        &mut self,
        matches: &[SavedSearchMatch],
        as_of: &SavedSearchPosition,
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError>;

    /// Removes claimed rows from the queue of unmatched listings.
    async fn remove_from_queue(&mut self, numbers: &[i64]) -> Result<(), StoreError>;

    /// At most `limit` active students about whose saved searches a mail is due and who got none
    /// within [`MAIL_GAP`](portal_domain::saved_search::MAIL_GAP), locked, the longest due first.
    /// Students whom another transaction locks are left out.
    async fn claim_recipients(&mut self, now: DateTime<Utc>, limit: i64) -> Result<Vec<UserId>, StoreError>;

    /// Assigns to the mail of each student all matches of due searches that no mail has told of, and
    /// sets when further matches of these searches will be told. The students are locked. Assigns at
    /// most 10,000 matches: the last students of the list may stay due, and of a student with more,
    /// the rest is due after [`MAIL_GAP`](portal_domain::saved_search::MAIL_GAP).
    async fn assign_mails(
        &mut self,
        mails: &[(UserId, MailId)],
        now: DateTime<Utc>,
    ) -> Result<AssignedMails, StoreError>;

    /// Of these due searches, those that have nothing to tell are not due any more. In a transaction
    /// of its own: it waits for all that record matches of these searches.
    async fn clear_due(&mut self, searches: &[SavedSearchId], now: DateTime<Utc>) -> Result<(), StoreError>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SavedSearchQueries: Send + Sync {
    /// All saved searches of a student, the last saved first.
    async fn list_saved_searches(&self, student: UserId) -> Result<Vec<SavedSearchDetails>, StoreError>;
}
