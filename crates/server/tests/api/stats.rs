//! Stats and trends.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use chrono_tz::Europe::Berlin;
use portal_domain::user::Role;
use serde_json::{Map, Value, json};

use crate::harness::{Client, LANDLORD_REGISTRATIONS, PASSWORD, Portal, landlord_form, link_token, listing};

/// The changes of the general stats between two requests.
struct StatsDiff {
    administrator: Client,
    before: Value,
}

impl StatsDiff {
    async fn new(portal: &Portal) -> Self {
        let administrator = portal.administrator().await;
        let before = general_stats(&administrator).await;
        Self { administrator, before }
    }

    /// The differences of all changed numbers.
    async fn changes(&mut self) -> Value {
        let now = general_stats(&self.administrator).await;
        let mut changes = Map::new();
        for (noun, numbers) in now.as_object().unwrap() {
            for (name, number) in numbers.as_object().unwrap() {
                let difference = number.as_i64().unwrap() - self.before[noun][name].as_i64().unwrap();
                if difference != 0 {
                    changes.insert(format!("{noun}.{name}"), difference.into());
                }
            }
        }
        self.before = now;
        changes.into()
    }
}

async fn general_stats(administrator: &Client) -> Value {
    let (status, body) = administrator.get("/api/v1/stats/general").await;
    assert_eq!(status, 200, "{body}");
    body["payload"].clone()
}

