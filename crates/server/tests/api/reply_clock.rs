//! The reply clock: overdue decisions and reminders.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_services::reply_clock::{self, Reminders};
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORD_REGISTRATIONS, PASSWORD, Portal, landlord_form, listing};

async fn log_in_and_list(client: &mut Client, path: &str) -> Vec<Value> {
    // Sessions have expired after weeks.
    let email = client.email.clone();
    assert_eq!(client.log_in(&email, PASSWORD).await, 200);
    let (status, body) = client.get(path).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_mark_overdue_rows_after_a_week() {
    let portal = Portal::start().await;
    let (mut administrator, mut landlord, mut student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let listing_id = landlord.publish_listing(&listing()).await;
    let application = student.apply(&listing_id).await;
    portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("landlord@portal.test")).await;
    portal.advance_clock(TimeDelta::days(7) - TimeDelta::minutes(1));
    for path in ["/api/v1/applications", LANDLORD_REGISTRATIONS] {
        let row = &log_in_and_list(&mut administrator, path).await[0];
        assert_eq!((&row["overdue"], &row["waitingSince"]), (&json!(false), &row["dateCreated"]), "{path}");
    }
    portal.advance_clock(TimeDelta::minutes(2));
    for path in ["/api/v1/applications", LANDLORD_REGISTRATIONS] {
        assert_eq!(log_in_and_list(&mut administrator, path).await[0]["overdue"], true, "{path}");
    }
    assert_eq!(log_in_and_list(&mut student, "/api/v1/applications").await[0]["overdue"], true);

    let review = format!("/api/v1/applications/{application}/admin-review?status=APPROVED");
    let (_, reviewed) = administrator.put(&review).await;
    assert_eq!(reviewed["payload"]["waitingSince"], reviewed["payload"]["administratorDecidedAt"]);
    assert_eq!(
        log_in_and_list(&mut landlord, "/api/v1/applications").await[0]["overdue"],
        false,
        "the landlord's reply time begins now"
    );
    let (_, decided) = landlord.put(&format!("/api/v1/applications/{application}/review?status=REJECTED")).await;
    assert_eq!((&decided["payload"]["waitingSince"], &decided["payload"]["overdue"]), (&Value::Null, &json!(false)));
}

#[tokio::test(flavor = "multi_thread")]
async fn remind_sends_one_digest_a_week_and_one_note() {
    let portal = Portal::start().await;
    let (mut administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let application = student.apply(&landlord.publish_listing(&listing()).await).await;
    portal.deliver_mails().await;
    let remind = async || reply_clock::remind(&portal.ports).await.unwrap();
    let mails = async || {
        let sent = portal.deliver_mails().await;
        let purpose_and_recipient =
            |mail: portal_services::ports::MailMessage| (mail.purpose, mail.facts.recipient.email.as_str().to_owned());
        sent.into_iter().map(purpose_and_recipient).collect::<Vec<_>>()
    };
    portal.advance_clock(TimeDelta::days(6));
    assert_eq!(remind().await, Reminders::default());
    portal.advance_clock(TimeDelta::days(1));
    assert_eq!(remind().await, Reminders { digests: 1, notes: 1 });
    let expected = [
        (MailPurpose::ReviewsWaiting, administrator.email.clone()),
        (MailPurpose::ApplicationWaiting, student.email.clone()),
    ];
    assert_eq!(mails().await, expected);
    portal.advance_clock(TimeDelta::days(6));
    assert_eq!(remind().await, Reminders::default(), "at most one a week");
    portal.advance_clock(TimeDelta::days(1));
    assert_eq!(remind().await, Reminders { digests: 1, notes: 0 }, "one note for an application");
    assert_eq!(mails().await, expected[..1]);

    log_in_and_list(&mut administrator, "/api/v1/applications").await;
    administrator.put(&format!("/api/v1/applications/{application}/admin-review?status=APPROVED")).await;
    mails().await;
    portal.advance_clock(TimeDelta::days(7));
    assert_eq!(remind().await, Reminders { digests: 1, notes: 0 }, "it is pending for the landlord");
    assert_eq!(mails().await, [(MailPurpose::ReviewsWaiting, landlord.email.clone())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn digest_without_pending_work_is_not_sent() {
    let portal = Portal::start().await;
    let (mut administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let application = student.apply(&landlord.publish_listing(&listing()).await).await;
    portal.deliver_mails().await;
    portal.advance_clock(TimeDelta::days(8));
    assert_eq!(reply_clock::remind(&portal.ports).await.unwrap().digests, 1);
    log_in_and_list(&mut administrator, "/api/v1/applications").await;
    administrator.put(&format!("/api/v1/applications/{application}/admin-review?status=REJECTED")).await;
    let purposes: Vec<_> = portal.deliver_mails().await.iter().map(|mail| mail.purpose).collect();
    assert_eq!(purposes, [MailPurpose::ApplicationDeclined], "nor does the student hear that it takes longer");
}
