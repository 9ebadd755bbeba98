//! The ports: what use cases need from databases, stores, mail servers and the like. Other crates
//! implement them; `testing` offers mocks.

mod account_tokens;
mod applications;
mod assets;
mod attempts;
mod audit;
mod backups;
mod clock;
mod documents;
mod donations;
mod erasures;
mod events;
mod facets;
mod favourites;
mod file_removals;
mod files;
mod images;
mod job_runs;
mod letters;
mod listing_activity;
mod listing_views;
mod listings;
mod mail_files;
mod mailer;
mod notifications;
mod outbox;
mod passwords;
mod registrations;
mod reply_clock;
mod retention;
mod saved_search_feed;
mod saved_search_matcher;
mod saved_searches;
mod search;
mod search_feed;
mod second_factor;
mod security_log;
mod sessions;
mod settings;
mod stats;
mod store;
mod suspicions;
mod tokens;
mod unmatched_listings;
mod unsubscribe_tokens;
mod users;

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};

pub use account_tokens::{AccountTokenQueries, AccountTokenRepository};
pub use applications::{
    APPLICATION_EXISTS, ApplicationDetails, ApplicationListQuery, ApplicationListing, ApplicationQueries,
    ApplicationRepository, ApplicationScope, ApplicationSortField, ApplicationUser,
};
pub use assets::{AssetFile, AssetName, AssetStore, StoredAsset};
pub use attempts::{AttemptCounters, Attempts};
pub use audit::{
    AuditCursor, AuditEntitySummary, AuditEntryDetails, AuditFilter, AuditListQuery, AuditListing, AuditQueries,
    AuditRepository,
};
pub use backups::{BackupQueries, BackupState};
pub use clock::{Clock, Identifiers};
pub use documents::{DocumentStore, DocumentStoreError};
pub use donations::DonationRepository;
pub use erasures::{ErasedUser, ErasureList, ErasureQueue};
pub use events::{
    DeletedListing, EventDetails, EventEntitySummary, EventListQuery, EventQueries, EventRepository, LockedRows,
};
pub use facets::{AREA_RANGES, Facets, PRICE_RANGES};
pub use favourites::{Favourite, FavouriteDetails, FavouriteListQuery, FavouriteQueries, FavouriteRepository};
pub use file_removals::{
    FILE_REMOVAL_EXECUTED, FileRemoval, FileRemovalBacklog, FileRemovalQueue, FileRemovalRepository,
};
pub use files::{FileBatches, FileInventory};
pub use images::{EncodedImage, ImageStore, ImageStoreError, PreparedImage, VariantFormat, VariantSize};
pub use job_runs::{JobClaim, JobRuns, PeriodicJob};
pub use letters::{LETTER_NAME_EXISTS, LetterQueries, LetterRepository};
pub use listing_activity::{ListingActivity, ManagedListing};
pub use listing_views::{ListingView, ListingViewRecorder};
pub use listings::{
    LandlordSummary, ListingListQuery, ListingPreview, ListingQueries, ListingReadModel, ListingRepository,
    ListingSortField, ListingSummary, PREVIEW_CHARS, PREVIEW_IMAGES, PreviewImage,
};
pub use mail_files::MailFiles;
pub use mailer::{
    MailAccount, MailApplication, MailError, MailFacts, MailFind, MailGrounds, MailListing, MailLogin, MailMessage,
    MailSavedSearch, MailToken, MailUnsubscribe, MailUser, Mailer, PendingReviews, ReviewKind,
};
pub use notifications::{AdministratorNotifications, NotificationQueries};
pub use outbox::{
    ClaimOrder, ClaimedMail, MailBacklog, MailSelection, MailState, Outbox, OutboxRepository, QueuedMail,
};
pub use passwords::{PasswordError, PasswordHash, PasswordHasher};
pub use registrations::{
    RegistrationDetails, RegistrationListQuery, RegistrationQueries, RegistrationRepository, RegistrationSortField,
};
pub use reply_clock::ReplyClockRepository;
pub use retention::{Pruner, RetentionCutoffs, RetentionRepository};
pub use saved_search_feed::{SavedSearchFeed, SavedSearchPart, SavedSearchPosition, SavedSearchRead};
pub use saved_search_matcher::{SavedSearchChange, SavedSearchMatcher};
pub use saved_searches::{
    AssignedMails, SavedSearchDetails, SavedSearchMatch, SavedSearchMatchRepository, SavedSearchQueries,
    SavedSearchRepository,
};
pub use search::{
    Bounds, CardSerializer, Cards, DirectoryStart, ListingSearch, MatchQuality, Place, PlaceCount, SearchQuery,
    SearchResults, SearchSortField, SearchableListing, UNKNOWN_DISTANCE,
};
pub use search_feed::{FeedPosition, FeedRead, SearchChanges, SearchDocument, SearchFeed, SearchFeedReader, WordList};
pub use second_factor::{
    LoginChallenges, NewPasskey, OneTimeCodes, PASSKEY_EXISTS, PasskeyAssertion, PasskeyError, PasskeyRegistration,
    PasskeyVerifier, RecoveryCode, SecondFactorQueries, SecondFactorRepository, TotpSecret,
};
pub use security_log::{SecurityLog, SecurityRecord};
pub use sessions::{SessionActor, SessionQueries, SessionRepository};
pub use settings::{ImageSetting, SettingListQuery, SettingQueries, SettingRepository, SettingSortField};
pub use stats::{
    ApplicationStats, GeneralStats, Hours, HoursToDecision, ListingStats, ListingsByStatus, Period, StatsQueries,
    UserStats, WeekCounts,
};
pub use store::{Store, StoreError, UnitOfWork};
pub use suspicions::SuspicionRepository;
pub use tokens::{AccountSecret, RefreshToken, Tokens};
pub use unmatched_listings::{ClaimedListing, ClaimedListings, UnmatchedBacklog, UnmatchedListings};
pub use unsubscribe_tokens::{Subscription, UnsubscribeToken, UnsubscribeTokens};
pub use users::{
    Credentials, DeletionPreview, USER_EMAIL_TAKEN, UserListQuery, UserQueries, UserRepository, UserSortField,
    UserSummary, UserWithAdministratorCount,
};

