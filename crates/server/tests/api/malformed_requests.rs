//! Malformed requests to every operation: every parameter and every field of every body. Each gets
//! the error of the contract and changes nothing.

mod control_characters;
mod operations;
mod raw_http;
mod values;

use portal_persistence::testing::TestDatabase;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORD_REGISTRATIONS, Portal, landlord_form, listing, proof_of_study, student_form};
use operations::{Operation, operations};
use raw_http::RawClient;

/// The id of the setting of the home page's image.
const HERO_SETTING: &str = "01a1f640-bc00-7000-8000-000000000001";

#[tokio::test(flavor = "multi_thread")]
async fn every_body_field_rejects_malformed_values() {
    let portal = Portal::start().await;
    let fixture = Fixture::new(&portal).await;
    for operation in operations().iter().filter(|operation| operation.takes("application/json")) {
        let send = async |case: &str, body: String| {
            let request = fixture.request(&portal, operation, &fixture.path_of(operation));
            let response = request.header(CONTENT_TYPE, "application/json").body(body).send().await.unwrap();
            assert_contract(response, &format!("{} {case}", operation.id)).await
        };
        let valid = operation.valid_body();
        let status = send("valid", valid.to_string()).await;
        assert!(status < 300 || operation.needs_unknown_value(), "{} valid: {status}", operation.id);
        for (case, body) in values::malformed_bodies(&valid) {
            let status = send(&case, body).await;
            assert!(status < 300 || [400, 401, 409, 413].contains(&status), "{} {case}: {status}", operation.id);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_parameter_rejects_malformed_values() {
    let portal = Portal::start().await;
    let fixture = Fixture::new(&portal).await;
    let before = digests(&portal.database).await;
    let mut exports = 0;
    for operation in operations() {
        for (name, path) in values::malformed_parameters(&operation, &fixture.path_of(&operation)) {
            let response = fixture.request(&portal, &operation, &path).send().await.unwrap();
            let status = assert_contract(response, &format!("{} {name}: {path:.200}", operation.id)).await;
            let is_rejected = (400..500).contains(&status);
            // A list may accept the value as a keyword; an operation that changes something must
            // not.
            assert!(
                is_rejected || (status == 200 && operation.method == Method::GET),
                "{} {path:.200}: {status}",
                operation.id
            );
            exports += i64::from(!is_rejected && operation.id == "exportAuditEntries");
        }
    }
    // The export of the audit trail accepts keywords too, and each export records an entry.
    let client = portal.database.client().await;
    let deleted = "WITH deleted AS (DELETE FROM audit_entries WHERE action = 'AUDIT_EXPORTED' RETURNING 1) \
                   SELECT count(*) FROM deleted";
    // Only the owner can, and only without the trigger.
    client.batch_execute("ALTER TABLE audit_entries DISABLE TRIGGER USER").await.unwrap();
    let recorded: i64 = client.query_one(deleted, &[]).await.unwrap().get(0);
    assert_eq!(recorded, exports);
    // The trigger that counts them is off as well.
    client.batch_execute("DELETE FROM row_counts WHERE kind = 'AUDIT_EXPORTED'").await.unwrap();
    assert_eq!(digests(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_rejects_other_content_types() {
    let portal = Portal::start().await;
    let fixture = Fixture::new(&portal).await;
    let before = digests(&portal.database).await;
    for operation in operations().iter().filter(|operation| operation.has_body()) {
        for (kind, expected) in [
            ("text/plain", 415),
            ("application/xml", 415),
            ("application/x-www-form-urlencoded", 415),
            ("image/jpeg", 415),
            ("\u{e4}", 415),
            ("application/json; charset=\"", 415),
            ("multipart/form-data", if operation.takes("multipart/form-data") { 400 } else { 415 }),
        ] {
            let request = fixture.request(&portal, operation, &fixture.path_of(operation));
            let response = request.header(CONTENT_TYPE, kind).body("{}").send().await.unwrap();
            let status = assert_contract(response, &format!("{} as {kind}", operation.id)).await;
            assert_eq!(status, expected, "{} as {kind}", operation.id);
        }
    }
    assert_eq!(digests(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_path_rejects_unknown_methods() {
    let portal = Portal::start().await;
    let fixture = Fixture::new(&portal).await;
    let before = digests(&portal.database).await;
    for operation in operations() {
        for method in ["PATCH", "TRACE", "OPTIONS", "PROPFIND", "BREW"] {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let request = fixture.administrator.request(method.clone(), &fixture.path_of(&operation));
            let response = request.send().await.unwrap();
            let allow = response.headers().get("allow").map(|allow| allow.to_str().unwrap().to_owned());
            let case = format!("{method} {}", operation.path);
            assert_eq!(assert_contract(response, &case).await, 405, "{case}");
            assert!(allow.unwrap().contains(operation.method.as_str()), "{case}");
        }
    }
    assert_eq!(digests(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_multipart_is_rejected() {
    let portal = Portal::start().await;
    let fixture = Fixture::new(&portal).await;
    let before = digests(&portal.database).await;
    let part = "--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.jpg\"\r\n\r\n";
    for (name, kind, body) in [
        ("no boundary", "multipart/form-data", part.to_owned()),
        ("an empty boundary", "multipart/form-data; boundary=", part.to_owned()),
        ("a boundary that does not occur", "multipart/form-data; boundary=y", format!("{part}a\r\n--x--\r\n")),
        ("no end", "multipart/form-data; boundary=x", format!("{part}a")),
        ("nothing", "multipart/form-data; boundary=x", String::new()),
        ("only the end", "multipart/form-data; boundary=x", "--x--\r\n".to_owned()),
        ("no headers", "multipart/form-data; boundary=x", "--x\r\n\r\na\r\n--x--\r\n".to_owned()),
        (
            "another field",
            "multipart/form-data; boundary=x",
            format!("{}a\r\n--x--\r\n", part.replace("files", "other")),
        ),
        ("an empty file", "multipart/form-data; boundary=x", format!("{part}\r\n--x--\r\n")),
        ("a text", "multipart/form-data; boundary=x", format!("{part}a\r\n--x--\r\n")),
        (
            "too many headers",
            "multipart/form-data; boundary=x",
            format!("--x\r\n{}\r\na\r\n--x--\r\n", "A: b\r\n".repeat(20_000)),
        ),
        (
            "NUL in a name",
            "multipart/form-data; boundary=x",
            format!("{}a\r\n--x--\r\n", part.replace("a.jpg", "\0.jpg")),
        ),
    ] {
        for operation in operations().iter().filter(|operation| operation.takes("multipart/form-data")) {
            let request = fixture.request(&portal, operation, &fixture.path_of(operation));
            let response = request.header(CONTENT_TYPE, kind).body(body.clone()).send().await.unwrap();
            let status = assert_contract(response, &format!("{} with {name}", operation.id)).await;
            assert!([400, 415].contains(&status), "{} with {name}: {status}", operation.id);
        }
    }
    assert_eq!(digests(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_http_gets_client_error_or_closed_connection() {
    let portal = Portal::start().await;
    let client = RawClient::to(&portal.url);
    for (name, request) in raw_http::invalid_requests() {
        let response = client.send(&request).await;
        assert!(response.status.is_none_or(|status| (400..500).contains(&status)), "{name}: {response:?}");
    }
    for (name, request, expected) in raw_http::unusual_requests() {
        let response = client.send(&request).await;
        assert_eq!(response.status, Some(expected), "{name}: {response:?}");
        assert!(response.body.contains("\"exception."), "{name}: {response:?}");
    }
    assert_eq!(portal.anonymous().get("/health/ready").await.0, 200);
}

/// Clients of every role, and an entity for every path.
struct Fixture {
    administrator: Client,
    landlord: Client,
    student: Client,
    /// Available, with an application.
    listing: String,
    image: String,
    application: String,
    /// An application that waits for the landlord.
    forwarded: String,
    letter: String,
    saved_search: String,
    /// Available, without an application.
    free_listing: String,
    /// Of a suspicious listing.
    event: String,
    /// The landlord.
    user: String,
    landlord_registration: String,
    student_registration: String,
    document: String,
}

impl Fixture {
    async fn new(portal: &Portal) -> Self {
        let (administrator, landlord, student) =
            (portal.administrator().await, portal.landlord().await, portal.student().await);
        let listing_id = landlord.publish_listing(&listing()).await;
        let free_listing = landlord.publish_listing(&listing()).await;
        let mut suspicious = listing();
        suspicious["description"] = json!("WhatsApp");
        landlord.publish_listing(&suspicious).await;
        let event = id_in(&administrator.get("/api/v1/events").await.1["payload"][0]);
        let application = student.apply(&listing_id).await;
        let forwarded = portal.student().await.apply(&listing_id).await;
        let review = format!("/api/v1/applications/{forwarded}/admin-review?status=APPROVED");
        assert_eq!(administrator.put(&review).await.0, 200);
        let letter = json!({ "name": "Zimmer", "text": "Guten Tag" });
        let letter = id_in(&student.post("/api/v1/letters", &letter).await.1["payload"]);
        let search = json!({ "name": "Zimmer", "filters": {}, "frequency": "NEVER" });
        let saved_search = id_in(&student.post("/api/v1/saved-searches", &search).await.1["payload"]);
        let (_, detail) = landlord.get(&format!("/api/v1/listings/{listing_id}")).await;
        let image = detail["payload"]["images"][0]["externalId"].as_str().expect("an image").to_owned();
        let user = id_in(&landlord.profile().await);
        let (_, body) =
            portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("new-landlord@portal.test")).await;
        let landlord_registration = id_in(&body["payload"]);
        let form = student_form("new-student@portal.test");
        let (_, body) = portal.anonymous().register_student(&form, proof_of_study(), "proof.pdf").await;
        let student_registration = id_in(&body["payload"]);
        let document = id_in(&body["payload"]["proofOfStudyDocument"]);
        Self {
            administrator,
            landlord,
            student,
            listing: listing_id,
            image,
            application,
            forwarded,
            letter,
            saved_search,
            free_listing,
            event,
            user,
            landlord_registration,
            student_registration,
            document,
        }
    }

    /// The operation's path with ids of existing entities, and the required query.
    fn path_of(&self, operation: &Operation) -> String {
        let id = match operation.path.as_str() {
            _ if operation.id == "submitApplication" => &self.free_listing,
            _ if operation.id == "reviewApplication" => &self.forwarded,
            path if path.starts_with("/api/v1/letters") => &self.letter,
            path if path.starts_with("/api/v1/saved-searches") => &self.saved_search,
            path if path.starts_with("/api/v1/applications") => &self.application,
            path if path.starts_with("/api/v1/users/landlords") => &self.landlord_registration,
            path if path.starts_with("/api/v1/users/students") => &self.student_registration,
            path if path.starts_with("/api/v1/users") => &self.user,
            path if path.starts_with("/api/v1/documents") => &self.document,
            path if path.starts_with("/api/v1/settings") => HERO_SETTING,
            path if path.starts_with("/api/v1/events") => &self.event,
            _ => &self.listing,
        };
        let path = operation.path.replace("{imageId}", &self.image).replace("{page}", "terms").replace("{id}", id);
        match operation.id.as_str() {
            "transformListingImage" => format!("{path}?action=ROTATE_90"),
            "changeListingStatus" => format!("{path}?status=RENTED"),
            "reviewApplication" | "reviewApplicationAsAdministrator" => format!("{path}?status=REJECTED"),
            "reviewLandlordRegistration" | "reviewStudentRegistration" => format!("{path}?approved=true"),
            "changeUserStatus" => format!("{path}?active=true"),
            _ => path,
        }
    }

    /// A request of a client with permission.
    fn request(&self, portal: &Portal, operation: &Operation, path: &str) -> reqwest::RequestBuilder {
        let client = match operation.id.as_str() {
            "authenticate"
            | "authenticateSecondFactor"
            | "refreshSession"
            | "logout"
            | "forgotPassword"
            | "resetPassword"
            | "checkActivation"
            | "resendActivation"
            | "finishRegistration"
            | "registerLandlord"
            | "registerStudent"
            | "unsubscribeSavedSearch" => &portal.anonymous(),
            "submitApplication"
            | "withdrawApplication"
            | "listLetters"
            | "createLetter"
            | "changeLetter"
            | "deleteLetter"
            | "listFavourites"
            | "listFavouriteIds"
            | "addFavourite"
            | "removeFavourite"
            | "mergeFavourites"
            | "listSavedSearches"
            | "createSavedSearch"
            | "changeSavedSearch"
            | "deleteSavedSearch"
            | "markSavedSearchSeen" => &self.student,
            "reviewApplicationAsAdministrator"
            | "requestDonation"
            | "takeDownListing"
            | "listEvents"
            | "acknowledgeEvent"
            | "dismissEvent"
            | "acknowledgeAllEvents"
            | "listAuditEntries"
            | "exportAuditEntries"
            | "listUsers"
            | "createAdministrator"
            | "changeUserStatus"
            | "deleteUser"
            | "previewUserDeletion"
            | "removeUserSecondFactor"
            | "resendUserActivation"
            | "getDocument"
            | "previewDocument"
            | "listSettings"
            | "uploadSettingImage"
            | "removeSettingImage"
            | "getAdministratorNotifications"
            | "getGeneralStats"
            | "getTrends"
            | "listLandlordRegistrations"
            | "listStudentRegistrations"
            | "approveLandlordRegistrations"
            | "approveStudentRegistrations"
            | "reviewLandlordRegistration"
            | "reviewStudentRegistration" => &self.administrator,
            _ => &self.landlord,
        };
        client.request(operation.method.clone(), path)
    }
}

fn id_in(object: &Value) -> String {
    object["externalId"].as_str().expect("an id").to_owned()
}

/// Fails unless the response obeys the contract of all responses; returns its status.
async fn assert_contract(response: Response, case: &str) -> u16 {
    let status = response.status().as_u16();
    let body = response.text().await.unwrap();
    assert!(status < 500, "{case}: {status} {body}");
    if status >= 400 {
        let error = serde_json::from_str::<Value>(&body).unwrap_or_else(|_| panic!("{case}: {status} {body}"));
        let message = error["error"]["message"].as_str().unwrap_or_else(|| panic!("{case}: {status} {body}"));
        assert!(message.starts_with("exception.") && message != "exception.server.internal", "{case}: {body}");
        assert!(!error["error"]["requestId"].as_str().unwrap_or_default().is_empty(), "{case}: {body}");
    }
    status
}

/// A digest of each table.
async fn digests(database: &TestDatabase) -> Vec<(String, Option<String>)> {
    let client = database.client().await;
    let tables = client.query("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1", &[]);
    let mut digests = Vec::new();
    for row in tables.await.unwrap() {
        let table: String = row.get(0);
        let digest = format!("SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM \"{table}\" t");
        digests.push((table, client.query_one(&digest, &[]).await.unwrap().get(0)));
    }
    digests
}
