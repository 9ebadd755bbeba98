//! Concurrent reviews on two processes over one database: one succeeds, and its effects happen
//! once.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use crate::harness::{Client, LANDLORD_REGISTRATIONS, Portal, SecondProcess, landlord_form, listing};

const ROUNDS: usize = 20;
const CONCURRENT_REQUESTS: usize = 50;
/// Of a request that is refused with 503.
const MAX_ATTEMPTS: usize = 20;

/// A portal of two processes. A trigger records every mail of the outbox.
struct TwoProcesses {
    portal: Portal,
    second: SecondProcess,
    administrators: [Client; 2],
    /// The same sessions on the second process.
    administrators_at_second: [Client; 2],
}

impl TwoProcesses {
    async fn new() -> Self {
        let portal = Portal::start_with_pool().await;
        let second = SecondProcess::start(&portal);
        let record_mails = "CREATE TABLE recorded_mails (purpose text);
            GRANT INSERT ON recorded_mails TO PUBLIC;
            CREATE FUNCTION record_mail() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN INSERT INTO recorded_mails VALUES (NEW.purpose); RETURN NEW; END';
            CREATE TRIGGER record_mail AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION record_mail()";
        portal.database.client().await.batch_execute(record_mails).await.unwrap();
        let administrators = [portal.administrator().await, portal.administrator().await];
        let administrators_at_second = administrators.each_ref().map(|client| client.at(&second.url));
        Self { portal, second, administrators, administrators_at_second }
    }

