//! Registration of landlords and students.

use chrono::TimeDelta;
use portal_domain::event::EventType;
use portal_domain::mail::MailPurpose;
use portal_domain::user::Role;
use reqwest::Method;
use serde_json::{Value, json};

use super::{count, delivered_purposes, message, register_landlord, register_student};
use crate::harness::{
    Client, LANDLORD_REGISTRATIONS, PASSWORD, Portal, STUDENT_REGISTRATIONS, jpeg, landlord_form, proof_of_study,
    send_request, student_form,
};

#[tokio::test(flavor = "multi_thread")]
async fn register_landlord_creates_registration_event_and_mail() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let form = landlord_form("  Grace@Portal.TEST ");
    let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
    assert_eq!(status, 201, "{body}");
    let (registration, landlord) = (&body["payload"], &body["payload"]["landlord"]);
    assert_eq!((&registration["status"], &landlord["status"]), (&json!("PENDING"), &json!("NEW")));
    assert_eq!((&landlord["email"], &landlord["role"]), (&json!("grace@portal.test"), &json!("LANDLORD")));
    for field in ["firstName", "lastName", "phoneNumber", "dateOfBirth", "gender", "locale"] {
        assert_eq!(landlord[field], form[field], "{field}");
    }
    for field in ["street", "houseNumber", "postalCode", "city"] {
        assert_eq!(landlord["address"][field], form[field], "{field}");
    }
    assert!(!body.to_string().contains("assword"), "{body}");

    let (_, list) = administrator.get(LANDLORD_REGISTRATIONS).await;
    assert_eq!((&list["totalSize"], &list["payload"][0]), (&json!(1), registration));
    assert_eq!(portal.count_events(EventType::LandlordRegistrationRequested).await, 1);
    assert_eq!(portal.count_events(EventType::StudentRegistrationRequested).await, 0);
    assert_eq!(delivered_purposes(&portal).await, [MailPurpose::RegistrationReceived]);
}

