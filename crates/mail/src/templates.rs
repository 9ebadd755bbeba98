//! The templates of the mails, compiled into the program.

use minijinja::{Environment, Error, UndefinedBehavior};
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;

pub(crate) const HTML_LAYOUT: &str = "layout.html";
pub(crate) const TEXT_LAYOUT: &str = "layout.txt";

macro_rules! content {
    ($locale:literal, $purpose:literal) => {
        include_str!(concat!("../templates/", $locale, "/", $purpose, ".txt"))
    };
    ($locale:literal) => {
        |purpose| match purpose {
            MailPurpose::ApplicationSent => content!($locale, "application_sent"),
            MailPurpose::ApplicationForwarded => content!($locale, "application_forwarded"),
            MailPurpose::ApplicationReceived => content!($locale, "application_received"),
            MailPurpose::ApplicationDeclined => content!($locale, "application_declined"),
            MailPurpose::ApplicationApproved => content!($locale, "application_approved"),
            MailPurpose::ApplicationRejected => content!($locale, "application_rejected"),
            MailPurpose::ListingUnavailable => content!($locale, "listing_unavailable"),
            MailPurpose::ListingDeleted => content!($locale, "listing_deleted"),
            MailPurpose::ApplicationWaiting => content!($locale, "application_waiting"),
            MailPurpose::ListingTakenDown => content!($locale, "listing_taken_down"),
            MailPurpose::ListingReinstated => content!($locale, "listing_reinstated"),
            MailPurpose::ListingRemoved => content!($locale, "listing_removed"),
            MailPurpose::ListingEnded => content!($locale, "listing_ended"),
            MailPurpose::SavedSearchResults => content!($locale, "saved_search_results"),
            MailPurpose::SavedSearchesUnused => content!($locale, "saved_searches_unused"),
            MailPurpose::ReportReceived => content!($locale, "report_received"),
            MailPurpose::DonationRequested => content!($locale, "donation_requested"),
            MailPurpose::ReviewsWaiting => content!($locale, "reviews_waiting"),
            MailPurpose::RegistrationReceived => content!($locale, "registration_received"),
            MailPurpose::RegistrationApproved => content!($locale, "registration_approved"),
            MailPurpose::RegistrationRejected => content!($locale, "registration_rejected"),
            MailPurpose::ActivationResent => content!($locale, "activation_resent"),
            MailPurpose::AdministratorInvited => content!($locale, "administrator_invited"),
            MailPurpose::PasswordForgotten => content!($locale, "password_forgotten"),
            MailPurpose::PasswordChanged => content!($locale, "password_changed"),
            MailPurpose::NewDevice => content!($locale, "new_device"),
            MailPurpose::SecondFactorAdded => content!($locale, "second_factor_added"),
            MailPurpose::SecondFactorDeleted => content!($locale, "second_factor_deleted"),
            MailPurpose::SecondFactorRemoved => content!($locale, "second_factor_removed"),
            MailPurpose::AccountDeactivated => content!($locale, "account_deactivated"),
            MailPurpose::AccountReactivated => content!($locale, "account_reactivated"),
            MailPurpose::AccountDeleted => content!($locale, "account_deleted"),
        }
    };
}

/// The template of a purpose, with the blocks `subject`, `heading`, `body` and `button`.
fn content(locale: Locale, purpose: MailPurpose) -> &'static str {
    let content: fn(MailPurpose) -> &'static str = match locale {
        Locale::German => content!("de-DE"),
        Locale::English => content!("en-US"),
    };
    content(purpose)
}

/// The blocks that all mails of a language share: greeting, farewell and others.
fn common(locale: Locale) -> &'static str {
    match locale {
        Locale::German => include_str!("../templates/de-DE/common.txt"),
        Locale::English => include_str!("../templates/en-US/common.txt"),
    }
}

/// The blocks about each find of a saved search.
fn finds(locale: Locale) -> &'static str {
    match locale {
        Locale::German => include_str!("../templates/de-DE/finds.txt"),
        Locale::English => include_str!("../templates/en-US/finds.txt"),
    }
}

pub(crate) fn content_name(locale: Locale, purpose: MailPurpose) -> String {
    format!("{locale}/{purpose}.txt")
}

pub(crate) fn common_name(locale: Locale) -> String {
    format!("{locale}/common.txt")
}

pub(crate) fn finds_name(locale: Locale) -> String {
    format!("{locale}/finds.txt")
}

/// All templates. minijinja escapes values in templates whose name ends in `.html`. An undefined
/// value is an error.
pub(crate) fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_template(HTML_LAYOUT, include_str!("../templates/layout.html"))?;
    environment.add_template(TEXT_LAYOUT, include_str!("../templates/layout.txt"))?;
    for &locale in Locale::ALL {
        environment.add_template_owned(common_name(locale), common(locale))?;
        environment.add_template_owned(finds_name(locale), finds(locale))?;
        for &purpose in MailPurpose::ALL {
            environment.add_template_owned(content_name(locale, purpose), content(locale, purpose))?;
        }
    }
    Ok(environment)
}
