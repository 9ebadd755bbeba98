//! Notifications: counts of pending work.

use portal_domain::user::Role;
use serde_json::{Value, json};

use crate::harness::{
    Client, LANDLORD_REGISTRATIONS, Portal, STUDENT_REGISTRATIONS, landlord_form, listing, proof_of_study, student_form,
};

const ADMINISTRATORS: &str = "/api/v1/notifications/admin";

async fn get_counts(client: &Client, path: &str) -> Value {
    let (status, body) = client.get(path).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].clone()
}

async fn total(client: &Client, list: &str) -> Value {
    let (status, body) = client.get(&format!("{list}&pageSize=1")).await;
    assert_eq!(status, 200, "{body}");
    body["totalSize"].clone()
}

/// The totals of the lists behind the administrators' notifications.
async fn list_totals(administrator: &Client) -> Value {
    json!({
        "pendingLandlordRegistrationRequests": total(administrator, &format!("{LANDLORD_REGISTRATIONS}?status=PENDING")).await,
        "pendingStudentRegistrationRequests": total(administrator, &format!("{STUDENT_REGISTRATIONS}?status=PENDING")).await,
        "pendingApplications": total(administrator, "/api/v1/applications?adminStatus=PENDING").await,
        "pendingEvents": total(administrator, "/api/v1/events?acknowledged=false").await,
    })
}

async fn review_as_administrator(administrator: &Client, application: &str, status: &str) {
    let path = format!("/api/v1/applications/{application}/admin-review?status={status}");
    assert_eq!(administrator.put(&path).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn administrator_notifications_equal_list_totals() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let zero = json!({
        "pendingLandlordRegistrationRequests": 0, "pendingStudentRegistrationRequests": 0, "pendingApplications": 0,
        "pendingEvents": 0
    });
    assert_eq!(get_counts(&administrator, ADMINISTRATORS).await, zero);

    let mut registrations = Vec::new();
    for n in 0..3 {
        let form = landlord_form(&format!("landlord{n}@example.org"));
        let (_, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
        registrations.push(body["payload"]["externalId"].as_str().unwrap().to_owned());
        let form = student_form(&format!("student{n}@example.org"));
        assert_eq!(portal.anonymous().register_student(&form, proof_of_study(), "proof.pdf").await.0, 201);
    }
    let [landlord, other] = [portal.landlord().await, portal.landlord().await];
    let [first, second] = [landlord.publish_listing(&listing()).await, other.publish_listing(&listing()).await];
    let mut applications = Vec::new();
    for _ in 0..3 {
        let student = portal.user(Role::Student).await;
        applications.push(student.apply(&first).await);
        applications.push(student.apply(&second).await);
    }
    let actual = get_counts(&administrator, ADMINISTRATORS).await;
    assert_eq!(actual, list_totals(&administrator).await);
    let expected = json!({
        "pendingLandlordRegistrationRequests": 3, "pendingStudentRegistrationRequests": 3, "pendingApplications": 6,
        "pendingEvents": 6
    });
    assert_eq!(actual, expected);

    administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{}?approved=true", registrations[0])).await;
    administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{}?approved=false", registrations[1])).await;
    review_as_administrator(&administrator, &applications[0], "APPROVED").await;
    review_as_administrator(&administrator, &applications[1], "REJECTED").await;
    review_as_administrator(&administrator, &applications[2], "APPROVED").await;
    landlord.put(&format!("/api/v1/applications/{}/review?status=APPROVED", applications[2])).await;
    let actual = get_counts(&administrator, ADMINISTRATORS).await;
    assert_eq!(actual, list_totals(&administrator).await);
    // The decisions acknowledged the events of two registrations, and the approved application is a
    // new event.
    let expected = json!({
        "pendingLandlordRegistrationRequests": 1, "pendingStudentRegistrationRequests": 3, "pendingApplications": 3,
        "pendingEvents": 5
    });
    assert_eq!(actual, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn landlord_notifications_count_pending_applications() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let [landlord, other] = [portal.landlord().await, portal.landlord().await];
    let listing = landlord.publish_listing(&listing()).await;
    let assert_pending = async |expected: u64| {
        let actual = get_counts(&landlord, "/api/v1/notifications/landlord").await;
        assert_eq!(actual, json!({ "pendingApplications": expected }));
        assert_eq!(total(&landlord, "/api/v1/applications?status=PENDING").await, json!(expected));
        let actual = get_counts(&other, "/api/v1/notifications/landlord").await;
        assert_eq!(actual, json!({ "pendingApplications": 0 }));
    };
    let mut applications = Vec::new();
    for _ in 0..3 {
        applications.push(portal.student().await.apply(&listing).await);
    }
    assert_pending(0).await;
    review_as_administrator(&administrator, &applications[0], "APPROVED").await;
    review_as_administrator(&administrator, &applications[1], "REJECTED").await;
    assert_pending(1).await;
    review_as_administrator(&administrator, &applications[2], "APPROVED").await;
    assert_pending(2).await;
    landlord.put(&format!("/api/v1/applications/{}/review?status=REJECTED", applications[0])).await;
    assert_pending(1).await;
}
