//! Ports made of mocks.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::ids::UserId;
use portal_domain::locale::Locale;
use portal_domain::session::SessionLimits;
use portal_domain::suspicion::SuspicionRules;
use uuid::Uuid;

use super::RecordedSecurityLog;
use crate::config::{PublicConfig, RelyingParty, RetentionConfig, SecondFactorConfig, ServiceConfig};
use crate::ports::{
    Attempts, MockAccountTokenQueries, MockApplicationQueries, MockAssetStore, MockAttemptCounters, MockAuditQueries,
    MockBackupQueries, MockClock, MockDocumentStore, MockErasureList, MockErasureQueue, MockEventQueries,
    MockFavouriteQueries, MockFileInventory, MockFileRemovalQueue, MockIdentifiers, MockImageStore, MockJobRuns,
    MockLetterQueries, MockListingQueries, MockListingSearch, MockListingViewRecorder, MockLoginChallenges,
    MockMailFiles, MockMailer, MockNotificationQueries, MockOneTimeCodes, MockOutbox, MockPasskeyVerifier,
    MockPasswordHasher, MockPruner, MockRegistrationQueries, MockSavedSearchFeed, MockSavedSearchMatcher,
    MockSavedSearchQueries, MockSecondFactorQueries, MockSessionQueries, MockSettingQueries, MockStatsQueries,
    MockStore, MockTokens, MockUnmatchedListings, MockUnsubscribeTokens, MockUserQueries, Ports, StoreError,
};

/// Mocks with public fields to set expectations on, and a configuration to change. A mock without
/// expectations rejects every call; the clock is fixed unless replaced, and identifiers count up.
pub struct MockPorts {
    pub store: MockStore,
    pub users: MockUserQueries,
    pub registrations: MockRegistrationQueries,
    pub account_tokens: MockAccountTokenQueries,
    pub sessions: MockSessionQueries,
    pub second_factors: MockSecondFactorQueries,
    pub login_challenges: MockLoginChallenges,
    pub listings: MockListingQueries,
    pub search: MockListingSearch,
    pub applications: MockApplicationQueries,
    pub letters: MockLetterQueries,
    pub events: MockEventQueries,
    /// No listing is marked unless replaced.
    pub favourites: MockFavouriteQueries,
    pub saved_searches: MockSavedSearchQueries,
    pub saved_search_feed: MockSavedSearchFeed,
    pub saved_search_matcher: MockSavedSearchMatcher,
    pub unmatched_listings: MockUnmatchedListings,
    pub audit: MockAuditQueries,
    pub settings: MockSettingQueries,
    pub notifications: MockNotificationQueries,
    pub stats: MockStatsQueries,
    pub attempts: MockAttemptCounters,
    pub listing_views: MockListingViewRecorder,
    pub outbox: MockOutbox,
    pub file_removals: MockFileRemovalQueue,
    pub pruner: MockPruner,
    pub job_runs: MockJobRuns,
    pub images: MockImageStore,
    pub documents: MockDocumentStore,
    pub files: MockFileInventory,
    pub assets: MockAssetStore,
    pub erasure_queue: MockErasureQueue,
    pub erasure_list: MockErasureList,
    pub backups: MockBackupQueries,
    pub mailer: MockMailer,
    pub mail_files: MockMailFiles,
    pub passwords: MockPasswordHasher,
    pub tokens: MockTokens,
    pub unsubscribe_tokens: MockUnsubscribeTokens,
    pub codes: MockOneTimeCodes,
    pub passkeys: MockPasskeyVerifier,
    pub security_log: RecordedSecurityLog,
    pub clock: MockClock,
    pub config: ServiceConfig,
}

