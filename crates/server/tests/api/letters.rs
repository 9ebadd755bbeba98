//! Letters that students keep by name.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Portal};

const PATH: &str = "/api/v1/letters";

async fn keep(student: &Client, name: &str) -> (StatusCode, Value) {
    student.post(PATH, &json!({ "name": name, "text": format!("Hallo,\nich bin {name}.") })).await
}

async fn names(student: &Client) -> Vec<String> {
    let (status, body) = student.get(PATH).await;
    assert_eq!(status, 200, "{body}");
    let letters = body["payload"].as_array().unwrap();
    letters.iter().map(|letter| letter["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_kept_changed_and_deleted() {
    let portal = Portal::start().await;
    let (student, other) = (portal.student().await, portal.student().await);
    let (status, body) = keep(&student, " WG ").await;
    assert_eq!((status.as_u16(), &body["payload"]["name"]), (201, &json!("WG")), "{body}");
    let path = format!("{PATH}/{}", body["payload"]["externalId"].as_str().unwrap());
    assert_eq!(keep(&student, "Wohnung").await.0, 201);
    assert_eq!(names(&student).await, ["Wohnung", "WG"], "last changed first");

    let changed = json!({ "name": "WG-Zimmer", "text": "Guten Tag" });
    let (status, body) = student.put_json(&path, &changed).await;
    assert_eq!((status.as_u16(), &body["payload"]["text"]), (200, &json!("Guten Tag")));
    assert_eq!(names(&student).await, ["WG-Zimmer", "Wohnung"]);

    assert!(names(&other).await.is_empty());
    assert_eq!(other.put_json(&path, &changed).await.0, 404);
    assert_eq!(other.delete(&path).await.0, 404);
    assert_eq!(student.delete(&path).await.0, 204);
    let (status, body) = student.delete(&path).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.letter.not-found")));
    assert_eq!(names(&student).await, ["Wohnung"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn create_letter_fourth_or_used_name_is_rejected() {
    let portal = Portal::start_with_pool().await;
    let student = portal.student().await;
    assert_eq!(keep(&student, "A").await.0, 201);
    let (status, body) = keep(&student, "A").await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.letter.name-exists")));
    let added = futures_util::future::join_all(["B", "C", "D", "E"].map(|name| keep(&student, name))).await;
    let mut statuses: Vec<u16> = added.iter().map(|(status, _)| status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 409, 409], "concurrent requests do not pass the limit together");
    let (_, body) = keep(&student, "F").await;
    assert_eq!(body["error"]["message"], "exception.letter.too-many");
    let (_, body) = student.get(PATH).await;
    let path = format!("{PATH}/{}", body["payload"][0]["externalId"].as_str().unwrap());
    let (status, body) = student.put_json(&path, &json!({ "name": "A", "text": "x" })).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.letter.name-exists")));
}

#[tokio::test(flavor = "multi_thread")]
async fn create_letter_rejects_invalid_fields() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    for (name, text) in [("", "x"), ("A\nB", "x"), (&*"x".repeat(61), "x"), ("A", " \n"), ("A", &"x".repeat(5001))] {
        assert_eq!(student.post(PATH, &json!({ "name": name, "text": text })).await.0, 400, "{name:?}");
    }
    assert!(names(&student).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_deleted_with_their_student() {
    let portal = Portal::start().await;
    let (student, administrator) = (portal.student().await, portal.administrator().await);
    assert_eq!(keep(&student, "WG").await.0, 201);
    let id = portal.id_of(&student).await;
    assert_eq!(administrator.delete(&format!("/api/v1/users/{id}")).await.0, 204);
    let left = portal.database.client().await.query_one("SELECT count(*) FROM letters", &[]).await.unwrap();
    assert_eq!(left.get::<_, i64>(0), 0);
}
