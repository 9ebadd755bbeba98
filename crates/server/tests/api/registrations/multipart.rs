//! Forms of students as no browser sends them.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{count, message};
use crate::harness::{LANDLORDS, Portal, STUDENTS, answer, proof, student_form};

fn user(form: &Value) -> Part {
    Part::text(form.to_string())
}

fn file() -> Part {
    Part::bytes(proof()).file_name("proof.pdf")
}

fn ada() -> Value {
    student_form("ada@portal.test")
}

async fn send(portal: &Portal, form: Form) -> (u16, Value) {
    let (status, body) = answer(portal.anonymous().request(Method::POST, STUDENTS).multipart(form)).await;
    (status.as_u16(), body)
}

async fn assert_nobody_signed_up(portal: &Portal) {
    for table in ["users", "registrations", "documents", "events", "outbox", "discarded_objects"] {
        assert_eq!(count(portal, &format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
    }
    assert_eq!(portal.stored_files(), 0);
    let uploads: Vec<_> = walk(portal.data.path());
    assert!(uploads.is_empty(), "received files go with their request: {uploads:?}");
}

/// Whatever lies below the data folder but the object store.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] })
        .filter(|path| !path.components().any(|part| part.as_os_str() == "objects"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_that_are_missing_or_come_twice_are_named() {
    let portal = Portal::start().await;
    for (what, form, field, rule) in [
        ("no file", Form::new().part("user", user(&ada())), "file", "validation.required"),
        ("no user", Form::new().part("file", file()), "user", "validation.required"),
        ("other names", Form::new().part("User", user(&ada())).part("file[]", file()), "user", "validation.required"),
        (
            "two files",
            Form::new().part("user", user(&ada())).part("file", file()).part("file", file()),
            "file",
            "validation.invalid",
        ),
        (
            "two people",
            Form::new().part("user", user(&ada())).part("user", user(&ada())).part("file", file()),
            "user",
            "validation.invalid",
        ),
    ] {
        let (status, body) = send(&portal, form).await;
        assert_eq!((status, &body["error"]["fields"]), (400, &json!({ field: rule })), "{what}: {body}");
    }
    assert_nobody_signed_up(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_is_no_such_form_is_refused() {
    let portal = Portal::start().await;
    let mut with_array = ada();
    with_array["email"] = json!(["ada@portal.test", "eve@portal.test"]);
    let mut with_object = ada();
    with_object["email"] = json!({ "$ne": "" });
    let twice = ada().to_string().replacen('{', "{\"email\":\"eve@portal.test\",", 1);
    for (what, text) in [
        ("an array of addresses", with_array.to_string().into_bytes()),
        ("an object for an address", with_object.to_string().into_bytes()),
        ("the address twice", twice.into_bytes()),
        ("nothing", Vec::new()),
        ("no JSON", b"email=ada@portal.test".to_vec()),
        ("null", b"null".to_vec()),
        ("an array", json!([ada()]).to_string().into_bytes()),
        ("half a form", ada().to_string().into_bytes()[..40].to_vec()),
        ("two forms", ada().to_string().repeat(2).into_bytes()),
        ("no UTF-8", b"{\"email\":\"\xFF@portal.test\"}".to_vec()),
        ("deeply nested", "[".repeat(50_000).into_bytes()),
        ("the file in its place", proof()),
    ] {
        let (status, body) = send(&portal, Form::new().part("user", Part::bytes(text)).part("file", file())).await;
        assert_eq!(status, 400, "{what}: {body}");
        assert!(!message(&body).is_empty(), "{what}: {body}");
    }
    assert_nobody_signed_up(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_is_asked_for_and_nothing_else_is_taken() {
    let portal = Portal::start().await;
    for email in [json!(["ada@portal.test"]), json!({ "value": "ada@portal.test" }), json!(7), json!(true)] {
        let mut form = ada();
        form["email"] = email.clone();
        let (status, body) = send(&portal, Form::new().part("user", user(&form)).part("file", file())).await;
        assert_eq!((status, &body["error"]["fields"]), (400, &json!({ "email": "validation.invalid" })), "{email}");
        let (status, body) = portal.anonymous().post(LANDLORDS, &form).await;
        assert_eq!(
            (status.as_u16(), &body["error"]["fields"]["email"]),
            (400, &json!("validation.invalid")),
            "{email}"
        );
    }
    assert_nobody_signed_up(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_too_large_is_not_read_to_its_end() {
    let portal = Portal::start().await;
    let mut long = ada();
    long["aboutMe"] = json!("a".repeat(300_000));
    let (status, body) = send(&portal, Form::new().part("user", user(&long)).part("file", file())).await;
    assert_eq!(status, 413, "{body}");
    long["aboutMe"] = json!("a".repeat(2_001));
    let (status, body) = send(&portal, Form::new().part("user", user(&long)).part("file", file())).await;
    assert_eq!((status, &body["error"]["fields"]), (400, &json!({ "aboutMe": "validation.too-long" })), "{body}");
    assert_nobody_signed_up(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_content_types_are_refused() {
    let portal = Portal::start().await;
    for (content_type, body) in [
        ("application/json", ada().to_string()),
        ("application/x-www-form-urlencoded", "user=%7B%7D&file=a".to_owned()),
        ("text/plain", ada().to_string()),
        ("multipart/mixed; boundary=x", "--x--\r\n".to_owned()),
    ] {
        let request = portal.anonymous().request(Method::POST, STUDENTS).header("content-type", content_type);
        let (status, answered) = answer(request.body(body)).await;
        assert_eq!(status, 415, "{content_type}: {answered}");
    }
    for content_type in ["multipart/form-data", "multipart/form-data; boundary="] {
        let request = portal.anonymous().request(Method::POST, STUDENTS).header("content-type", content_type);
        let (status, answered) = answer(request.body("--x--\r\n")).await;
        assert_eq!(status, 400, "{content_type}: {answered}");
    }
    let form = Form::new().part("user", user(&ada())).part("file", file());
    let (status, body) = answer(portal.anonymous().request(Method::POST, LANDLORDS).multipart(form)).await;
    assert_eq!(status, 415, "{body}");
    assert_nobody_signed_up(&portal).await;
}

/// A browser sends JSON as a blob, which has a file's name and comes in whatever order.
#[tokio::test(flavor = "multi_thread")]
async fn what_browsers_send_is_taken() {
    let portal = Portal::start().await;
    for (number, (json_type, filename, reversed)) in
        [(Some("application/json"), Some("blob"), false), (Some("text/plain"), None, true), (None, None, false)]
            .into_iter()
            .enumerate()
    {
        let mut part = user(&student_form(&format!("ada{number}@portal.test")));
        if let Some(json_type) = json_type {
            part = part.mime_str(json_type).unwrap();
        }
        if let Some(filename) = filename {
            part = part.file_name(filename);
        }
        let form = if reversed {
            Form::new().part("file", file()).text("extra", "passed over").part("user", part)
        } else {
            Form::new().part("user", part).part("file", file())
        };
        let (status, body) = send(&portal, form).await;
        assert_eq!(status, 201, "{number}: {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_files_are_kept_harmless() {
    let portal = Portal::start().await;
    for (number, (sent, kept)) in [
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
            Some(name) => Part::bytes(proof()).file_name(name),
            None => Part::bytes(proof()),
        };
        let person = student_form(&format!("ada{number}@portal.test"));
        let (status, body) = send(&portal, Form::new().part("user", user(&person)).part("file", part)).await;
        assert_eq!(status, 201, "{sent:?}: {body}");
        assert_eq!(body["payload"]["proofOfStudyDocument"]["filename"], kept, "{sent:?}");
    }
}
