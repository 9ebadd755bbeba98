//! The reply clock: what waits too long is marked, and the people concerned are told.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_services::reply_clock::{self, Reminders};
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORDS, PASSWORD, Portal, landlord_form, listing};

async fn rows(client: &mut Client, path: &str) -> Vec<Value> {
    // Weeks have passed: sessions are over.
    let email = client.email.clone();
    assert_eq!(client.log_in(&email, PASSWORD).await, 200);
    let (status, body) = client.get(path).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_waited_for_a_week_shows_it_in_every_list() {
    let portal = Portal::start().await;
    let (mut admin, mut landlord, mut student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let room = landlord.publish_listing(&listing()).await;
    let letter = student.apply(&room).await;
    portal.anonymous().post(LANDLORDS, &landlord_form("asking@portal.test")).await;
    portal.wait(TimeDelta::days(7) - TimeDelta::minutes(1));
    for path in ["/api/v1/applications", LANDLORDS] {
        let waiting = &rows(&mut admin, path).await[0];
        assert_eq!((&waiting["overdue"], &waiting["waitingSince"]), (&json!(false), &waiting["dateCreated"]), "{path}");
    }
    portal.wait(TimeDelta::minutes(2));
    for path in ["/api/v1/applications", LANDLORDS] {
        assert_eq!(rows(&mut admin, path).await[0]["overdue"], true, "{path}");
    }
    assert_eq!(rows(&mut student, "/api/v1/applications").await[0]["overdue"], true);

    let review = format!("/api/v1/applications/{letter}/admin-review?status=APPROVED");
    let (_, passed_on) = admin.put(&review).await;
    assert_eq!(passed_on["payload"]["waitingSince"], passed_on["payload"]["administratorDecidedAt"]);
    assert_eq!(
        rows(&mut landlord, "/api/v1/applications").await[0]["overdue"],
        false,
        "the landlord's week begins now"
    );
    let (_, decided) = landlord.put(&format!("/api/v1/applications/{letter}/review?status=REJECTED")).await;
    assert_eq!((&decided["payload"]["waitingSince"], &decided["payload"]["overdue"]), (&Value::Null, &json!(false)));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_who_should_decide_gets_one_digest_a_week_and_each_student_one_note() {
    let portal = Portal::start().await;
    let (mut admin, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let letter = student.apply(&landlord.publish_listing(&listing()).await).await;
    portal.mails().await;
    let remind = async || reply_clock::remind(&portal.ports).await.unwrap();
    let mails = async || {
        let sent = portal.mails().await;
        let told =
            |mail: portal_services::ports::MailMessage| (mail.purpose, mail.facts.recipient.email.as_str().to_owned());
        sent.into_iter().map(told).collect::<Vec<_>>()
    };
    portal.wait(TimeDelta::days(6));
    assert_eq!(remind().await, Reminders::default());
    portal.wait(TimeDelta::days(1));
    assert_eq!(remind().await, Reminders { digests: 1, notes: 1 });
    let expected =
        [(MailPurpose::ReviewsWaiting, admin.email.clone()), (MailPurpose::ApplicationWaiting, student.email.clone())];
    assert_eq!(mails().await, expected);
    portal.wait(TimeDelta::days(6));
    assert_eq!(remind().await, Reminders::default(), "at most one a week");
    portal.wait(TimeDelta::days(1));
    assert_eq!(remind().await, Reminders { digests: 1, notes: 0 }, "and never a second note");
    assert_eq!(mails().await, expected[..1]);

    rows(&mut admin, "/api/v1/applications").await;
    admin.put(&format!("/api/v1/applications/{letter}/admin-review?status=APPROVED")).await;
    mails().await;
    portal.wait(TimeDelta::days(7));
    assert_eq!(remind().await, Reminders { digests: 1, notes: 0 }, "it is the landlord's turn");
    assert_eq!(mails().await, [(MailPurpose::ReviewsWaiting, landlord.email.clone())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_decided_before_the_digest_is_sent_needs_none() {
    let portal = Portal::start().await;
    let (mut admin, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let letter = student.apply(&landlord.publish_listing(&listing()).await).await;
    portal.mails().await;
    portal.wait(TimeDelta::days(8));
    assert_eq!(reply_clock::remind(&portal.ports).await.unwrap().digests, 1);
    rows(&mut admin, "/api/v1/applications").await;
    admin.put(&format!("/api/v1/applications/{letter}/admin-review?status=REJECTED")).await;
    let purposes: Vec<_> = portal.mails().await.iter().map(|mail| mail.purpose).collect();
    assert_eq!(purposes, [MailPurpose::ApplicationWaiting, MailPurpose::ApplicationDeclined]);
}
