//! Mails about what saved searches have found.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_domain::money::Cents;
use portal_domain::user::UserStatus;
use portal_services::ports::{MailFind, MailMessage};
use portal_services::saved_searches::{self, KnownSearches, UnusedStats};
use serde_json::{Value, json};

use crate::harness::{Client, PASSWORD, Portal, listing_with};

const PATH: &str = "/api/v1/saved-searches";

struct Test {
    portal: Portal,
    known: KnownSearches,
    landlord: Client,
    student: Client,
}

impl Test {
    async fn start() -> Self {
        let portal = Portal::start().await;
        let (landlord, student) = (portal.landlord().await, portal.student().await);
        Self { portal, known: KnownSearches::default(), landlord, student }
    }

    async fn save(&self, name: &str, filters: &Value, frequency: &str) -> String {
        let search = json!({ "name": name, "filters": filters, "frequency": frequency });
        let (status, body) = self.student.post(PATH, &search).await;
        assert_eq!(status, 201, "{body}");
        format!("{PATH}/{}", body["payload"]["externalId"].as_str().unwrap())
    }

    async fn publish(&self, title: &str, total: u32) -> String {
        self.landlord.publish_listing(&room(title, total)).await
    }

    async fn change_rent(&self, id: &str, title: &str, total: u32) {
        let (status, body) = self.landlord.put_json(&format!("/api/v1/listings/{id}"), &room(title, total)).await;
        assert_eq!(status, 200, "{body}");
    }

    /// Access tokens expire with the time.
    async fn advance(&mut self, time: TimeDelta) {
        self.portal.advance_clock(time);
        for client in [&mut self.landlord, &mut self.student] {
            let email = client.email.clone();
            assert_eq!(client.log_in(&email, PASSWORD).await, 200);
        }
        // Those about logins.
        self.portal.deliver_mails().await;
    }

    /// Runs the jobs of the worker.
    async fn run_jobs(&self) {
        let ports = &self.portal.ports;
        while saved_searches::match_listings(ports, &self.known).await.unwrap().has_more {}
        while saved_searches::mail_finds(ports).await.unwrap().has_more {}
    }

    async fn mails(&self) -> Vec<MailMessage> {
        self.run_jobs().await;
        let mails = self.portal.deliver_mails().await;
        mails.into_iter().filter(|mail| mail.purpose == MailPurpose::SavedSearchResults).collect()
    }

    /// The titles in each mail, by search.
    async fn told(&self) -> Vec<Vec<(String, Vec<String>)>> {
        self.mails().await.iter().map(told_by).collect()
    }
}

fn told_by(mail: &MailMessage) -> Vec<(String, Vec<String>)> {
    let titles = |finds: &[MailFind]| -> Vec<String> { finds.iter().map(|find| find.title.clone()).collect() };
    mail.facts.searches.iter().map(|search| (search.name.clone(), titles(&search.finds))).collect()
}

fn room(title: &str, total: u32) -> Value {
    listing_with(title, "ROOM", total - 100, total, 20.0)
}

/// One mail about one search.
fn one(search: &str, titles: &[&str]) -> Vec<Vec<(String, Vec<String>)>> {
    vec![vec![(search.to_owned(), titles.iter().map(|title| (*title).to_owned()).collect())]]
}

