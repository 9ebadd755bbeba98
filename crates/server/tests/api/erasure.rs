//! What is left of somebody: nothing after a deletion, nothing after its time, and all of it in their copy.

use std::io::{Cursor, Read};
use std::path::Path;
use std::process::Command;

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_services::retention;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{
    Client, LANDLORDS, PASSWORD, Portal, STUDENTS, landlord_form, listing, proof, student_form, token,
};

/// Words that stand nowhere but in what this person gave.
const MARKS: [&str; 6] = ["Zyxwvut", "Qponmlk", "zyxwvut@portal.test", "+49 999 424242", "Jihgfed", "Cbazyxw"];

/// A student who signed up with every mark, was approved, and is logged in.
async fn marked_student(portal: &Portal, administrator: &Client) -> Client {
    let mut form = student_form(MARKS[2]);
    form["firstName"] = json!(MARKS[0]);
    form["lastName"] = json!(MARKS[1]);
    form["phoneNumber"] = json!(MARKS[3]);
    form["aboutMe"] = json!(MARKS[4]);
    let mut file = proof();
    file.splice(9..9, format!("%{}\n", MARKS[5]).into_bytes());
    let filename = format!("{}.pdf", MARKS[5]);
    let (status, body) = portal.anonymous().sign_up_student(&form, file, &filename).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    activated(portal, administrator, STUDENTS, &body, MARKS[2]).await
}

async fn activated(portal: &Portal, administrator: &Client, list: &str, signed_up: &Value, email: &str) -> Client {
    let id = signed_up["payload"]["externalId"].as_str().unwrap();
    let (status, body) = administrator.put(&format!("{list}/{id}?approved=true")).await;
    assert_eq!(status, 200, "{body}");
    let mails = portal.mails().await;
    let link = mails.iter().find(|mail| mail.purpose == MailPurpose::RegistrationApproved).unwrap();
    let finish = json!({ "email": email, "password": PASSWORD, "registrationToken": token(link) });
    assert_eq!(portal.anonymous().post("/api/v1/users/finish-registration", &finish).await.0, 204);
    let mut client = portal.anonymous();
    assert_eq!(client.log_in(email, PASSWORD).await, 200);
    client
}

/// Everything that the database and the object store hold.
fn everything(portal: &Portal) -> Vec<u8> {
    let mut found = dump(&portal.database.url());
    collect(&portal.data.path().join("objects"), &mut found);
    found
}

/// The whole database as text, by the tool of the server that the tests run on.
fn dump(url: &str) -> Vec<u8> {
    let tools = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let tool = tools.map(|version| version.unwrap().path().join("bin/pg_dump")).find(|tool| tool.exists());
    let tool = tool.unwrap_or_else(|| "pg_dump".into());
    let dumped = Command::new(tool).arg("--dbname").arg(url).output().unwrap();
    assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
    dumped.stdout
}

fn collect(folder: &Path, found: &mut Vec<u8>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.extend(path.to_str().unwrap().bytes());
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.extend(std::fs::read(&path).unwrap());
        }
    }
}

fn marks_in(found: &[u8]) -> Vec<&'static str> {
    let text = String::from_utf8_lossy(found).to_lowercase();
    MARKS.into_iter().filter(|mark| text.contains(&mark.to_lowercase())).collect()
}

