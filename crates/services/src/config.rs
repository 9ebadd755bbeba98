//! The configuration of use cases, set by the operator.

use chrono::TimeDelta;
use portal_domain::legal_page::LegalPage;
use portal_domain::locale::Locale;
use portal_domain::session::SessionLimits;
use portal_domain::suspicion::SuspicionRules;

/// The operator's configuration, as far as use cases need it.
#[derive(Debug, Clone)]
pub struct ServiceConfig {
    pub session: SessionLimits,
    /// Failed logins of one account within `login_window` before unknown browsers have to wait.
    pub login_failures: u32,
    pub login_window: TimeDelta,
    /// The minimum time between two logins from unknown browsers after that.
    pub login_delay: TimeDelta,
    /// How long a proof of identity allows sensitive changes.
    pub proof_validity: TimeDelta,
    pub second_factor: SecondFactorConfig,
    pub relying_party: RelyingParty,
    /// Applications that a student can submit within an hour.
    pub applications_per_hour: u32,
    /// Listings that a landlord can have at a time.
    pub listings_per_landlord: u32,
    /// Mails to one address within an hour that requests without a login can cause.
    pub mails_per_hour: u32,
    /// How long an activation link is valid.
    pub activation_validity: TimeDelta,
    /// How long a password reset link is valid.
    pub reset_validity: TimeDelta,
    pub retention: RetentionConfig,
    /// Whether rate limits apply.
    pub limits_enabled: bool,
    /// How long the delivery of a mail is retried.
    pub mail_retry_period: TimeDelta,
    /// How long the delivery of one mail may take; the mailer keeps to it.
    pub mail_delivery_timeout: TimeDelta,
    /// How long a decision may take before reminders are sent.
    pub reply_time: TimeDelta,
    /// When a published listing is suspicious.
    pub suspicion: SuspicionRules,
    pub public: PublicConfig,
    pub time_zone: chrono_tz::Tz,
}

/// The second step of logins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondFactorConfig {
    /// Whether administrators may only set one up until they have one.
    pub required_for_administrators: bool,
    /// How long a login waits for its second step, and a passkey for its signature.
    pub challenge_validity: TimeDelta,
    /// Tries of one login.
    pub tries: u32,
}

/// The portal, as passkeys know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelyingParty {
    /// The host name of the public URL; never a network address.
    pub id: String,
    /// The public URL with that host name.
    pub origin: String,
}

/// How long personal data is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionConfig {
    /// Proofs of study, from the decision on.
    pub documents: TimeDelta,
    /// Users without a decision, from the registration on.
    pub pending_registrations: TimeDelta,
    /// Approved and invited users without a password, from the end of their last activation link on.
    pub unactivated_users: TimeDelta,
    /// Rejected users, from the decision on.
    pub rejected_users: TimeDelta,
    /// Letters of decided applications, from the last decision on.
    pub letters: TimeDelta,
    /// Letters of applications that are still open, from the last change on.
    pub open_letters: TimeDelta,
    /// Texts of reports on listings, from the report on.
    pub reports: TimeDelta,
    /// Network addresses in the audit trail, from the action on.
    pub audit_addresses: TimeDelta,
    /// Saved searches, from the last use until their students are told that they will be deleted.
    pub saved_searches: TimeDelta,
    /// Ids of erased users, from their deletion on: as long as backups are kept.
    pub erasures: TimeDelta,
}

/// The configuration that visitors may read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicConfig {
    pub brand_name: String,
    pub contact_email: String,
    /// The terms of use: a path of the portal or an external URL.
    pub terms_url: String,
    pub privacy_url: String,
    pub imprint_url: String,
    pub accessibility_url: String,
    pub default_locale: Locale,
}

impl PublicConfig {
    /// The path of the portal's page, or the URL of the operator's page.
    pub fn legal_url(&self, page: LegalPage) -> &str {
        match page {
            LegalPage::Terms => &self.terms_url,
            LegalPage::Privacy => &self.privacy_url,
            LegalPage::Imprint => &self.imprint_url,
            LegalPage::Accessibility => &self.accessibility_url,
        }
    }

    /// The URL of the operator's page, if it replaces the portal's.
    pub fn legal_replacement(&self, page: LegalPage) -> Option<&str> {
        Some(self.legal_url(page)).filter(|url| *url != page.path())
    }
}