#[tokio::test(flavor = "multi_thread")]
async fn publication_is_told_at_once_with_image_rent_and_place() {
    let test = Test::start().await;
    test.publish("Alt", 400).await;
    test.run_jobs().await;
    test.save("München", &json!({ "place": { "city": "München" }, "price": { "max": 500 } }), "IMMEDIATELY").await;
    assert!(test.mails().await.is_empty(), "what is there when it is saved is not new");
    let id = test.publish("Neu", 450).await;
    test.publish("Teuer", 900).await;
    let mails = test.mails().await;
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!(mail.facts.recipient.email.as_str(), test.student.email);
    let [search] = mail.facts.searches.as_slice() else { panic!("{mail:?}") };
    let [find] = search.finds.as_slice() else { panic!("{search:?}") };
    assert_eq!((search.name.as_str(), search.more), ("München", 0));
    assert_eq!((find.listing.to_string(), find.title.as_str(), find.city.as_str()), (id, "Neu", "München"));
    assert_eq!((find.total_rent.get(), find.previous_rent), (45_000, None));
    assert!(find.image.as_ref().is_some_and(|location| location.starts_with('/')));
    assert!(test.mails().await.is_empty(), "none is told of twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_are_at_least_fifteen_minutes_apart_and_contain_all_searches() {
    let mut test = Test::start().await;
    test.save("Zimmer", &json!({ "unitTypes": ["ROOM"] }), "IMMEDIATELY").await;
    test.save("Günstig", &json!({ "price": { "max": 400 } }), "IMMEDIATELY").await;
    test.publish("Eins", 450).await;
    assert_eq!(test.told().await, one("Zimmer", &["Eins"]));
    test.publish("Zwei", 350).await;
    test.publish("Drei", 650).await;
    assert!(test.told().await.is_empty());
    test.advance(TimeDelta::minutes(14)).await;
    assert!(test.told().await.is_empty());
    test.advance(TimeDelta::minutes(1)).await;
    let both = vec![
        ("Zimmer".to_owned(), vec!["Zwei".to_owned(), "Drei".to_owned()]),
        ("Günstig".to_owned(), vec!["Zwei".to_owned()]),
    ];
    assert_eq!(test.told().await, [both]);
    test.advance(TimeDelta::hours(1)).await;
    assert!(test.told().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn digests_are_sent_after_a_day_and_a_week() {
    let mut test = Test::start().await;
    test.save("Täglich", &json!({}), "DAILY").await;
    test.save("Wöchentlich", &json!({}), "WEEKLY").await;
    test.save("Nie", &json!({}), "NEVER").await;
    test.publish("Eins", 450).await;
    test.advance(TimeDelta::hours(23)).await;
    assert!(test.told().await.is_empty());
    test.advance(TimeDelta::hours(1)).await;
    assert_eq!(test.told().await, one("Täglich", &["Eins"]));
    test.publish("Zwei", 450).await;
    test.advance(TimeDelta::hours(23)).await;
    assert!(test.told().await.is_empty());
    test.advance(TimeDelta::hours(2)).await;
    assert_eq!(test.told().await, one("Täglich", &["Zwei"]));
    test.advance(TimeDelta::days(5)).await;
    assert_eq!(test.told().await, one("Wöchentlich", &["Eins", "Zwei"]));
    test.advance(TimeDelta::days(30)).await;
    assert!(test.told().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn known_listing_is_told_again_when_its_rent_has_fallen_by_five_percent() {
    let mut test = Test::start().await;
    let known = test.publish("Bekannt", 400).await;
    test.run_jobs().await;
    test.save("Zimmer", &json!({}), "IMMEDIATELY").await;
    let id = test.publish("Neu", 500).await;
    assert_eq!(test.told().await, one("Zimmer", &["Neu"]));
    test.change_rent(&id, "Neu", 476).await;
    test.run_jobs().await;
    test.advance(TimeDelta::minutes(15)).await;
    assert!(test.told().await.is_empty(), "by less than 5 %");
    test.change_rent(&id, "Neu", 600).await;
    test.run_jobs().await;
    test.change_rent(&id, "Neu", 475).await;
    test.change_rent(&known, "Bekannt", 380).await;
    let mails = test.mails().await;
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    let mut rents: Vec<_> = mail.facts.searches[0]
        .finds
        .iter()
        .map(|find| (find.title.as_str(), find.previous_rent.map(Cents::get), find.total_rent.get()))
        .collect();
    rents.sort_unstable();
    assert_eq!(rents, [("Bekannt", Some(40_000), 38_000), ("Neu", Some(50_000), 47_500)]);

    // A fall that is taken back before the mail is none.
    test.change_rent(&id, "Neu", 400).await;
    test.run_jobs().await;
    test.change_rent(&id, "Neu", 475).await;
    test.advance(TimeDelta::hours(1)).await;
    assert!(test.told().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_that_is_rented_before_its_mail_is_not_told() {
    let mut test = Test::start().await;
    test.save("Zimmer", &json!({}), "DAILY").await;
    let id = test.publish("Eins", 450).await;
    test.run_jobs().await;
    test.advance(TimeDelta::days(1)).await;
    let status = |status: &str| format!("/api/v1/listings/{id}/status?status={status}");
    assert_eq!(test.landlord.put(&status("RENTED")).await.0, 200);
    assert!(test.told().await.is_empty());
    assert_eq!(test.landlord.put(&status("AVAILABLE")).await.0, 200);
    assert_eq!(test.told().await, one("Zimmer", &["Eins"]), "it was never told");
}

#[tokio::test(flavor = "multi_thread")]
async fn inactive_student_gets_no_mail() {
    let test = Test::start().await;
    test.save("Zimmer", &json!({}), "IMMEDIATELY").await;
    let id = test.portal.id_of(&test.student).await;
    test.publish("Eins", 450).await;
    test.run_jobs().await;
    test.portal.set_status(id, UserStatus::Inactive).await;
    assert!(test.mails().await.is_empty(), "the queued mail is dropped");
    test.publish("Zwei", 450).await;
    assert!(test.mails().await.is_empty());
}

/// Posts like a mail program: without a login, and with the body of RFC 8058.
async fn unsubscribe(test: &Test, token: &str) -> (u16, Value) {
    let request = test
        .portal
        .anonymous()
        .request(reqwest::Method::POST, &format!("{PATH}/unsubscribe?token={token}"))
        .header(reqwest::header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    let (status, body) = crate::harness::send_request(request).await;
    (status.as_u16(), body)
}

async fn frequencies(test: &Test) -> Vec<Value> {
    let (_, body) = test.student.get(PATH).await;
    body["payload"].as_array().unwrap().iter().map(|search| search["frequency"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn unsubscribe_saved_search_ends_mails_without_a_login() {
    let mut test = Test::start().await;
    let first = test.save("Zimmer", &json!({}), "IMMEDIATELY").await;
    test.save("Günstig", &json!({ "price": { "max": 400 } }), "IMMEDIATELY").await;
    test.save("Haus", &json!({ "unitTypes": ["HOUSE"] }), "DAILY").await;
    test.publish("Eins", 350).await;
    let mails = test.mails().await;
    let tokens = mails[0].unsubscribe.as_ref().unwrap();
    assert_eq!(tokens.searches.len(), 2);
    test.publish("Zwei", 350).await;
    test.run_jobs().await;
    for _ in 0..2 {
        assert_eq!(unsubscribe(&test, &tokens.searches[0].0).await, (204, Value::Null), "also the second time");
    }
    assert_eq!(frequencies(&test).await, ["DAILY", "IMMEDIATELY", "NEVER"], "the last saved first");
    test.advance(TimeDelta::minutes(15)).await;
    assert_eq!(test.told().await, one("Günstig", &["Zwei"]), "also what waited is not told");

    assert_eq!(unsubscribe(&test, &tokens.all.0).await.0, 204);
    assert_eq!(frequencies(&test).await, ["NEVER", "NEVER", "NEVER"], "of all searches");
    assert_eq!(test.student.delete(&first).await.0, 204);
    assert_eq!(unsubscribe(&test, &tokens.searches[0].0).await.0, 204, "of a deleted search");
    for wrong in ["", "unknown", &tokens.all.0[1..], &format!("{}A", tokens.all.0)] {
        assert_eq!(unsubscribe(&test, wrong).await.0, 400, "{wrong}");
    }
    let (_, body) = unsubscribe(&test, "unknown").await;
    assert_eq!(body["error"]["message"], "exception.saved-search.token-invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn unused_searches_are_told_after_a_year_and_deleted_a_month_later() {
    let mut test = Test::start().await;
    let used = test.save("Benutzt", &json!({}), "NEVER").await;
    test.save("Vergessen", &json!({}), "NEVER").await;
    let prune = async |test: &Test| saved_searches::prune_unused(&test.portal.ports).await.unwrap();
    test.advance(TimeDelta::days(364)).await;
    assert_eq!(prune(&test).await, UnusedStats::default());
    test.advance(TimeDelta::days(1)).await;
    assert_eq!(prune(&test).await, UnusedStats { told: 1, deleted: 0 }, "one mail about both");
    assert_eq!(prune(&test).await, UnusedStats::default(), "once");
    let mails = test.portal.deliver_mails().await;
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!(mail.purpose, MailPurpose::SavedSearchesUnused);
    let names: Vec<&str> = mail.facts.searches.iter().map(|search| search.name.as_str()).collect();
    assert_eq!(names, ["Benutzt", "Vergessen"]);
    assert_eq!(test.student.post(&format!("{used}/seen"), &json!({})).await.0, 204);
    test.advance(TimeDelta::days(29)).await;
    assert_eq!(prune(&test).await, UnusedStats::default());
    test.advance(TimeDelta::days(1)).await;
    assert_eq!(prune(&test).await, UnusedStats { told: 0, deleted: 1 });
    let (_, body) = test.student.get(PATH).await;
    let left: Vec<&Value> = body["payload"].as_array().unwrap().iter().map(|search| &search["name"]).collect();
    assert_eq!(left, ["Benutzt"]);
}
