//! Chooses between primary and replica for each read.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::NaiveDate;
use portal_domain::document::Document;
use portal_domain::ids::{ApplicationId, DocumentId, EventId, ListingId, RegistrationId, UserId};
use portal_domain::policy::Visibility;
use portal_domain::search_words::KeywordWord;
use portal_domain::user::{Email, Role, User};
use portal_services::error_chain::ErrorChain;
use portal_services::paging::Page;
use portal_services::ports::{
    ApplicationDetails, ApplicationListQuery, ApplicationQueries, ApplicationScope, AuditCursor, AuditEntryDetails,
    AuditFilter, AuditListQuery, AuditQueries, Credentials, DeletionPreview, DirectoryStart, EventDetails,
    EventListQuery, EventQueries, GeneralStats, HoursToDecision, ListingActivity, ListingListQuery, ListingPreview,
    ListingQueries, ListingReadModel, ListingSearch, ListingSummary, ListingsByStatus, Period, PlaceCount,
    RegistrationDetails, RegistrationListQuery, RegistrationQueries, SearchQuery, SearchResults, SearchableListing,
    StatsQueries, StoreError, UserListQuery, UserQueries, WeekCounts,
};
use portal_services::replica_reads;

use super::ReplicaMonitor;
use crate::errors::{Unavailability, unavailability};

/// A store or a search on the primary database, and perhaps one on a replica. Lists, statistics and
/// what visitors read may come from the replica; what decides about rights, or precedes a change,
/// comes from the primary.
#[derive(Debug, Clone)]
pub struct WithReplica<S> {
    primary: S,
    replica: Option<(S, Arc<ReplicaMonitor>)>,
}

impl<S> WithReplica<S> {
    pub fn new(primary: S, replica: Option<(S, Arc<ReplicaMonitor>)>) -> Self {
        Self { primary, replica }
    }

    /// The replica, if the request permits it and it does not lag too much.
    fn replica(&self) -> Option<&S> {
        let (replica, monitor) = self.replica.as_ref()?;
        let is_permitted = replica_reads::are_replica_reads_permitted() && monitor.freshness().is_within_limit();
        is_permitted.then_some(replica)
    }

    /// What the replica returned; `None` if it is away or busy, so that the primary must answer.
    fn accept<T>(&self, result: Result<T, StoreError>) -> Option<Result<T, StoreError>> {
        let Err(StoreError::Unavailable(error)) = result else { return Some(result) };
        let cause = unavailability(error.as_ref());
        if cause == Unavailability::Canceled {
            // The primary would do the same work, most likely for nothing.
            return Some(Err(StoreError::Unavailable(error)));
        }
        tracing::warn!(error = %ErrorChain(error.as_ref()), "failed to read from the replica, the primary database answers");
        metrics::counter!("portal_database_replica_failures_total").increment(1);
        if cause == Unavailability::Away
            && let Some((_, monitor)) = &self.replica
        {
            // The monitor soon measures again.
            monitor.freshness().forget();
        }
        None
    }
}

/// Reads from the replica if possible, else from the primary.
macro_rules! read {
    ($self:ident.$method:ident($($argument:expr),*)) => {{
        if let Some(replica) = $self.replica()
            && let Some(result) = $self.accept(replica.$method($($argument),*).await)
        {
            return result;
        }
        $self.primary.$method($($argument),*).await
    }};
}

/// The same for one row. What the replica does not have yet may be new.
macro_rules! read_row {
    ($self:ident.$method:ident($($argument:expr),*)) => {{
        if let Some(replica) = $self.replica()
            && let Some(result) = $self.accept(replica.$method($($argument),*).await)
            && !matches!(result, Ok(None))
        {
            return result;
        }
        $self.primary.$method($($argument),*).await
    }};
}

#[async_trait]
impl<S: ListingSearch> ListingSearch for WithReplica<S> {
    async fn search(&self, query: &SearchQuery) -> Result<SearchResults, StoreError> {
        read!(self.search(query))
    }

