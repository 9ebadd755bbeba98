//! The two forms.

use chrono::TimeDelta;
use portal_domain::event::EventType;
use portal_domain::mail::MailPurpose;
use portal_domain::user::Role;
use reqwest::Method;
use serde_json::{Value, json};

use super::{count, landlord_signed_up, message, student_signed_up, written};
use crate::harness::{
    Client, LANDLORDS, PASSWORD, Portal, STUDENTS, answer, landlord_form, photo, proof, student_form,
};

#[tokio::test(flavor = "multi_thread")]
async fn n206_n207_n208_a_landlords_form_becomes_a_request_an_event_and_a_mail() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let form = landlord_form("  Grace@Portal.TEST ");
    let (status, body) = portal.anonymous().post(LANDLORDS, &form).await;
    assert_eq!(status, 201, "{body}");
    let (request, landlord) = (&body["payload"], &body["payload"]["landlord"]);
    assert_eq!((&request["status"], &landlord["status"]), (&json!("PENDING"), &json!("NEW")));
    assert_eq!((&landlord["email"], &landlord["role"]), (&json!("grace@portal.test"), &json!("LANDLORD")));
    for field in ["firstName", "lastName", "phoneNumber", "dateOfBirth", "gender", "locale"] {
        assert_eq!(landlord[field], form[field], "{field}");
    }
    for field in ["street", "houseNumber", "postalCode", "city"] {
        assert_eq!(landlord["address"][field], form[field], "{field}");
    }
    assert!(!body.to_string().contains("assword"), "{body}");

    let (_, list) = administrator.get(LANDLORDS).await;
    assert_eq!((&list["totalSize"], &list["payload"][0]), (&json!(1), request));
    assert_eq!(portal.count_events(EventType::LandlordRegistrationRequested).await, 1);
    assert_eq!(portal.count_events(EventType::StudentRegistrationRequested).await, 0);
    assert_eq!(written(&portal).await, [MailPurpose::RegistrationReceived]);
}