/// Lets the worker do what is due: mails, files, and the words of listings that are gone.
async fn settle(portal: &Portal) {
    portal.mails().await;
    portal.remove_discarded().await;
    portal.ports.listings.forget_unused_words().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_student_leaves_no_mark_and_the_other_side_keeps_what_it_needs() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let student = marked_student(&portal, &administrator).await;
    let letter = json!({ "applicationLetter": format!("Guten Tag, {} mein Name.", MARKS[1]) });
    let mut decided = String::new();
    for decide in [true, false] {
        let listing = landlord.publish_listing(&listing()).await;
        let (status, body) = student.post(&format!("/api/v1/applications/listing/{listing}"), &letter).await;
        assert_eq!(status, 201, "{body}");
        if decide {
            decided = body["payload"]["externalId"].as_str().unwrap().to_owned();
            let checked = format!("/api/v1/applications/{decided}/admin-review?status=APPROVED");
            assert_eq!(administrator.put(&checked).await.0, 200);
            assert_eq!(landlord.put(&format!("/api/v1/applications/{decided}/review?status=APPROVED")).await.0, 200);
        }
    }
    settle(&portal).await;
    assert_eq!(marks_in(&everything(&portal)).len(), MARKS.len(), "all of it is there before");

    let id = student.profile().await["externalId"].as_str().unwrap().to_owned();
    assert_eq!(administrator.delete(&format!("/api/v1/users/{id}")).await.0, 204);
    settle(&portal).await;
    assert_eq!(marks_in(&everything(&portal)), Vec::<&str>::new());
    let (_, applications) = landlord.get("/api/v1/applications").await;
    assert_eq!(applications["totalSize"], 1, "the open one is gone as if withdrawn");
    let kept = &applications["payload"][0];
    assert_eq!(kept["externalId"], json!(decided));
    assert_eq!((&kept["student"], &kept["applicationLetter"]), (&Value::Null, &Value::Null));
    assert_eq!(kept["status"], "APPROVED");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_landlord_takes_listings_and_pictures_along_and_the_students_hear_of_it() {
    let portal = Portal::start().await;
    let (administrator, student) = (portal.administrator().await, portal.student().await);
    let mut form = landlord_form(MARKS[2]);
    for (field, mark) in
        [("firstName", MARKS[0]), ("lastName", MARKS[1]), ("phoneNumber", MARKS[3]), ("street", MARKS[4])]
    {
        form[field] = json!(mark);
    }
    let (status, body) = portal.anonymous().post(LANDLORDS, &form).await;
    assert_eq!(status, 201, "{body}");
    let landlord = activated(&portal, &administrator, LANDLORDS, &body, MARKS[2]).await;
    let mut room = listing();
    room["description"] = json!(MARKS[5]);
    let id = landlord.publish_listing(&room).await;
    student.apply(&id).await;
    settle(&portal).await;
    // The master and its three converted sizes.
    portal.until_stored_files(4).await;

    let gone = landlord.post("/api/v1/users/profile/delete", &json!({ "password": PASSWORD })).await;
    assert_eq!(gone.0, 204, "{}", gone.1);
    let mails = portal.mails().await;
    let mut purposes: Vec<_> = mails.iter().map(|mail| mail.purpose).collect();
    purposes.sort_unstable();
    assert_eq!(purposes, [MailPurpose::ListingDeleted, MailPurpose::AccountDeleted]);
    settle(&portal).await;
    assert_eq!(marks_in(&everything(&portal)), Vec::<&str>::new());
    assert_eq!(portal.stored_files(), 0);
    assert_eq!(portal.anonymous().get(&format!("/api/v1/listings/{id}")).await.0, 404);
    let (_, applications) = student.get("/api/v1/applications").await;
    let card = &applications["payload"][0];
    assert_eq!((&card["administratorApprovalStatus"], &card["listing"]["deleted"]), (&json!("REJECTED"), &json!(true)));
    assert_eq!(landlord.get("/api/v1/users/profile").await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_deletes_nothing() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let (status, body) = student.post("/api/v1/users/profile/delete", &json!({ "password": "wrong" })).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (400, &json!("exception.auth.wrong-password")));
    assert_eq!(student.get("/api/v1/users/profile").await.0, 200);
    assert!(portal.mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_copy_of_ones_data_holds_what_is_kept_and_ones_own_files() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let student = marked_student(&portal, &administrator).await;
    let room = landlord.publish_listing(&listing()).await;
    student.apply(&room).await;

    let (data, files) = export(&student).await;
    assert_eq!((&data["user"]["email"], &data["registration"]["status"]), (&json!(MARKS[2]), &json!("APPROVED")));
    assert_eq!(data["applications"][0]["applicationLetter"], "Guten Tag,\nich suche ein Zimmer.");
    assert_eq!(data["applications"][0]["landlord"]["email"], Value::Null, "no more of others than they may see");
    assert_eq!(files, [format!("documents/{}.pdf", MARKS[5])]);

    let (data, files) = export(&landlord).await;
    assert_eq!((data["listings"].as_array().unwrap().len(), data["applications"].as_array().unwrap().len()), (1, 0));
    assert_eq!(files, [format!("listings/{room}/01.jpg")]);
    let (data, files) = export(&administrator).await;
    assert_eq!((&data["registration"], files.len()), (&Value::Null, 0));
}

/// Data and the paths of the other files of a person's copy; no file is empty.
async fn export(client: &Client) -> (Value, Vec<String>) {
    let answer = client.request(Method::GET, "/api/v1/users/profile/export").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let header = |name: &str| answer.headers().get(name).unwrap().to_str().unwrap().to_owned();
    assert_eq!(
        (header("content-type"), header("cache-control")),
        ("application/zip".to_owned(), "no-store".to_owned())
    );
    assert!(header("content-disposition").starts_with("attachment"));
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.bytes().await.unwrap().to_vec())).unwrap();
    let mut files = Vec::new();
    for place in 0..zip.len() {
        let file = zip.by_index(place).unwrap();
        let name = file.name().unwrap().into_owned();
        assert!(file.size() > 0, "{name}");
        files.push(name);
    }
    let mut json = String::new();
    zip.by_name("data.json").unwrap().read_to_string(&mut json).unwrap();
    files.retain(|name| name != "data.json");
    (serde_json::from_str(&json).unwrap(), files)
}