    async fn suggest(&self, words: &[KeywordWord], limit: usize) -> Result<Vec<PlaceCount>, StoreError> {
        read!(self.suggest(words, limit))
    }

    async fn count_searchable_listings(&self) -> Result<u64, StoreError> {
        read!(self.count_searchable_listings())
    }

    async fn list_searchable_listings(
        &self,
        start: DirectoryStart,
        limit: u32,
    ) -> Result<Vec<SearchableListing>, StoreError> {
        read!(self.list_searchable_listings(start, limit))
    }
}

#[async_trait]
impl<S: ListingQueries> ListingQueries for WithReplica<S> {
    async fn find_listing(
        &self,
        id: ListingId,
        student: Option<UserId>,
    ) -> Result<Option<ListingReadModel>, StoreError> {
        read_row!(self.find_listing(id, student))
    }

    async fn find_visibility(&self, id: ListingId, student: Option<UserId>) -> Result<Option<Visibility>, StoreError> {
        self.primary.find_visibility(id, student).await
    }

    async fn find_preview(&self, id: ListingId) -> Result<Option<ListingPreview>, StoreError> {
        read_row!(self.find_preview(id))
    }

    async fn list_listings_by_ids(&self, ids: &[ListingId]) -> Result<Vec<ListingSummary>, StoreError> {
        read!(self.list_listings_by_ids(ids))
    }

    async fn list_listing_ids_of(&self, landlord: UserId) -> Result<Vec<ListingId>, StoreError> {
        read!(self.list_listing_ids_of(landlord))
    }

    async fn list_whole_listings_by_ids(&self, ids: &[ListingId]) -> Result<Vec<ListingReadModel>, StoreError> {
        read!(self.list_whole_listings_by_ids(ids))
    }

    async fn list_listings(
        &self,
        landlord: Option<UserId>,
        query: &ListingListQuery,
    ) -> Result<Page<ListingSummary>, StoreError> {
        read!(self.list_listings(landlord, query))
    }

    async fn count_activity(
        &self,
        ids: &[ListingId],
        since: NaiveDate,
    ) -> Result<HashMap<ListingId, ListingActivity>, StoreError> {
        read!(self.count_activity(ids, since))
    }
}

#[async_trait]
impl<S: UserQueries> UserQueries for WithReplica<S> {
    async fn find_credentials(&self, email: &Email) -> Result<Option<Credentials>, StoreError> {
        self.primary.find_credentials(email).await
    }

    async fn find_user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        self.primary.find_user(id).await
    }

    async fn find_credentials_of(&self, id: UserId) -> Result<Option<Credentials>, StoreError> {
        self.primary.find_credentials_of(id).await
    }

    async fn list_users(&self, query: &UserListQuery) -> Result<Page<User>, StoreError> {
        read!(self.list_users(query))
    }

    async fn list_user_ids(&self, query: &UserListQuery, limit: i64) -> Result<Vec<UserId>, StoreError> {
        read!(self.list_user_ids(query, limit))
    }

    async fn list_users_by_ids(&self, ids: &[UserId]) -> Result<Vec<User>, StoreError> {
        read!(self.list_users_by_ids(ids))
    }

    async fn preview_deletion(&self, id: UserId) -> Result<Option<DeletionPreview>, StoreError> {
        self.primary.preview_deletion(id).await
    }

    async fn any_user_exists(&self) -> Result<bool, StoreError> {
        self.primary.any_user_exists().await
    }
}

#[async_trait]
impl<S: RegistrationQueries> RegistrationQueries for WithReplica<S> {
    async fn list_registrations(
        &self,
        role: Role,
        query: &RegistrationListQuery,
    ) -> Result<Page<RegistrationDetails>, StoreError> {
        read!(self.list_registrations(role, query))
    }

    async fn list_registration_ids(
        &self,
        role: Role,
        query: &RegistrationListQuery,
        limit: i64,
    ) -> Result<Vec<RegistrationId>, StoreError> {
        read!(self.list_registration_ids(role, query, limit))
    }

