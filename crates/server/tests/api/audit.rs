//! The audit trail: every change records an entry; entries can be listed, filtered and exported.

use chrono::TimeDelta;
use portal_domain::audit::AuditAction;
use portal_domain::locale::Locale;
use portal_domain::user::{Email, Role};
use portal_services::ports::MailSelection;
use portal_services::users::{NewAdministrator, create_active_administrator};
use portal_services::{outbox, retention};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{
    Client, LANDLORD_REGISTRATIONS, PASSWORD, Portal, STUDENT_REGISTRATIONS, jpeg, landlord_form, listing,
    proof_of_study, student_form,
};

fn id(object: &Value) -> String {
    object["payload"]["externalId"].as_str().expect("an id").to_owned()
}

async fn entries(administrator: &Client, query: &str) -> Vec<Value> {
    let (status, body) = administrator.get(&format!("/api/v1/audit?paginated=false&{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

/// The body of a successful response.
async fn success(response: impl Future<Output = (reqwest::StatusCode, Value)>) -> Value {
    let (status, body) = response.await;
    assert!(status.is_success(), "{status} {body}");
    body
}

/// Actions on many entities, whose entries name none of them.
const WITHOUT_ENTITY: [AuditAction; 6] = [
    AuditAction::EventsAcknowledged,
    AuditAction::AuditExported,
    AuditAction::RegistrationsExported,
    AuditAction::UsersExported,
    AuditAction::ApplicationsExported,
    AuditAction::EventsExported,
];

/// The operator's commands about mails that were given up.
async fn command_mails(portal: &Portal, recipient: &str) {
    let insert = format!(
        "INSERT INTO outbox (id, recipient_id, purpose, attempts, due_at, date_created, given_up_at, failure) \
         VALUES (gen_random_uuid(), '{recipient}', 'PASSWORD_CHANGED', 1, now(), now(), now(), 'rejected')"
    );
    for command in [AuditAction::MailsRetried, AuditAction::MailsDropped] {
        portal.database.client().await.batch_execute(&insert).await.unwrap();
        let done = match command {
            AuditAction::MailsRetried => outbox::retry_mails(&portal.ports, MailSelection::AllDeadLetters).await,
            _ => outbox::drop_mails(&portal.ports, MailSelection::AllDeadLetters).await,
        };
        assert_eq!(done.unwrap(), 1);
    }
}

/// Does every audited action once, and returns an administrator.
async fn do_every_audited_action(portal: &Portal) -> Client {
    let (administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let mut listings = Vec::new();
    for _ in 0..4 {
        listings.push(landlord.publish_listing(&listing()).await);
    }
    success(landlord.put_json(&format!("/api/v1/listings/{}", listings[0]), &listing())).await;
    for (listing_id, first, second) in [
        (&listings[0], "APPROVED", Some("APPROVED")),
        (&listings[1], "APPROVED", Some("REJECTED")),
        (&listings[2], "REJECTED", None),
    ] {
        let application = student.apply(listing_id).await;
        success(administrator.put(&format!("/api/v1/applications/{application}/admin-review?status={first}"))).await;
        if let Some(second) = second {
            success(landlord.put(&format!("/api/v1/applications/{application}/review?status={second}"))).await;
        }
    }
    let application = student.apply(&listings[3]).await;
    success(student.delete(&format!("/api/v1/applications/{application}"))).await;
    let landlord_id = landlord.profile().await["externalId"].as_str().unwrap().to_owned();
    success(administrator.post(&format!("/api/v1/users/{landlord_id}/request-donation"), &json!({}))).await;
    success(administrator.post(&format!("/api/v1/listings/{}/takedown", listings[2]), &json!({ "reason": "Betrug" })))
        .await;
    success(landlord.delete(&format!("/api/v1/listings/{}", listings[3]))).await;

    let registration =
        success(portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("approved@portal.test"))).await;
    success(administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{}?approved=true", id(&registration)))).await;
    let registration = success(portal.anonymous().register_student(
        &student_form("rejected@portal.test"),
        proof_of_study(),
        "proof.pdf",
    ))
    .await;
    let document = registration["payload"]["proofOfStudyDocument"]["externalId"].as_str().unwrap();
    success(administrator.get(&format!("/api/v1/documents/{document}"))).await;
    success(administrator.get(&format!("/api/v1/documents/{document}/preview"))).await;
    success(administrator.put(&format!("{STUDENT_REGISTRATIONS}/{}?approved=false", id(&registration)))).await;

    success(portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("waiting@portal.test"))).await;
    let events = success(administrator.get("/api/v1/events?acknowledged=false")).await;
    let event = events["payload"][0]["externalId"].as_str().unwrap();
    success(administrator.put(&format!("/api/v1/events/{event}/acknowledge"))).await;
    let mut suspicious = listing();
    suspicious["description"] = json!("WhatsApp");
    landlord.publish_listing(&suspicious).await;
    let events = success(administrator.get("/api/v1/events?acknowledged=false")).await;
    let event = events["payload"][0]["externalId"].as_str().unwrap();
    success(administrator.put(&format!("/api/v1/events/{event}/dismiss"))).await;
    success(administrator.put("/api/v1/events/acknowledge-all")).await;
    let settings = success(administrator.get("/api/v1/settings")).await;
    let setting = settings["payload"][0]["externalId"].as_str().unwrap();
    let image = reqwest::multipart::Part::bytes(jpeg(64, 48)).file_name("hero.jpg");
    let form = reqwest::multipart::Form::new().part("file", image);
    let upload =
        administrator.request(Method::POST, &format!("/api/v1/settings/{setting}/upload-image")).multipart(form);
    success(crate::harness::send_request(upload)).await;

    let new_administrator = json!({ "email": "annie@portal.test", "firstName": "Annie", "lastName": "Easley", "gender": "FEMALE",
        "phoneNumber": "-", "dateOfBirth": "2000-01-01" });
    let created = success(administrator.post("/api/v1/users", &new_administrator)).await;
    success(administrator.post(&format!("/api/v1/users/{}/resend-activation", id(&created)), &json!({}))).await;
    let profile = json!({ "firstName": "Root", "lastName": "Admin", "gender": "OTHER", "phoneNumber": "-" });
    let administrator_id = administrator.profile().await["externalId"].as_str().unwrap().to_owned();
    success(administrator.put_json(&format!("/api/v1/users/{administrator_id}"), &profile)).await;
    let passwords = json!({ "oldPassword": PASSWORD, "newPassword": PASSWORD });
    success(administrator.put_json("/api/v1/auth/change-password", &passwords)).await;
    let operated = NewAdministrator {
        email: Email::parse("operated@portal.test").unwrap(),
        password: PASSWORD.to_owned(),
        first_name: "Root".to_owned(),
        last_name: "Admin".to_owned(),
        locale: Locale::German,
    };
    create_active_administrator(&portal.ports, operated).await.unwrap();
    command_mails(portal, &administrator_id).await;
    let (_, other) = portal.insert_user(Role::Student).await;
    for active in [false, true] {
        success(administrator.put(&format!("/api/v1/users/{other}/status?active={active}"))).await;
    }
    success(administrator.delete(&format!("/api/v1/users/{other}"))).await;
    let student = portal.student().await;
    for client in [&administrator, &student] {
        client.set_up_totp(portal.ports.clock.now()).await;
    }
    success(administrator.delete("/api/v1/users/profile/second-factor/totp")).await;
    let student_id = student.profile().await["externalId"].as_str().unwrap().to_owned();
    success(administrator.delete(&format!("/api/v1/users/{student_id}/second-factor"))).await;
    success(administrator.get("/api/v1/users/profile/export")).await;
    success(administrator.get("/api/v1/audit/export")).await;
    for list in [STUDENT_REGISTRATIONS, "/api/v1/users", "/api/v1/applications", "/api/v1/events"] {
        success(crate::harness::send_request(administrator.request(Method::GET, list).header("accept", "text/csv")))
            .await;
    }
    administrator
}

#[tokio::test(flavor = "multi_thread")]
async fn every_action_records_entry_with_actor_time_and_address() {
    let portal = Portal::start().await;
    let administrator = do_every_audited_action(&portal).await;
    let all = entries(&administrator, "").await;
    for action in AuditAction::ALL {
        let mut found = all.iter().filter(|entry| entry["action"] == action.as_str());
        let entry = found.next_back().unwrap_or_else(|| panic!("{action} recorded no entry"));
        assert_eq!(entry["entityType"], action.entity_type().as_str());
        if [AuditAction::AdministratorCreated, AuditAction::MailsRetried, AuditAction::MailsDropped].contains(action) {
            assert_eq!((&entry["actor"], &entry["address"]), (&Value::Null, &Value::Null), "by the operator");
            continue;
        }
        assert_eq!(entry["address"], "127.0.0.1", "{action}");
        assert!(entry["dateCreated"].as_str().unwrap().ends_with('Z'), "{action}");
        let roles = ["ADMIN", "LANDLORD", "STUDENT"];
        assert!(roles.iter().any(|role| entry["actor"]["role"] == *role), "{action}: {entry}");
        assert_eq!(entry["entityId"].is_null(), WITHOUT_ENTITY.contains(action), "{action}");
    }
    let declined = entries(&administrator, "action=APPLICATION_DECLINED").await;
    assert_eq!(declined[0]["actor"]["email"], administrator.email.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_requests_record_no_entry() {
    let portal = Portal::start().await;
    let (administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let application = student.apply(&landlord.publish_listing(&listing()).await).await;
    let before = entries(&administrator, "").await.len();
    for (client, path) in [
        (&landlord, format!("/api/v1/applications/{application}/review?status=APPROVED")),
        (&landlord, format!("/api/v1/applications/{application}/admin-review?status=APPROVED")),
        (&administrator, format!("/api/v1/applications/{application}/admin-review?status=PENDING")),
    ] {
        assert!(client.put(&path).await.0.is_client_error());
    }
    assert_eq!(entries(&administrator, "").await.len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_audit_entries_filters_and_pages() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    for _ in 0..3 {
        landlord.create_listing(&listing()).await;
    }
    let (_, page) = administrator.get("/api/v1/audit?pageSize=2&page=1&sortDirection=asc&action=LISTING_CREATED").await;
    assert_eq!((page["totalSize"].as_u64(), page["totalPages"].as_u64()), (Some(3), Some(2)));
    assert_eq!(page["payload"].as_array().unwrap().len(), 1);
    let landlord_id = landlord.profile().await["externalId"].as_str().unwrap().to_owned();
    assert_eq!(
        entries(&administrator, &format!("actorId={landlord_id}&action=LISTING_CREATED&action=USER_DELETED"))
            .await
            .len(),
        3
    );
    assert_eq!(entries(&administrator, "action=USER_DELETED").await.len(), 0);
    let second = entries(&administrator, "sortDirection=asc&action=LISTING_CREATED").await[1]["dateCreated"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(entries(&administrator, &format!("from={second}")).await.len(), 2);
    assert_eq!(entries(&administrator, &format!("from={second}&to={second}")).await.len(), 1);
    assert_eq!(entries(&administrator, "to=2001-01-01").await.len(), 0);
    for query in ["action=NOTHING", "actorId=me", "from=yesterday", "to=2026-02-30", "sortField=address", "page=-1"] {
        assert_eq!(administrator.get(&format!("/api/v1/audit?{query}")).await.0, 400, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn export_audit_entries_escapes_formulas() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let landlord_id = landlord.profile().await["externalId"].as_str().unwrap().to_owned();
    let name = "=HYPERLINK(\"http://evil.test\";\"klick\")";
    let profile = json!({
        "firstName": name, "lastName": "Hopper", "gender": "FEMALE", "phoneNumber": "+49 30 1",
        "street": "Weg", "houseNumber": "1", "postalCode": "10115", "city": "Berlin"
    });
    success(landlord.put_json(&format!("/api/v1/users/{landlord_id}"), &profile)).await;
    let response =
        administrator.request(Method::GET, "/api/v1/audit/export?action=PROFILE_CHANGED").send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8");
    let name = format!("attachment; filename=\"audit-{}.csv\"", portal.today());
    assert_eq!(response.headers()["content-disposition"], name);
    assert_eq!(response.headers()["cache-control"], "no-store");
    let table = response.text().await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 2, "{table}");
    assert!(lines[1].contains(",\"'=HYPERLINK(\"\"http://evil.test\"\";\"\"klick\"\") Hopper\","), "{table}");
    assert!(lines[1].contains(&landlord_id) && lines[1].ends_with("127.0.0.1"), "{table}");
    assert_eq!(entries(&administrator, "action=AUDIT_EXPORTED").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn retention_removes_addresses_after_thirty_days() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    landlord.create_listing(&listing()).await;
    portal.advance_clock(TimeDelta::days(30) - TimeDelta::minutes(1));
    assert_eq!(retention::prune(&portal.ports).await.unwrap().addresses, 0);
    portal.advance_clock(TimeDelta::minutes(2));
    assert_eq!(retention::prune(&portal.ports).await.unwrap().addresses, 2, "of the login and of the listing");
    let mut administrator = administrator;
    let email = administrator.email.clone();
    assert_eq!(administrator.log_in(&email, PASSWORD).await, 200, "the session has expired");
    let remaining = entries(&administrator, "action=LISTING_CREATED").await;
    assert_eq!((remaining.len(), &remaining[0]["address"]), (1, &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_name_entities_until_their_deletion() {
    let portal = Portal::start().await;
    let (administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let listing_id = landlord.publish_listing(&listing()).await;
    let application = student.apply(&listing_id).await;
    success(administrator.put(&format!("/api/v1/applications/{application}/admin-review?status=APPROVED"))).await;
    let forwarded = entries(&administrator, "action=APPLICATION_FORWARDED").await;
    let entity = &forwarded[0]["entity"];
    assert_eq!(entity["listing"], json!({ "externalId": listing_id, "title": listing()["title"] }));
    assert_eq!(entity["person"]["externalId"], student.profile().await["externalId"]);
    assert_eq!((&entity["eventType"], &entity["name"]), (&Value::Null, &Value::Null), "keys are always present");
    let by_title = entries(&administrator, "keyword=balkon%20HELLES").await;
    assert!(
        by_title.len() >= 2
            && by_title.iter().all(|entry| entry["entity"]["listing"]["externalId"] == listing_id.as_str())
    );
    assert_eq!(
        entries(&administrator, &format!("keyword={}&action=APPLICATION_FORWARDED", student.email)).await.len(),
        1
    );
    assert_eq!(administrator.get(&format!("/api/v1/audit?keyword={}", "a".repeat(201))).await.0, 400);

    let response = administrator.request(Method::GET, "/api/v1/audit/export?keyword=balkon").send().await.unwrap();
    let table = response.text().await.unwrap();
    assert!(table.lines().next().unwrap().ends_with("entityId,entityTitle,entityPerson,address"), "{table}");
    assert_eq!(table.lines().count(), by_title.len() + 1, "the same entries");
    let name = student.profile().await;
    let name = format!("{} {}", name["firstName"].as_str().unwrap(), name["lastName"].as_str().unwrap());
    assert!(table.contains(&format!(",{},{name},", listing()["title"].as_str().unwrap())), "{table}");

    success(landlord.delete(&format!("/api/v1/listings/{listing_id}"))).await;
    success(administrator.delete(&format!("/api/v1/users/{}", portal.id_of(&student).await))).await;
    let forwarded = entries(&administrator, "action=APPLICATION_FORWARDED").await;
    let entity = &forwarded[0]["entity"];
    assert!(entity.is_null() || entity["person"].is_null() && entity["listing"]["externalId"].is_null(), "{entity}");
    assert_eq!(entries(&administrator, "action=LISTING_DELETED").await[0]["entity"], Value::Null);
}
