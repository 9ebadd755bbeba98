//! Administrators look at the requests and decide.

use portal_domain::mail::MailPurpose;
use serde_json::{Value, json};

use super::{both_signed_up, id_of, landlord_signed_up, message, written};
use crate::harness::{LANDLORDS, PASSWORD, Portal, STUDENTS, landlord_form, proof, student_form};

const UNKNOWN: &str = "01980000-0000-7000-8000-000000000000";

#[tokio::test(flavor = "multi_thread")]
async fn w355_a_yes_lets_the_person_set_a_password_and_sends_the_link() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for ((list, id), person) in both_signed_up(&portal).await.into_iter().zip(["landlord", "student"]) {
        written(&portal).await;
        let (status, body) = administrator.put(&format!("{list}/{id}?approved=true")).await;
        assert_eq!(status, 200, "{body}");
        let decided = (&body["payload"]["status"], &body["payload"][person]["status"]);
        assert_eq!(decided, (&json!("APPROVED"), &json!("REGISTRATION_PENDING")));
        let (_, shown) = administrator.get(&format!("{list}?status=APPROVED")).await;
        assert_eq!(shown["payload"][0], body["payload"]);
        let mails = portal.mails().await;
        assert_eq!(mails.len(), 1);
        assert_eq!(mails[0].purpose, MailPurpose::RegistrationApproved);
        assert_eq!(mails[0].facts.recipient.email.as_str(), body["payload"][person]["email"]);
        assert!(mails[0].token.is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn w356_a_no_is_told_neutrally_and_nobody_gets_in() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for ((list, id), person) in both_signed_up(&portal).await.into_iter().zip(["landlord", "student"]) {
        written(&portal).await;
        let (status, body) = administrator.put(&format!("{list}/{id}?approved=false")).await;
        assert_eq!((status.as_u16(), &body["payload"]["status"]), (200, &json!("REJECTED")), "{body}");
        assert_eq!(body["payload"][person]["status"], "NEW");
        let mails = portal.mails().await;
        assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::RegistrationRejected]);
        assert!(mails[0].token.is_none(), "no link leads in");
        let email = body["payload"][person]["email"].as_str().unwrap();
        assert_eq!(portal.anonymous().log_in(email, PASSWORD).await, 401);
        assert_eq!(portal.anonymous().post("/api/v1/auth/forgot-password", &json!({ "email": email })).await.0, 204);
        assert!(written(&portal).await.is_empty(), "nor is one sent later");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_email_of_somebody_who_was_rejected_is_free_again() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (list, id) in both_signed_up(&portal).await {
        assert_eq!(administrator.put(&format!("{list}/{id}?approved=false")).await.0, 200);
    }
    let (status, body) = portal.anonymous().post(LANDLORDS, &landlord_form("ada@portal.test")).await;
    assert_eq!(status, 201, "{body}");
    let form = student_form("grace@portal.test");
    let (status, body) = portal.anonymous().sign_up_student(&form, proof(), "proof.pdf").await;
    assert_eq!(status, 201, "{body}");
    let (status, body) = portal.anonymous().post(LANDLORDS, &landlord_form("ada@portal.test")).await;
    assert_eq!((status.as_u16(), message(&body)), (409, "exception.registration.email-exists"));
    let (_, list) = administrator.get(LANDLORDS).await;
    assert_eq!(list["totalSize"], 2, "the rejected request is still listed: {list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn w357_what_was_decided_stays_decided() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for first in [true, false] {
        let id = landlord_signed_up(&portal, &format!("grace-{first}@portal.test")).await;
        let (_, decided) = administrator.put(&format!("{LANDLORDS}/{id}?approved={first}")).await;
        written(&portal).await;
        for second in [true, false] {
            let (status, body) = administrator.put(&format!("{LANDLORDS}/{id}?approved={second}")).await;
            let refusal = (409, "exception.registration.already-reviewed");
            assert_eq!((status.as_u16(), message(&body)), refusal, "{first} then {second}");
        }
        let status = decided["payload"]["status"].as_str().unwrap();
        let (_, list) = administrator.get(&format!("{LANDLORDS}?status={status}")).await;
        assert_eq!(list["payload"][0], decided["payload"]);
        assert!(written(&portal).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn w360_only_administrators_list_and_review() {
    let portal = Portal::start().await;
    let requests = both_signed_up(&portal).await;
    for client in [portal.anonymous(), portal.student().await, portal.landlord().await] {
        for (list, id) in &requests {
            for (status, body) in [client.get(list).await, client.put(&format!("{list}/{id}?approved=true")).await] {
                assert_eq!((status.as_u16(), &body["payload"]), (403, &Value::Null), "{list}: {body}");
            }
        }
    }
    let administrator = portal.administrator().await;
    for (list, _) in requests {
        assert_eq!(administrator.get(&format!("{list}?status=PENDING")).await.1["totalSize"], 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_not_in_this_list_does_not_exist() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let [(_, landlord), (_, student)] = both_signed_up(&portal).await;
    for path in [
        format!("{STUDENTS}/{landlord}?approved=true"),
        format!("{LANDLORDS}/{student}?approved=true"),
        format!("{LANDLORDS}/{UNKNOWN}?approved=true"),
        format!("{LANDLORDS}/nonsense?approved=true"),
    ] {
        let (status, body) = administrator.put(&path).await;
        assert_eq!((status.as_u16(), message(&body)), (404, "exception.registration.not-found"), "{path}");
    }
    for query in ["", "?approved=", "?approved=yes", "?approved=true&approved=false", "?approve=true"] {
        let (status, body) = administrator.put(&format!("{LANDLORDS}/{landlord}{query}")).await;
        assert_eq!(status, 400, "{query}: {body}");
    }
    assert_eq!(administrator.get(&format!("{LANDLORDS}?status=PENDING")).await.1["totalSize"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn w354_the_lists_are_filtered_searched_sorted_and_paged() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (email, first_name, last_name, decision) in [
        ("c@portal.test", "Änne", "Zuse", None),
        ("a@portal.test", "Berta", "Müller", Some(true)),
        ("b@portal.test", "Carl", "100%", Some(false)),
    ] {
        let mut form = landlord_form(email);
        (form["firstName"], form["lastName"]) = (json!(first_name), json!(last_name));
        let (_, body) = portal.anonymous().post(LANDLORDS, &form).await;
        if let Some(approved) = decision {
            administrator.put(&format!("{LANDLORDS}/{}?approved={approved}", id_of(&body))).await;
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
        ("keyword=nobody", ""),
        ("keyword=portal.test&status=PENDING", "c"),
        ("sortField=email&sortDirection=asc&pageSize=2&page=1", "c"),
        ("pageSize=2&page=9", ""),
    ] {
        let (status, list) = administrator.get(&format!("{LANDLORDS}?{query}")).await;
        assert_eq!(status, 200, "{query}: {list}");
        let emails = list["payload"].as_array().unwrap().iter();
        let found: Vec<&str> =
            emails.map(|request| request["landlord"]["email"].as_str().unwrap().split('@').next().unwrap()).collect();
        assert_eq!(found.join(" "), expected, "{query}");
        if query.contains("pageSize=2") {
            assert_eq!((&list["totalSize"], &list["totalPages"]), (&json!(3), &json!(2)), "{query}");
        }
    }
    for query in ["status=NEW", "sortField=password", "page=-1", "pageSize=0", "sortDirection=up"] {
        assert_eq!(administrator.get(&format!("{LANDLORDS}?{query}")).await.0, 400, "{query}");
    }
    assert_eq!(administrator.get(STUDENTS).await.1["totalSize"], 0);
}
