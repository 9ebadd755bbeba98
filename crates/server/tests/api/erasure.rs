//! Erasure, retention and export of personal data.

use std::io::{Cursor, Read};
use std::path::Path;
use std::process::Command;

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_persistence::testing::postgresql_program;
use portal_services::retention;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{
    Client, LANDLORD_REGISTRATIONS, PASSWORD, Portal, STUDENT_REGISTRATIONS, landlord_form, link_token, listing,
    proof_of_study, student_form,
};

/// Texts that occur only in the data of one user.
const MARKERS: [&str; 6] = ["Zyxwvut", "Qponmlk", "zyxwvut@portal.test", "+49 999 424242", "Jihgfed", "Cbazyxw"];

/// Registers a student with every marker, approves and logs in.
async fn student_with_markers(portal: &Portal, administrator: &Client) -> Client {
    let mut form = student_form(MARKERS[2]);
    form["firstName"] = json!(MARKERS[0]);
    form["lastName"] = json!(MARKERS[1]);
    form["phoneNumber"] = json!(MARKERS[3]);
    form["aboutMe"] = json!(MARKERS[4]);
    let mut file = proof_of_study();
    file.splice(9..9, format!("%{}\n", MARKERS[5]).into_bytes());
    let filename = format!("{}.pdf", MARKERS[5]);
    let (status, body) = portal.anonymous().register_student(&form, file, &filename).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    activate(portal, administrator, STUDENT_REGISTRATIONS, &body, MARKERS[2]).await
}

async fn activate(portal: &Portal, administrator: &Client, list: &str, registered: &Value, email: &str) -> Client {
    let id = registered["payload"]["externalId"].as_str().unwrap();
    let (status, body) = administrator.put(&format!("{list}/{id}?approved=true")).await;
    assert_eq!(status, 200, "{body}");
    let mails = portal.deliver_mails().await;
    let link = mails.iter().find(|mail| mail.purpose == MailPurpose::RegistrationApproved).unwrap();
    let finish = json!({ "email": email, "password": PASSWORD, "registrationToken": link_token(link) });
    assert_eq!(portal.anonymous().post("/api/v1/users/finish-registration", &finish).await.0, 204);
    let mut client = portal.anonymous();
    assert_eq!(client.log_in(email, PASSWORD).await, 200);
    client
}

/// All content of the database and the object store.
fn stored_bytes(portal: &Portal) -> Vec<u8> {
    let mut bytes = dump(&portal.database.url());
    append_files(&portal.data.path().join("objects"), &mut bytes);
    bytes
}

/// The database as text, by `pg_dump`.
fn dump(url: &str) -> Vec<u8> {
    let dumped = Command::new(postgresql_program("pg_dump")).arg("--dbname").arg(url).output().unwrap();
    assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
    dumped.stdout
}

fn append_files(folder: &Path, bytes: &mut Vec<u8>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        bytes.extend(path.to_str().unwrap().bytes());
        if path.is_dir() {
            append_files(&path, bytes);
        } else {
            bytes.extend(std::fs::read(&path).unwrap());
        }
    }
}

fn markers_in(bytes: &[u8]) -> Vec<&'static str> {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    MARKERS.into_iter().filter(|marker| text.contains(&marker.to_lowercase())).collect()
}

/// Runs the jobs: mails, file removals, and pruning of search words.
async fn run_jobs(portal: &Portal) {
    portal.deliver_mails().await;
    portal.remove_files().await;
    // An hour later.
    portal.database.client().await.batch_execute("DELETE FROM job_runs").await.unwrap();
    assert!(retention::prune_search_data(&portal.ports).await.unwrap().is_some());
}

