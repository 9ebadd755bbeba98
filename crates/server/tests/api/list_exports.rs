//! Lists as CSV, for administrators.

use portal_domain::user::Role;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::harness::{
    Client, LANDLORD_REGISTRATIONS, Portal, STUDENT_REGISTRATIONS, landlord_form, listing, proof_of_study, student_form,
};

async fn get_csv(client: &Client, path: &str) -> Response {
    client.request(Method::GET, path).header("accept", "text/csv").send().await.unwrap()
}

/// The lines below the header.
async fn csv_rows(client: &Client, path: &str) -> Vec<String> {
    let response = get_csv(client, path).await;
    assert_eq!(response.status(), 200, "{path}");
    let text = response.text().await.unwrap();
    text.trim_start_matches('\u{FEFF}').lines().skip(1).map(str::to_owned).collect()
}

async fn count_audit_entries(administrator: &Client, action: &str) -> Value {
    administrator.get(&format!("/api/v1/audit?action={action}")).await.1["totalSize"].clone()
}

/// Creates a row of every list; returns the landlord and the student.
async fn create_one_of_each(portal: &Portal, administrator: &Client) -> (Client, Client) {
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("grace@portal.test")).await;
    portal.anonymous().register_student(&student_form("ada@portal.test"), proof_of_study(), "proof.pdf").await;
    let application = student.apply(&landlord.publish_listing(&listing()).await).await;
    administrator.put(&format!("/api/v1/applications/{application}/admin-review?status=APPROVED")).await;
    (landlord, student)
}

#[tokio::test(flavor = "multi_thread")]
async fn list_as_csv_has_filename_and_audit_entry() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    create_one_of_each(&portal, &administrator).await;
    for (path, name, first, last, action) in [
        (LANDLORD_REGISTRATIONS, "landlord-registrations", "externalId,status,", ",city", "REGISTRATIONS_EXPORTED"),
        (
            STUDENT_REGISTRATIONS,
            "student-registrations",
            "externalId,status,",
            ",proofOfStudyDocument",
            "REGISTRATIONS_EXPORTED",
        ),
        ("/api/v1/users", "users", "externalId,firstName,", ",lastModified", "USERS_EXPORTED"),
        ("/api/v1/applications", "applications", "externalId,", ",landlordEmail", "APPLICATIONS_EXPORTED"),
        ("/api/v1/events", "events", "externalId,type,", ",reportReason,reasons", "EVENTS_EXPORTED"),
    ] {
        let before = count_audit_entries(&administrator, action).await.as_u64().unwrap();
        let response = get_csv(&administrator, path).await;
        assert_eq!(response.status(), 200, "{path}");
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "text/csv; charset=utf-8");
        let today = portal.today();
        assert_eq!(header("content-disposition"), format!("attachment; filename=\"{name}-{today}.csv\""));
        assert_eq!(header("cache-control"), "no-store");
        let text = response.text().await.unwrap();
        let header_line = text.strip_prefix('\u{FEFF}').unwrap().split("\r\n").next().unwrap();
        assert!(header_line.starts_with(first) && header_line.ends_with(last), "{header_line}");
        let (_, page) = administrator.get(path).await;
        assert_eq!(json!(text.lines().count() - 1), page["totalSize"], "{path}: {text}");
        assert_eq!(count_audit_entries(&administrator, action).await, json!(before + 1), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn list_as_csv_contains_all_pages_in_requested_order() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for _ in 0..12 {
        portal.insert_user(Role::Student).await;
    }
    portal.insert_user(Role::Landlord).await;
    let query = "role=STUDENT&sortField=email&sortDirection=asc";
    let lines = csv_rows(&administrator, &format!("/api/v1/users?{query}&page=3&pageSize=5")).await;
    let (_, list) = administrator.get(&format!("/api/v1/users?{query}&paginated=false")).await;
    let emails: Vec<_> =
        list["payload"].as_array().unwrap().iter().map(|user| user["email"].as_str().unwrap()).collect();
    assert_eq!(lines.len(), 12);
    for (line, email) in lines.iter().zip(emails) {
        assert!(line.contains(email), "{line} {email}");
    }
    assert!(csv_rows(&administrator, "/api/v1/users?keyword=unknown").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn list_as_csv_is_longer_than_one_batch() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let many = "INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created, last_modified)
        SELECT gen_random_uuid(), n || '@portal.test', 'First', 'Last', 'OTHER', 'STUDENT', 'ACTIVE', 'de-DE', now(), now()
        FROM generate_series(1, 2500) AS n";
    portal.database.client().await.batch_execute(many).await.unwrap();
    let mut lines = csv_rows(&administrator, "/api/v1/users?role=STUDENT").await;
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 2_500);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_as_csv_is_for_administrators_only() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let (landlord, student) = create_one_of_each(&portal, &administrator).await;
    for path in
        [LANDLORD_REGISTRATIONS, STUDENT_REGISTRATIONS, "/api/v1/users", "/api/v1/applications", "/api/v1/events"]
    {
        for (client, message) in [
            (&portal.anonymous(), "exception.auth.unauthenticated"),
            (&landlord, "exception.auth.forbidden"),
            (&student, "exception.auth.forbidden"),
        ] {
            let response = get_csv(client, &format!("{path}?page=-1")).await;
            assert_eq!(response.status(), 403, "{path}");
            let body: Value = response.json().await.unwrap();
            assert_eq!(body["error"]["message"], message, "{path}");
        }
        let response = get_csv(&administrator, &format!("{path}?sortField=password")).await;
        assert_eq!(response.status(), 400, "{path}");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["error"]["fields"]["sortField"], "validation.invalid");
    }
    for action in ["REGISTRATIONS_EXPORTED", "USERS_EXPORTED", "APPLICATIONS_EXPORTED", "EVENTS_EXPORTED"] {
        assert_eq!(count_audit_entries(&administrator, action).await, 0, "{action}");
    }
    assert_eq!(student.get("/api/v1/applications").await.0, 200, "the JSON list is available");
}

#[tokio::test(flavor = "multi_thread")]
async fn list_as_csv_escapes_formulas_and_omits_letters() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    create_one_of_each(&portal, &administrator).await;
    let mut form = landlord_form("evil@portal.test");
    form["firstName"] = json!("=HYPERLINK(0)");
    form["phoneNumber"] = json!("+49 30 1");
    portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
    let lines = csv_rows(&administrator, &format!("{LANDLORD_REGISTRATIONS}?keyword=evil")).await;
    assert!(lines[0].contains(",'=HYPERLINK(0),") && lines[0].contains(",'+49 30 1,"), "{lines:?}");
    let lines = csv_rows(&administrator, "/api/v1/applications").await;
    assert!(lines.len() == 1 && !lines[0].contains("ich suche ein Zimmer"), "{lines:?}");
}
