//! The proofs of study of the demo students, as far as the portal would still keep them.

mod pdf;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use portal_domain::document::{Document, DocumentKind};
use portal_domain::ids::DocumentId;
use portal_domain::registration::Registration;
use portal_domain::user::User;
use portal_services::Ports;
use portal_services::documents::DOCUMENTS;
use portal_services::ports::Identifiers;

use super::accounts::Accounts;
use super::content::people::{OTHER_STUDENTS, STUDENTS, Student};
use super::dice::Dice;
use super::{Progress, SeedError};
use pdf::{Ink, Page};

/// Papers of requests that were decided before that are gone.
const KEPT: TimeDelta = TimeDelta::days(25);

/// What students call the file.
const FILENAMES: &[&str] =
    &["Immatrikulationsbescheinigung.pdf", "Studienbescheinigung.pdf", "Bescheinigung {term}.pdf", "{name}.pdf"];

/// A paper and its row.
#[derive(Debug, PartialEq)]
pub struct Paper {
    pub document: Document,
    pub content: Vec<u8>,
}

/// Writes a paper for every student whose request waits or was decided recently.
pub fn write(accounts: &Accounts, ids: &dyn Identifiers, now: DateTime<Utc>) -> Vec<Paper> {
    let mut dice = Dice::new(0x9A9E);
    let people = STUDENTS.iter().chain(OTHER_STUDENTS).zip(&accounts.students);
    people
        .filter_map(|(person, user)| {
            let request = accounts.registrations.iter().find(|request| request.user_id == user.id)?;
            let kept = request.state.decided_at().is_none_or(|decided| now - decided < KEPT);
            kept.then(|| paper(person, user, request, ids, &mut dice))
        })
        .collect()
}

fn paper(person: &Student, user: &User, request: &Registration, ids: &dyn Identifiers, dice: &mut Dice) -> Paper {
    let id = ids.next();
    let sent = request.date_created;
    let name = dice.pick(FILENAMES).replace("{term}", &term(sent).replace('/', "-"));
    Paper {
        document: Document {
            id: DocumentId(id),
            registration_id: request.id,
            filename: name.replace("{name}", &format!("{} {}", user.first_name, user.last_name)),
            kind: DocumentKind::Pdf,
            location: format!("{DOCUMENTS}{}.pdf", id.simple()),
            date_created: sent,
        },
        content: certificate(person, user, sent, dice.between(2_100_000, 2_999_999)),
    }
}

/// A certificate of a university that does not exist, which says so.
fn certificate(person: &Student, user: &User, sent: DateTime<Utc>, number: i64) -> Vec<u8> {
    let university = format!("Musterhochschule {}", person.city);
    let born = user.date_of_birth.map(|day| day.format("%d.%m.%Y").to_string()).unwrap_or_default();
    let facts = [
        ("Name, Vorname", format!("{}, {}", user.last_name, user.first_name)),
        ("Geburtsdatum", born),
        ("Matrikelnummer", number.to_string()),
        ("Studiengang", person.subject.to_owned()),
        ("Fachsemester", person.semester.to_string()),
        ("Semester", term(sent)),
    ];
    let mut page = Page::default();
    page.band(770, 842, Ink::Deep);
    page.text(60, 798, 20, Ink::White, &university);
    page.text(60, 780, 9, Ink::White, "Studierendensekretariat");
    page.text(60, 690, 18, Ink::Black, "Immatrikulationsbescheinigung");
    page.text(60, 664, 11, Ink::Black, "Die folgende Person ist an der Hochschule ordentlich eingeschrieben.");
    for (row, (label, value)) in (0..).zip(&facts) {
        let height = 620 - 28 * row;
        page.text(60, height, 10, Ink::Grey, label);
        page.text(200, height, 12, Ink::Black, value);
        page.line(60, height - 9);
    }
    let issued = (sent - TimeDelta::days(9)).format("%d.%m.%Y");
    page.text(60, 420, 11, Ink::Black, &format!("{}, den {issued}", person.city));
    page.text(60, 398, 10, Ink::Grey, "Maschinell erstellt und ohne Unterschrift gültig.");
    page.text(60, 60, 9, Ink::Grey, "MUSTER – gehört zu den Vorführdaten und bescheinigt nichts.");
    page.into_pdf(&format!("Immatrikulationsbescheinigung {}", term(sent)))
}

/// "Wintersemester 2026/27": what German universities call the half-year.
fn term(at: DateTime<Utc>) -> String {
    let year = at.year();
    match at.month() {
        4..=9 => format!("Sommersemester {year}"),
        month => {
            let begun = if month < 4 { year - 1 } else { year };
            format!("Wintersemester {begun}/{:02}", (begun + 1) % 100)
        }
    }
}

/// Puts the papers where papers lie. Their rows come later; should they never, the walk through the store
/// finds the files.
pub async fn file(ports: &Ports, papers: &[Paper], progress: &dyn Progress) -> Result<(), SeedError> {
    progress.begin("Filing papers", papers.len() as u64);
    for paper in papers {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), &paper.content)?;
        ports.documents.store(&paper.document.location, file.path()).await?;
        progress.advance(1);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
