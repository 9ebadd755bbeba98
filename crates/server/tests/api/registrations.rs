//! Signing up and being decided about, over HTTP (acceptance N 206–209, O 214–219, W 354–360).

mod approvals;
mod multipart;
mod papers;
mod review;
mod sign_up;

use portal_domain::mail::MailPurpose;
use serde_json::Value;

use crate::harness::{LANDLORDS, Portal, STUDENTS, landlord_form, proof, student_form};

/// A landlord who signed up; returns the id of the request.
async fn landlord_signed_up(portal: &Portal, email: &str) -> String {
    let (status, body) = portal.anonymous().post(LANDLORDS, &landlord_form(email)).await;
    assert_eq!(status, 201, "{body}");
    id_of(&body)
}

/// A student who signed up; returns the id of the request.
async fn student_signed_up(portal: &Portal, email: &str) -> String {
    let (status, body) = portal.anonymous().sign_up_student(&student_form(email), proof(), "proof.pdf").await;
    assert_eq!(status, 201, "{body}");
    id_of(&body)
}

/// One of each, with the lists in which they stand.
async fn both_signed_up(portal: &Portal) -> [(&'static str, String); 2] {
    let landlord = landlord_signed_up(portal, "grace@portal.test").await;
    let student = student_signed_up(portal, "ada@portal.test").await;
    [(LANDLORDS, landlord), (STUDENTS, student)]
}

fn id_of(body: &Value) -> String {
    body["payload"]["externalId"].as_str().unwrap().to_owned()
}

fn message(body: &Value) -> &str {
    body["error"]["message"].as_str().unwrap_or_default()
}

/// Why the portal has written since the last look, oldest first.
async fn written(portal: &Portal) -> Vec<MailPurpose> {
    portal.mails().await.iter().map(|mail| mail.purpose).collect()
}

async fn count(portal: &Portal, statement: &str) -> i64 {
    portal.database.client().await.query_one(statement, &[]).await.unwrap().get(0)
}
