//! Approval of several registrations in one request.

use portal_domain::mail::MailPurpose;
use reqwest::Method;
use serde_json::{Value, json};

use super::{count, delivered_purposes, message, register_both, register_landlord, register_student};
use crate::harness::{Client, LANDLORD_REGISTRATIONS, Portal, STUDENT_REGISTRATIONS, send_request};

const UNKNOWN: &str = "01980000-0000-7000-8000-000000000000";

async fn approve(client: &Client, list: &str, ids: &Value) -> (u16, Value) {
    let (status, body) = client.post(&format!("{list}/approve"), &json!({ "ids": ids })).await;
    (status.as_u16(), body)
}

async fn statuses(administrator: &Client, list: &str) -> Vec<String> {
    let (_, body) = administrator.get(&format!("{list}?sortField=dateCreated&sortDirection=asc")).await;
    body["payload"].as_array().unwrap().iter().map(|row| row["status"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn approve_registrations_reports_result_of_each_id() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let mut ids = Vec::new();
    for n in 0..4 {
        ids.push(register_student(&portal, &format!("student-{n}@portal.test")).await);
    }
    let landlord = register_landlord(&portal, "grace@portal.test").await;
    assert_eq!(administrator.put(&format!("{STUDENT_REGISTRATIONS}/{}?approved=false", ids[1])).await.0, 200);
    delivered_purposes(&portal).await;

    let requested = json!([ids[0], ids[1], UNKNOWN, landlord, ids[2]]);
    let (status, body) = approve(&administrator, STUDENT_REGISTRATIONS, &requested).await;
    assert_eq!(status, 200, "{body}");
    let missing = "exception.registration.not-found";
    let expected = json!({
        "approved": [ids[0], ids[2]],
        "failed": [
            { "id": ids[1], "message": "exception.registration.already-reviewed" },
            { "id": UNKNOWN, "message": missing },
            { "id": landlord, "message": missing },
        ]
    });
    assert_eq!(body["payload"], expected);
    assert_eq!(statuses(&administrator, STUDENT_REGISTRATIONS).await, ["APPROVED", "REJECTED", "APPROVED", "PENDING"]);
    assert_eq!(statuses(&administrator, LANDLORD_REGISTRATIONS).await, ["PENDING"]);
    assert_eq!(delivered_purposes(&portal).await, [MailPurpose::RegistrationApproved; 2]);
    let (_, trail) = administrator.get("/api/v1/audit?action=REGISTRATION_APPROVED").await;
    assert_eq!(trail["totalSize"], 2, "one entry for each approval");
}

#[tokio::test(flavor = "multi_thread")]
async fn approve_registrations_rejects_invalid_ids() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let [(_, landlord), _] = register_both(&portal).await;
    let too_many: Vec<String> = (0..51).map(|n| format!("01980000-0000-7000-8000-0000000000{n:02}")).collect();
    for (ids, field, rule) in [
        (json!([]), "ids", "validation.required"),
        (json!(null), "ids", "validation.required"),
        (json!([landlord, UNKNOWN, landlord]), "ids[2]", "validation.invalid"),
        (json!([landlord, "nonsense"]), "ids[1]", "validation.invalid"),
        (json!(landlord), "ids", "validation.invalid"),
        (json!(too_many), "ids", "validation.too-long"),
    ] {
        let (status, body) = approve(&administrator, LANDLORD_REGISTRATIONS, &ids).await;
        assert_eq!((status, &body["error"]["fields"]), (400, &json!({ field: rule })), "{ids}");
    }
    assert_eq!(statuses(&administrator, LANDLORD_REGISTRATIONS).await, ["PENDING"]);
    let (status, body) = approve(&administrator, LANDLORD_REGISTRATIONS, &json!(too_many[..50])).await;
    assert_eq!((status, body["payload"]["failed"].as_array().map(Vec::len)), (200, Some(50)), "50 ids are allowed");
    for list in [LANDLORD_REGISTRATIONS, STUDENT_REGISTRATIONS] {
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            let (status, body) = send_request(administrator.request(method, &format!("{list}/approve"))).await;
            assert_eq!((status.as_u16(), message(&body)), (405, "exception.request.method-not-allowed"));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_approve_registrations_approve_each_once() {
    let portal = Portal::start_with_pool().await;
    let administrator = portal.administrator().await;
    let mut ids = Vec::new();
    for n in 0..10 {
        ids.push(register_landlord(&portal, &format!("landlord-{n}@portal.test")).await);
    }
    delivered_purposes(&portal).await;
    let ids = json!(ids);
    let requests = (0..5).map(|_| approve(&administrator, LANDLORD_REGISTRATIONS, &ids));
    let mut approved = 0;
    for (status, body) in futures_util::future::join_all(requests).await {
        assert_eq!(status, 200, "{body}");
        let failed = body["payload"]["failed"].as_array().unwrap();
        approved += body["payload"]["approved"].as_array().unwrap().len();
        for failure in failed {
            assert_eq!(failure["message"], "exception.registration.already-reviewed");
        }
    }
    assert_eq!(approved, 10);
    assert_eq!(delivered_purposes(&portal).await.len(), 10);
    assert_eq!(count(&portal, "SELECT count(*) FROM events WHERE NOT acknowledged").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn review_acknowledges_event_of_its_registration_only() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let [(_, landlord), (_, student)] = register_both(&portal).await;
    let third = register_student(&portal, "third@portal.test").await;
    let open = async || {
        let (_, body) = administrator.get("/api/v1/events?acknowledged=false").await;
        let events = body["payload"].as_array().unwrap().clone();
        events.iter().map(|event| event["entity"]["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(open().await, ["third@portal.test", "ada@portal.test", "grace@portal.test"]);
    assert_eq!(administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{landlord}?approved=false")).await.0, 200);
    assert_eq!(open().await, ["third@portal.test", "ada@portal.test"]);
    assert_eq!(administrator.put(&format!("{STUDENT_REGISTRATIONS}/{student}?approved=true")).await.0, 200);
    assert_eq!(open().await, ["third@portal.test"]);
    assert_eq!(administrator.put(&format!("{STUDENT_REGISTRATIONS}/{student}?approved=true")).await.0, 409);
    assert_eq!(approve(&administrator, STUDENT_REGISTRATIONS, &json!([third])).await.0, 200);
    assert!(open().await.is_empty());
    let (_, trail) = administrator.get("/api/v1/audit?action=EVENT_ACKNOWLEDGED").await;
    assert_eq!(trail["totalSize"], 0, "the decision has an entry");
}
