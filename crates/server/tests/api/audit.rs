//! Who did what: every deed leaves its entry, and the entries can be read, filtered and taken along.

use chrono::TimeDelta;
use portal_domain::audit::AuditAction;
use portal_domain::user::Role;
use portal_services::retention;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{
    Client, LANDLORDS, PASSWORD, Portal, STUDENTS, landlord_form, listing, photo, proof, student_form,
};

fn id(object: &Value) -> String {
    object["payload"]["externalId"].as_str().expect("an id").to_owned()
}

async fn entries(administrator: &Client, query: &str) -> Vec<Value> {
    let (status, body) = administrator.get(&format!("/api/v1/audit?paginated=false&{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

async fn done(answer: impl Future<Output = (reqwest::StatusCode, Value)>) -> Value {
    let (status, body) = answer.await;
    assert!(status.is_success(), "{status} {body}");
    body
}

/// What is done to many things at once, and so names none of them.
const OF_MANY: [AuditAction; 6] = [
    AuditAction::EventsAcknowledged,
    AuditAction::AuditExported,
    AuditAction::RegistrationsExported,
    AuditAction::UsersExported,
    AuditAction::ApplicationsExported,
    AuditAction::EventsExported,
];

/// Does everything once that somebody may have to answer for, and returns an administrator who is left.
async fn do_everything(portal: &Portal) -> Client {
    let (admin, landlord, student) = (portal.administrator().await, portal.landlord().await, portal.student().await);
    let mut rooms = Vec::new();
    for _ in 0..4 {
        rooms.push(landlord.publish_listing(&listing()).await);
    }
    done(landlord.put_json(&format!("/api/v1/listings/{}", rooms[0]), &listing())).await;
    for (room, first, second) in [
        (&rooms[0], "APPROVED", Some("APPROVED")),
        (&rooms[1], "APPROVED", Some("REJECTED")),
        (&rooms[2], "REJECTED", None),
    ] {
        let letter = student.apply(room).await;
        done(admin.put(&format!("/api/v1/applications/{letter}/admin-review?status={first}"))).await;
        if let Some(second) = second {
            done(landlord.put(&format!("/api/v1/applications/{letter}/review?status={second}"))).await;
        }
    }
    let letter = student.apply(&rooms[3]).await;
    done(student.delete(&format!("/api/v1/applications/{letter}"))).await;
    let landlord_id = landlord.profile().await["externalId"].as_str().unwrap().to_owned();
    done(admin.post(&format!("/api/v1/users/{landlord_id}/request-donation"), &json!({}))).await;
    done(admin.post(&format!("/api/v1/listings/{}/takedown", rooms[2]), &json!({ "reason": "Betrug" }))).await;
    done(landlord.delete(&format!("/api/v1/listings/{}", rooms[3]))).await;

    let asked = done(portal.anonymous().post(LANDLORDS, &landlord_form("asking@portal.test"))).await;
    done(admin.put(&format!("{LANDLORDS}/{}?approved=true", id(&asked)))).await;
    let asked =
        done(portal.anonymous().sign_up_student(&student_form("studying@portal.test"), proof(), "proof.pdf")).await;
    let document = asked["payload"]["proofOfStudyDocument"]["externalId"].as_str().unwrap();
    done(admin.get(&format!("/api/v1/documents/{document}"))).await;
    done(admin.get(&format!("/api/v1/documents/{document}/preview"))).await;
    done(admin.put(&format!("{STUDENTS}/{}?approved=false", id(&asked)))).await;

    done(portal.anonymous().post(LANDLORDS, &landlord_form("waiting@portal.test"))).await;
    let events = done(admin.get("/api/v1/events?acknowledged=false")).await;
    let event = events["payload"][0]["externalId"].as_str().unwrap();
    done(admin.put(&format!("/api/v1/events/{event}/acknowledge"))).await;
    done(admin.put("/api/v1/events/acknowledge-all")).await;
    let settings = done(admin.get("/api/v1/settings")).await;
    let setting = settings["payload"][0]["externalId"].as_str().unwrap();
    let picture = reqwest::multipart::Part::bytes(photo(64, 48)).file_name("hero.jpg");
    let form = reqwest::multipart::Form::new().part("file", picture);
    let upload = admin.request(Method::POST, &format!("/api/v1/settings/{setting}/upload-image")).multipart(form);
    done(crate::harness::answer(upload)).await;

    let colleague = json!({ "email": "annie@portal.test", "firstName": "Annie", "lastName": "Easley", "gender": "FEMALE",
        "phoneNumber": "-", "dateOfBirth": "2000-01-01" });
    let invited = done(admin.post("/api/v1/users", &colleague)).await;
    done(admin.post(&format!("/api/v1/users/{}/resend-activation", id(&invited)), &json!({}))).await;
    let profile = json!({ "firstName": "Root", "lastName": "Admin", "gender": "OTHER", "phoneNumber": "-" });
    let own = admin.profile().await["externalId"].as_str().unwrap().to_owned();
    done(admin.put_json(&format!("/api/v1/users/{own}"), &profile)).await;
    let passwords = json!({ "oldPassword": PASSWORD, "newPassword": PASSWORD });
    done(admin.put_json("/api/v1/auth/change-password", &passwords)).await;
    let (_, other) = portal.insert(Role::Student).await;
    for active in [false, true] {
        done(admin.put(&format!("/api/v1/users/{other}/status?active={active}"))).await;
    }
    done(admin.delete(&format!("/api/v1/users/{other}"))).await;
    done(admin.get("/api/v1/users/profile/export")).await;
    done(admin.get("/api/v1/audit/export")).await;
    for list in [STUDENTS, "/api/v1/users", "/api/v1/applications", "/api/v1/events"] {
        done(crate::harness::answer(admin.request(Method::GET, list).header("accept", "text/csv"))).await;
    }
    admin
}

#[tokio::test(flavor = "multi_thread")]
async fn every_deed_leaves_an_entry_that_says_who_when_and_from_where() {
    let portal = Portal::start().await;
    let admin = do_everything(&portal).await;
    let all = entries(&admin, "").await;
    for action in AuditAction::ALL {
        let mut found = all.iter().filter(|entry| entry["action"] == action.as_str());
        let entry = found.next_back().unwrap_or_else(|| panic!("{action} left no entry"));
        assert_eq!(entry["entityType"], action.entity_type().as_str());
        assert_eq!(entry["address"], "127.0.0.1", "{action}");
        assert!(entry["dateCreated"].as_str().unwrap().ends_with('Z'), "{action}");
        let roles = ["ADMIN", "LANDLORD", "STUDENT"];
        assert!(roles.iter().any(|role| entry["actor"]["role"] == *role), "{action}: {entry}");
        assert_eq!(entry["entityId"].is_null(), OF_MANY.contains(action), "{action}");
    }
    let declined = entries(&admin, "action=APPLICATION_DECLINED").await;
    assert_eq!(declined[0]["actor"]["email"], admin.email.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_refused_leaves_none() {
    let portal = Portal::start().await;
    let (admin, landlord, student) = (portal.administrator().await, portal.landlord().await, portal.student().await);
    let letter = student.apply(&landlord.publish_listing(&listing()).await).await;
    let before = entries(&admin, "").await.len();
    for (client, path) in [
        (&landlord, format!("/api/v1/applications/{letter}/review?status=APPROVED")),
        (&landlord, format!("/api/v1/applications/{letter}/admin-review?status=APPROVED")),
        (&admin, format!("/api/v1/applications/{letter}/admin-review?status=PENDING")),
    ] {
        assert!(client.put(&path).await.0.is_client_error());
    }
    assert_eq!(entries(&admin, "").await.len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_are_filtered_and_divided_into_pages() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    for _ in 0..3 {
        landlord.create_listing(&listing()).await;
    }
    let (_, page) = admin.get("/api/v1/audit?pageSize=2&page=1&sortDirection=asc").await;
    assert_eq!((page["totalSize"].as_u64(), page["totalPages"].as_u64()), (Some(3), Some(2)));
    assert_eq!(page["payload"].as_array().unwrap().len(), 1);
    let theirs = landlord.profile().await["externalId"].as_str().unwrap().to_owned();
    assert_eq!(entries(&admin, &format!("actorId={theirs}&action=LISTING_CREATED&action=USER_DELETED")).await.len(), 3);
    assert_eq!(entries(&admin, "action=USER_DELETED").await.len(), 0);
    let second = entries(&admin, "sortDirection=asc").await[1]["dateCreated"].as_str().unwrap().to_owned();
    assert_eq!(entries(&admin, &format!("from={second}")).await.len(), 2);
    assert_eq!(entries(&admin, &format!("from={second}&to={second}")).await.len(), 1);
    assert_eq!(entries(&admin, "to=2001-01-01").await.len(), 0);
    for query in ["action=NOTHING", "actorId=me", "from=yesterday", "to=2026-02-30", "sortField=address", "page=-1"] {
        assert_eq!(admin.get(&format!("/api/v1/audit?{query}")).await.0, 400, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_shows_names_that_are_formulas_and_runs_none() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    let own = landlord.profile().await["externalId"].as_str().unwrap().to_owned();
    let name = "=HYPERLINK(\"http://evil.test\";\"klick\")";
    let profile = json!({
        "firstName": name, "lastName": "Hopper", "gender": "FEMALE", "phoneNumber": "+49 30 1",
        "street": "Weg", "houseNumber": "1", "postalCode": "10115", "city": "Berlin"
    });
    done(landlord.put_json(&format!("/api/v1/users/{own}"), &profile)).await;
    let response = admin.request(Method::GET, "/api/v1/audit/export?action=PROFILE_CHANGED").send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8");
    let name = format!("attachment; filename=\"audit-{}.csv\"", portal.today());
    assert_eq!(response.headers()["content-disposition"], name);
    assert_eq!(response.headers()["cache-control"], "no-store");
    let table = response.text().await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 2, "{table}");
    assert!(lines[1].contains(",\"'=HYPERLINK(\"\"http://evil.test\"\";\"\"klick\"\") Hopper\","), "{table}");
    assert!(lines[1].contains(&own) && lines[1].ends_with("127.0.0.1"), "{table}");
    assert_eq!(entries(&admin, "action=AUDIT_EXPORTED").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_thirty_days_the_address_goes_and_the_entry_stays() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    landlord.create_listing(&listing()).await;
    portal.wait(TimeDelta::days(30) - TimeDelta::minutes(1));
    assert_eq!(retention::sweep(&portal.ports).await.unwrap().addresses, 0);
    portal.wait(TimeDelta::minutes(2));
    assert_eq!(retention::sweep(&portal.ports).await.unwrap().addresses, 1);
    let mut admin = admin;
    let email = admin.email.clone();
    assert_eq!(admin.log_in(&email, PASSWORD).await, 200, "sessions end as well");
    let left = entries(&admin, "action=LISTING_CREATED").await;
    assert_eq!((left.len(), &left[0]["address"]), (1, &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_show_names_with_what_a_link_needs_until_they_are_erased() {
    let portal = Portal::start().await;
    let (admin, landlord, student) = (portal.administrator().await, portal.landlord().await, portal.student().await);
    let room = landlord.publish_listing(&listing()).await;
    let letter = student.apply(&room).await;
    done(admin.put(&format!("/api/v1/applications/{letter}/admin-review?status=APPROVED"))).await;
    let forwarded = entries(&admin, "action=APPLICATION_FORWARDED").await;
    let entity = &forwarded[0]["entity"];
    assert_eq!(entity["listing"], json!({ "externalId": room, "title": listing()["title"] }));
    assert_eq!(entity["person"]["externalId"], student.profile().await["externalId"]);
    assert_eq!((&entity["eventType"], &entity["name"]), (&Value::Null, &Value::Null), "keys are always there");
    let by_title = entries(&admin, "keyword=balkon%20HELLES").await;
    assert!(
        by_title.len() >= 2 && by_title.iter().all(|entry| entry["entity"]["listing"]["externalId"] == room.as_str())
    );
    assert_eq!(entries(&admin, &format!("keyword={}&action=APPLICATION_FORWARDED", student.email)).await.len(), 1);
    assert_eq!(admin.get(&format!("/api/v1/audit?keyword={}", "a".repeat(201))).await.0, 400);

    let response = admin.request(Method::GET, "/api/v1/audit/export?keyword=balkon").send().await.unwrap();
    let table = response.text().await.unwrap();
    assert!(table.lines().next().unwrap().ends_with("entityId,entityTitle,entityPerson,address"), "{table}");
    assert_eq!(table.lines().count(), by_title.len() + 1, "the same entries");
    let name = student.profile().await;
    let name = format!("{} {}", name["firstName"].as_str().unwrap(), name["lastName"].as_str().unwrap());
    assert!(table.contains(&format!(",{},{name},", listing()["title"].as_str().unwrap())), "{table}");

    done(landlord.delete(&format!("/api/v1/listings/{room}"))).await;
    done(admin.delete(&format!("/api/v1/users/{}", portal.id_of(&student).await))).await;
    let forwarded = entries(&admin, "action=APPLICATION_FORWARDED").await;
    let left = &forwarded[0]["entity"];
    assert!(left.is_null() || left["person"].is_null() && left["listing"]["externalId"].is_null(), "{left}");
    assert_eq!(entries(&admin, "action=LISTING_DELETED").await[0]["entity"], Value::Null);
}
