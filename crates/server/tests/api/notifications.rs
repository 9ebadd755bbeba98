//! How much waits for whom (acceptance AA 406–409).

use portal_domain::user::Role;
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORDS, Portal, STUDENTS, landlord_form, listing, proof, student_form};

const ADMINISTRATORS: &str = "/api/v1/notifications/admin";

async fn counts(client: &Client, path: &str) -> Value {
    let (status, body) = client.get(path).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].clone()
}

async fn total(client: &Client, list: &str) -> Value {
    let (status, body) = client.get(&format!("{list}&pageSize=1")).await;
    assert_eq!(status, 200, "{body}");
    body["totalSize"].clone()
}

/// The totals of the lists that the administrators' numbers stand for.
async fn totals(administrator: &Client) -> Value {
    json!({
        "pendingLandlordRegistrationRequests": total(administrator, &format!("{LANDLORDS}?status=PENDING")).await,
        "pendingStudentRegistrationRequests": total(administrator, &format!("{STUDENTS}?status=PENDING")).await,
        "pendingApplications": total(administrator, "/api/v1/applications?adminStatus=PENDING").await,
        "pendingEvents": total(administrator, "/api/v1/events?acknowledged=false").await,
    })
}

async fn check(administrator: &Client, application: &str, status: &str) {
    let path = format!("/api/v1/applications/{application}/admin-review?status={status}");
    assert_eq!(administrator.put(&path).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_number_is_the_total_of_its_list() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let nothing = json!({
        "pendingLandlordRegistrationRequests": 0, "pendingStudentRegistrationRequests": 0, "pendingApplications": 0,
        "pendingEvents": 0
    });
    assert_eq!(counts(&administrator, ADMINISTRATORS).await, nothing);

    let mut requests = Vec::new();
    for n in 0..3 {
        let form = landlord_form(&format!("landlord{n}@example.org"));
        let (_, body) = portal.anonymous().post(LANDLORDS, &form).await;
        requests.push(body["payload"]["externalId"].as_str().unwrap().to_owned());
        let form = student_form(&format!("student{n}@example.org"));
        assert_eq!(portal.anonymous().sign_up_student(&form, proof(), "proof.pdf").await.0, 201);
    }
    let [landlord, other] = [portal.landlord().await, portal.landlord().await];
    let [first, second] = [landlord.publish_listing(&listing()).await, other.publish_listing(&listing()).await];
    let mut applications = Vec::new();
    for _ in 0..3 {
        let student = portal.person(Role::Student).await;
        applications.push(student.apply(&first).await);
        applications.push(student.apply(&second).await);
    }
    let found = counts(&administrator, ADMINISTRATORS).await;
    assert_eq!(found, totals(&administrator).await);
    let expected = json!({
        "pendingLandlordRegistrationRequests": 3, "pendingStudentRegistrationRequests": 3, "pendingApplications": 6,
        "pendingEvents": 6
    });
    assert_eq!(found, expected);

    administrator.put(&format!("{LANDLORDS}/{}?approved=true", requests[0])).await;
    administrator.put(&format!("{LANDLORDS}/{}?approved=false", requests[1])).await;
    check(&administrator, &applications[0], "APPROVED").await;
    check(&administrator, &applications[1], "REJECTED").await;
    check(&administrator, &applications[2], "APPROVED").await;
    landlord.put(&format!("/api/v1/applications/{}/review?status=APPROVED", applications[2])).await;
    let found = counts(&administrator, ADMINISTRATORS).await;
    assert_eq!(found, totals(&administrator).await);
    // The events of the two sign-ups were acknowledged by their decisions, and an approval of a landlord is a new one.
    let expected = json!({
        "pendingLandlordRegistrationRequests": 1, "pendingStudentRegistrationRequests": 3, "pendingApplications": 3,
        "pendingEvents": 5
    });
    assert_eq!(found, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_landlord_is_told_of_what_was_passed_on_to_them() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let [landlord, other] = [portal.landlord().await, portal.landlord().await];
    let listing = landlord.publish_listing(&listing()).await;
    let waiting = async |expected: u64| {
        let found = counts(&landlord, "/api/v1/notifications/landlord").await;
        assert_eq!(found, json!({ "pendingApplications": expected }));
        assert_eq!(total(&landlord, "/api/v1/applications?status=PENDING").await, json!(expected));
        let found = counts(&other, "/api/v1/notifications/landlord").await;
        assert_eq!(found, json!({ "pendingApplications": 0 }));
    };
    let mut applications = Vec::new();
    for _ in 0..3 {
        applications.push(portal.student().await.apply(&listing).await);
    }
    waiting(0).await;
    check(&administrator, &applications[0], "APPROVED").await;
    check(&administrator, &applications[1], "REJECTED").await;
    waiting(1).await;
    check(&administrator, &applications[2], "APPROVED").await;
    waiting(2).await;
    landlord.put(&format!("/api/v1/applications/{}/review?status=REJECTED", applications[0])).await;
    waiting(1).await;
}
