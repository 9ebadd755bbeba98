//! Malformed multipart forms of students.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{count, message};
use crate::harness::{
    LANDLORD_REGISTRATIONS, Portal, STUDENT_REGISTRATIONS, proof_of_study, send_request, student_form,
};

fn user_part(form: &Value) -> Part {
    Part::text(form.to_string())
}

fn file_part() -> Part {
    Part::bytes(proof_of_study()).file_name("proof.pdf")
}

fn form() -> Value {
    student_form("ada@portal.test")
}

async fn send(portal: &Portal, form: Form) -> (u16, Value) {
    let (status, body) =
        send_request(portal.anonymous().request(Method::POST, STUDENT_REGISTRATIONS).multipart(form)).await;
    (status.as_u16(), body)
}

async fn assert_no_registration(portal: &Portal) {
    for table in ["users", "registrations", "documents", "events", "outbox", "file_removals"] {
        assert_eq!(count(portal, &format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
    }
    assert_eq!(portal.stored_files(), 0);
    let uploads: Vec<_> = files_below(portal.data.path());
    assert!(uploads.is_empty(), "received files are removed after the request: {uploads:?}");
}

/// All files below the data folder, without the object store.
fn files_below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] })
        .filter(|path| !path.components().any(|part| part.as_os_str() == "objects"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn register_student_names_missing_and_duplicate_parts() {
    let portal = Portal::start().await;
    for (case, form, field, rule) in [
        ("no file", Form::new().part("user", user_part(&form())), "file", "validation.required"),
        ("no user", Form::new().part("file", file_part()), "user", "validation.required"),
        (
            "two files",
            Form::new().part("user", user_part(&form())).part("file", file_part()).part("file", file_part()),
            "file",
            "validation.invalid",
        ),
        (
            "two users",
            Form::new().part("user", user_part(&form())).part("user", user_part(&form())).part("file", file_part()),
            "user",
            "validation.invalid",
        ),
    ] {
        let (status, body) = send(&portal, form).await;
        assert_eq!((status, &body["error"]["fields"]), (400, &json!({ field: rule })), "{case}: {body}");
    }
    let mut blank = form();
    blank["firstName"] = json!(" ");
    for (case, form, field) in [
        ("other names", Form::new().part("User", user_part(&form())).part("file[]", file_part()), "user"),
        ("a blank name and no file", Form::new().part("user", user_part(&blank)), "firstName"),
    ] {
        let (status, body) = send(&portal, form).await;
        let both = json!({ "file": "validation.required", field: "validation.required" });
        assert_eq!((status, &body["error"]["fields"]), (400, &both), "{case}: {body}");
    }
    assert_no_registration(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn register_student_rejects_malformed_form() {
    let portal = Portal::start().await;
    let mut with_array = form();
    with_array["email"] = json!(["ada@portal.test", "eve@portal.test"]);
    let mut with_object = form();
    with_object["email"] = json!({ "$ne": "" });
    let twice = form().to_string().replacen('{', "{\"email\":\"eve@portal.test\",", 1);
    for (case, text) in [
        ("an array of addresses", with_array.to_string().into_bytes()),
        ("an object for an address", with_object.to_string().into_bytes()),
        ("the address twice", twice.into_bytes()),
        ("an empty part", Vec::new()),
        ("no JSON", b"email=ada@portal.test".to_vec()),
        ("null", b"null".to_vec()),
        ("an array", json!([form()]).to_string().into_bytes()),
        ("half a form", form().to_string().into_bytes()[..40].to_vec()),
        ("two forms", form().to_string().repeat(2).into_bytes()),
        ("no UTF-8", b"{\"email\":\"\xFF@portal.test\"}".to_vec()),
        ("deeply nested", "[".repeat(50_000).into_bytes()),
        ("the file in its place", proof_of_study()),
    ] {
        let (status, body) = send(&portal, Form::new().part("user", Part::bytes(text)).part("file", file_part())).await;
        assert_eq!(status, 400, "{case}: {body}");
        assert!(!message(&body).is_empty(), "{case}: {body}");
    }
    assert_no_registration(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn registration_rejects_email_that_is_not_a_text() {
    let portal = Portal::start().await;
    for email in [json!(["ada@portal.test"]), json!({ "value": "ada@portal.test" }), json!(7), json!(true)] {
        let mut form = form();
        form["email"] = email.clone();
        let (status, body) = send(&portal, Form::new().part("user", user_part(&form)).part("file", file_part())).await;
        assert_eq!((status, &body["error"]["fields"]), (400, &json!({ "email": "validation.invalid" })), "{email}");
        let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
        assert_eq!(
            (status.as_u16(), &body["error"]["fields"]["email"]),
            (400, &json!("validation.invalid")),
            "{email}"
        );
    }
    assert_no_registration(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn register_student_rejects_too_large_form() {
    let portal = Portal::start().await;
    let mut too_long = form();
    too_long["aboutMe"] = json!("a".repeat(300_000));
    let (status, body) = send(&portal, Form::new().part("user", user_part(&too_long)).part("file", file_part())).await;
    assert_eq!(status, 413, "{body}");
    too_long["aboutMe"] = json!("a".repeat(2_001));
    let (status, body) = send(&portal, Form::new().part("user", user_part(&too_long)).part("file", file_part())).await;
    assert_eq!((status, &body["error"]["fields"]), (400, &json!({ "aboutMe": "validation.too-long" })), "{body}");
    assert_no_registration(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn registration_rejects_other_content_types() {
    let portal = Portal::start().await;
    for (content_type, body) in [
        ("application/json", form().to_string()),
        ("application/x-www-form-urlencoded", "user=%7B%7D&file=a".to_owned()),
        ("text/plain", form().to_string()),
        ("multipart/mixed; boundary=x", "--x--\r\n".to_owned()),
    ] {
        let request =
            portal.anonymous().request(Method::POST, STUDENT_REGISTRATIONS).header("content-type", content_type);
        let (status, response) = send_request(request.body(body)).await;
        assert_eq!(status, 415, "{content_type}: {response}");
    }
    for content_type in ["multipart/form-data", "multipart/form-data; boundary="] {
        let request =
            portal.anonymous().request(Method::POST, STUDENT_REGISTRATIONS).header("content-type", content_type);
        let (status, response) = send_request(request.body("--x--\r\n")).await;
        assert_eq!(status, 400, "{content_type}: {response}");
    }
    let form = Form::new().part("user", user_part(&form())).part("file", file_part());
    let (status, body) =
        send_request(portal.anonymous().request(Method::POST, LANDLORD_REGISTRATIONS).multipart(form)).await;
    assert_eq!(status, 415, "{body}");
    assert_no_registration(&portal).await;
}

/// A browser sends JSON as a blob with a filename, in any order of parts.
#[tokio::test(flavor = "multi_thread")]
async fn register_student_accepts_forms_of_browsers() {
    let portal = Portal::start().await;
    for (number, (json_type, filename, reversed)) in
        [(Some("application/json"), Some("blob"), false), (Some("text/plain"), None, true), (None, None, false)]
            .into_iter()
            .enumerate()
    {
        let mut part = user_part(&student_form(&format!("ada{number}@portal.test")));
        if let Some(json_type) = json_type {
            part = part.mime_str(json_type).unwrap();
        }
        if let Some(filename) = filename {
            part = part.file_name(filename);
        }
        let form = if reversed {
            Form::new().part("file", file_part()).text("extra", "ignored").part("user", part)
        } else {
            Form::new().part("user", part).part("file", file_part())
        };
        let (status, body) = send(&portal, form).await;
        assert_eq!(status, 201, "{number}: {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn register_student_cleans_filenames() {
    let portal = Portal::start().await;
    for (number, (sent, stored)) in [
        (None, "document.pdf"),
        (Some("../../etc/passwd"), "passwd.pdf"),
        (Some("C:\\Users\\ada\\proof.exe"), "proof.pdf"),
        (Some(".pdf"), "pdf.pdf"),
        (Some("invoice\u{202E}fdp.exe"), "invoice fdp.pdf"),
    ]
    .into_iter()
    .enumerate()
    {
        let part = match sent {
            Some(name) => Part::bytes(proof_of_study()).file_name(name),
            None => Part::bytes(proof_of_study()),
        };
        let form = student_form(&format!("ada{number}@portal.test"));
        let (status, body) = send(&portal, Form::new().part("user", user_part(&form)).part("file", part)).await;
        assert_eq!(status, 201, "{sent:?}: {body}");
        assert_eq!(body["payload"]["proofOfStudyDocument"]["filename"], stored, "{sent:?}");
    }
}