impl MockPorts {
    /// The time of the fixed clock: 2026-11-20 12:00 UTC.
    pub fn now() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(1_795_176_000)
    }

    /// The `n`th generated identifier, counting from 1.
    pub const fn identifier(n: u128) -> Uuid {
        Uuid::from_u128(0xF000 + n)
    }

    /// Counts a try of this user's second factor as the third.
    #[must_use]
    pub fn expecting_try_of_second_factor(mut self, user: UserId) -> Self {
        self.tokens.expect_pseudonym().returning(str::to_owned);
        let key = counter_of_second_factor(user);
        let window_ends = Self::now() + TimeDelta::minutes(3);
        let counted = self.attempts.expect_add().once();
        counted
            .withf(move |counted, window, _| counted == key && *window == TimeDelta::minutes(15))
            .returning(move |_, _, _| Ok(Attempts { count: 3, window_ends }));
        self
    }

    /// Expects that the tries of this user's second factor are forgotten.
    #[must_use]
    pub fn expecting_tries_to_be_reset(mut self, user: UserId) -> Self {
        let key = counter_of_second_factor(user);
        self.attempts.expect_clear().once().withf(move |reset| reset == key).returning(|_| Ok(()));
        self
    }

    /// Fails to take back a try of this user's second factor.
    #[must_use]
    pub fn expecting_try_to_be_taken_back(mut self, user: UserId) -> Self {
        let key = counter_of_second_factor(user);
        let taken_back = self.attempts.expect_take_back().once();
        taken_back.withf(move |taken| taken == key).returning(|_| Err(StoreError::Corrupt("no counter".into())));
        self
    }

    pub fn build(self) -> Ports {
        let mut identifiers = MockIdentifiers::new();
        let mut given = 0;
        identifiers.expect_next().returning(move || {
            given += 1;
            Self::identifier(given)
        });
        Ports {
            store: Arc::new(self.store),
            users: Arc::new(self.users),
            registrations: Arc::new(self.registrations),
            account_tokens: Arc::new(self.account_tokens),
            sessions: Arc::new(self.sessions),
            second_factors: Arc::new(self.second_factors),
            login_challenges: Arc::new(self.login_challenges),
            listings: Arc::new(self.listings),
            search: Arc::new(self.search),
            applications: Arc::new(self.applications),
            letters: Arc::new(self.letters),
            events: Arc::new(self.events),
            favourites: Arc::new(self.favourites),
            saved_searches: Arc::new(self.saved_searches),
            saved_search_feed: Arc::new(self.saved_search_feed),
            saved_search_matcher: Arc::new(self.saved_search_matcher),
            unmatched_listings: Arc::new(self.unmatched_listings),
            audit: Arc::new(self.audit),
            settings: Arc::new(self.settings),
            notifications: Arc::new(self.notifications),
            stats: Arc::new(self.stats),
            attempts: Arc::new(self.attempts),
            listing_views: Arc::new(self.listing_views),
            outbox: Arc::new(self.outbox),
            file_removals: Arc::new(self.file_removals),
            pruner: Arc::new(self.pruner),
            job_runs: Arc::new(self.job_runs),
            images: Arc::new(self.images),
            documents: Arc::new(self.documents),
            files: Arc::new(self.files),
            assets: Arc::new(self.assets),
            erasure_queue: Arc::new(self.erasure_queue),
            erasure_list: Arc::new(self.erasure_list),
            backups: Arc::new(self.backups),
            mailer: Arc::new(self.mailer),
            mail_files: Arc::new(self.mail_files),
            passwords: Arc::new(self.passwords),
            tokens: Arc::new(self.tokens),
            unsubscribe_tokens: Arc::new(self.unsubscribe_tokens),
            codes: Arc::new(self.codes),
            passkeys: Arc::new(self.passkeys),
            security_log: Arc::new(self.security_log),
            clock: Arc::new(self.clock),
            identifiers: Arc::new(identifiers),
            config: Arc::new(self.config),
        }
    }
}

