//! Many who decide at once, on two server processes over one database: one of them does, and everything that follows
//! from it happens once.

use reqwest::Method;
use serde_json::json;

use crate::harness::{Client, LANDLORDS, Portal, Second, landlord_form, listing};

const ROUNDS: usize = 20;
const AT_ONCE: usize = 50;

/// A portal of two processes, which remembers every mail that was ever asked for.
struct Town {
    portal: Portal,
    second: Second,
    administrators: [Client; 2],
    /// On the second process, with the same sessions.
    abroad: [Client; 2],
}

impl Town {
    async fn new() -> Self {
        let portal = Portal::start().await;
        let second = Second::beside(&portal);
        let remember = "CREATE TABLE asked_for (purpose text);
            CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN INSERT INTO asked_for VALUES (NEW.purpose); RETURN NEW; END';
            CREATE TRIGGER remember AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION remember()";
        portal.database.client().await.batch_execute(remember).await.unwrap();
        let administrators = [portal.administrator().await, portal.administrator().await];
        let abroad = administrators.each_ref().map(|client| client.at(&second.url));
        Self { portal, second, administrators, abroad }
    }

    /// Sends these requests at once, alternating between the processes, and returns the statuses in order.
    async fn decide(&self, clients: &[&Client], path: impl Fn(usize) -> String) -> Vec<u16> {
        let requests = (0..AT_ONCE).map(|n| {
            let request = clients[n % clients.len()].request(Method::PUT, &path(n));
            tokio::spawn(async move { request.send().await.unwrap().status().as_u16() })
        });
        let mut statuses = Vec::new();
        for request in requests.collect::<Vec<_>>() {
            statuses.push(request.await.unwrap());
        }
        statuses.sort_unstable();
        statuses
    }

    fn deciders(&self) -> Vec<&Client> {
        let [a, b] = &self.administrators;
        let [c, d] = &self.abroad;
        vec![a, c, b, d]
    }

    /// How many mails were asked for, of these kinds, and how many events there are.
    async fn aftermath(&self, purposes: &[&str], event: &str) -> (i64, i64) {
        let client = self.portal.database.client().await;
        let mails = "SELECT count(*) FROM asked_for WHERE purpose = ANY($1)";
        let mails = client.query_one(mails, &[&purposes]).await.unwrap().get(0);
        let events = client.query_one("SELECT count(*) FROM events WHERE event_type = $1", &[&event]).await.unwrap();
        (mails, events.get(0))
    }
}

fn one_winner() -> Vec<u16> {
    [[200].as_slice(), &[409; AT_ONCE - 1]].concat()
}

/// Some want to say no, more yes.
fn verdict(n: usize) -> &'static str {
    if n.is_multiple_of(3) { "REJECTED" } else { "APPROVED" }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_is_decided_once_by_each_side() {
    let town = Town::new().await;
    let (landlord, student) = (town.portal.landlord().await, town.portal.student().await);
    let landlord_abroad = landlord.at(&town.second.url);
    let (mut first_mails, mut second_mails, mut approvals) = (0, 0, 0);
    for round in 0..ROUNDS {
        let letter = student.apply(&landlord.publish_listing(&listing()).await).await;
        let check = |n| format!("/api/v1/applications/{letter}/admin-review?status={}", verdict(n));
        assert_eq!(town.decide(&town.deciders(), check).await, one_winner(), "round {round}");
        let (_, page) = student.get("/api/v1/applications?sortField=dateCreated&pageSize=1").await;
        if page["payload"][0]["administratorApprovalStatus"] == "REJECTED" {
            first_mails += 1;
            continue;
        }
        first_mails += 2;
        let review = |n| format!("/api/v1/applications/{letter}/review?status={}", verdict(n));
        assert_eq!(town.decide(&[&landlord, &landlord_abroad], review).await, one_winner(), "round {round}");
        second_mails += 1;
        let (_, page) = student.get("/api/v1/applications?sortField=dateCreated&pageSize=1").await;
        approvals += i64::from(page["payload"][0]["status"] == "APPROVED");
    }
    let first = ["APPLICATION_FORWARDED", "APPLICATION_RECEIVED", "APPLICATION_DECLINED"];
    assert_eq!(town.aftermath(&first, "APPLICATION_APPROVED").await, (first_mails, approvals));
    let second = ["APPLICATION_APPROVED", "APPLICATION_REJECTED"];
    assert_eq!(town.aftermath(&second, "APPLICATION_APPROVED").await, (second_mails, approvals));
    let (_, trail) =
        town.administrators[0].get("/api/v1/audit?action=APPLICATION_FORWARDED&action=APPLICATION_DECLINED").await;
    assert_eq!(trail["totalSize"], json!(ROUNDS), "one entry a decision");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registration_is_decided_once() {
    let town = Town::new().await;
    for round in 0..ROUNDS {
        let form = landlord_form(&format!("asking-{round}@portal.test"));
        let (_, asked) = town.portal.anonymous().post(LANDLORDS, &form).await;
        let id = asked["payload"]["externalId"].as_str().unwrap().to_owned();
        let path = |n: usize| format!("{LANDLORDS}/{id}?approved={}", n.is_multiple_of(2));
        assert_eq!(town.decide(&town.deciders(), path).await, one_winner(), "round {round}");
    }
    let rounds = i64::try_from(ROUNDS).unwrap();
    let answers = ["REGISTRATION_APPROVED", "REGISTRATION_REJECTED"];
    assert_eq!(town.aftermath(&answers, "LANDLORD_REGISTRATION_REQUESTED").await, (rounds, rounds));
    for status in ["APPROVED", "REJECTED"] {
        let (_, list) = town.administrators[0].get(&format!("{LANDLORDS}?status={status}")).await;
        let told = town.aftermath(&[&format!("REGISTRATION_{status}")], "").await.0;
        assert_eq!(list["totalSize"], json!(told), "each was told what was decided");
    }
    let (_, trail) =
        town.administrators[0].get("/api/v1/audit?action=REGISTRATION_APPROVED&action=REGISTRATION_REJECTED").await;
    assert_eq!(trail["totalSize"], json!(ROUNDS));
}
