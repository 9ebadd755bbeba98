//! Downloads and previews of the proof of study.

use portal_domain::user::Role;
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::Value;

use super::{count, message, register_student};
use crate::harness::{Client, Portal, STUDENT_REGISTRATIONS, jpeg, proof_of_study, student_form};

async fn download(client: &Client, id: &str) -> (StatusCode, HeaderMap, Vec<u8>) {
    fetch(client, &format!("/api/v1/documents/{id}")).await
}

async fn preview(client: &Client, id: &str) -> (StatusCode, HeaderMap, Vec<u8>) {
    fetch(client, &format!("/api/v1/documents/{id}/preview")).await
}

async fn fetch(client: &Client, path: &str) -> (StatusCode, HeaderMap, Vec<u8>) {
    let response = client.request(Method::GET, path).send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    (status, headers, response.bytes().await.unwrap().to_vec())
}

async fn register_with_document(portal: &Portal, email: &str, file: Vec<u8>, filename: &str) -> String {
    let (status, body) = portal.anonymous().register_student(&student_form(email), file, filename).await;
    assert_eq!(status, 201, "{body}");
    body["payload"]["proofOfStudyDocument"]["externalId"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn get_document_returns_stored_bytes_with_filename() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (number, (file, sent, content_type, disposition)) in [
        (
            proof_of_study(),
            "Bescheinigung.pdf",
            "application/pdf",
            "attachment; filename=\"Bescheinigung.pdf\"; filename*=UTF-8''Bescheinigung.pdf",
        ),
        (
            jpeg(40, 30),
            "Prüfung für März.jpeg",
            "image/jpeg",
            "attachment; filename=\"Pr_fung f_r M_rz.jpg\"; filename*=UTF-8''Pr%C3%BCfung%20f%C3%BCr%20M%C3%A4rz.jpg",
        ),
        (
            proof_of_study(),
            "../..\\a\u{202E}b;c.html",
            "application/pdf",
            "attachment; filename=\"a b;c.pdf\"; filename*=UTF-8''a%20b%3Bc.pdf",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let id = register_with_document(&portal, &format!("ada{number}@portal.test"), file.clone(), sent).await;
        let (status, headers, bytes) = download(&administrator, &id).await;
        assert_eq!((status, bytes == file), (StatusCode::OK, true), "{sent}");
        let header = |name: &str| headers[name].to_str().unwrap();
        assert_eq!(header("content-disposition"), disposition);
        assert_eq!(header("content-type"), content_type);
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "no-store");
        assert!(!headers.contains_key("content-encoding") && !headers.contains_key("etag"), "{headers:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn get_document_cleans_stored_filename() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let id = register_with_document(&portal, "ada@portal.test", proof_of_study(), "proof.pdf").await;
    let statement = "UPDATE documents SET filename = E'a\\r\\nSet-Cookie: b\\u202Efdp.exe'";
    portal.database.client().await.execute(statement, &[]).await.unwrap();
    let (status, headers, _) = download(&administrator, &id).await;
    let expected = "attachment; filename=\"a Set-Cookie b fdp.pdf\"; filename*=UTF-8''a%20Set%2DCookie%20b%20fdp.pdf";
    assert_eq!((status, headers["content-disposition"].to_str().unwrap()), (StatusCode::OK, expected));
    let (_, list) = administrator.get(STUDENT_REGISTRATIONS).await;
    assert_eq!(list["payload"][0]["proofOfStudyDocument"]["filename"], "a Set-Cookie b fdp.pdf");
}

#[tokio::test(flavor = "multi_thread")]
async fn get_document_is_for_administrators_only() {
    let portal = Portal::start().await;
    let id = register_with_document(&portal, "ada@portal.test", proof_of_study(), "proof.pdf").await;
    let unknown = "01980000-0000-7000-8000-000000000000";
    for client in [portal.anonymous(), portal.student().await, portal.landlord().await] {
        for id in [id.as_str(), unknown, "nonsense"] {
            for (status, _, bytes) in [download(&client, id).await, preview(&client, id).await] {
                let body: Value = serde_json::from_slice(&bytes).unwrap();
                assert_eq!((status.as_u16(), &body["payload"]), (403, &Value::Null), "{id}");
            }
        }
    }
    let mut forged = portal.anonymous();
    forged.token = Some("eyJhbGciOiJub25lIn0.e30.".to_owned());
    assert_eq!(download(&forged, &id).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn get_document_is_forbidden_for_its_student() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let registration = register_student(&portal, "ada@portal.test").await;
    administrator.put(&format!("{STUDENT_REGISTRATIONS}/{registration}?approved=true")).await;
    let token = crate::harness::link_token(portal.deliver_mails().await.last().unwrap());
    let password = crate::harness::PASSWORD;
    let finish = serde_json::json!({ "email": "ada@portal.test", "password": password, "registrationToken": token });
    assert_eq!(portal.anonymous().post("/api/v1/users/finish-registration", &finish).await.0, 204);
    let mut ada = portal.anonymous();
    assert_eq!(ada.log_in("ada@portal.test", password).await, 200);
    let (_, list) = administrator.get(STUDENT_REGISTRATIONS).await;
    let id = list["payload"][0]["proofOfStudyDocument"]["externalId"].as_str().unwrap();
    assert_eq!(download(&ada, id).await.0, 403);
    assert_eq!(download(&administrator, id).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn get_document_returns_404_for_unknown_or_missing_file() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let id = register_with_document(&portal, "ada@portal.test", proof_of_study(), "proof.pdf").await;
    std::fs::remove_dir_all(portal.data.path().join("objects/documents")).unwrap();
    for id in [id.as_str(), "01980000-0000-7000-8000-000000000000", "nonsense", &id.replace('-', "")] {
        let (status, _, bytes) = download(&administrator, id).await;
        let body: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!((status.as_u16(), message(&body)), (404, "exception.document.not-found"), "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn retention_removes_document_from_list_and_store() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert_user(Role::Administrator).await;
    let mut administrator = portal.anonymous();
    administrator.log_in(&email, crate::harness::PASSWORD).await;
    let registration = register_student(&portal, "ada@portal.test").await;
    let (_, body) = administrator.put(&format!("{STUDENT_REGISTRATIONS}/{registration}?approved=true")).await;
    let id = body["payload"]["proofOfStudyDocument"]["externalId"].as_str().unwrap().to_owned();
    for (days, status) in [(29, 200), (2, 404)] {
        portal.advance_clock(chrono::TimeDelta::days(days));
        portal_services::retention::prune(&portal.ports).await.unwrap();
        portal.remove_files().await;
        assert_eq!(administrator.log_in(&email, crate::harness::PASSWORD).await, 200);
        assert_eq!(download(&administrator, &id).await.0, status, "after {days} more days");
        let (_, list) = administrator.get(STUDENT_REGISTRATIONS).await;
        assert_eq!(list["payload"][0]["proofOfStudyDocument"].is_null(), status == 404, "{list}");
        assert_eq!(portal.stored_files(), usize::from(status == 200));
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM documents").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn preview_document_returns_inline_file_in_sandbox() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (number, (file, sent, content_type, disposition)) in [
        (
            proof_of_study(),
            "Bescheinigung.pdf",
            "application/pdf",
            "inline; filename=\"Bescheinigung.pdf\"; filename*=UTF-8''Bescheinigung.pdf",
        ),
        (jpeg(40, 30), "scan.html", "image/jpeg", "inline; filename=\"scan.jpg\"; filename*=UTF-8''scan.jpg"),
    ]
    .into_iter()
    .enumerate()
    {
        let id = register_with_document(&portal, &format!("ada{number}@portal.test"), file.clone(), sent).await;
        let (status, headers, bytes) = preview(&administrator, &id).await;
        assert_eq!((status, bytes == file), (StatusCode::OK, true), "{sent}");
        let header = |name: &str| headers[name].to_str().unwrap();
        assert_eq!(header("content-disposition"), disposition);
        assert_eq!(header("content-type"), content_type);
        assert_eq!(
            header("content-security-policy"),
            "sandbox; default-src 'none'; frame-ancestors 'self'",
            "no scripts, no frames of other sites"
        );
        assert_eq!(header("x-frame-options"), "SAMEORIGIN");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
    }
    let (_, trail) = administrator.get("/api/v1/audit?action=DOCUMENT_VIEWED").await;
    assert_eq!(trail["totalSize"], 2, "one entry for each preview");
    let (_, trail) = administrator.get("/api/v1/audit?action=DOCUMENT_DOWNLOADED").await;
    assert_eq!(trail["totalSize"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn preview_document_of_missing_file_records_no_entry() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let id = register_with_document(&portal, "ada@portal.test", proof_of_study(), "proof.pdf").await;
    std::fs::remove_dir_all(portal.data.path().join("objects/documents")).unwrap();
    for id in [id.as_str(), "01980000-0000-7000-8000-000000000000", "nonsense"] {
        let (status, headers, bytes) = preview(&administrator, id).await;
        let body: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!((status.as_u16(), message(&body)), (404, "exception.document.not-found"), "{id}");
        assert_eq!(headers["x-frame-options"], "DENY", "errors are not framed");
    }
    let entries = "SELECT count(*) FROM audit_entries WHERE action <> 'ADMINISTRATOR_LOGGED_IN'";
    assert_eq!(count(&portal, entries).await, 0);
}

/// Images are public; a document's location must not be served as an image.
#[tokio::test(flavor = "multi_thread")]
async fn document_is_not_served_as_image() {
    let portal = Portal::start().await;
    register_with_document(&portal, "ada@portal.test", jpeg(640, 480), "scan.jpg").await;
    let statement = "SELECT location FROM documents";
    let row = portal.database.client().await.query_one(statement, &[]).await.unwrap();
    let location: String = row.get(0);
    let name = location.strip_prefix("/documents").unwrap();
    for path in [
        format!("/images/500x500{location}"),
        format!("/images/500x500{name}"),
        format!("/images/500x500/..{location}"),
        format!("/images/500x500/%2e%2e/documents{name}"),
        format!("/images/500x500/documents%2f{}", &name[1..]),
        location.clone(),
    ] {
        let response = portal.anonymous().request(Method::GET, &path).send().await.unwrap();
        let content_type = response.headers().get("content-type").map(|value| value.to_str().unwrap().to_owned());
        assert!(!content_type.unwrap_or_default().starts_with("image/"), "{path}");
    }
}