#[tokio::test(flavor = "multi_thread")]
async fn papers_go_thirty_days_after_the_decision_and_not_before() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    marked_student(&portal, &administrator).await;
    portal.wait(TimeDelta::days(29));
    assert_eq!(retention::sweep(&portal.ports).await.unwrap().documents, 0);
    portal.wait(TimeDelta::days(2));
    assert_eq!(retention::sweep(&portal.ports).await.unwrap().documents, 1);
    portal.remove_discarded().await;
    assert_eq!(portal.stored_files(), 0);
    let mut administrator = administrator;
    let email = administrator.email.clone();
    administrator.log_in(&email, PASSWORD).await;
    let (_, list) = administrator.get(&format!("{STUDENTS}?status=APPROVED")).await;
    assert_eq!((&list["totalSize"], &list["payload"][0]["proofOfStudyDocument"]), (&json!(1), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_people_go_after_thirty_days_and_undecided_ones_after_half_a_year() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let mut requests = Vec::new();
    for email in [MARKS[2], "undecided@portal.test"] {
        let (status, body) = portal.anonymous().sign_up_student(&student_form(email), proof(), "proof.pdf").await;
        assert_eq!(status, 201, "{body}");
        requests.push(body["payload"]["externalId"].as_str().unwrap().to_owned());
    }
    assert_eq!(administrator.put(&format!("{STUDENTS}/{}?approved=false", requests[0])).await.0, 200);
    portal.mails().await;
    for (days, people) in [(29, 0), (2, 1), (100, 0), (60, 1), (400, 0)] {
        portal.wait(TimeDelta::days(days));
        assert_eq!(retention::sweep(&portal.ports).await.unwrap().people, people, "after {days} more days");
    }
    settle(&portal).await;
    assert_eq!(portal.stored_files(), 0);
    let left = portal.database.client().await.query_one("SELECT count(*) FROM registrations", &[]).await.unwrap();
    assert_eq!(left.get::<_, i64>(0), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_go_half_a_year_after_the_decision_and_open_ones_stay() {
    let portal = Portal::start().await;
    let (administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(student.apply(&landlord.publish_listing(&listing()).await).await);
    }
    let declined = format!("/api/v1/applications/{}/admin-review?status=REJECTED", ids[0]);
    assert_eq!(administrator.put(&declined).await.0, 200);
    portal.wait(TimeDelta::days(179));
    assert_eq!(retention::sweep(&portal.ports).await.unwrap().letters, 0);
    portal.wait(TimeDelta::days(2));
    assert_eq!(retention::sweep(&portal.ports).await.unwrap().letters, 1);
    let client = portal.database.client().await;
    let kept = client.query("SELECT id::text FROM applications WHERE letter IS NOT NULL", &[]).await.unwrap();
    assert_eq!(kept.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>(), [ids[1].clone()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_no_row_names_are_found_and_removed_and_the_others_stay() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    landlord.publish_listing(&listing()).await;
    let (status, _) = portal.anonymous().sign_up_student(&student_form(MARKS[2]), proof(), "proof.pdf").await;
    assert_eq!(status, 201);
    let left_behind = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(left_behind.path(), proof()).unwrap();
    let location = "/documents/0123456789abcdef0123456789abcdef.pdf";
    portal.ports.documents.store(location, left_behind.path()).await.unwrap();
    // A master with three converted sizes, and two documents.
    portal.until_stored_files(6).await;
    assert_eq!(retention::collect_orphans(&portal.ports).await.unwrap().looked_at, 0, "all are too young");
    portal.wait(TimeDelta::days(2));
    let orphans = retention::collect_orphans(&portal.ports).await.unwrap();
    assert_eq!((orphans.looked_at, orphans.found), (3, 1));
    portal.remove_discarded().await;
    assert_eq!(portal.stored_files(), 5);
    assert_eq!(retention::collect_orphans(&portal.ports).await.unwrap().found, 0);
}