/// An application that is rejected with a note about the student.
async fn reject_with_marker(landlord: &Client, administrator: &Client, student: &Client) {
    let id = student.apply(&landlord.publish_listing(&listing()).await).await;
    assert_eq!(administrator.put(&format!("/api/v1/applications/{id}/admin-review?status=APPROVED")).await.0, 200);
    let grounds = json!({ "reason": "DATES", "note": format!("Schade, {}!", MARKERS[0]) });
    let review = format!("/api/v1/applications/{id}/review?status=REJECTED");
    assert_eq!(landlord.put_json(&review, &grounds).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_user_erases_student_and_keeps_decided_applications() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let student = student_with_markers(&portal, &administrator).await;
    let letter = json!({ "applicationLetter": format!("Guten Tag, {} mein Name.", MARKERS[1]) });
    let mut decided = String::new();
    for decide in [true, false] {
        let listing = landlord.publish_listing(&listing()).await;
        let (status, body) = student.post(&format!("/api/v1/applications/listing/{listing}"), &letter).await;
        assert_eq!(status, 201, "{body}");
        if decide {
            decided = body["payload"]["externalId"].as_str().unwrap().to_owned();
            let review = format!("/api/v1/applications/{decided}/admin-review?status=APPROVED");
            assert_eq!(administrator.put(&review).await.0, 200);
            assert_eq!(landlord.put(&format!("/api/v1/applications/{decided}/review?status=APPROVED")).await.0, 200);
        }
    }
    let kept = json!({ "name": MARKERS[0], "text": MARKERS[4] });
    assert_eq!(student.post("/api/v1/letters", &kept).await.0, 201);
    let search = json!({ "name": MARKERS[0], "filters": { "keyword": MARKERS[4] }, "frequency": "DAILY" });
    assert_eq!(student.post("/api/v1/saved-searches", &search).await.0, 201);
    reject_with_marker(&landlord, &administrator, &student).await;
    run_jobs(&portal).await;
    assert_eq!(markers_in(&stored_bytes(&portal)).len(), MARKERS.len(), "all markers are stored before");

    let id = student.profile().await["externalId"].as_str().unwrap().to_owned();
    assert_eq!(administrator.delete(&format!("/api/v1/users/{id}")).await.0, 204);
    run_jobs(&portal).await;
    assert_eq!(markers_in(&stored_bytes(&portal)), Vec::<&str>::new());
    let (_, applications) = landlord.get("/api/v1/applications").await;
    assert_eq!(applications["totalSize"], 2, "the open application is deleted");
    let rejected = &applications["payload"][0];
    assert_eq!(rejected["rejection"], json!({ "by": "LANDLORD", "reason": "DATES", "note": null }));
    let kept = &applications["payload"][1];
    assert_eq!(kept["externalId"], json!(decided));
    assert_eq!((&kept["student"], &kept["applicationLetter"]), (&Value::Null, &Value::Null));
    assert_eq!(kept["status"], "APPROVED");
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_profile_erases_landlord_and_notifies_students() {
    let portal = Portal::start().await;
    let (administrator, student) = (portal.administrator().await, portal.student().await);
    let mut form = landlord_form(MARKERS[2]);
    for (field, marker) in
        [("firstName", MARKERS[0]), ("lastName", MARKERS[1]), ("phoneNumber", MARKERS[3]), ("street", MARKERS[4])]
    {
        form[field] = json!(marker);
    }
    let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
    assert_eq!(status, 201, "{body}");
    let landlord = activate(&portal, &administrator, LANDLORD_REGISTRATIONS, &body, MARKERS[2]).await;
    let mut form = listing();
    form["description"] = json!(MARKERS[5]);
    let id = landlord.publish_listing(&form).await;
    student.apply(&id).await;
    run_jobs(&portal).await;
    // The master and its three variants.
    portal.wait_for_stored_files(4).await;

    let deleted = landlord.post("/api/v1/users/profile/delete", &json!({ "password": PASSWORD })).await;
    assert_eq!(deleted.0, 204, "{}", deleted.1);
    let mails = portal.deliver_mails().await;
    let mut purposes: Vec<_> = mails.iter().map(|mail| mail.purpose).collect();
    purposes.sort_unstable();
    assert_eq!(purposes, [MailPurpose::ListingDeleted, MailPurpose::AccountDeleted]);
    run_jobs(&portal).await;
    assert_eq!(markers_in(&stored_bytes(&portal)), Vec::<&str>::new());
    assert_eq!(portal.stored_files(), 0);
    assert_eq!(portal.anonymous().get(&format!("/api/v1/listings/{id}")).await.0, 404);
    let (_, applications) = student.get("/api/v1/applications").await;
    let card = &applications["payload"][0];
    assert_eq!((&card["administratorApprovalStatus"], &card["listing"]["deleted"]), (&json!("REJECTED"), &json!(true)));
    assert_eq!(landlord.get("/api/v1/users/profile").await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_profile_rejects_wrong_password() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let (status, body) = student.post("/api/v1/users/profile/delete", &json!({ "password": "wrong" })).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (400, &json!("exception.auth.wrong-password")));
    assert_eq!(student.get("/api/v1/users/profile").await.0, 200);
    assert!(portal.deliver_mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn export_profile_contains_data_and_files_of_the_user() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let student = student_with_markers(&portal, &administrator).await;
    let listing_id = landlord.publish_listing(&listing()).await;
    student.apply(&listing_id).await;
    student.put(&format!("/api/v1/favourites/{listing_id}")).await;

    let kept = json!({ "name": "WG", "text": "Hallo zusammen" });
    assert_eq!(student.post("/api/v1/letters", &kept).await.0, 201);
    let search = json!({ "name": "Ruhig", "filters": { "keyword": "ruhig" }, "frequency": "WEEKLY" });
    assert_eq!(student.post("/api/v1/saved-searches", &search).await.0, 201);
    let (data, files) = export_profile(&student).await;
    let saved = &data["savedSearches"][0];
    assert_eq!((&saved["name"], &saved["filters"]["keyword"]), (&search["name"], &search["filters"]["keyword"]));
    assert_eq!((&data["letters"][0]["name"], &data["letters"][0]["text"]), (&kept["name"], &kept["text"]));
    assert_eq!((&data["user"]["email"], &data["registration"]["status"]), (&json!(MARKERS[2]), &json!("APPROVED")));
    assert_eq!(data["applications"][0]["applicationLetter"], "Guten Tag,\nich suche ein Zimmer.");
    assert_eq!(data["applications"][0]["landlord"]["email"], Value::Null, "no hidden data of other users");
    let favourite = &data["favourites"][0];
    assert_eq!((&favourite["externalId"], &favourite["title"]), (&json!(listing_id), &listing()["title"]));
    assert_eq!(files, [format!("documents/{}.pdf", MARKERS[5])]);

    let (data, files) = export_profile(&landlord).await;
    assert_eq!((data["listings"].as_array().unwrap().len(), data["applications"].as_array().unwrap().len()), (1, 0));
    assert_eq!(data["listings"][0]["favourites"], 1);
    assert_eq!(files, [format!("listings/{listing_id}/01.jpg")]);
    let (data, files) = export_profile(&administrator).await;
    assert_eq!((&data["registration"], files.len()), (&Value::Null, 0));
}

/// `data.json` and the paths of the other files of a user's export; no file is empty.
async fn export_profile(client: &Client) -> (Value, Vec<String>) {
    let response = client.request(Method::GET, "/api/v1/users/profile/export").send().await.unwrap();
    assert_eq!(response.status(), 200);
    let header = |name: &str| response.headers().get(name).unwrap().to_str().unwrap().to_owned();
    assert_eq!(
        (header("content-type"), header("cache-control")),
        ("application/zip".to_owned(), "no-store".to_owned())
    );
    assert!(header("content-disposition").starts_with("attachment"));
    let mut zip = zip::ZipArchive::new(Cursor::new(response.bytes().await.unwrap().to_vec())).unwrap();
    let mut files = Vec::new();
    for index in 0..zip.len() {
        let file = zip.by_index(index).unwrap();
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
async fn retention_deletes_documents_after_thirty_days() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    student_with_markers(&portal, &administrator).await;
    portal.advance_clock(TimeDelta::days(29));
    assert_eq!(retention::prune(&portal.ports).await.unwrap().documents, 0);
    portal.advance_clock(TimeDelta::days(2));
    assert_eq!(retention::prune(&portal.ports).await.unwrap().documents, 1);
    portal.remove_files().await;
    assert_eq!(portal.stored_files(), 0);
    let mut administrator = administrator;
    let email = administrator.email.clone();
    administrator.log_in(&email, PASSWORD).await;
    let (_, list) = administrator.get(&format!("{STUDENT_REGISTRATIONS}?status=APPROVED")).await;
    assert_eq!((&list["totalSize"], &list["payload"][0]["proofOfStudyDocument"]), (&json!(1), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn retention_deletes_rejected_and_undecided_users() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let mut registrations = Vec::new();
    for email in [MARKERS[2], "undecided@portal.test"] {
        let (status, body) =
            portal.anonymous().register_student(&student_form(email), proof_of_study(), "proof.pdf").await;
        assert_eq!(status, 201, "{body}");
        registrations.push(body["payload"]["externalId"].as_str().unwrap().to_owned());
    }
    assert_eq!(administrator.put(&format!("{STUDENT_REGISTRATIONS}/{}?approved=false", registrations[0])).await.0, 200);
    portal.deliver_mails().await;
    for (days, deleted) in [(29, 0), (2, 1), (100, 0), (60, 1), (400, 0)] {
        portal.advance_clock(TimeDelta::days(days));
        assert_eq!(retention::prune(&portal.ports).await.unwrap().users, deleted, "after {days} more days");
    }
    run_jobs(&portal).await;
    assert_eq!(portal.stored_files(), 0);
    let remaining = portal.database.client().await.query_one("SELECT count(*) FROM registrations", &[]).await.unwrap();
    assert_eq!(remaining.get::<_, i64>(0), 0);
}

/// The ids of the applications that have a letter.
async fn letters_left(portal: &Portal) -> Vec<String> {
    let client = portal.database.client().await;
    let kept = client.query("SELECT id::text FROM applications WHERE letter IS NOT NULL", &[]).await.unwrap();
    kept.iter().map(|row| row.get(0)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn retention_deletes_letters_of_decided_and_open_applications() {
    let portal = Portal::start().await;
    let (administrator, landlord, mut student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let (first, second) = (landlord.publish_listing(&listing()).await, landlord.publish_listing(&listing()).await);
    let declined = student.apply(&first).await;
    let review = format!("/api/v1/applications/{declined}/admin-review?status=REJECTED");
    assert_eq!(
        administrator.put_json(&review, &json!({ "reason": "INCOMPLETE", "note": "Bitte ergänzen." })).await.0,
        200
    );
    portal.advance_clock(TimeDelta::days(10));
    let email = student.email.clone();
    student.log_in(&email, PASSWORD).await;
    let open = student.apply(&second).await;
    portal.advance_clock(TimeDelta::days(169));
    assert_eq!(retention::prune(&portal.ports).await.unwrap().letters, 0);
    portal.advance_clock(TimeDelta::days(2));
    let pruned = retention::prune(&portal.ports).await.unwrap();
    assert_eq!((pruned.letters, pruned.notes), (1, 1), "the note of a rejection goes with the letter");
    assert_eq!(letters_left(&portal).await, [open]);
    portal.advance_clock(TimeDelta::days(10));
    retention::prune(&portal.ports).await.unwrap();
    assert_eq!(letters_left(&portal).await, Vec::<String>::new());
}

/// Reports a listing with a text that contains a marker.
async fn report(portal: &Portal, listing: &str) {
    let report = json!({ "reason": "FRAUD", "text": format!("{} will Geld vorab.", MARKERS[0]) });
    let path = format!("/api/v1/listings/{listing}/reports");
    assert_eq!(portal.anonymous().post(&path, &report).await.0, 204);
    assert_eq!(markers_in(&stored_bytes(portal)), [MARKERS[0]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_user_erases_reports_on_listings_that_were_deleted_before() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let id = landlord.publish_listing(&listing()).await;
    report(&portal, &id).await;
    assert_eq!(landlord.delete(&format!("/api/v1/listings/{id}")).await.0, 204);
    assert_eq!(markers_in(&stored_bytes(&portal)), [MARKERS[0]], "a report is evidence");
    let landlord = portal.id_of(&landlord).await;
    assert_eq!(administrator.delete(&format!("/api/v1/users/{landlord}")).await.0, 204);
    assert_eq!(markers_in(&stored_bytes(&portal)), Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn retention_deletes_texts_of_reports() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    report(&portal, &landlord.publish_listing(&listing()).await).await;
    portal.advance_clock(TimeDelta::days(179));
    retention::prune(&portal.ports).await.unwrap();
    assert_eq!(markers_in(&stored_bytes(&portal)), [MARKERS[0]]);
    portal.advance_clock(TimeDelta::days(2));
    retention::prune(&portal.ports).await.unwrap();
    assert_eq!(markers_in(&stored_bytes(&portal)), Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn orphan_job_removes_files_without_row() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    landlord.publish_listing(&listing()).await;
    let (status, _) =
        portal.anonymous().register_student(&student_form(MARKERS[2]), proof_of_study(), "proof.pdf").await;
    assert_eq!(status, 201);
    let orphan = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(orphan.path(), proof_of_study()).unwrap();
    let location = "/documents/0123456789abcdef0123456789abcdef.pdf";
    portal.ports.documents.store(location, orphan.path()).await.unwrap();
    // A master with three variants, and two documents.
    portal.wait_for_stored_files(6).await;
    let walk = async || {
        let orphans = retention::remove_orphaned_files(&portal.ports).await.unwrap().unwrap();
        assert_eq!(retention::remove_orphaned_files(&portal.ports).await.unwrap(), None, "once a day");
        let yesterday = "UPDATE job_runs SET finished_at = finished_at - interval '1 day'";
        portal.database.client().await.batch_execute(yesterday).await.unwrap();
        orphans
    };
    assert_eq!(walk().await.checked, 0, "all files are too young");
    portal.advance_clock(TimeDelta::days(2));
    let orphans = walk().await;
    assert_eq!((orphans.checked, orphans.orphaned, orphans.found), (6, 1, 1));
    portal.remove_files().await;
    assert_eq!(portal.stored_files(), 6, "the database may be an older one by mistake");
    assert_eq!(walk().await.found, 0, "its removal is scheduled");
    portal.advance_clock(TimeDelta::days(1));
    portal.remove_files().await;
    assert_eq!(portal.stored_files(), 5);
    assert_eq!(walk().await.found, 0);
}