    async fn list_registrations_by_ids(&self, ids: &[RegistrationId]) -> Result<Vec<RegistrationDetails>, StoreError> {
        read!(self.list_registrations_by_ids(ids))
    }

    async fn find_registration(&self, id: RegistrationId) -> Result<Option<RegistrationDetails>, StoreError> {
        self.primary.find_registration(id).await
    }

    async fn find_registration_of(&self, user: UserId) -> Result<Option<RegistrationDetails>, StoreError> {
        self.primary.find_registration_of(user).await
    }

    async fn find_document(&self, id: DocumentId) -> Result<Option<Document>, StoreError> {
        self.primary.find_document(id).await
    }
}

#[async_trait]
impl<S: ApplicationQueries> ApplicationQueries for WithReplica<S> {
    async fn list_applications(
        &self,
        scope: ApplicationScope,
        query: &ApplicationListQuery,
    ) -> Result<Page<ApplicationDetails>, StoreError> {
        read!(self.list_applications(scope, query))
    }

    async fn list_application_ids(
        &self,
        scope: ApplicationScope,
        query: &ApplicationListQuery,
        limit: i64,
    ) -> Result<Vec<ApplicationId>, StoreError> {
        read!(self.list_application_ids(scope, query, limit))
    }

    async fn list_open_application_ids(
        &self,
        listing: ListingId,
        limit: i64,
    ) -> Result<Vec<ApplicationId>, StoreError> {
        self.primary.list_open_application_ids(listing, limit).await
    }

    async fn list_applications_by_ids(&self, ids: &[ApplicationId]) -> Result<Vec<ApplicationDetails>, StoreError> {
        read!(self.list_applications_by_ids(ids))
    }

    async fn find_application(&self, id: ApplicationId) -> Result<Option<ApplicationDetails>, StoreError> {
        self.primary.find_application(id).await
    }
}

#[async_trait]
impl<S: EventQueries> EventQueries for WithReplica<S> {
    async fn list_events(&self, query: &EventListQuery) -> Result<Page<EventDetails>, StoreError> {
        read!(self.list_events(query))
    }

    async fn list_event_ids(&self, query: &EventListQuery, limit: i64) -> Result<Vec<EventId>, StoreError> {
        read!(self.list_event_ids(query, limit))
    }

    async fn list_events_by_ids(&self, ids: &[EventId]) -> Result<Vec<EventDetails>, StoreError> {
        read!(self.list_events_by_ids(ids))
    }

    async fn find_event(&self, id: EventId) -> Result<Option<EventDetails>, StoreError> {
        self.primary.find_event(id).await
    }
}

#[async_trait]
impl<S: AuditQueries> AuditQueries for WithReplica<S> {
    async fn list_audit_entries(&self, query: &AuditListQuery) -> Result<Page<AuditEntryDetails>, StoreError> {
        read!(self.list_audit_entries(query))
    }

    async fn list_audit_entries_after(
        &self,
        filter: &AuditFilter,
        after: Option<AuditCursor>,
        limit: i64,
    ) -> Result<Vec<AuditEntryDetails>, StoreError> {
        // Of a walk that takes several reads: each must see what the one before has seen.
        self.primary.list_audit_entries_after(filter, after, limit).await
    }
}

#[async_trait]
impl<S: StatsQueries> StatsQueries for WithReplica<S> {
    async fn count_all(&self) -> Result<GeneralStats, StoreError> {
        read!(self.count_all())
    }

    async fn count_listings_by_status(&self) -> Result<ListingsByStatus, StoreError> {
        read!(self.count_listings_by_status())
    }

    async fn count_new(&self, periods: &[Period]) -> Result<Vec<WeekCounts>, StoreError> {
        read!(self.count_new(periods))
    }

    async fn find_hours_to_decision(&self, period: Period) -> Result<HoursToDecision, StoreError> {
        read!(self.find_hours_to_decision(period))
    }
}
