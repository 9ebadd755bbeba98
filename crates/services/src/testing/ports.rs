//! Ports made of mocks.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::locale::Locale;
use portal_domain::session::SessionLimits;
use uuid::Uuid;

use crate::ports::{
    MockAccountTokenQueries, MockApplicationQueries, MockAttemptCounters, MockAuditQueries, MockClock, MockDiscards,
    MockDocuments, MockEventQueries, MockFileInventory, MockIdentifiers, MockListingQueries, MockListingSearch,
    MockMailer, MockNotificationQueries, MockOutbox, MockPasswordHasher, MockPictures, MockRegistrationQueries,
    MockSessionQueries, MockSettingQueries, MockStatsQueries, MockStore, MockTokens, MockUserQueries, MockViewRecorder,
    Ports,
};
use crate::settings::{PublicFacts, Retention, Rules};

/// Mocks to set expectations on, each public, and rules to change. A mock without expectations refuses
/// every call; the clock stands still unless it is exchanged, and identifiers count up.
pub struct MockPorts {
    pub store: MockStore,
    pub users: MockUserQueries,
    pub registrations: MockRegistrationQueries,
    pub account_tokens: MockAccountTokenQueries,
    pub sessions: MockSessionQueries,
    pub listings: MockListingQueries,
    pub search: MockListingSearch,
    pub applications: MockApplicationQueries,
    pub events: MockEventQueries,
    pub audit: MockAuditQueries,
    pub settings: MockSettingQueries,
    pub notifications: MockNotificationQueries,
    pub stats: MockStatsQueries,
    pub attempts: MockAttemptCounters,
    pub views: MockViewRecorder,
    pub outbox: MockOutbox,
    pub discards: MockDiscards,
    pub pictures: MockPictures,
    pub documents: MockDocuments,
    pub files: MockFileInventory,
    pub mailer: MockMailer,
    pub passwords: MockPasswordHasher,
    pub tokens: MockTokens,
    pub clock: MockClock,
    pub rules: Rules,
}

impl MockPorts {
    /// The moment at which the clock stands unless it is exchanged: 2026-11-20 12:00 UTC.
    pub fn now() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(1_795_176_000)
    }

    /// The `n`th identifier, counting from 1, that is given out.
    pub const fn identifier(n: u128) -> Uuid {
        Uuid::from_u128(0xF000 + n)
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
            listings: Arc::new(self.listings),
            search: Arc::new(self.search),
            applications: Arc::new(self.applications),
            events: Arc::new(self.events),
            audit: Arc::new(self.audit),
            settings: Arc::new(self.settings),
            notifications: Arc::new(self.notifications),
            stats: Arc::new(self.stats),
            attempts: Arc::new(self.attempts),
            views: Arc::new(self.views),
            outbox: Arc::new(self.outbox),
            discards: Arc::new(self.discards),
            pictures: Arc::new(self.pictures),
            documents: Arc::new(self.documents),
            files: Arc::new(self.files),
            mailer: Arc::new(self.mailer),
            passwords: Arc::new(self.passwords),
            tokens: Arc::new(self.tokens),
            clock: Arc::new(self.clock),
            identifiers: Arc::new(identifiers),
            rules: Arc::new(self.rules),
        }
    }
}

impl Default for MockPorts {
    fn default() -> Self {
        let mut clock = MockClock::new();
        clock.expect_now().returning(Self::now);
        Self {
            store: MockStore::new(),
            users: MockUserQueries::new(),
            registrations: MockRegistrationQueries::new(),
            account_tokens: MockAccountTokenQueries::new(),
            sessions: MockSessionQueries::new(),
            listings: MockListingQueries::new(),
            search: MockListingSearch::new(),
            applications: MockApplicationQueries::new(),
            events: MockEventQueries::new(),
            audit: MockAuditQueries::new(),
            settings: MockSettingQueries::new(),
            notifications: MockNotificationQueries::new(),
            stats: MockStatsQueries::new(),
            attempts: MockAttemptCounters::new(),
            views: MockViewRecorder::new(),
            outbox: MockOutbox::new(),
            discards: MockDiscards::new(),
            pictures: MockPictures::new(),
            documents: MockDocuments::new(),
            files: MockFileInventory::new(),
            mailer: MockMailer::new(),
            passwords: MockPasswordHasher::new(),
            tokens: MockTokens::new(),
            clock,
            rules: rules(),
        }
    }
}

fn rules() -> Rules {
    Rules {
        session: SessionLimits {
            idle: TimeDelta::days(7),
            absolute: TimeDelta::days(30),
            grace: TimeDelta::seconds(60),
        },
        login_failures: 10,
        login_window: TimeDelta::minutes(15),
        login_delay: TimeDelta::seconds(30),
        applications_per_hour: 20,
        mails_per_hour: 3,
        activation_validity: TimeDelta::hours(72),
        reset_validity: TimeDelta::hours(1),
        retention: Retention {
            documents: TimeDelta::days(30),
            undecided_registrations: TimeDelta::days(180),
            rejected_people: TimeDelta::days(30),
            letters: TimeDelta::days(180),
            audit_addresses: TimeDelta::days(30),
        },
        limits_enabled: true,
        mail_patience: TimeDelta::days(7),
        reply_time: TimeDelta::days(7),
        public: PublicFacts {
            brand_name: "Fensterplatz".to_owned(),
            contact_email: "hallo@portal.test".to_owned(),
            terms_url: "/legal/terms".to_owned(),
            privacy_url: "/legal/privacy".to_owned(),
            imprint_url: "/legal/imprint".to_owned(),
            default_locale: Locale::German,
        },
        time_zone: chrono_tz::Europe::Berlin,
    }
}
