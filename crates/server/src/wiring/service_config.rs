//! The settings of the use cases.

use chrono::TimeDelta;
use portal_domain::legal_page::LegalPage;
use portal_domain::session::SessionLimits;
use portal_domain::suspicion::SuspicionRules;
use portal_services::config::{PublicConfig, RetentionConfig, SecondFactorConfig, ServiceConfig};

use crate::config::{Config, PublicUrl, SecondFactorRequirement};

pub(super) fn of(config: &Config, url: &PublicUrl) -> ServiceConfig {
    ServiceConfig {
        session: SessionLimits {
            idle: TimeDelta::days(config.session_idle_days.into()),
            absolute: TimeDelta::days(config.session_absolute_days.into()),
            grace: TimeDelta::seconds(config.refresh_grace_seconds.into()),
        },
        login_failures: config.log_in_failures,
        login_window: TimeDelta::minutes(config.log_in_window_minutes.into()),
        login_delay: TimeDelta::seconds(config.log_in_delay_seconds.into()),
        proof_validity: TimeDelta::minutes(config.proof_minutes.get().into()),
        second_factor: SecondFactorConfig {
            required_for_administrators: config.require_second_factor == SecondFactorRequirement::Administrators,
            challenge_validity: TimeDelta::minutes(config.second_factor_minutes.get().into()),
            tries: config.second_factor_tries.get(),
        },
        relying_party: url.relying_party(),
        applications_per_hour: config.applications_per_hour,
        listings_per_landlord: config.listings_per_landlord,
        mails_per_hour: config.mails_per_hour,
        activation_validity: TimeDelta::hours(config.activation_hours.into()),
        reset_validity: TimeDelta::hours(config.password_reset_hours.into()),
        retention: retention(config),
        limits_enabled: config.rate_limit_enabled,
        mail_retry_period: TimeDelta::days(config.mail_patience_days.into()),
        mail_delivery_timeout: TimeDelta::seconds(config.mail_delivery_seconds.get().into()),
        reply_time: TimeDelta::days(config.reply_days.into()),
        suspicion: suspicion(config),
        public: public(config),
        time_zone: config.time_zone,
    }
}

fn retention(config: &Config) -> RetentionConfig {
    let days = |days: u32| TimeDelta::days(days.into());
    RetentionConfig {
        documents: days(config.retention_documents_days),
        pending_registrations: days(config.retention_undecided_registrations_days),
        unactivated_users: days(config.retention_unactivated_users_days),
        rejected_users: days(config.retention_rejected_people_days),
        letters: days(config.retention_letters_days),
        open_letters: days(config.retention_open_letters_days),
        reports: days(config.retention_reports_days),
        audit_addresses: days(config.retention_audit_addresses_days),
        erasures: days(config.retention_erasures_days),
        saved_searches: days(config.retention_saved_searches_days),
    }
}

const fn suspicion(config: &Config) -> SuspicionRules {
    SuspicionRules {
        rent_percent: config.suspicious_rent_percent,
        rent_listings: config.suspicious_rent_listings,
        texts: config.suspicious_texts,
        images: config.suspicious_images,
        image_distance: config.suspicious_image_distance,
        publications_per_day: config.suspicious_publications_per_day,
    }
}

fn public(config: &Config) -> PublicConfig {
    PublicConfig {
        brand_name: config.brand_name.clone(),
        contact_email: config.contact_email.clone(),
        terms_url: config.legal_url(LegalPage::Terms),
        privacy_url: config.legal_url(LegalPage::Privacy),
        imprint_url: config.legal_url(LegalPage::Imprint),
        accessibility_url: config.legal_url(LegalPage::Accessibility),
        default_locale: config.default_locale,
    }
}