#[cfg(any(test, feature = "testing"))]
pub use self::{
    account_tokens::{MockAccountTokenQueries, MockAccountTokenRepository},
    applications::{MockApplicationQueries, MockApplicationRepository},
    assets::MockAssetStore,
    attempts::MockAttemptCounters,
    audit::{MockAuditQueries, MockAuditRepository},
    backups::MockBackupQueries,
    clock::{MockClock, MockIdentifiers},
    documents::MockDocumentStore,
    donations::MockDonationRepository,
    erasures::{MockErasureList, MockErasureQueue},
    events::{MockEventQueries, MockEventRepository},
    favourites::{MockFavouriteQueries, MockFavouriteRepository},
    file_removals::MockFileRemovalQueue,
    files::{MockFileBatches, MockFileInventory},
    images::MockImageStore,
    job_runs::{MockJobClaim, MockJobRuns},
    letters::{MockLetterQueries, MockLetterRepository},
    listing_views::MockListingViewRecorder,
    listings::{MockListingQueries, MockListingRepository},
    mail_files::MockMailFiles,
    mailer::MockMailer,
    notifications::MockNotificationQueries,
    outbox::{MockOutbox, MockOutboxRepository},
    passwords::MockPasswordHasher,
    registrations::{MockRegistrationQueries, MockRegistrationRepository},
    reply_clock::MockReplyClockRepository,
    retention::{MockPruner, MockRetentionRepository},
    saved_search_feed::MockSavedSearchFeed,
    saved_search_matcher::MockSavedSearchMatcher,
    saved_searches::{MockSavedSearchMatchRepository, MockSavedSearchQueries, MockSavedSearchRepository},
    search::MockListingSearch,
    search_feed::{MockSearchFeed, MockSearchFeedReader},
    second_factor::{
        MockLoginChallenges, MockOneTimeCodes, MockPasskeyVerifier, MockSecondFactorQueries, MockSecondFactorRepository,
    },
    sessions::{MockSessionQueries, MockSessionRepository},
    settings::{MockSettingQueries, MockSettingRepository},
    stats::MockStatsQueries,
    store::MockStore,
    suspicions::MockSuspicionRepository,
    tokens::MockTokens,
    unmatched_listings::MockUnmatchedListings,
    unsubscribe_tokens::MockUnsubscribeTokens,
    users::{MockUserQueries, MockUserRepository},
};