#[tokio::test(flavor = "multi_thread")]
async fn register_student_creates_registration_event_and_mail() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let form = student_form("ada@portal.test");
    let (status, body) =
        portal.anonymous().register_student(&form, proof_of_study(), "Immatrikulation WS 26.pdf").await;
    assert_eq!(status, 201, "{body}");
    let (registration, student) = (&body["payload"], &body["payload"]["student"]);
    assert_eq!((&registration["status"], &student["status"]), (&json!("PENDING"), &json!("NEW")));
    assert_eq!((&student["role"], &student["address"]), (&json!("STUDENT"), &Value::Null));
    for field in ["email", "firstName", "lastName", "phoneNumber", "aboutMe", "dateOfBirth", "gender", "locale"] {
        assert_eq!(student[field], form[field], "{field}");
    }
    let document = &registration["proofOfStudyDocument"];
    assert_eq!(document["filename"], "Immatrikulation WS 26.pdf");
    assert_eq!(document.as_object().unwrap().len(), 2, "{document}");

    let (_, list) = administrator.get(STUDENT_REGISTRATIONS).await;
    assert_eq!((&list["totalSize"], &list["payload"][0]), (&json!(1), registration));
    assert_eq!(portal.count_events(EventType::StudentRegistrationRequested).await, 1);
    assert_eq!(delivered_purposes(&portal).await, [MailPurpose::RegistrationReceived]);
    assert_eq!(portal.stored_files(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn registered_user_cannot_log_in() {
    let portal = Portal::start().await;
    register_landlord(&portal, "grace@portal.test").await;
    register_student(&portal, "ada@portal.test").await;
    for email in ["grace@portal.test", "ada@portal.test"] {
        for password in [PASSWORD, "", "null"] {
            assert_ne!(portal.anonymous().log_in(email, password).await, 200, "{email} {password:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn register_landlord_names_missing_fields() {
    let portal = Portal::start().await;
    let form = landlord_form("grace@portal.test");
    let required = form.as_object().unwrap().keys().filter(|field| *field != "locale");
    for field in required {
        for blank in [None, Some(Value::Null), Some(json!("  "))] {
            let (is_text, mut incomplete) = (form[field].is_string(), form.clone());
            let fields = incomplete.as_object_mut().unwrap();
            match blank {
                Some(Value::String(_)) if !is_text || ["gender", "dateOfBirth"].contains(&field.as_str()) => continue,
                Some(value) => fields.insert(field.clone(), value),
                None => fields.remove(field),
            };
            let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &incomplete).await;
            let expected_fields = json!({ field: "validation.required" });
            assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &expected_fields), "{incomplete}");
        }
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM users").await, 0);
    assert_eq!(count(&portal, "SELECT count(*) FROM events").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn register_student_names_missing_fields_and_stores_no_file() {
    let portal = Portal::start().await;
    let form = student_form("ada@portal.test");
    for field in form.as_object().unwrap().keys().filter(|field| *field != "locale") {
        let mut incomplete = form.clone();
        incomplete.as_object_mut().unwrap().remove(field);
        let (status, body) = portal.anonymous().register_student(&incomplete, proof_of_study(), "proof.pdf").await;
        let expected_fields = json!({ field: "validation.required" });
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &expected_fields), "{incomplete}");
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM users").await, 0);
    assert_eq!(portal.stored_files(), 0);
}

/// Today is a day in the portal's time zone; the test keeps a day's distance to it.
#[tokio::test(flavor = "multi_thread")]
async fn registration_rejects_date_of_birth_before_1900_or_in_future() {
    let portal = Portal::start().await;
    let day = |days: i64| (portal.ports.clock.now() + TimeDelta::days(days)).date_naive().to_string();
    for (date, expected) in [
        (day(2), Some("validation.future")),
        ("9999-12-31".to_owned(), Some("validation.future")),
        ("1899-12-31".to_owned(), Some("validation.out-of-range")),
        ("2001-02-30".to_owned(), Some("validation.invalid")),
        ("2000-1-1".to_owned(), Some("validation.invalid")),
        ("+2000-01-01".to_owned(), Some("validation.invalid")),
        (" 2000-01-01".to_owned(), Some("validation.invalid")),
        (day(-1), None),
        ("1900-01-01".to_owned(), None),
    ] {
        let email = format!("born-{date}@portal.test");
        let mut forms = [landlord_form(&email), student_form(&format!("student-{email}"))];
        for form in &mut forms {
            form["dateOfBirth"] = json!(date);
        }
        let [landlord, student] = forms;
        let responses = [
            portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord).await,
            portal.anonymous().register_student(&student, proof_of_study(), "proof.pdf").await,
        ];
        for (status, body) in responses {
            assert_eq!(status.is_success(), expected.is_none(), "{date}: {body}");
            assert_eq!(body["error"]["fields"]["dateOfBirth"].as_str(), expected, "{date}: {body}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn registration_rejects_terms_not_accepted() {
    let portal = Portal::start().await;
    let (mut landlord, mut student) = (landlord_form("grace@portal.test"), student_form("ada@portal.test"));
    for form in [&mut landlord, &mut student] {
        form["termsAccepted"] = json!(false);
    }
    let responses = [
        portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord).await,
        portal.anonymous().register_student(&student, proof_of_study(), "proof.pdf").await,
    ];
    for (status, body) in responses {
        let expected_fields = json!({ "termsAccepted": "validation.required" });
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &expected_fields), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn register_student_rejects_invalid_documents() {
    let portal = Portal::start().await;
    let too_large = [b"%PDF-1.7".to_vec(), vec![b' '; 10_485_760], b"%%EOF".to_vec()].concat();
    for (file, name, expected) in [
        (b"MZ\x90\0".to_vec(), "proof.pdf", (415, "exception.document.type", "validation.file-type")),
        (b"<html>%%EOF</html>".to_vec(), "proof.png", (415, "exception.document.type", "validation.file-type")),
        (Vec::new(), "proof.pdf", (415, "exception.document.type", "validation.file-type")),
        (too_large, "proof.pdf", (413, "exception.document.too-large", "validation.file-size")),
        (b"%PDF-1.7\n1 0 obj".to_vec(), "proof.pdf", (400, "exception.document.damaged", "validation.invalid")),
        (jpeg(400, 300)[..900].to_vec(), "scan.jpg", (400, "exception.document.damaged", "validation.invalid")),
    ] {
        let (status, body) = portal.anonymous().register_student(&student_form("ada@portal.test"), file, name).await;
        let rule = body["error"]["fields"]["file"].as_str().unwrap_or_default();
        assert_eq!((status.as_u16(), message(&body), rule), expected, "{body}");
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM users").await, 0);
    assert_eq!(portal.stored_files(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn register_student_accepts_all_document_types_up_to_size_limit() {
    let portal = Portal::start().await;
    let mut largest = vec![b' '; 10_485_760];
    largest[..8].copy_from_slice(b"%PDF-1.7");
    largest[10_485_755..].copy_from_slice(b"%%EOF");
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(40, 30).write_to(&mut png, image::ImageFormat::Png).unwrap();
    for (number, (file, sent, stored)) in [
        (proof_of_study(), "a.pdf", "a.pdf"),
        (jpeg(40, 30), "scan.JPEG", "scan.jpg"),
        (png.into_inner(), "proof.pdf", "proof.png"),
        (largest, "largest.pdf", "largest.pdf"),
    ]
    .into_iter()
    .enumerate()
    {
        let form = student_form(&format!("ada{number}@portal.test"));
        let (status, body) = portal.anonymous().register_student(&form, file, sent).await;
        assert_eq!(status, 201, "{sent}: {body}");
        assert_eq!(body["payload"]["proofOfStudyDocument"]["filename"], stored);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn registration_rejects_email_in_use_in_any_spelling() {
    let portal = Portal::start().await;
    let (active, _) = portal.insert_user(Role::Administrator).await;
    register_landlord(&portal, "grace@portal.test").await;
    for email in ["grace@portal.test", " GRACE@Portal.Test ", &active] {
        let responses = [
            portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form(email)).await,
            portal.anonymous().register_student(&student_form(email), proof_of_study(), "proof.pdf").await,
        ];
        for (status, body) in responses {
            assert_eq!((status.as_u16(), message(&body)), (409, "exception.registration.email-exists"), "{email:?}");
        }
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM registrations").await, 1);
    assert_eq!(delivered_purposes(&portal).await, [MailPurpose::RegistrationReceived]);
    // The files were stored before the rows were refused; their queued removals delete them.
    portal.advance_clock(TimeDelta::hours(2));
    portal.remove_files().await;
    assert_eq!(portal.stored_files(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_registrations_with_one_email_succeed_once() {
    let portal = Portal::start_with_pool().await;
    let client = portal.anonymous();
    let register = async |client: Client| {
        let form = student_form("ada@portal.test");
        client.register_student(&form, proof_of_study(), "proof.pdf").await.0.as_u16()
    };
    let mut responses = futures_util::future::join_all((0..10).map(|_| register(client.clone()))).await;
    responses.sort_unstable();
    assert_eq!(responses, [vec![201], vec![409; 9]].concat());
    assert_eq!(portal.count_events(EventType::StudentRegistrationRequested).await, 1);
    assert_eq!(delivered_purposes(&portal).await.len(), 1);
    portal.advance_clock(TimeDelta::hours(2));
    portal.remove_files().await;
    assert_eq!((portal.stored_files(), count(&portal, "SELECT count(*) FROM documents").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn registrations_of_one_address_are_limited_an_hour() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let mut statuses = Vec::new();
    for number in 0..32 {
        let request = portal
            .anonymous()
            .request(Method::POST, LANDLORD_REGISTRATIONS)
            .header("x-forwarded-for", format!("203.0.113.{number}"));
        let form = landlord_form(&format!("landlord{number}@portal.test"));
        statuses.push(send_request(request.json(&form)).await.0.as_u16());
    }
    assert_eq!(statuses[..30], [201; 30]);
    assert_eq!(statuses[30..], [429; 2]);
}
