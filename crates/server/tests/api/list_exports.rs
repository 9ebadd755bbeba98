//! Lists that administrators download as CSV.

use portal_domain::user::Role;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORDS, Portal, STUDENTS, landlord_form, listing, proof, student_form};

async fn table(client: &Client, path: &str) -> Response {
    client.request(Method::GET, path).header("accept", "text/csv").send().await.unwrap()
}

/// The lines of a table below its heading.
async fn rows(client: &Client, path: &str) -> Vec<String> {
    let response = table(client, path).await;
    assert_eq!(response.status(), 200, "{path}");
    let text = response.text().await.unwrap();
    text.trim_start_matches('\u{FEFF}').lines().skip(1).map(str::to_owned).collect()
}

async fn entries(administrator: &Client, action: &str) -> Value {
    administrator.get(&format!("/api/v1/audit?action={action}")).await.1["totalSize"].clone()
}

/// One of everything that is listed.
async fn fill(portal: &Portal, administrator: &Client) -> (Client, Client) {
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    portal.anonymous().post(LANDLORDS, &landlord_form("grace@portal.test")).await;
    portal.anonymous().sign_up_student(&student_form("ada@portal.test"), proof(), "proof.pdf").await;
    let letter = student.apply(&landlord.publish_listing(&listing()).await).await;
    administrator.put(&format!("/api/v1/applications/{letter}/admin-review?status=APPROVED")).await;
    (landlord, student)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_list_is_a_table_with_its_name_and_an_audit_entry() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    fill(&portal, &administrator).await;
    for (path, name, first, last, action) in [
        (LANDLORDS, "landlord-registrations", "externalId,status,", ",city", "REGISTRATIONS_EXPORTED"),
        (STUDENTS, "student-registrations", "externalId,status,", ",proofOfStudyDocument", "REGISTRATIONS_EXPORTED"),
        ("/api/v1/users", "users", "externalId,firstName,", ",lastModified", "USERS_EXPORTED"),
        ("/api/v1/applications", "applications", "externalId,", ",landlordEmail", "APPLICATIONS_EXPORTED"),
        ("/api/v1/events", "events", "externalId,type,", ",reportReason", "EVENTS_EXPORTED"),
    ] {
        let before = entries(&administrator, action).await.as_u64().unwrap();
        let response = table(&administrator, path).await;
        assert_eq!(response.status(), 200, "{path}");
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "text/csv; charset=utf-8");
        let today = portal.today();
        assert_eq!(header("content-disposition"), format!("attachment; filename=\"{name}-{today}.csv\""));
        assert_eq!(header("cache-control"), "no-store");
        let text = response.text().await.unwrap();
        let heading = text.strip_prefix('\u{FEFF}').unwrap().split("\r\n").next().unwrap();
        assert!(heading.starts_with(first) && heading.ends_with(last), "{heading}");
        let (_, page) = administrator.get(path).await;
        assert_eq!(json!(text.lines().count() - 1), page["totalSize"], "{path}: {text}");
        assert_eq!(entries(&administrator, action).await, json!(before + 1), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_all_pages_of_the_same_filter_in_the_same_order() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for _ in 0..12 {
        portal.insert(Role::Student).await;
    }
    portal.insert(Role::Landlord).await;
    let query = "role=STUDENT&sortField=email&sortDirection=asc";
    let lines = rows(&administrator, &format!("/api/v1/users?{query}&page=3&pageSize=5")).await;
    let (_, list) = administrator.get(&format!("/api/v1/users?{query}&paginated=false")).await;
    let emails: Vec<_> =
        list["payload"].as_array().unwrap().iter().map(|user| user["email"].as_str().unwrap()).collect();
    assert_eq!(lines.len(), 12);
    for (line, email) in lines.iter().zip(emails) {
        assert!(line.contains(email), "{line} {email}");
    }
    assert!(rows(&administrator, "/api/v1/users?keyword=nobody").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_longer_than_one_step_of_reading() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let many = "INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created, last_modified)
        SELECT gen_random_uuid(), n || '@portal.test', 'First', 'Last', 'OTHER', 'STUDENT', 'ACTIVE', 'de-DE', now(), now()
        FROM generate_series(1, 2500) AS n";
    portal.database.client().await.batch_execute(many).await.unwrap();
    let mut lines = rows(&administrator, "/api/v1/users?role=STUDENT").await;
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 2_500);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_get_a_table_and_a_refusal_comes_before_bad_parameters() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let (landlord, student) = fill(&portal, &administrator).await;
    for path in [LANDLORDS, STUDENTS, "/api/v1/users", "/api/v1/applications", "/api/v1/events"] {
        for (client, message) in [
            (&portal.anonymous(), "exception.auth.unauthenticated"),
            (&landlord, "exception.auth.forbidden"),
            (&student, "exception.auth.forbidden"),
        ] {
            let response = table(client, &format!("{path}?page=-1")).await;
            assert_eq!(response.status(), 403, "{path}");
            let body: Value = response.json().await.unwrap();
            assert_eq!(body["error"]["message"], message, "{path}");
        }
        let response = table(&administrator, &format!("{path}?sortField=password")).await;
        assert_eq!(response.status(), 400, "{path}");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["error"]["fields"]["sortField"], "validation.invalid");
    }
    for action in ["REGISTRATIONS_EXPORTED", "USERS_EXPORTED", "APPLICATIONS_EXPORTED", "EVENTS_EXPORTED"] {
        assert_eq!(entries(&administrator, action).await, 0, "{action}");
    }
    assert_eq!(student.get("/api/v1/applications").await.0, 200, "their list is JSON as before");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_runs_no_formula_and_holds_no_letter() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    fill(&portal, &administrator).await;
    let mut form = landlord_form("evil@portal.test");
    form["firstName"] = json!("=HYPERLINK(0)");
    form["phoneNumber"] = json!("+49 30 1");
    portal.anonymous().post(LANDLORDS, &form).await;
    let lines = rows(&administrator, &format!("{LANDLORDS}?keyword=evil")).await;
    assert!(lines[0].contains(",'=HYPERLINK(0),") && lines[0].contains(",'+49 30 1,"), "{lines:?}");
    let lines = rows(&administrator, "/api/v1/applications").await;
    assert!(lines.len() == 1 && !lines[0].contains("ich suche ein Zimmer"), "{lines:?}");
}
