//! People and mails to test with.

use portal_domain::ids::{ListingId, MailId};
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::user::Email;
use portal_mail::{MailIdentity, MailRenderer};
use portal_services::ports::{MailFacts, MailMessage, MailPerson};
use uuid::Uuid;

pub const MAIL_ID: Uuid = Uuid::from_u128(0x0198_c7e2_a4f0_71b2_8f00_d1e2_f3a4_b5c6);

pub fn renderer() -> MailRenderer {
    MailRenderer::new(MailIdentity {
        brand_name: "Fensterplatz".to_owned(),
        public_url: "https://portal.example".to_owned(),
        contact_email: "hallo@portal.example".to_owned(),
        from_address: "mail@portal.example".to_owned(),
    })
    .unwrap()
}

pub fn person(first_name: &str, last_name: &str, email: &str) -> MailPerson {
    MailPerson {
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        email: Email::parse(email).unwrap(),
        phone_number: Some("+49 341 1234567".to_owned()),
    }
}

pub fn message(purpose: MailPurpose, locale: Locale) -> MailMessage {
    let student = person("Ada", "Lovelace", "ada@uni.example");
    let landlord = person("Karl", "Müller-Lüdenscheidt", "karl@haus.example");
    let recipient = if purpose == MailPurpose::ApplicationReceived { &landlord } else { &student };
    MailMessage {
        id: MailId(MAIL_ID),
        purpose,
        facts: MailFacts {
            recipient: recipient.clone(),
            locale,
            listing_title: "Helles Zimmer am Clara-Zetkin-Park".to_owned(),
            listing_id: Some(ListingId(Uuid::nil())),
            student: Some(student),
            landlord: Some(landlord),
        },
    }
}

/// One mail of each purpose in each language.
pub fn every_message() -> impl Iterator<Item = MailMessage> {
    let locales = |purpose| Locale::ALL.iter().map(move |&locale| message(purpose, locale));
    MailPurpose::ALL.iter().copied().flat_map(locales)
}
