//! Sample mails.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::application::Decision;
use portal_domain::ids::{ListingId, MailId, SavedSearchId, UserId};
use portal_domain::listing::ListingStatus;
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::money::Cents;
use portal_domain::user::{Email, Role, UserStatus};
use portal_mail::{MailIdentity, MailRenderer};
use portal_services::ports::{
    AccountSecret, MailAccount, MailApplication, MailFacts, MailFind, MailGrounds, MailListing, MailLogin, MailMessage,
    MailSavedSearch, MailToken, MailUnsubscribe, MailUser, PendingReviews, ReviewKind, UnsubscribeToken,
};
use uuid::Uuid;

/// The secret of every link with a token.
pub(crate) const SECRET: &str = "kQ3-x_Zt8mB1vW5yR7uC0aE2gI4oS6dF9hJ-LnPpXc8";
/// The token that ends the mails about all saved searches.
pub(crate) const ALL: &str = "AgGYx-_kpPBxso8A0eLzpLXG9QXw2vKq0sTnZpB1cD4e";
pub(crate) const MAIL_ID: Uuid = Uuid::from_u128(0x0198_c7e2_a4f0_71b2_8f00_d1e2_f3a4_b5c6);

pub(crate) fn renderer() -> MailRenderer {
    MailRenderer::new(MailIdentity {
        brand_name: "Fensterplatz".to_owned(),
        public_url: "https://portal.example".to_owned(),
        contact_email: "hallo@portal.example".to_owned(),
        from_address: "mail@portal.example".to_owned(),
    })
    .unwrap()
}

pub(crate) fn user(first_name: &str, last_name: &str, email: &str) -> MailUser {
    MailUser {
        id: None,
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        email: Email::parse(email).unwrap(),
        phone_number: Some("+49 341 1234567".to_owned()),
    }
}

/// Whether a mail of this purpose needs an application.
pub(crate) fn needs_application(purpose: MailPurpose) -> bool {
    match purpose {
        MailPurpose::ApplicationSent
        | MailPurpose::ApplicationForwarded
        | MailPurpose::ApplicationReceived
        | MailPurpose::ApplicationDeclined
        | MailPurpose::ApplicationApproved
        | MailPurpose::ApplicationRejected
        | MailPurpose::ApplicationWaiting
        | MailPurpose::ListingUnavailable
        | MailPurpose::ListingDeleted => true,
        MailPurpose::ListingTakenDown
        | MailPurpose::ListingReinstated
        | MailPurpose::ListingRemoved
        | MailPurpose::ListingEnded
        | MailPurpose::SavedSearchResults
        | MailPurpose::SavedSearchesUnused
        | MailPurpose::ReportReceived
        | MailPurpose::DonationRequested
        | MailPurpose::ReviewsWaiting
        | MailPurpose::RegistrationReceived
        | MailPurpose::RegistrationApproved
        | MailPurpose::RegistrationRejected
        | MailPurpose::ActivationResent
        | MailPurpose::AdministratorInvited
        | MailPurpose::PasswordForgotten
        | MailPurpose::NewDevice
        | MailPurpose::SecondFactorAdded
        | MailPurpose::SecondFactorDeleted
        | MailPurpose::SecondFactorRemoved
        | MailPurpose::PasswordChanged
        | MailPurpose::AccountDeactivated
        | MailPurpose::AccountReactivated
        | MailPurpose::AccountDeleted => false,
    }
}

/// Whether a mail of this purpose may name a listing without an application. Only for a donation
/// request the listing is optional.
pub(crate) fn names_listing(purpose: MailPurpose) -> bool {
    use MailPurpose::{DonationRequested, ListingEnded, ListingReinstated, ListingTakenDown, ReportReceived};
    // The receipt is about a listing, but must not name it.
    matches!(purpose, ListingTakenDown | ListingReinstated | ListingEnded | ReportReceived | DonationRequested)
}

fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

/// The items that wait for a user of this role.
fn waiting(role: Role) -> Vec<PendingReviews> {
    let item = |what, count, days| PendingReviews { what, count, oldest: now() - TimeDelta::days(days) };
    match role {
        Role::Landlord => vec![
            item(ReviewKind::ApplicationsTo("Helles Zimmer am Park".to_owned()), 3, 9),
            item(ReviewKind::ApplicationsTo("Dachgeschoss".to_owned()), 1, 1),
        ],
        _ => vec![
            item(ReviewKind::StudentRegistrations, 2, 8),
            item(ReviewKind::LandlordRegistrations, 1, 0),
            item(ReviewKind::Applications, 12, 1),
        ],
    }
}

fn find(title: &str, cents: i64) -> MailFind {
    MailFind {
        listing: ListingId(Uuid::nil()),
        title: title.to_owned(),
        city: "Leipzig".to_owned(),
        district: None,
        total_rent: Cents::new(cents),
        previous_rent: None,
        image: None,
    }
}

