//! The tokens of mails about saved searches, and accounts that are not active.

use portal_domain::ids::SavedSearchId;

use super::*;
use crate::ports::{MailSavedSearch, UnsubscribeToken};

fn search(n: u128) -> MailSavedSearch {
    MailSavedSearch { id: SavedSearchId(Uuid::from_u128(n)), name: format!("Suche {n}"), finds: Vec::new(), more: 0 }
}

fn queued(purpose: MailPurpose, status: UserStatus, searches: Vec<MailSavedSearch>) -> MockPorts {
    let mut mail = claimed(1, TimeDelta::zero(), 0);
    let parsed = mail.mail.as_mut().unwrap();
    (parsed.purpose, parsed.application) = (purpose, None);
    let mut ports = expecting_claim(vec![mail]);
    let account = MailAccount { id: STUDENT.user_id, role: STUDENT.role, status };
    ports
        .outbox
        .expect_find_facts()
        .once()
        .return_once(move |_| Ok(Some(MailFacts { account: Some(account), application: None, searches, ..facts() })));
    ports.unsubscribe_tokens.expect_issue().returning(|subscription| {
        UnsubscribeToken(match subscription {
            Subscription::Search(id) => format!("search {}", id.0.as_u128()),
            Subscription::Student(id) => format!("student {}", id.0.as_u128()),
        })
    });
    ports
}

fn token(text: &str) -> UnsubscribeToken {
    UnsubscribeToken(text.to_owned())
}

#[tokio::test]
async fn send_mails_results_carry_a_token_for_each_search_and_one_for_the_mail() {
    for (searches, all, each) in [
        (vec![search(7)], "search 7", vec!["search 7"]),
        (vec![search(7), search(9)], "student 1", vec!["search 7", "search 9"]),
    ] {
        let mut ports = queued(MailPurpose::SavedSearchResults, UserStatus::Active, searches);
        let expected = MailUnsubscribe { all: token(all), searches: each.into_iter().map(token).collect() };
        let sent = ports.mailer.expect_send().once();
        sent.withf(move |message| message.unsubscribe.as_ref() == Some(&expected)).returning(|_| Ok(()));
        expecting_removal(&mut ports, 1);
        assert_eq!(send_mails(&ports.build()).await.unwrap().sent, 1);
    }
}

#[tokio::test]
async fn send_mails_question_about_unused_searches_has_no_token() {
    let mut ports = queued(MailPurpose::SavedSearchesUnused, UserStatus::Active, vec![search(7)]);
    ports.mailer.expect_send().once().withf(|message| message.unsubscribe.is_none()).returning(|_| Ok(()));
    expecting_removal(&mut ports, 1);
    assert_eq!(send_mails(&ports.build()).await.unwrap().sent, 1);
}

#[tokio::test]
async fn send_mails_about_saved_searches_to_inactive_student_are_dropped() {
    for purpose in [MailPurpose::SavedSearchResults, MailPurpose::SavedSearchesUnused] {
        let mut ports = queued(purpose, UserStatus::Inactive, vec![search(7)]);
        expecting_removal(&mut ports, 1);
        assert_eq!(send_mails(&ports.build()).await.unwrap().dropped, 1, "{purpose}");
    }
}