use crate::config::ServiceConfig;

/// The error of a library, kept for the log only.
pub type Source = Box<dyn std::error::Error + Send + Sync>;

/// All ports, and the configuration.
#[derive(Clone)]
pub struct Ports {
    pub store: Arc<dyn Store>,
    pub users: Arc<dyn UserQueries>,
    pub registrations: Arc<dyn RegistrationQueries>,
    pub account_tokens: Arc<dyn AccountTokenQueries>,
    pub sessions: Arc<dyn SessionQueries>,
    pub second_factors: Arc<dyn SecondFactorQueries>,
    pub login_challenges: Arc<dyn LoginChallenges>,
    pub listings: Arc<dyn ListingQueries>,
    pub search: Arc<dyn ListingSearch>,
    pub applications: Arc<dyn ApplicationQueries>,
    pub letters: Arc<dyn LetterQueries>,
    pub events: Arc<dyn EventQueries>,
    pub favourites: Arc<dyn FavouriteQueries>,
    pub saved_searches: Arc<dyn SavedSearchQueries>,
    pub saved_search_feed: Arc<dyn SavedSearchFeed>,
    pub saved_search_matcher: Arc<dyn SavedSearchMatcher>,
    pub unmatched_listings: Arc<dyn UnmatchedListings>,
    pub audit: Arc<dyn AuditQueries>,
    pub settings: Arc<dyn SettingQueries>,
    pub notifications: Arc<dyn NotificationQueries>,
    pub stats: Arc<dyn StatsQueries>,
    pub attempts: Arc<dyn AttemptCounters>,
    pub listing_views: Arc<dyn ListingViewRecorder>,
    pub outbox: Arc<dyn Outbox>,
    pub file_removals: Arc<dyn FileRemovalQueue>,
    pub pruner: Arc<dyn Pruner>,
    pub job_runs: Arc<dyn JobRuns>,
    pub images: Arc<dyn ImageStore>,
    pub documents: Arc<dyn DocumentStore>,
    pub files: Arc<dyn FileInventory>,
    pub assets: Arc<dyn AssetStore>,
    pub erasure_queue: Arc<dyn ErasureQueue>,
    pub erasure_list: Arc<dyn ErasureList>,
    pub backups: Arc<dyn BackupQueries>,
    pub mailer: Arc<dyn Mailer>,
    pub mail_files: Arc<dyn MailFiles>,
    pub passwords: Arc<dyn PasswordHasher>,
    pub tokens: Arc<dyn Tokens>,
    pub unsubscribe_tokens: Arc<dyn UnsubscribeTokens>,
    pub codes: Arc<dyn OneTimeCodes>,
    pub passkeys: Arc<dyn PasskeyVerifier>,
    pub security_log: Arc<dyn SecurityLog>,
    pub clock: Arc<dyn Clock>,
    pub identifiers: Arc<dyn Identifiers>,
    pub config: Arc<ServiceConfig>,
}

impl Ports {
    /// The day in the configured time zone.
    pub fn today(&self) -> NaiveDate {
        self.day_of(self.clock.now())
    }

    /// The day of this time where the portal is.
    pub fn day_of(&self, time: DateTime<Utc>) -> NaiveDate {
        time.with_timezone(&self.config.time_zone).date_naive()
    }
}