#[tokio::test(flavor = "multi_thread")]
async fn o214_o215_o216_a_students_form_and_file_become_a_request_an_event_and_a_mail() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let form = student_form("ada@portal.test");
    let (status, body) = portal.anonymous().sign_up_student(&form, proof(), "Immatrikulation WS 26.pdf").await;
    assert_eq!(status, 201, "{body}");
    let (request, student) = (&body["payload"], &body["payload"]["student"]);
    assert_eq!((&request["status"], &student["status"]), (&json!("PENDING"), &json!("NEW")));
    assert_eq!((&student["role"], &student["address"]), (&json!("STUDENT"), &Value::Null));
    for field in ["email", "firstName", "lastName", "phoneNumber", "aboutMe", "dateOfBirth", "gender", "locale"] {
        assert_eq!(student[field], form[field], "{field}");
    }
    let document = &request["proofOfStudyDocument"];
    assert_eq!(document["filename"], "Immatrikulation WS 26.pdf");
    assert_eq!(document.as_object().unwrap().len(), 2, "{document}");

    let (_, list) = administrator.get(STUDENTS).await;
    assert_eq!((&list["totalSize"], &list["payload"][0]), (&json!(1), request));
    assert_eq!(portal.count_events(EventType::StudentRegistrationRequested).await, 1);
    assert_eq!(written(&portal).await, [MailPurpose::RegistrationReceived]);
    assert_eq!(portal.stored_files(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_signed_up_cannot_log_in_yet() {
    let portal = Portal::start().await;
    landlord_signed_up(&portal, "grace@portal.test").await;
    student_signed_up(&portal, "ada@portal.test").await;
    for email in ["grace@portal.test", "ada@portal.test"] {
        for password in [PASSWORD, "", "null"] {
            assert_ne!(portal.anonymous().log_in(email, password).await, 200, "{email} {password:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn n209_every_missing_field_of_a_landlord_is_named_and_nobody_has_signed_up() {
    let portal = Portal::start().await;
    let form = landlord_form("grace@portal.test");
    let required = form.as_object().unwrap().keys().filter(|field| *field != "locale");
    for field in required {
        for blank in [None, Some(Value::Null), Some(json!("  "))] {
            let (is_text, mut broken) = (form[field].is_string(), form.clone());
            let fields = broken.as_object_mut().unwrap();
            match blank {
                Some(Value::String(_)) if !is_text || ["gender", "dateOfBirth"].contains(&field.as_str()) => continue,
                Some(value) => fields.insert(field.clone(), value),
                None => fields.remove(field),
            };
            let (status, body) = portal.anonymous().post(LANDLORDS, &broken).await;
            let named = json!({ field: "validation.required" });
            assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &named), "{broken}");
        }
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM users").await, 0);
    assert_eq!(count(&portal, "SELECT count(*) FROM events").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn o219_every_missing_field_of_a_student_is_named_and_the_file_is_not_kept() {
    let portal = Portal::start().await;
    let form = student_form("ada@portal.test");
    for field in form.as_object().unwrap().keys().filter(|field| *field != "locale") {
        let mut broken = form.clone();
        broken.as_object_mut().unwrap().remove(field);
        let (status, body) = portal.anonymous().sign_up_student(&broken, proof(), "proof.pdf").await;
        let named = json!({ field: "validation.required" });
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &named), "{broken}");
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM users").await, 0);
    assert_eq!(portal.stored_files(), 0);
}

/// Berlin's calendar decides what today is; the test keeps a day's distance to it.
#[tokio::test(flavor = "multi_thread")]
async fn n209_a_date_of_birth_lies_between_1900_and_today() {
    let portal = Portal::start().await;
    let day = |days: i64| (portal.ports.clock.now() + TimeDelta::days(days)).date_naive().to_string();
    for (date, expected) in [
        (day(2), Some("validation.future")),
        ("9999-12-31".to_owned(), Some("validation.future")),
        ("1899-12-31".to_owned(), Some("validation.out-of-range")),
        ("2001-02-30".to_owned(), Some("validation.invalid")),
        (day(-1), None),
        ("1900-01-01".to_owned(), None),
    ] {
        let email = format!("born-{date}@portal.test");
        let mut forms = [landlord_form(&email), student_form(&format!("student-{email}"))];
        for form in &mut forms {
            form["dateOfBirth"] = json!(date);
        }
        let [landlord, student] = forms;
        let answers = [
            portal.anonymous().post(LANDLORDS, &landlord).await,
            portal.anonymous().sign_up_student(&student, proof(), "proof.pdf").await,
        ];
        for (status, body) in answers {
            assert_eq!(status.is_success(), expected.is_none(), "{date}: {body}");
            assert_eq!(body["error"]["fields"]["dateOfBirth"].as_str(), expected, "{date}: {body}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_that_were_not_accepted_are_named() {
    let portal = Portal::start().await;
    let (mut landlord, mut student) = (landlord_form("grace@portal.test"), student_form("ada@portal.test"));
    for form in [&mut landlord, &mut student] {
        form["termsAccepted"] = json!(false);
    }
    let answers = [
        portal.anonymous().post(LANDLORDS, &landlord).await,
        portal.anonymous().sign_up_student(&student, proof(), "proof.pdf").await,
    ];
    for (status, body) in answers {
        let named = json!({ "termsAccepted": "validation.required" });
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &named), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn o217_o218_what_is_no_proof_of_study_is_refused_and_nothing_of_it_stays() {
    let portal = Portal::start().await;
    let too_large = [b"%PDF-1.7".to_vec(), vec![b' '; 10_485_760], b"%%EOF".to_vec()].concat();
    for (file, name, expected) in [
        (b"MZ\x90\0".to_vec(), "proof.pdf", (415, "exception.document.type", "validation.file-type")),
        (b"<html>%%EOF</html>".to_vec(), "proof.png", (415, "exception.document.type", "validation.file-type")),
        (Vec::new(), "proof.pdf", (415, "exception.document.type", "validation.file-type")),
        (too_large, "proof.pdf", (413, "exception.document.too-large", "validation.file-size")),
        (b"%PDF-1.7\n1 0 obj".to_vec(), "proof.pdf", (400, "exception.document.damaged", "validation.invalid")),
        (photo(400, 300)[..900].to_vec(), "scan.jpg", (400, "exception.document.damaged", "validation.invalid")),
    ] {
        let (status, body) = portal.anonymous().sign_up_student(&student_form("ada@portal.test"), file, name).await;
        let named = body["error"]["fields"]["file"].as_str().unwrap_or_default();
        assert_eq!((status.as_u16(), message(&body), named), expected, "{body}");
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM users").await, 0);
    assert_eq!(portal.stored_files(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn o217_o218_every_accepted_kind_up_to_the_last_byte_is_taken() {
    let portal = Portal::start().await;
    let mut largest = vec![b' '; 10_485_760];
    largest[..8].copy_from_slice(b"%PDF-1.7");
    largest[10_485_755..].copy_from_slice(b"%%EOF");
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(40, 30).write_to(&mut png, image::ImageFormat::Png).unwrap();
    for (number, (file, sent, kept)) in [
        (proof(), "a.pdf", "a.pdf"),
        (photo(40, 30), "scan.JPEG", "scan.jpg"),
        (png.into_inner(), "proof.pdf", "proof.png"),
        (largest, "largest.pdf", "largest.pdf"),
    ]
    .into_iter()
    .enumerate()
    {
        let form = student_form(&format!("ada{number}@portal.test"));
        let (status, body) = portal.anonymous().sign_up_student(&form, file, sent).await;
        assert_eq!(status, 201, "{sent}: {body}");
        assert_eq!(body["payload"]["proofOfStudyDocument"]["filename"], kept);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_in_use_is_refused_in_every_spelling_and_for_either_role() {
    let portal = Portal::start().await;
    let (active, _) = portal.insert(Role::Admin).await;
    landlord_signed_up(&portal, "grace@portal.test").await;
    for email in ["grace@portal.test", " GRACE@Portal.Test ", &active] {
        let answers = [
            portal.anonymous().post(LANDLORDS, &landlord_form(email)).await,
            portal.anonymous().sign_up_student(&student_form(email), proof(), "proof.pdf").await,
        ];
        for (status, body) in answers {
            assert_eq!((status.as_u16(), message(&body)), (409, "exception.registration.email-exists"), "{email:?}");
        }
    }
    assert_eq!(count(&portal, "SELECT count(*) FROM registrations").await, 1);
    assert_eq!(written(&portal).await, [MailPurpose::RegistrationReceived]);
    // The files were stored before the rows were refused; their guards remove them.
    portal.wait(TimeDelta::hours(2));
    portal.remove_discarded().await;
    assert_eq!(portal.stored_files(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_sign_up_at_once_with_one_email_one_succeeds() {
    let portal = Portal::start().await;
    let client = portal.anonymous();
    let sign_up = async |client: Client| {
        let form = student_form("ada@portal.test");
        client.sign_up_student(&form, proof(), "proof.pdf").await.0.as_u16()
    };
    let mut answers = futures_util::future::join_all((0..10).map(|_| sign_up(client.clone()))).await;
    answers.sort_unstable();
    assert_eq!(answers, [vec![201], vec![409; 9]].concat());
    assert_eq!(portal.count_events(EventType::StudentRegistrationRequested).await, 1);
    assert_eq!(written(&portal).await.len(), 1);
    portal.wait(TimeDelta::hours(2));
    portal.remove_discarded().await;
    assert_eq!((portal.stored_files(), count(&portal, "SELECT count(*) FROM documents").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_signs_up_thirty_people_an_hour_whatever_it_says_of_itself() {
    let portal = Portal::start_with(|settings| settings.rate_limit_enabled = true).await;
    let mut statuses = Vec::new();
    for number in 0..32 {
        let request = portal
            .anonymous()
            .request(Method::POST, LANDLORDS)
            .header("x-forwarded-for", format!("203.0.113.{number}"));
        let form = landlord_form(&format!("crowd{number}@portal.test"));
        statuses.push(answer(request.json(&form)).await.0.as_u16());
    }
    assert_eq!(statuses[..30], [201; 30]);
    assert_eq!(statuses[30..], [429; 2]);
}