async fn trends(administrator: &Client) -> Value {
    let (status, body) = administrator.get("/api/v1/stats/trends").await;
    assert_eq!(status, 200, "{body}");
    body["payload"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn general_stats_count_users_and_listings() {
    let portal = Portal::start().await;
    let mut diff = StatsDiff::new(&portal).await;
    let expected = json!({
        "user": { "total": 1, "active": 1, "landlords": 0, "students": 0 },
        "listing": { "total": 0, "available": 0, "rented": 0, "archived": 0, "draft": 0, "views": 0 },
        "application": { "total": 0, "approved": 0, "pending": 0, "rejected": 0 },
    });
    assert_eq!(diff.before, expected);
    let (_, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("new@example.org")).await;
    let registration = body["payload"]["externalId"].as_str().unwrap();
    assert_eq!(diff.changes().await, json!({}), "a pending user is not counted");
    diff.administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{registration}?approved=true")).await;
    assert_eq!(diff.changes().await, json!({ "user.total": 1, "user.landlords": 1 }));
    let mails = portal.deliver_mails().await;
    let link = json!({
        "email": "new@example.org", "registrationToken": link_token(mails.last().unwrap()), "password": PASSWORD
    });
    assert_eq!(portal.anonymous().post("/api/v1/users/finish-registration", &link).await.0, 204);
    assert_eq!(diff.changes().await, json!({ "user.active": 1 }));
    let (_, student) = portal.insert_user(Role::Student).await;
    assert_eq!(diff.changes().await, json!({ "user.total": 1, "user.active": 1, "user.students": 1 }));
    diff.administrator.put(&format!("/api/v1/users/{student}/status?active=false")).await;
    assert_eq!(diff.changes().await, json!({ "user.active": -1 }));
    diff.administrator.delete(&format!("/api/v1/users/{student}")).await;
    assert_eq!(diff.changes().await, json!({ "user.total": -1, "user.students": -1 }));

    let mut landlord = portal.anonymous();
    landlord.log_in("new@example.org", PASSWORD).await;
    let id = landlord.create_listing(&listing()).await;
    assert_eq!(diff.changes().await, json!({ "listing.total": 1, "listing.draft": 1 }));
    landlord.upload(&format!("/api/v1/listings/{id}/images"), vec![crate::harness::jpeg(8, 8)]).await;
    for (status, changes) in [
        ("AVAILABLE", json!({ "listing.draft": -1, "listing.available": 1 })),
        ("ARCHIVED", json!({ "listing.available": -1, "listing.archived": 1 })),
        ("RENTED", json!({ "listing.archived": -1, "listing.rented": 1 })),
    ] {
        landlord.put(&format!("/api/v1/listings/{id}/status?status={status}")).await;
        assert_eq!(diff.changes().await, changes);
    }
    portal.anonymous().get(&format!("/api/v1/listings/{id}")).await;
    portal.flush_views(&landlord).await;
    assert_eq!(diff.changes().await, json!({ "listing.views": 1 }));
    landlord.delete(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(diff.changes().await, json!({ "listing.total": -1, "listing.rented": -1, "listing.views": -1 }));
}

#[tokio::test(flavor = "multi_thread")]
async fn general_stats_count_applications_by_badge() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let listing = landlord.publish_listing(&listing()).await;
    let students = [portal.student().await, portal.student().await, portal.student().await];
    let mut diff = StatsDiff::new(&portal).await;
    let mut applications = Vec::new();
    for student in &students {
        applications.push(student.apply(&listing).await);
        assert_eq!(diff.changes().await, json!({ "application.total": 1, "application.pending": 1 }));
    }
    let review = async |diff: &StatsDiff, application: &str, status: &str| {
        let path = format!("/api/v1/applications/{application}/admin-review?status={status}");
        assert_eq!(diff.administrator.put(&path).await.0, 200);
    };
    review(&diff, &applications[0], "APPROVED").await;
    assert_eq!(diff.changes().await, json!({}), "pending for the landlord");
    landlord.put(&format!("/api/v1/applications/{}/review?status=APPROVED", applications[0])).await;
    assert_eq!(diff.changes().await, json!({ "application.pending": -1, "application.approved": 1 }));
    review(&diff, &applications[1], "REJECTED").await;
    assert_eq!(diff.changes().await, json!({ "application.pending": -1, "application.rejected": 1 }));
    students[2].delete(&format!("/api/v1/applications/{}", applications[2])).await;
    assert_eq!(diff.changes().await, json!({ "application.total": -1, "application.pending": -1 }));
}

/// Advances to noon of a Wednesday in Berlin, so that no week ends during the test.
fn advance_to_wednesday(portal: &Portal) -> DateTime<Utc> {
    let now = portal.ports.clock.now().with_timezone(&Berlin);
    let days = (9 - i64::from(now.weekday().num_days_from_monday())) % 7 + 7;
    let noon = (now.date_naive() + TimeDelta::days(days)).and_hms_opt(12, 0, 0).unwrap();
    let noon = noon.and_local_timezone(Berlin).unwrap().to_utc();
    portal.advance_clock(noon - now.to_utc());
    noon
}

/// The indexes of the weeks with counts above zero, with the counts.
fn busy_weeks(trends: &Value) -> Vec<(usize, [u64; 3])> {
    let weeks = trends["weeks"].as_array().unwrap();
    assert_eq!(weeks.len(), 26);
    let counts = |week: &Value| ["registrations", "listings", "applications"].map(|noun| week[noun].as_u64().unwrap());
    weeks.iter().map(counts).enumerate().filter(|(_, counts)| *counts != [0; 3]).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn trends_count_by_weeks_of_time_zone() {
    let portal = Portal::start().await;
    let noon = advance_to_wednesday(&portal);
    let administrator = portal.administrator().await;
    let empty = trends(&administrator).await;
    assert_eq!(busy_weeks(&empty), []);
    let monday = noon.with_timezone(&Berlin).date_naive() - TimeDelta::days(2);
    for (week, back) in empty["weeks"].as_array().unwrap().iter().zip((0..26).rev()) {
        let start: NaiveDate = week["start"].as_str().unwrap().parse().unwrap();
        assert_eq!(start, monday - TimeDelta::days(7 * back));
    }
    let undecided = json!({ "median": null, "p90": null });
    assert_eq!(empty["hoursToDecision"], json!({ "administrator": undecided, "landlord": undecided }));

    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    landlord.create_listing(&listing()).await;
    portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("new@example.org")).await;
    for _ in 0..3 {
        portal.student().await.apply(&id).await;
    }
    let mut now = trends(&administrator).await;
    // They are kept for a moment.
    for _ in 0..600 {
        if busy_weeks(&now) == [(25, [1, 2, 3])] {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        now = trends(&administrator).await;
    }
    assert_eq!(busy_weeks(&now), [(25, [1, 2, 3])]);
    let by_status = json!({ "DRAFT": 1, "ARCHIVED": 0, "AVAILABLE": 1, "RENTED": 0 });
    assert_eq!(now["listingsByStatus"], by_status);
    for (days, index) in [(7, 24), (7, 23), (23 * 7, 0)] {
        portal.advance_clock(TimeDelta::days(days));
        assert_eq!(busy_weeks(&trends(&portal.administrator().await).await), [(index, [1, 2, 3])]);
    }
    portal.advance_clock(TimeDelta::days(7));
    assert_eq!(busy_weeks(&trends(&portal.administrator().await).await), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn trends_measure_hours_of_each_decision() {
    let portal = Portal::start().await;
    let mut landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    for (to_administrator_review, to_landlord_review) in [(3 * 60, 60), (60, 10 * 60), (8 * 60 + 20, 30)] {
        let application = portal.student().await.apply(&id).await;
        portal.advance_clock(TimeDelta::minutes(to_administrator_review));
        let path = format!("/api/v1/applications/{application}");
        let administrator = portal.administrator().await;
        assert_eq!(administrator.put(&format!("{path}/admin-review?status=APPROVED")).await.0, 200);
        portal.advance_clock(TimeDelta::minutes(to_landlord_review));
        let email = landlord.email.clone();
        landlord.log_in(&email, PASSWORD).await;
        assert_eq!(landlord.put(&format!("{path}/review?status=REJECTED")).await.0, 200);
    }
    let measured = trends(&portal.administrator().await).await;
    let expected = json!({
        "administrator": { "median": 3.0, "p90": 7.27 },
        "landlord": { "median": 1.0, "p90": 8.2 },
    });
    assert_eq!(measured["hoursToDecision"], expected);
}
