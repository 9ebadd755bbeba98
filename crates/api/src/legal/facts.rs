//! What the templates are filled in with.

use chrono::TimeDelta;
use minijinja::{Value, context};
use portal_services::settings::Rules;

use super::{LegalPage, markdown};
use crate::sessions::DEVICE_COOKIE_DAYS;

/// Who runs the portal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    pub name: String,
    /// May have several lines.
    pub address: String,
}

/// What the legal pages say that no rule of the use cases says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalFacts {
    /// `None`: not set, and the pages say so.
    pub operator: Option<Operator>,
    /// Whether this is a demo with invented people.
    pub demo: bool,
    /// How long an access token is valid.
    pub access_validity: TimeDelta,
}

impl LegalFacts {
    /// The values by their names in the templates. Plain texts are escaped where they are written.
    pub(super) fn values(&self, rules: &Rules) -> Value {
        let public = &rules.public;
        let url = |page: LegalPage| Value::from_safe_string(markdown::destination(page.url(public)));
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
            mail_days => rules.mail_patience.num_days(),
            documents_days => rules.retention.documents.num_days(),
            undecided_days => rules.retention.undecided_registrations.num_days(),
            rejected_days => rules.retention.rejected_people.num_days(),
            letters_days => rules.retention.letters.num_days(),
            addresses_days => rules.retention.audit_addresses.num_days(),
            idle_days => rules.session.idle.num_days(),
            absolute_days => rules.session.absolute.num_days(),
            device_days => DEVICE_COOKIE_DAYS,
            activation_hours => rules.activation_validity.num_hours(),
            reset_hours => rules.reset_validity.num_hours(),
            login_minutes => rules.login_window.num_minutes(),
            token_minutes => self.access_validity.num_minutes(),
        }
    }
}
