//! Figures over HTTP (acceptance Z 398, 399).

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use chrono_tz::Europe::Berlin;
use portal_domain::user::Role;
use serde_json::{Map, Value, json};

use crate::harness::{Client, LANDLORDS, PASSWORD, Portal, landlord_form, listing, token};

/// Looks at the figures again and again, and tells what has changed since.
struct Watch {
    administrator: Client,
    before: Value,
}

impl Watch {
    async fn new(portal: &Portal) -> Self {
        let administrator = portal.administrator().await;
        let before = general(&administrator).await;
        Self { administrator, before }
    }

    /// Every figure that is another one, as the difference.
    async fn changes(&mut self) -> Value {
        let now = general(&self.administrator).await;
        let mut changes = Map::new();
        for (noun, figures) in now.as_object().unwrap() {
            for (name, figure) in figures.as_object().unwrap() {
                let difference = figure.as_i64().unwrap() - self.before[noun][name].as_i64().unwrap();
                if difference != 0 {
                    changes.insert(format!("{noun}.{name}"), difference.into());
                }
            }
        }
        self.before = now;
        changes.into()
    }
}

async fn general(administrator: &Client) -> Value {
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
async fn people_and_listings_are_counted_by_exact_differences() {
    let portal = Portal::start().await;
    let mut watch = Watch::new(&portal).await;
    let expected = json!({
        "user": { "total": 1, "active": 1, "landlords": 0, "students": 0 },
        "listing": { "total": 0, "available": 0, "rented": 0, "archived": 0, "draft": 0, "views": 0 },
        "application": { "total": 0, "approved": 0, "pending": 0, "rejected": 0 },
    });
    assert_eq!(watch.before, expected);
    let (_, body) = portal.anonymous().post(LANDLORDS, &landlord_form("new@example.org")).await;
    let request = body["payload"]["externalId"].as_str().unwrap();
    assert_eq!(watch.changes().await, json!({}), "whoever waits for an administrator is not counted");
    watch.administrator.put(&format!("{LANDLORDS}/{request}?approved=true")).await;
    assert_eq!(watch.changes().await, json!({ "user.total": 1, "user.landlords": 1 }));
    let mails = portal.mails().await;
    let link = json!({
        "email": "new@example.org", "registrationToken": token(mails.last().unwrap()), "password": PASSWORD
    });
    assert_eq!(portal.anonymous().post("/api/v1/users/finish-registration", &link).await.0, 204);
    assert_eq!(watch.changes().await, json!({ "user.active": 1 }));
    let (_, student) = portal.insert(Role::Student).await;
    assert_eq!(watch.changes().await, json!({ "user.total": 1, "user.active": 1, "user.students": 1 }));
    watch.administrator.put(&format!("/api/v1/users/{student}/status?active=false")).await;
    assert_eq!(watch.changes().await, json!({ "user.active": -1 }));
    watch.administrator.delete(&format!("/api/v1/users/{student}")).await;
    assert_eq!(watch.changes().await, json!({ "user.total": -1, "user.students": -1 }));

    let mut landlord = portal.anonymous();
    landlord.log_in("new@example.org", PASSWORD).await;
    let id = landlord.create_listing(&listing()).await;
    assert_eq!(watch.changes().await, json!({ "listing.total": 1, "listing.draft": 1 }));
    landlord.upload(&format!("/api/v1/listings/{id}/images"), vec![crate::harness::photo(8, 8)]).await;
    for (status, changes) in [
        ("AVAILABLE", json!({ "listing.draft": -1, "listing.available": 1 })),
        ("ARCHIVED", json!({ "listing.available": -1, "listing.archived": 1 })),
        ("RENTED", json!({ "listing.archived": -1, "listing.rented": 1 })),
    ] {
        landlord.put(&format!("/api/v1/listings/{id}/status?status={status}")).await;
        assert_eq!(watch.changes().await, changes);
    }
    portal.anonymous().get(&format!("/api/v1/listings/{id}")).await;
    portal.write_views().await;
    assert_eq!(watch.changes().await, json!({ "listing.views": 1 }));
    landlord.delete(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(watch.changes().await, json!({ "listing.total": -1, "listing.rented": -1, "listing.views": -1 }));
}

#[tokio::test(flavor = "multi_thread")]
async fn applications_are_counted_by_their_badge() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let listing = landlord.publish_listing(&listing()).await;
    let students = [portal.student().await, portal.student().await, portal.student().await];
    let mut watch = Watch::new(&portal).await;
    let mut applications = Vec::new();
    for student in &students {
        applications.push(student.apply(&listing).await);
        assert_eq!(watch.changes().await, json!({ "application.total": 1, "application.pending": 1 }));
    }
    let check = async |watch: &Watch, application: &str, status: &str| {
        let path = format!("/api/v1/applications/{application}/admin-review?status={status}");
        assert_eq!(watch.administrator.put(&path).await.0, 200);
    };
    check(&watch, &applications[0], "APPROVED").await;
    assert_eq!(watch.changes().await, json!({}), "the landlord's answer is still missing");
    landlord.put(&format!("/api/v1/applications/{}/review?status=APPROVED", applications[0])).await;
    assert_eq!(watch.changes().await, json!({ "application.pending": -1, "application.approved": 1 }));
    check(&watch, &applications[1], "REJECTED").await;
    assert_eq!(watch.changes().await, json!({ "application.pending": -1, "application.rejected": 1 }));
    students[2].delete(&format!("/api/v1/applications/{}", applications[2])).await;
    assert_eq!(watch.changes().await, json!({ "application.total": -1, "application.pending": -1 }));
}

/// Lets time pass until it is noon of a Wednesday there, so that no week ends during the test.
fn wait_for_wednesday(portal: &Portal) -> DateTime<Utc> {
    let now = portal.ports.clock.now().with_timezone(&Berlin);
    let days = (9 - i64::from(now.weekday().num_days_from_monday())) % 7 + 7;
    let noon = (now.date_naive() + TimeDelta::days(days)).and_hms_opt(12, 0, 0).unwrap();
    let noon = noon.and_local_timezone(Berlin).unwrap().to_utc();
    portal.wait(noon - now.to_utc());
    noon
}

/// Where among the weeks something came, with the counts.
fn busy_weeks(trends: &Value) -> Vec<(usize, [u64; 3])> {
    let weeks = trends["weeks"].as_array().unwrap();
    assert_eq!(weeks.len(), 26);
    let counts = |week: &Value| ["registrations", "listings", "applications"].map(|noun| week[noun].as_u64().unwrap());
    weeks.iter().map(counts).enumerate().filter(|(_, counts)| *counts != [0; 3]).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn trends_follow_the_weeks_of_the_portals_calendar() {
    let portal = Portal::start().await;
    let noon = wait_for_wednesday(&portal);
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
    portal.anonymous().post(LANDLORDS, &landlord_form("new@example.org")).await;
    for _ in 0..3 {
        portal.student().await.apply(&id).await;
    }
    let now = trends(&administrator).await;
    assert_eq!(busy_weeks(&now), [(25, [1, 2, 3])]);
    let by_status = json!({ "DRAFT": 1, "ARCHIVED": 0, "AVAILABLE": 1, "RENTED": 0 });
    assert_eq!(now["listingsByStatus"], by_status);
    for (days, place) in [(7, 24), (7, 23), (23 * 7, 0)] {
        portal.wait(TimeDelta::days(days));
        assert_eq!(busy_weeks(&trends(&portal.administrator().await).await), [(place, [1, 2, 3])]);
    }
    portal.wait(TimeDelta::days(7));
    assert_eq!(busy_weeks(&trends(&portal.administrator().await).await), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_reviewers_hours_begin_with_their_turn() {
    let portal = Portal::start().await;
    let mut landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    for (sent_to_checked, checked_to_answered) in [(3 * 60, 60), (60, 10 * 60), (8 * 60 + 20, 30)] {
        let application = portal.student().await.apply(&id).await;
        portal.wait(TimeDelta::minutes(sent_to_checked));
        let path = format!("/api/v1/applications/{application}");
        let administrator = portal.administrator().await;
        assert_eq!(administrator.put(&format!("{path}/admin-review?status=APPROVED")).await.0, 200);
        portal.wait(TimeDelta::minutes(checked_to_answered));
        let email = landlord.email.clone();
        landlord.log_in(&email, PASSWORD).await;
        assert_eq!(landlord.put(&format!("{path}/review?status=REJECTED")).await.0, 200);
    }
    let found = trends(&portal.administrator().await).await;
    let expected = json!({
        "administrator": { "median": 3.0, "p90": 7.27 },
        "landlord": { "median": 1.0, "p90": 8.2 },
    });
    assert_eq!(found["hoursToDecision"], expected);
}