    /// Sends concurrent requests, alternating between the clients; returns the sorted statuses. What
    /// a busy portal refuses with 503 has changed nothing and is sent again.
    async fn send_all(&self, clients: &[&Client], path: impl Fn(usize) -> String) -> Vec<u16> {
        let requests = (0..CONCURRENT_REQUESTS).map(|n| {
            let request = clients[n % clients.len()].request(Method::PUT, &path(n));
            tokio::spawn(async move {
                for _ in 1..MAX_ATTEMPTS {
                    let status = request.try_clone().unwrap().send().await.unwrap().status().as_u16();
                    if status != 503 {
                        return status;
                    }
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                request.send().await.unwrap().status().as_u16()
            })
        });
        let mut statuses = Vec::new();
        for request in requests.collect::<Vec<_>>() {
            statuses.push(request.await.unwrap());
        }
        statuses.sort_unstable();
        statuses
    }

    fn administrators_of_both(&self) -> Vec<&Client> {
        let [a, b] = &self.administrators;
        let [c, d] = &self.administrators_at_second;
        vec![a, c, b, d]
    }

    /// The numbers of recorded mails with these purposes, and of events of this type.
    async fn count_mails_and_events(&self, purposes: &[&str], event: &str) -> (i64, i64) {
        let client = self.portal.database.client().await;
        let mails = "SELECT count(*) FROM recorded_mails WHERE purpose = ANY($1)";
        let mails = client.query_one(mails, &[&purposes]).await.unwrap().get(0);
        let events = client.query_one("SELECT count(*) FROM events WHERE event_type = $1", &[&event]).await.unwrap();
        (mails, events.get(0))
    }
}

fn one_success() -> Vec<u16> {
    [[200].as_slice(), &[409; CONCURRENT_REQUESTS - 1]].concat()
}

/// One of three requests rejects.
fn status(n: usize) -> &'static str {
    if n.is_multiple_of(3) { "REJECTED" } else { "APPROVED" }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_application_reviews_succeed_once_on_each_side() {
    let processes = TwoProcesses::new().await;
    let (landlord, student) = (processes.portal.landlord().await, processes.portal.student().await);
    let landlord_at_second = landlord.at(&processes.second.url);
    let (mut first_mails, mut second_mails, mut approvals) = (0, 0, 0);
    for round in 0..ROUNDS {
        let application = student.apply(&landlord.publish_listing(&listing()).await).await;
        let check = |n| format!("/api/v1/applications/{application}/admin-review?status={}", status(n));
        assert_eq!(
            processes.send_all(&processes.administrators_of_both(), check).await,
            one_success(),
            "round {round}"
        );
        let (_, page) = student.get("/api/v1/applications?sortField=dateCreated&pageSize=1").await;
        if page["payload"][0]["administratorApprovalStatus"] == "REJECTED" {
            first_mails += 1;
            continue;
        }
        first_mails += 2;
        let review = |n| format!("/api/v1/applications/{application}/review?status={}", status(n));
        assert_eq!(processes.send_all(&[&landlord, &landlord_at_second], review).await, one_success(), "round {round}");
        second_mails += 1;
        let (_, page) = student.get("/api/v1/applications?sortField=dateCreated&pageSize=1").await;
        approvals += i64::from(page["payload"][0]["status"] == "APPROVED");
    }
    let first = ["APPLICATION_FORWARDED", "APPLICATION_RECEIVED", "APPLICATION_DECLINED"];
    assert_eq!(processes.count_mails_and_events(&first, "APPLICATION_APPROVED").await, (first_mails, approvals));
    let second = ["APPLICATION_APPROVED", "APPLICATION_REJECTED"];
    assert_eq!(processes.count_mails_and_events(&second, "APPLICATION_APPROVED").await, (second_mails, approvals));
    let (_, trail) =
        processes.administrators[0].get("/api/v1/audit?action=APPLICATION_FORWARDED&action=APPLICATION_DECLINED").await;
    assert_eq!(trail["totalSize"], json!(ROUNDS), "one entry for each decision");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_registration_reviews_succeed_once() {
    let processes = TwoProcesses::new().await;
    for round in 0..ROUNDS {
        let form = landlord_form(&format!("applicant-{round}@portal.test"));
        let (_, body) = processes.portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
        let id = body["payload"]["externalId"].as_str().unwrap().to_owned();
        let path = |n: usize| format!("{LANDLORD_REGISTRATIONS}/{id}?approved={}", n.is_multiple_of(2));
        assert_eq!(processes.send_all(&processes.administrators_of_both(), path).await, one_success(), "round {round}");
    }
    let rounds = i64::try_from(ROUNDS).unwrap();
    let purposes = ["REGISTRATION_APPROVED", "REGISTRATION_REJECTED"];
    assert_eq!(processes.count_mails_and_events(&purposes, "LANDLORD_REGISTRATION_REQUESTED").await, (rounds, rounds));
    for status in ["APPROVED", "REJECTED"] {
        let (_, list) = processes.administrators[0].get(&format!("{LANDLORD_REGISTRATIONS}?status={status}")).await;
        let mails = processes.count_mails_and_events(&[&format!("REGISTRATION_{status}")], "").await.0;
        assert_eq!(list["totalSize"], json!(mails), "each got one mail about the decision");
    }
    let (_, trail) = processes.administrators[0]
        .get("/api/v1/audit?action=REGISTRATION_APPROVED&action=REGISTRATION_REJECTED")
        .await;
    assert_eq!(trail["totalSize"], json!(ROUNDS));
}

/// The deletion of a student beside each change that writes mails and audit entries about them.
#[tokio::test(flavor = "multi_thread")]
async fn changes_beside_deletion_of_student_are_never_unavailable() {
    let portal = Portal::start_with_pool().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let room = landlord.publish_listing(&listing()).await;
    for round in 0..3 * ROUNDS {
        let student = portal.student().await;
        let id = portal.id_of(&student).await;
        let application = student.apply(&room).await;
        let by_administrator = format!("/api/v1/applications/{application}/admin-review?status=APPROVED");
        let change = match round % 3 {
            0 => administrator.request(Method::PUT, &by_administrator),
            1 => {
                assert_eq!(administrator.put(&by_administrator).await.0, 200);
                landlord.request(Method::PUT, &format!("/api/v1/applications/{application}/review?status=APPROVED"))
            }
            _ => student.request(Method::DELETE, &format!("/api/v1/applications/{application}")),
        };
        let deletion = administrator.request(Method::DELETE, &format!("/api/v1/users/{id}"));
        let (change, deletion) = tokio::join!(tokio::spawn(change.send()), tokio::spawn(deletion.send()));
        assert_eq!(deletion.unwrap().unwrap().status(), 204, "round {round}");
        // The student, and with them their session and pending application, may be gone already.
        let status = change.unwrap().unwrap().status();
        assert!([200, 204, 403, 404].contains(&status.as_u16()), "round {round}: {status}");
    }
    let client = portal.database.client().await;
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(client.query_one(deadlocks, &[]).await.unwrap().get::<_, i64>(0), 0);
}