/// Two saved searches: in a mail about results one with three listings, of which one is cheaper
/// now, and one that has found many.
fn saved_searches(purpose: MailPurpose) -> Vec<MailSavedSearch> {
    let search = |n, name: &str, finds, more| MailSavedSearch {
        id: SavedSearchId(Uuid::from_u128(n)),
        name: name.to_owned(),
        finds,
        more,
    };
    match purpose {
        MailPurpose::SavedSearchResults => {
            let first = MailFind {
                district: Some("Südvorstadt".to_owned()),
                image: Some("/0198/abc.jpg".to_owned()),
                ..find("Helles Zimmer am Clara-Zetkin-Park", 46_550)
            };
            let cheaper = MailFind { previous_rent: Some(Cents::new(50_000)), ..find("Dachgeschoss", 45_000) };
            vec![
                search(1, "Zimmer in Leipzig", vec![first, cheaper, find("WG in Uninähe", 38_000)], 0),
                search(2, "Alles bis 1.200 €", vec![find("Loft", 115_000)], 12),
            ]
        }
        MailPurpose::SavedSearchesUnused => {
            vec![search(1, "Zimmer in Leipzig", Vec::new(), 0), search(2, "Alles bis 1.200 €", Vec::new(), 0)]
        }
        _ => Vec::new(),
    }
}

fn unsubscribe() -> MailUnsubscribe {
    let token = |text: &str| UnsubscribeToken(text.to_owned());
    MailUnsubscribe { all: token(ALL), searches: vec![token("first-token"), token("second-token")] }
}

/// A mail of this purpose: to the landlord Karl if it is for landlords, else to Ada.
pub(crate) fn message(purpose: MailPurpose, locale: Locale) -> MailMessage {
    let role = match purpose {
        MailPurpose::ApplicationReceived
        | MailPurpose::ListingTakenDown
        | MailPurpose::ListingReinstated
        | MailPurpose::ListingRemoved
        | MailPurpose::ListingEnded
        | MailPurpose::DonationRequested => Role::Landlord,
        MailPurpose::AdministratorInvited | MailPurpose::ReviewsWaiting => Role::Administrator,
        _ => Role::Student,
    };
    message_to(role, purpose, locale)
}

pub(crate) fn message_to(role: Role, purpose: MailPurpose, locale: Locale) -> MailMessage {
    let student = user("Ada", "Lovelace", "ada@uni.example");
    let landlord = user("Karl", "Müller-Lüdenscheidt", "karl@haus.example");
    let recipient = if role == Role::Landlord { &landlord } else { &student };
    let valid_for = match purpose.token_purpose() {
        Some(AccountTokenPurpose::Activation) => TimeDelta::hours(72),
        _ => TimeDelta::hours(1),
    };
    let account = MailAccount { id: UserId(Uuid::nil()), role, status: UserStatus::Active };
    MailMessage {
        id: MailId(MAIL_ID),
        purpose,
        facts: MailFacts {
            recipient: recipient.clone(),
            locale,
            account: (!matches!(purpose, MailPurpose::AccountDeleted | MailPurpose::ReportReceived)).then_some(account),
            application: needs_application(purpose).then(|| MailApplication {
                listing_title: "Helles Zimmer am Clara-Zetkin-Park".to_owned(),
                listing_id: Some(ListingId(Uuid::nil())),
                student: Some(student),
                landlord: Some(landlord),
                badge: Decision::Pending,
                grounds: MailGrounds::default(),
            }),
            listing: names_listing(purpose).then(|| MailListing {
                id: ListingId(Uuid::nil()),
                title: "Helles Zimmer am Clara-Zetkin-Park".to_owned(),
                status: ListingStatus::Available,
                takedown_reason: Some("Die Bilder zeigen eine andere Wohnung.".to_owned()),
                available_until: NaiveDate::from_ymd_opt(2026, 3, 31),
            }),
            deleted_listing: (purpose == MailPurpose::ListingRemoved)
                .then(|| "Helles Zimmer am Clara-Zetkin-Park".to_owned()),
            login: (purpose == MailPurpose::NewDevice)
                .then(|| MailLogin { device: Some("Firefox, Linux".to_owned()), address: Some([192, 0, 2, 7].into()) }),
            waiting: if purpose == MailPurpose::ReviewsWaiting { waiting(role) } else { Vec::new() },
            searches: saved_searches(purpose),
        },
        now: now(),
        unsubscribe: (purpose == MailPurpose::SavedSearchResults).then(unsubscribe),
        token: purpose.token_purpose().map(|_| MailToken { secret: AccountSecret(SECRET.to_owned()), valid_for }),
    }
}

/// One mail of each purpose in each language.
pub(crate) fn every_message() -> impl Iterator<Item = MailMessage> {
    let locales = |purpose| Locale::ALL.iter().map(move |&locale| message(purpose, locale));
    MailPurpose::ALL.iter().copied().flat_map(locales)
}
