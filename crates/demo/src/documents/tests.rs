use portal_domain::registration::RegistrationStatus;
use portal_services::testing::MockPorts;

use super::*;
use crate::accounts;
use crate::content::cities::Cities;
use crate::testing::SequentialIdentifiers;

fn generated() -> (Accounts, Vec<DemoDocument>) {
    let (ids, now) = (SequentialIdentifiers::default(), MockPorts::now());
    let accounts = accounts::generate(Cities::load().unwrap(), &ids, now);
    let documents = generate(&accounts, &ids, now);
    (accounts, documents)
}

#[test]
fn generate_makes_document_for_pending_or_recent_registration() {
    let (accounts, documents) = generated();
    for student in &accounts.students {
        let registration =
            accounts.registrations.iter().find(|registration| registration.user_id == student.id).unwrap();
        let recent = registration.state.decided_at().is_none_or(|at| MockPorts::now() - at < TimeDelta::days(30));
        let count = documents.iter().filter(|entry| entry.document.registration_id == registration.id).count();
        assert_eq!(count, usize::from(recent), "{student:?}");
    }
    for status in RegistrationStatus::ALL {
        let of_status = documents.iter().filter(|entry| {
            let registration =
                accounts.registrations.iter().find(|registration| registration.id == entry.document.registration_id);
            registration.unwrap().state.status() == *status
        });
        assert!(of_status.count() > 0, "none is {status}");
    }
}

#[test]
fn locations_are_unique_and_filenames_clean() {
    let (_, documents) = generated();
    let mut locations: Vec<&str> = documents.iter().map(|entry| entry.document.location.as_str()).collect();
    locations.sort_unstable();
    locations.dedup();
    assert_eq!(locations.len(), documents.len());
    for DemoDocument { document, .. } in &documents {
        assert_eq!(document.location, format!("/documents/{}.pdf", document.id.0.simple()));
        let safe = portal_domain::document::sanitize_filename(&document.filename, DocumentKind::Pdf);
        assert_eq!(document.filename, safe);
    }
}

/// Parsed as PDF readers do: from the end, by the cross-reference table.
#[test]
fn content_is_pdf_with_valid_cross_reference_table() {
    for DemoDocument { content, .. } in generated().1 {
        assert!((1_500..8_000).contains(&content.len()), "{} bytes", content.len());
        let text = String::from_utf8(content).unwrap();
        assert!(text.is_ascii() && text.starts_with("%PDF-1.4\n") && text.ends_with("%%EOF\n"));
        let table: usize = text.rsplit("startxref\n").next().unwrap().lines().next().unwrap().parse().unwrap();
        let mut lines = text[table..].lines();
        assert_eq!(
            (lines.next(), lines.next(), lines.next()),
            (Some("xref"), Some("0 7"), Some("0000000000 65535 f "))
        );
        for number in 1..7 {
            let entry = lines.next().unwrap();
            assert_eq!((entry.len(), &entry[10..]), (19, " 00000 n "), "{entry}");
            let offset: usize = entry[..10].parse().unwrap();
            assert!(text[offset..].starts_with(&format!("{number} 0 obj\n")), "{number}");
        }
        let (head, after) = text.split_once("stream\n").unwrap();
        let length: usize = head.rsplit("/Length ").next().unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(after[length..].starts_with("endstream"), "{length}");
    }
}

#[test]
fn content_names_student_and_is_marked_as_sample() {
    let (accounts, documents) = generated();
    for DemoDocument { document, content } in documents {
        let registration =
            accounts.registrations.iter().find(|registration| registration.id == document.registration_id).unwrap();
        let user = accounts.students.iter().find(|user| user.id == registration.user_id).unwrap();
        let text = String::from_utf8(content).unwrap();
        assert!(text.contains(&pdf::string(&format!("{}, {}", user.last_name, user.first_name))), "{}", user.last_name);
        let sample = pdf::string("MUSTER");
        assert!(text.contains(sample.trim_end_matches('>')));
    }
}

#[test]
fn term_names_the_semester() {
    for (day, expected) in [
        ("2026-03-31T12:00:00Z", "Wintersemester 2025/26"),
        ("2026-04-01T12:00:00Z", "Sommersemester 2026"),
        ("2026-09-30T12:00:00Z", "Sommersemester 2026"),
        ("2026-10-01T12:00:00Z", "Wintersemester 2026/27"),
        ("2099-12-01T12:00:00Z", "Wintersemester 2099/00"),
    ] {
        assert_eq!(term(day.parse().unwrap()), expected, "{day}");
    }
}
