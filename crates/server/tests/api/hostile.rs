//! Requests that no well-meaning client sends: every operation, every parameter and every field of every
//! body. Each gets the contract's error and changes nothing.

mod operations;
mod texts;
mod values;
mod wire;

use portal_persistence::testing::TestDatabase;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, Response};
use serde_json::Value;

use crate::harness::{Client, LANDLORDS, Portal, landlord_form, listing, proof, student_form};
use operations::{Operation, operations};
use wire::Wire;

/// The setting of the picture on the front page.
const HERO: &str = "01a1f640-bc00-7000-8000-000000000001";

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_every_body_refuses_nonsense() {
    let portal = Portal::start().await;
    let world = World::new(&portal).await;
    for operation in operations().iter().filter(|operation| operation.takes("application/json")) {
        let send = async |place: &str, body: String| {
            let request = world.request(&portal, operation, &world.path_of(operation));
            let response = request.header(CONTENT_TYPE, "application/json").body(body).send().await.unwrap();
            expect_contract(response, &format!("{} {place}", operation.id)).await
        };
        let valid = operation.valid_body();
        let status = send("as it should be", valid.to_string()).await;
        assert!(status < 300 || operation.needs_a_secret(), "{} as it should be: {status}", operation.id);
        for (place, body) in values::spoiled(&valid) {
            let status = send(&place, body).await;
            assert!(status < 300 || [400, 401, 409, 413].contains(&status), "{} {place}: {status}", operation.id);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_parameter_refuses_nonsense() {
    let portal = Portal::start().await;
    let world = World::new(&portal).await;
    let before = contents(&portal.database).await;
    let mut exports = 0;
    for operation in operations() {
        for (name, path) in values::spoiled_parameters(&operation, &world.path_of(&operation)) {
            let response = world.request(&portal, &operation, &path).send().await.unwrap();
            let status = expect_contract(response, &format!("{} {name}: {path:.200}", operation.id)).await;
            let refused = (400..500).contains(&status);
            // A list may take a strange keyword; what changes something takes nothing strange.
            assert!(
                refused || (status == 200 && operation.method == Method::GET),
                "{} {path:.200}: {status}",
                operation.id
            );
            exports += i64::from(!refused && operation.id == "exportAudit");
        }
    }
    // A strange keyword of the audit trail is taken for its export as well, and each export is recorded.
    let client = portal.database.client().await;
    let recorded = client.execute("DELETE FROM audit_entries WHERE action = 'AUDIT_EXPORTED'", &[]).await.unwrap();
    assert_eq!(i64::try_from(recorded).unwrap(), exports);
    assert_eq!(contents(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_body_is_told_by_its_content_type() {
    let portal = Portal::start().await;
    let world = World::new(&portal).await;
    let before = contents(&portal.database).await;
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
            let request = world.request(&portal, operation, &world.path_of(operation));
            let response = request.header(CONTENT_TYPE, kind).body("{}").send().await.unwrap();
            let status = expect_contract(response, &format!("{} as {kind}", operation.id)).await;
            assert_eq!(status, expected, "{} as {kind}", operation.id);
        }
    }
    assert_eq!(contents(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_path_refuses_methods_that_it_does_not_have() {
    let portal = Portal::start().await;
    let world = World::new(&portal).await;
    let before = contents(&portal.database).await;
    for operation in operations() {
        for method in ["PATCH", "TRACE", "OPTIONS", "PROPFIND", "BREW"] {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let request = world.admin.request(method.clone(), &world.path_of(&operation));
            let response = request.send().await.unwrap();
            let allow = response.headers().get("allow").map(|allow| allow.to_str().unwrap().to_owned());
            let place = format!("{method} {}", operation.path);
            assert_eq!(expect_contract(response, &place).await, 405, "{place}");
            assert!(allow.unwrap().contains(operation.method.as_str()), "{place}");
        }
    }
    assert_eq!(contents(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_multipart_is_refused() {
    let portal = Portal::start().await;
    let world = World::new(&portal).await;
    let before = contents(&portal.database).await;
    let part = "--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.jpg\"\r\n\r\n";
    for (name, kind, body) in [
        ("no boundary", "multipart/form-data", part.to_owned()),
        ("an empty boundary", "multipart/form-data; boundary=", part.to_owned()),
        ("a boundary that never comes", "multipart/form-data; boundary=y", format!("{part}a\r\n--x--\r\n")),
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
            "a bomb of headers",
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
            let request = world.request(&portal, operation, &world.path_of(operation));
            let response = request.header(CONTENT_TYPE, kind).body(body.clone()).send().await.unwrap();
            let status = expect_contract(response, &format!("{} with {name}", operation.id)).await;
            assert!([400, 415].contains(&status), "{} with {name}: {status}", operation.id);
        }
    }
    assert_eq!(contents(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hardly_http_gets_an_answer_or_the_door() {
    let portal = Portal::start().await;
    let wire = Wire::to(&portal.url);
    for (name, request) in wire::broken_requests() {
        let reply = wire.send(&request).await;
        assert!(reply.status.is_none_or(|status| (400..500).contains(&status)), "{name}: {reply:?}");
    }
    for (name, request, expected) in wire::strange_requests() {
        let reply = wire.send(&request).await;
        assert_eq!(reply.status, Some(expected), "{name}: {reply:?}");
        assert!(reply.body.contains("\"exception."), "{name}: {reply:?}");
    }
    assert_eq!(portal.anonymous().get("/health/ready").await.0, 200);
}

/// People, and things that every path can name.
struct World {
    admin: Client,
    landlord: Client,
    student: Client,
    /// Public, and applied for.
    listing: String,
    image: String,
    application: String,
    /// Public, and not applied for.
    free_listing: String,
    /// The landlord.
    person: String,
    landlord_request: String,
    student_request: String,
    document: String,
}

impl World {
    async fn new(portal: &Portal) -> Self {
        let (admin, landlord, student) =
            (portal.administrator().await, portal.landlord().await, portal.student().await);
        let listing_id = landlord.publish_listing(&listing()).await;
        let free_listing = landlord.publish_listing(&listing()).await;
        let application = student.apply(&listing_id).await;
        let (_, detail) = landlord.get(&format!("/api/v1/listings/{listing_id}")).await;
        let image = detail["payload"]["images"][0]["externalId"].as_str().expect("a picture").to_owned();
        let person = id_in(&landlord.profile().await);
        let (_, asked) = portal.anonymous().post(LANDLORDS, &landlord_form("asking@portal.test")).await;
        let landlord_request = id_in(&asked["payload"]);
        let form = student_form("studying@portal.test");
        let (_, asked) = portal.anonymous().sign_up_student(&form, proof(), "proof.pdf").await;
        let student_request = id_in(&asked["payload"]);
        let document = id_in(&asked["payload"]["proofOfStudyDocument"]);
        Self {
            admin,
            landlord,
            student,
            listing: listing_id,
            image,
            application,
            free_listing,
            person,
            landlord_request,
            student_request,
            document,
        }
    }

    /// The operation's path with what exists in it, and with what its query needs.
    fn path_of(&self, operation: &Operation) -> String {
        let id = match operation.path.as_str() {
            _ if operation.id == "submitApplication" => &self.free_listing,
            path if path.starts_with("/api/v1/applications") => &self.application,
            path if path.starts_with("/api/v1/users/landlords") => &self.landlord_request,
            path if path.starts_with("/api/v1/users/students") => &self.student_request,
            path if path.starts_with("/api/v1/users") => &self.person,
            path if path.starts_with("/api/v1/documents") => &self.document,
            path if path.starts_with("/api/v1/settings") => HERO,
            _ => &self.listing,
        };
        let path = operation.path.replace("{imageId}", &self.image).replace("{page}", "terms").replace("{id}", id);
        match operation.id.as_str() {
            "transformListingImage" => format!("{path}?action=ROTATE_90"),
            "changeListingStatus" => format!("{path}?status=RENTED"),
            "reviewApplication" | "reviewApplicationAsAdministrator" => format!("{path}?status=APPROVED"),
            "reviewLandlordRegistration" | "reviewStudentRegistration" => format!("{path}?approved=true"),
            "changeUserStatus" => format!("{path}?active=true"),
            _ => path,
        }
    }

    /// A request by somebody who may send it.
    fn request(&self, portal: &Portal, operation: &Operation, path: &str) -> reqwest::RequestBuilder {
        let client = match operation.id.as_str() {
            "authenticate" | "refreshSession" | "logout" | "forgotPassword" | "resetPassword" | "checkActivation"
            | "resendActivation" | "finishRegistration" | "registerLandlord" | "registerStudent" => &portal.anonymous(),
            "submitApplication" | "deleteApplication" => &self.student,
            "reviewApplicationAsAdministrator"
            | "requestDonation"
            | "takeDownListing"
            | "listEvents"
            | "acknowledgeEvent"
            | "acknowledgeAllEvents"
            | "listAudit"
            | "exportAudit"
            | "listUsers"
            | "createAdministrator"
            | "changeUserStatus"
            | "deleteUser"
            | "previewUserDeletion"
            | "resendUserActivation"
            | "readDocument"
            | "previewDocument"
            | "listSettings"
            | "uploadSettingImage"
            | "getAdministratorNotifications"
            | "getGeneralStats"
            | "getTrends"
            | "listLandlordRegistrations"
            | "listStudentRegistrations"
            | "approveLandlordRegistrations"
            | "approveStudentRegistrations"
            | "reviewLandlordRegistration"
            | "reviewStudentRegistration" => &self.admin,
            _ => &self.landlord,
        };
        client.request(operation.method.clone(), path)
    }
}

fn id_in(object: &Value) -> String {
    object["externalId"].as_str().expect("an id").to_owned()
}

/// Fails unless the answer is what the contract says of every answer; returns its status.
async fn expect_contract(response: Response, place: &str) -> u16 {
    let status = response.status().as_u16();
    let body = response.text().await.unwrap();
    assert!(status < 500, "{place}: {status} {body}");
    if status >= 400 {
        let error = serde_json::from_str::<Value>(&body).unwrap_or_else(|_| panic!("{place}: {status} {body}"));
        let message = error["error"]["message"].as_str().unwrap_or_else(|| panic!("{place}: {status} {body}"));
        assert!(message.starts_with("exception.") && message != "exception.server.internal", "{place}: {body}");
        assert!(!error["error"]["requestId"].as_str().unwrap_or_default().is_empty(), "{place}: {body}");
    }
    status
}

/// All that the database holds, as one digest a table.
async fn contents(database: &TestDatabase) -> Vec<(String, Option<String>)> {
    let client = database.client().await;
    let tables = client.query("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1", &[]);
    let mut contents = Vec::new();
    for row in tables.await.unwrap() {
        let table: String = row.get(0);
        let digest = format!("SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM \"{table}\" t");
        contents.push((table, client.query_one(&digest, &[]).await.unwrap().get(0)));
    }
    contents
}
