//! What the operator has set, what of it everybody may know, and the pictures that administrators exchange.

mod list;
mod upload;

pub use list::{ListRequest, list};
pub use upload::upload_image;

use chrono::TimeDelta;
use portal_domain::locale::Locale;
use portal_domain::session::SessionLimits;

use crate::error::ServiceError;
use crate::ports::{ImageSetting, Ports};

/// The operator's rules, from the configuration.
#[derive(Debug, Clone)]
pub struct Rules {
    pub session: SessionLimits,
    /// Log-ins of one account that may fail within `login_window` before strangers have to wait.
    pub login_failures: u32,
    pub login_window: TimeDelta,
    /// How often a stranger may try after that.
    pub login_delay: TimeDelta,
    /// Applications that a student may send within an hour.
    pub applications_per_hour: u32,
    /// Mails that somebody without an account can cause to one address within an hour.
    pub mails_per_hour: u32,
    /// How long the link that sets the first password can be used.
    pub activation_validity: TimeDelta,
    /// How long the link that sets a new password can be used.
    pub reset_validity: TimeDelta,
    pub retention: Retention,
    /// Whether attempts are limited at all.
    pub limits_enabled: bool,
    /// What a mail is given before it is given up.
    pub mail_patience: TimeDelta,
    /// How long a decision may take before people are reminded.
    pub reply_time: TimeDelta,
    pub public: PublicFacts,
    pub time_zone: chrono_tz::Tz,
}

/// How long things are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Proofs of study, from the decision on.
    pub documents: TimeDelta,
    /// People about whom nobody decided, from their sign-up on.
    pub undecided_registrations: TimeDelta,
    /// People who were rejected, from the decision on.
    pub rejected_people: TimeDelta,
    /// Letters of applications, from the last decision on.
    pub letters: TimeDelta,
    /// Network addresses in the audit trail, from the deed on.
    pub audit_addresses: TimeDelta,
}

/// What the portal says of itself to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicFacts {
    pub brand_name: String,
    pub contact_email: String,
    /// Where readers find the terms of use: a path of the portal, or an address elsewhere.
    pub terms_url: String,
    pub privacy_url: String,
    pub imprint_url: String,
    pub default_locale: Locale,
}

/// The public settings: the configured facts and the pictures that administrators choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicSettings {
    pub facts: PublicFacts,
    pub images: Vec<ImageSetting>,
}

/// Reads the public settings.
pub async fn public(ports: &Ports) -> Result<PublicSettings, ServiceError> {
    Ok(PublicSettings { facts: ports.rules.public.clone(), images: ports.settings.list_images().await? })
}