impl Default for MockPorts {
    fn default() -> Self {
        let mut clock = MockClock::new();
        clock.expect_now().returning(Self::now);
        let mut favourites = MockFavouriteQueries::new();
        favourites.expect_count_favourites().returning(|_| Ok(HashMap::new()));
        let mut listings = MockListingQueries::new();
        listings.expect_count_activity().returning(|_, _| Ok(HashMap::new()));
        Self {
            store: MockStore::new(),
            users: MockUserQueries::new(),
            registrations: MockRegistrationQueries::new(),
            account_tokens: MockAccountTokenQueries::new(),
            sessions: MockSessionQueries::new(),
            second_factors: MockSecondFactorQueries::new(),
            login_challenges: MockLoginChallenges::new(),
            listings,
            search: MockListingSearch::new(),
            applications: MockApplicationQueries::new(),
            letters: MockLetterQueries::new(),
            events: MockEventQueries::new(),
            favourites,
            saved_searches: MockSavedSearchQueries::new(),
            saved_search_feed: MockSavedSearchFeed::new(),
            saved_search_matcher: MockSavedSearchMatcher::new(),
            unmatched_listings: MockUnmatchedListings::new(),
            audit: MockAuditQueries::new(),
            settings: MockSettingQueries::new(),
            notifications: MockNotificationQueries::new(),
            stats: MockStatsQueries::new(),
            attempts: MockAttemptCounters::new(),
            listing_views: MockListingViewRecorder::new(),
            outbox: MockOutbox::new(),
            file_removals: MockFileRemovalQueue::new(),
            pruner: MockPruner::new(),
            job_runs: MockJobRuns::new(),
            images: MockImageStore::new(),
            documents: MockDocumentStore::new(),
            files: MockFileInventory::new(),
            assets: MockAssetStore::new(),
            erasure_queue: MockErasureQueue::new(),
            erasure_list: MockErasureList::new(),
            backups: MockBackupQueries::new(),
            mailer: MockMailer::new(),
            mail_files: MockMailFiles::new(),
            passwords: MockPasswordHasher::new(),
            tokens: MockTokens::new(),
            unsubscribe_tokens: MockUnsubscribeTokens::new(),
            codes: MockOneTimeCodes::new(),
            passkeys: MockPasskeyVerifier::new(),
            security_log: RecordedSecurityLog::default(),
            clock,
            config: config(),
        }
    }
}

fn counter_of_second_factor(user: UserId) -> String {
    format!("second-factor:{user}")
}

fn config() -> ServiceConfig {
    ServiceConfig {
        session: SessionLimits {
            idle: TimeDelta::days(7),
            absolute: TimeDelta::days(30),
            grace: TimeDelta::seconds(60),
        },
        login_failures: 10,
        login_window: TimeDelta::minutes(15),
        login_delay: TimeDelta::seconds(30),
        proof_validity: TimeDelta::minutes(10),
        second_factor: SecondFactorConfig {
            required_for_administrators: false,
            challenge_validity: TimeDelta::minutes(5),
            tries: 5,
        },
        relying_party: RelyingParty { id: "portal.test".to_owned(), origin: "https://portal.test".to_owned() },
        applications_per_hour: 20,
        listings_per_landlord: 200,
        mails_per_hour: 3,
        activation_validity: TimeDelta::hours(72),
        reset_validity: TimeDelta::hours(1),
        retention: RetentionConfig {
            documents: TimeDelta::days(30),
            pending_registrations: TimeDelta::days(180),
            unactivated_users: TimeDelta::days(180),
            rejected_users: TimeDelta::days(30),
            letters: TimeDelta::days(180),
            open_letters: TimeDelta::days(180),
            reports: TimeDelta::days(180),
            audit_addresses: TimeDelta::days(30),
            erasures: TimeDelta::days(35),
            saved_searches: TimeDelta::days(365),
        },
        limits_enabled: true,
        mail_retry_period: TimeDelta::days(7),
        mail_delivery_timeout: TimeDelta::seconds(45),
        reply_time: TimeDelta::days(7),
        // Off: changes of a listing are tested without their surroundings.
        suspicion: SuspicionRules {
            rent_percent: 0,
            texts: false,
            images: false,
            publications_per_day: 0,
            ..SuspicionRules::default()
        },
        public: PublicConfig {
            brand_name: "Fensterplatz".to_owned(),
            contact_email: "hallo@portal.test".to_owned(),
            terms_url: "/legal/terms".to_owned(),
            privacy_url: "/legal/privacy".to_owned(),
            imprint_url: "/legal/imprint".to_owned(),
            accessibility_url: "/legal/accessibility".to_owned(),
            default_locale: Locale::German,
        },
        time_zone: chrono_tz::Europe::Berlin,
    }
}
