//! The proofs of study of the demo students, unless past their retention time.

mod pdf;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use portal_domain::document::{Document, DocumentKind};
use portal_domain::ids::DocumentId;
use portal_domain::registration::Registration;
use portal_domain::user::User;
use portal_services::Ports;
use portal_services::documents::DOCUMENT_PREFIX;
use portal_services::ports::Identifiers;

use super::accounts::Accounts;
use super::content::users::{OTHER_STUDENTS, STUDENTS, Student};
use super::random::SeededRng;
use super::{Progress, SeedError};
use pdf::{Colour, Page};

/// Below the retention time, so that no demo document is deleted on the first days.
const MAX_AGE: TimeDelta = TimeDelta::days(25);

/// Usual names of the file.
const FILENAMES: &[&str] =
    &["Immatrikulationsbescheinigung.pdf", "Studienbescheinigung.pdf", "Bescheinigung {term}.pdf", "{name}.pdf"];

/// A document and its file.
#[derive(Debug, PartialEq)]
pub(crate) struct DemoDocument {
    pub document: Document,
    pub content: Vec<u8>,
}

/// Generates a document for every student whose registration is pending or was decided recently.
pub(crate) fn generate(accounts: &Accounts, ids: &dyn Identifiers, now: DateTime<Utc>) -> Vec<DemoDocument> {
    let mut rng = SeededRng::new(0x9A9E);
    let students = STUDENTS.iter().chain(OTHER_STUDENTS).zip(&accounts.students);
    students
        .filter_map(|(profile, user)| {
            let registration = accounts.registrations.iter().find(|registration| registration.user_id == user.id)?;
            let is_recent = registration.state.decided_at().is_none_or(|decided| now - decided < MAX_AGE);
            is_recent.then(|| document(profile, user, registration, ids, &mut rng))
        })
        .collect()
}

fn document(
    profile: &Student,
    user: &User,
    registration: &Registration,
    ids: &dyn Identifiers,
    rng: &mut SeededRng,
) -> DemoDocument {
    let id = ids.next();
    let sent = registration.date_created;
    let name = rng.pick(FILENAMES).replace("{term}", &term(sent).replace('/', "-"));
    DemoDocument {
        document: Document {
            id: DocumentId(id),
            registration_id: registration.id,
            filename: name.replace("{name}", &format!("{} {}", user.first_name, user.last_name)),
            kind: DocumentKind::Pdf,
            location: format!("{DOCUMENT_PREFIX}{}.pdf", id.simple()),
            date_created: sent,
        },
        content: certificate(profile, user, sent, rng.between(2_100_000, 2_999_999)),
    }
}

/// A certificate of a university that does not exist, marked as a sample.
fn certificate(profile: &Student, user: &User, sent: DateTime<Utc>, number: i64) -> Vec<u8> {
    let university = format!("Musterhochschule {}", profile.city);
    let born = user.date_of_birth.map(|day| day.format("%d.%m.%Y").to_string()).unwrap_or_default();
    let fields = [
        ("Name, Vorname", format!("{}, {}", user.last_name, user.first_name)),
        ("Geburtsdatum", born),
        ("Matrikelnummer", number.to_string()),
        ("Studiengang", profile.subject.to_owned()),
        ("Fachsemester", profile.semester.to_string()),
        ("Semester", term(sent)),
    ];
    let mut page = Page::default();
    page.band(770, 842, Colour::Teal);
    page.text(60, 798, 20, Colour::White, &university);
    page.text(60, 780, 9, Colour::White, "Studierendensekretariat");
    page.text(60, 690, 18, Colour::Black, "Immatrikulationsbescheinigung");
    page.text(60, 664, 11, Colour::Black, "Die folgende Person ist an der Hochschule ordentlich eingeschrieben.");
    for (row, (label, value)) in (0..).zip(&fields) {
        let height = 620 - 28 * row;
        page.text(60, height, 10, Colour::Grey, label);
        page.text(200, height, 12, Colour::Black, value);
        page.line(60, height - 9);
    }
    let issued = (sent - TimeDelta::days(9)).format("%d.%m.%Y");
    page.text(60, 420, 11, Colour::Black, &format!("{}, den {issued}", profile.city));
    page.text(60, 398, 10, Colour::Grey, "Maschinell erstellt und ohne Unterschrift gültig.");
    page.text(60, 60, 9, Colour::Grey, "MUSTER – gehört zu den Vorführdaten und bescheinigt nichts.");
    page.into_pdf(&format!("Immatrikulationsbescheinigung {}", term(sent)))
}

/// The name of the semester, as "Wintersemester 2026/27".
fn term(at: DateTime<Utc>) -> String {
    let year = at.year();
    match at.month() {
        4..=9 => format!("Sommersemester {year}"),
        month => {
            let start = if month < 4 { year - 1 } else { year };
            format!("Wintersemester {start}/{:02}", (start + 1) % 100)
        }
    }
}

/// Stores the files. Their rows are inserted later; if that fails, the orphan job removes the
/// files.
pub(crate) async fn store(ports: &Ports, documents: &[DemoDocument], progress: &dyn Progress) -> Result<(), SeedError> {
    progress.begin("Storing documents", documents.len() as u64);
    for DemoDocument { document, content } in documents {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), content)?;
        ports.documents.store(&document.location, file.path()).await?;
        progress.advance(1);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
