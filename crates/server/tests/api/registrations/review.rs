//! Reviews and lists of registrations.

use portal_domain::mail::MailPurpose;
use serde_json::{Value, json};

use super::{delivered_purposes, id_of, message, register_both, register_landlord};
use crate::harness::{
    LANDLORD_REGISTRATIONS, PASSWORD, Portal, STUDENT_REGISTRATIONS, landlord_form, proof_of_study, student_form,
};

const UNKNOWN: &str = "01980000-0000-7000-8000-000000000000";

#[tokio::test(flavor = "multi_thread")]
async fn review_registration_approval_sends_activation_link() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for ((list, id), role) in register_both(&portal).await.into_iter().zip(["landlord", "student"]) {
        delivered_purposes(&portal).await;
        let (status, body) = administrator.put(&format!("{list}/{id}?approved=true")).await;
        assert_eq!(status, 200, "{body}");
        let decided = (&body["payload"]["status"], &body["payload"][role]["status"]);
        assert_eq!(decided, (&json!("APPROVED"), &json!("REGISTRATION_PENDING")));
        let (_, list_after) = administrator.get(&format!("{list}?status=APPROVED")).await;
        assert_eq!(list_after["payload"][0], body["payload"]);
        let mails = portal.deliver_mails().await;
        assert_eq!(mails.len(), 1);
        assert_eq!(mails[0].purpose, MailPurpose::RegistrationApproved);
        assert_eq!(mails[0].facts.recipient.email.as_str(), body["payload"][role]["email"]);
        assert!(mails[0].token.is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn review_registration_rejection_sends_mail_without_link() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for ((list, id), role) in register_both(&portal).await.into_iter().zip(["landlord", "student"]) {
        delivered_purposes(&portal).await;
        let (status, body) = administrator.put(&format!("{list}/{id}?approved=false")).await;
        assert_eq!((status.as_u16(), &body["payload"]["status"]), (200, &json!("REJECTED")), "{body}");
        assert_eq!(body["payload"][role]["status"], "NEW");
        let mails = portal.deliver_mails().await;
        assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::RegistrationRejected]);
        assert!(mails[0].token.is_none(), "no link");
        let email = body["payload"][role]["email"].as_str().unwrap();
        assert_eq!(portal.anonymous().log_in(email, PASSWORD).await, 401);
        assert_eq!(portal.anonymous().post("/api/v1/auth/forgot-password", &json!({ "email": email })).await.0, 204);
        assert!(delivered_purposes(&portal).await.is_empty(), "no link is sent later");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn email_of_rejected_user_can_register_again() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (list, id) in register_both(&portal).await {
        assert_eq!(administrator.put(&format!("{list}/{id}?approved=false")).await.0, 200);
    }
    let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("ada@portal.test")).await;
    assert_eq!(status, 201, "{body}");
    let form = student_form("grace@portal.test");
    let (status, body) = portal.anonymous().register_student(&form, proof_of_study(), "proof.pdf").await;
    assert_eq!(status, 201, "{body}");
    let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("ada@portal.test")).await;
    assert_eq!((status.as_u16(), message(&body)), (409, "exception.registration.email-exists"));
    let (_, list) = administrator.get(LANDLORD_REGISTRATIONS).await;
    assert_eq!(list["totalSize"], 2, "the rejected registration is still listed: {list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn review_registration_rejects_second_decision() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for first in [true, false] {
        let id = register_landlord(&portal, &format!("grace-{first}@portal.test")).await;
        let (_, decided) = administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{id}?approved={first}")).await;
        delivered_purposes(&portal).await;
        for second in [true, false] {
            let (status, body) = administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{id}?approved={second}")).await;
            let expected = (409, "exception.registration.already-reviewed");
            assert_eq!((status.as_u16(), message(&body)), expected, "{first} then {second}");
        }
        let status = decided["payload"]["status"].as_str().unwrap();
        let (_, list) = administrator.get(&format!("{LANDLORD_REGISTRATIONS}?status={status}")).await;
        assert_eq!(list["payload"][0], decided["payload"]);
        assert!(delivered_purposes(&portal).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn list_and_review_registrations_are_for_administrators_only() {
    let portal = Portal::start().await;
    let registrations = register_both(&portal).await;
    for client in [portal.anonymous(), portal.student().await, portal.landlord().await] {
        for (list, id) in &registrations {
            for (status, body) in [client.get(list).await, client.put(&format!("{list}/{id}?approved=true")).await] {
                assert_eq!((status.as_u16(), &body["payload"]), (403, &Value::Null), "{list}: {body}");
            }
        }
    }
    let administrator = portal.administrator().await;
    for (list, _) in registrations {
        assert_eq!(administrator.get(&format!("{list}?status=PENDING")).await.1["totalSize"], 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn review_registration_of_other_role_returns_404() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let [(_, landlord), (_, student)] = register_both(&portal).await;
    for path in [
        format!("{STUDENT_REGISTRATIONS}/{landlord}?approved=true"),
        format!("{LANDLORD_REGISTRATIONS}/{student}?approved=true"),
        format!("{LANDLORD_REGISTRATIONS}/{UNKNOWN}?approved=true"),
        format!("{LANDLORD_REGISTRATIONS}/nonsense?approved=true"),
    ] {
        let (status, body) = administrator.put(&path).await;
        assert_eq!((status.as_u16(), message(&body)), (404, "exception.registration.not-found"), "{path}");
    }
    for query in ["", "?approved=", "?approved=yes", "?approved=true&approved=false", "?approve=true"] {
        let (status, body) = administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{landlord}{query}")).await;
        assert_eq!(status, 400, "{query}: {body}");
    }
    assert_eq!(administrator.get(&format!("{LANDLORD_REGISTRATIONS}?status=PENDING")).await.1["totalSize"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_registrations_filters_searches_sorts_and_pages() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (email, first_name, last_name, decision) in [
        ("c@portal.test", "Änne", "Zuse", None),
        ("a@portal.test", "Berta", "Müller", Some(true)),
        ("b@portal.test", "Carl", "100%", Some(false)),
    ] {
        let mut form = landlord_form(email);
        (form["firstName"], form["lastName"]) = (json!(first_name), json!(last_name));
        let (_, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
        if let Some(approved) = decision {
            administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{}?approved={approved}", id_of(&body))).await;
        }
    }
    for (query, expected) in [
        ("sortField=email&sortDirection=asc", "a b c"),
        ("sortField=email&sortDirection=desc", "c b a"),
        ("sortField=firstName&sortDirection=asc", "c a b"),
        ("sortField=dateCreated&sortDirection=asc", "c a b"),
        ("sortField=lastModified&sortDirection=desc", "b a c"),
        ("status=PENDING", "c"),
        ("status=APPROVED&status=REJECTED&sortField=email&sortDirection=asc", "a b"),
        ("statuses=REJECTED", "b"),
        ("keyword=müLLer", "a"),
        ("keyword=B%40PORTAL", "b"),
        ("keyword=Änne%20Zuse", "c"),
        ("keyword=%25", "b"),
        ("keyword=_", ""),
        ("keyword=unknown", ""),
        ("keyword=portal.test&status=PENDING", "c"),
        ("sortField=email&sortDirection=asc&pageSize=2&page=1", "c"),
        ("pageSize=2&page=9", ""),
    ] {
        let (status, list) = administrator.get(&format!("{LANDLORD_REGISTRATIONS}?{query}")).await;
        assert_eq!(status, 200, "{query}: {list}");
        let emails = list["payload"].as_array().unwrap().iter();
        let names: Vec<&str> = emails
            .map(|registration| registration["landlord"]["email"].as_str().unwrap().split('@').next().unwrap())
            .collect();
        assert_eq!(names.join(" "), expected, "{query}");
        if query.contains("pageSize=2") {
            assert_eq!((&list["totalSize"], &list["totalPages"]), (&json!(3), &json!(2)), "{query}");
        }
    }
    for query in ["status=NEW", "sortField=password", "page=-1", "pageSize=0", "sortDirection=up"] {
        assert_eq!(administrator.get(&format!("{LANDLORD_REGISTRATIONS}?{query}")).await.0, 400, "{query}");
    }
    assert_eq!(administrator.get(STUDENT_REGISTRATIONS).await.1["totalSize"], 0);
}
