//! The texts of the mails, part of the program.

use minijinja::{Environment, Error, UndefinedBehavior};
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;

pub(crate) const HTML_LAYOUT: &str = "layout.html";
pub(crate) const TEXT_LAYOUT: &str = "layout.txt";

macro_rules! words {
    ($locale:literal, $purpose:literal) => {
        include_str!(concat!("../templates/", $locale, "/", $purpose, ".txt"))
    };
    ($locale:literal) => {
        |purpose| match purpose {
            MailPurpose::ApplicationSent => words!($locale, "application_sent"),
            MailPurpose::ApplicationForwarded => words!($locale, "application_forwarded"),
            MailPurpose::ApplicationReceived => words!($locale, "application_received"),
            MailPurpose::ApplicationDeclined => words!($locale, "application_declined"),
            MailPurpose::ApplicationApproved => words!($locale, "application_approved"),
            MailPurpose::ApplicationRejected => words!($locale, "application_rejected"),
            MailPurpose::ListingUnavailable => words!($locale, "listing_unavailable"),
            MailPurpose::ListingDeleted => words!($locale, "listing_deleted"),
            MailPurpose::ApplicationWaiting => words!($locale, "application_waiting"),
            MailPurpose::ListingTakenDown => words!($locale, "listing_taken_down"),
            MailPurpose::ReportReceived => words!($locale, "report_received"),
            MailPurpose::DonationRequested => words!($locale, "donation_requested"),
            MailPurpose::ReviewsWaiting => words!($locale, "reviews_waiting"),
            MailPurpose::RegistrationReceived => words!($locale, "registration_received"),
            MailPurpose::RegistrationApproved => words!($locale, "registration_approved"),
            MailPurpose::RegistrationRejected => words!($locale, "registration_rejected"),
            MailPurpose::ActivationResent => words!($locale, "activation_resent"),
            MailPurpose::AdministratorInvited => words!($locale, "administrator_invited"),
            MailPurpose::PasswordForgotten => words!($locale, "password_forgotten"),
            MailPurpose::PasswordChanged => words!($locale, "password_changed"),
            MailPurpose::AccountDeactivated => words!($locale, "account_deactivated"),
            MailPurpose::AccountReactivated => words!($locale, "account_reactivated"),
            MailPurpose::AccountDeleted => words!($locale, "account_deleted"),
        }
    };
}

/// What a mail of this purpose says: the blocks `subject`, `heading`, `body` and `button`.
fn words(locale: Locale, purpose: MailPurpose) -> &'static str {
    let words: fn(MailPurpose) -> &'static str = match locale {
        Locale::German => words!("de-DE"),
        Locale::English => words!("en-US"),
    };
    words(purpose)
}

/// What every mail of a language says: greeting, farewell and the like.
fn frame(locale: Locale) -> &'static str {
    match locale {
        Locale::German => include_str!("../templates/de-DE/frame.txt"),
        Locale::English => include_str!("../templates/en-US/frame.txt"),
    }
}

pub(crate) fn words_name(locale: Locale, purpose: MailPurpose) -> String {
    format!("{locale}/{purpose}.txt")
}

pub(crate) fn frame_name(locale: Locale) -> String {
    format!("{locale}/frame.txt")
}

/// All templates, compiled. Names that end in `.html` escape what is put into them; the others are plain
/// text. A name that nobody has given a value is an error, not a gap.
pub(crate) fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_template(HTML_LAYOUT, include_str!("../templates/layout.html"))?;
    environment.add_template(TEXT_LAYOUT, include_str!("../templates/layout.txt"))?;
    for &locale in Locale::ALL {
        environment.add_template_owned(frame_name(locale), frame(locale))?;
        for &purpose in MailPurpose::ALL {
            environment.add_template_owned(words_name(locale, purpose), words(locale, purpose))?;
        }
    }
    Ok(environment)
}
