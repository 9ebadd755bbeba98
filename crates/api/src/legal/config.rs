//! The values of the templates.

use chrono::TimeDelta;
use minijinja::{Value, context};
use portal_domain::legal_page::LegalPage;
use portal_services::config::ServiceConfig;

use super::markdown;
use crate::sessions::DEVICE_COOKIE_DAYS;

/// The operator of the portal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    pub name: String,
    /// One or several lines.
    pub address: String,
}

/// The configuration of the legal pages that is not part of the use cases' configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalConfig {
    /// If `None`, the pages state that the operator is missing.
    pub operator: Option<Operator>,
    /// Whether this is a demo with fictitious users.
    pub demo: bool,
    /// The lifetime of an access token.
    pub access_validity: TimeDelta,
}

impl LegalConfig {
    /// The values by their names in the templates. The templates escape plain texts.
    pub(super) fn values(&self, config: &ServiceConfig) -> Value {
        let public = &config.public;
        let url = |page: LegalPage| Value::from_safe_string(markdown::destination(public.legal_url(page)));
        context! {
            brand => &public.brand_name,
            contact => &public.contact_email,
            contact_url => Value::from_safe_string(markdown::destination(&public.contact_email)),
            terms_url => url(LegalPage::Terms),
            privacy_url => url(LegalPage::Privacy),
            imprint_url => url(LegalPage::Imprint),
            operator => self.operator.as_ref().map(|operator| context! {
                name => &operator.name,
                address => Value::from_safe_string(markdown::lines(&operator.address)),
            }),
            demo => self.demo,
            mail_days => config.mail_retry_period.num_days(),
            documents_days => config.retention.documents.num_days(),
            undecided_days => config.retention.pending_registrations.num_days(),
            unactivated_days => config.retention.unactivated_users.num_days(),
            rejected_days => config.retention.rejected_users.num_days(),
            letters_days => config.retention.letters.num_days(),
            open_letters_days => config.retention.open_letters.num_days(),
            reports_days => config.retention.reports.num_days(),
            saved_searches_days => config.retention.saved_searches.num_days(),
            erasures_days => config.retention.erasures.num_days(),
            addresses_days => config.retention.audit_addresses.num_days(),
            idle_days => config.session.idle.num_days(),
            absolute_days => config.session.absolute.num_days(),
            device_days => DEVICE_COOKIE_DAYS,
            activation_hours => config.activation_validity.num_hours(),
            reset_hours => config.reset_validity.num_hours(),
            login_minutes => config.login_window.num_minutes(),
            token_minutes => self.access_validity.num_minutes(),
        }
    }
}
