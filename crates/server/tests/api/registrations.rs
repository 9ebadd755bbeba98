//! Registrations and their reviews.

mod approve_many;
mod documents;
mod multipart;
mod register;
mod review;

use portal_domain::mail::MailPurpose;
use serde_json::Value;

use crate::harness::{
    LANDLORD_REGISTRATIONS, Portal, STUDENT_REGISTRATIONS, landlord_form, proof_of_study, student_form,
};

/// Registers a landlord; returns the id of the registration.
async fn register_landlord(portal: &Portal, email: &str) -> String {
    let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form(email)).await;
    assert_eq!(status, 201, "{body}");
    id_of(&body)
}

/// Registers a student; returns the id of the registration.
async fn register_student(portal: &Portal, email: &str) -> String {
    let (status, body) = portal.anonymous().register_student(&student_form(email), proof_of_study(), "proof.pdf").await;
    assert_eq!(status, 201, "{body}");
    id_of(&body)
}

/// Registers a landlord and a student; returns the paths of their lists and their ids.
async fn register_both(portal: &Portal) -> [(&'static str, String); 2] {
    let landlord = register_landlord(portal, "grace@portal.test").await;
    let student = register_student(portal, "ada@portal.test").await;
    [(LANDLORD_REGISTRATIONS, landlord), (STUDENT_REGISTRATIONS, student)]
}

fn id_of(body: &Value) -> String {
    body["payload"]["externalId"].as_str().unwrap().to_owned()
}

fn message(body: &Value) -> &str {
    body["error"]["message"].as_str().unwrap_or_default()
}

/// Delivers the mails and returns their purposes, oldest first.
async fn delivered_purposes(portal: &Portal) -> Vec<MailPurpose> {
    portal.deliver_mails().await.iter().map(|mail| mail.purpose).collect()
}

async fn count(portal: &Portal, statement: &str) -> i64 {
    portal.database.client().await.query_one(statement, &[]).await.unwrap().get(0)
}
