use portal_domain::registration::RegistrationStatus;
use portal_services::testing::MockPorts;
use uuid::Uuid;

use super::*;
use crate::seed::accounts;

/// Identifiers that count up.
#[derive(Default)]
struct Counting(std::sync::atomic::AtomicU64);

impl Identifiers for Counting {
    fn next(&self) -> Uuid {
        Uuid::from_u128(self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed).into())
    }
}

fn written() -> (Accounts, Vec<Paper>) {
    let (ids, now) = (Counting::default(), MockPorts::now());
    let accounts = accounts::open(&ids, now);
    let papers = write(&accounts, &ids, now);
    (accounts, papers)
}

#[test]
fn exactly_those_students_have_a_paper_whose_request_waits_or_was_decided_lately() {
    let (accounts, papers) = written();
    for student in &accounts.students {
        let request = accounts.registrations.iter().find(|request| request.user_id == student.id).unwrap();
        let recent = request.state.decided_at().is_none_or(|at| MockPorts::now() - at < TimeDelta::days(30));
        let theirs = papers.iter().filter(|paper| paper.document.registration_id == request.id).count();
        assert_eq!(theirs, usize::from(recent), "{student:?}");
    }
    for status in RegistrationStatus::ALL {
        let of_status = papers.iter().filter(|paper| {
            let request = accounts.registrations.iter().find(|request| request.id == paper.document.registration_id);
            request.unwrap().state.status() == *status
        });
        assert!(of_status.count() > 0, "none is {status}");
    }
}

#[test]
fn rows_and_files_lie_where_papers_lie_under_names_of_their_own() {
    let (_, papers) = written();
    let mut locations: Vec<&str> = papers.iter().map(|paper| paper.document.location.as_str()).collect();
    locations.sort_unstable();
    locations.dedup();
    assert_eq!(locations.len(), papers.len());
    for Paper { document, .. } in &papers {
        assert_eq!(document.location, format!("/documents/{}.pdf", document.id.0.simple()));
        let safe = portal_domain::document::clean_filename(&document.filename, DocumentKind::Pdf);
        assert_eq!(document.filename, safe);
    }
}

/// Read as a reader does: from the end, by the table of contents.
#[test]
fn every_paper_is_a_pdf_whose_table_of_contents_is_right() {
    for Paper { content, .. } in written().1 {
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
            let place: usize = entry[..10].parse().unwrap();
            assert!(text[place..].starts_with(&format!("{number} 0 obj\n")), "{number}");
        }
        let (head, after) = text.split_once("stream\n").unwrap();
        let length: usize = head.rsplit("/Length ").next().unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(after[length..].starts_with("endstream"), "{length}");
    }
}

#[test]
fn the_paper_names_its_owner_and_says_that_it_is_a_sample() {
    let (accounts, papers) = written();
    for Paper { document, content } in papers {
        let request = accounts.registrations.iter().find(|request| request.id == document.registration_id).unwrap();
        let user = accounts.students.iter().find(|user| user.id == request.user_id).unwrap();
        let text = String::from_utf8(content).unwrap();
        assert!(text.contains(&pdf::string(&format!("{}, {}", user.last_name, user.first_name))), "{}", user.last_name);
        let sample = pdf::string("MUSTER");
        assert!(text.contains(sample.trim_end_matches('>')));
    }
}

#[test]
fn half_years_are_called_as_universities_call_them() {
    for (day, called) in [
        ("2026-03-31T12:00:00Z", "Wintersemester 2025/26"),
        ("2026-04-01T12:00:00Z", "Sommersemester 2026"),
        ("2026-09-30T12:00:00Z", "Sommersemester 2026"),
        ("2026-10-01T12:00:00Z", "Wintersemester 2026/27"),
        ("2099-12-01T12:00:00Z", "Wintersemester 2099/00"),
    ] {
        assert_eq!(term(day.parse().unwrap()), called, "{day}");
    }
}
