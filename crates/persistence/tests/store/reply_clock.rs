//! The reply clock and donation requests: reminders that are limited to one per period.

use chrono::TimeDelta;
use portal_domain::application::ApplicationState;
use portal_domain::ids::{MailId, RegistrationId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::registration::Registration;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::{MailFacts, Outbox, PendingReviews, ReviewKind};
use uuid::Uuid;

use crate::context::{TestContext, after, application, landlord, listing, student, user};

/// An administrator, two landlords with one listing each, and students.
struct Fixture {
    context: TestContext,
    administrator: User,
    owners: [User; 2],
    listings: [Listing; 2],
}

impl Fixture {
    async fn new() -> Self {
        let context = TestContext::new().await;
        let administrator = user(1, Role::Administrator);
        let owners = [landlord(2), landlord(3)];
        let deactivated = User { status: UserStatus::Inactive, ..user(4, Role::Administrator) };
        for user in
            owners.iter().chain([&administrator, &deactivated]).chain(&(100..106).map(student).collect::<Vec<_>>())
        {
            context.add_user(user).await;
        }
        let listings =
            [listing(10, &owners[0], ListingStatus::Rented), listing(20, &owners[1], ListingStatus::Available)];
        context.add_listings(&listings).await;
        Self { context, administrator, owners, listings }
    }

    /// Adds an application of student `n`, created at second `sent`.
    async fn apply(&self, n: u128, listing: &Listing, state: ApplicationState, sent: i64) {
        let mut application = application(n, &student(n), listing, state);
        application.date_created = after(sent);
        self.context.add_application(&application).await;
    }

    /// Claims the reviewers with reviews pending since second 10 or before and no digest after
    /// second `last_sent`.
    async fn take(&self, last_sent: i64, now: i64) -> Vec<UserId> {
        let mut work = self.context.begin().await;
        let taken = work.reply_clock().claim_reviewers(after(10), after(last_sent), after(now), 10).await.unwrap();
        work.commit().await.unwrap();
        taken
    }

    async fn facts(&self, recipient: &User) -> Option<MailFacts> {
        let mail = Mail {
            id: MailId(Uuid::nil()),
            recipient: Recipient::User(recipient.id),
            purpose: MailPurpose::ReviewsWaiting,
            application: None,
            listing: None,
            deleted_listing: None,
            session: None,
            date_created: after(0),
        };
        self.context.store.find_facts(&mail).await.unwrap()
    }
}

#[tokio::test]
async fn claim_reviewers_returns_each_overdue_reviewer_once_per_period() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.take(0, 20).await, [], "nothing pending");
    fixture.apply(100, &fixture.listings[0], ApplicationState::AwaitingAdministrator, 5).await;
    fixture.apply(101, &fixture.listings[0], ApplicationState::AwaitingLandlord { at: after(11) }, 1).await;
    assert_eq!(
        fixture.take(0, 20).await,
        [fixture.administrator.id],
        "the landlord's review is pending only since second 11"
    );
    assert_eq!(fixture.take(19, 21).await, [], "digest sent at second 20");
    fixture.apply(102, &fixture.listings[1], ApplicationState::AwaitingLandlord { at: after(10) }, 1).await;
    assert_eq!(fixture.take(19, 22).await, [fixture.owners[1].id]);
    let both = [fixture.administrator.id, fixture.owners[1].id];
    assert_eq!(fixture.take(22, 30).await, both, "again in the next period");
}

#[tokio::test]
async fn claim_reviewers_includes_pending_registrations() {
    let fixture = Fixture::new().await;
    let registration = Registration::new(RegistrationId(Uuid::from_u128(7)), student(100).id, after(9));
    let mut work = fixture.context.begin().await;
    work.registrations().insert(&registration).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(fixture.take(0, 20).await, [fixture.administrator.id]);
}

#[tokio::test]
async fn claim_concurrent_processes_claim_each_recipient_once() {
    let fixture = Fixture::new().await;
    fixture.apply(100, &fixture.listings[0], ApplicationState::AwaitingAdministrator, 5).await;
    for round in 1..=5 {
        let (last_sent, now) = (round * 100 - 50, round * 100);
        let processes = (0..4).map(|_| {
            let store = fixture.context.store.clone();
            tokio::spawn(async move {
                let mut work = portal_services::ports::Store::begin(&store).await.unwrap();
                let deciders = work
                    .reply_clock()
                    .claim_reviewers(after(10), after(last_sent), after(now), 10)
                    .await
                    .unwrap()
                    .len();
                let students =
                    work.reply_clock().claim_waiting_applications(after(10), after(now), 10).await.unwrap().len();
                work.commit().await.unwrap();
                (deciders, students)
            })
        });
        let (mut deciders, mut students) = (0, 0);
        for process in processes.collect::<Vec<_>>() {
            let taken = process.await.unwrap();
            deciders += taken.0;
            students += taken.1;
        }
        assert_eq!((deciders, students), (1, usize::from(round == 1)), "round {round}");
    }
}

#[tokio::test]
async fn claim_waiting_applications_returns_each_overdue_application_once() {
    let fixture = Fixture::new().await;
    fixture.apply(100, &fixture.listings[0], ApplicationState::AwaitingAdministrator, 5).await;
    fixture.apply(101, &fixture.listings[0], ApplicationState::AwaitingLandlord { at: after(9) }, 1).await;
    fixture.apply(102, &fixture.listings[0], ApplicationState::AwaitingLandlord { at: after(11) }, 1).await;
    fixture.apply(103, &fixture.listings[0], ApplicationState::RejectedByAdministrator { at: after(6) }, 1).await;
    let mut work = fixture.context.begin().await;
    let taken = work.reply_clock().claim_waiting_applications(after(10), after(20), 1).await.unwrap();
    assert_eq!(taken[0].id.0.as_u128(), 100, "pending longest");
    assert_eq!(
        taken[0].last_modified,
        application(100, &student(100), &fixture.listings[0], ApplicationState::AwaitingAdministrator).last_modified
    );
    let taken = work.reply_clock().claim_waiting_applications(after(10), after(20), 9).await.unwrap();
    assert_eq!(taken.iter().map(|taken| taken.id.0.as_u128()).collect::<Vec<_>>(), [101]);
    work.commit().await.unwrap();
    let mut work = fixture.context.begin().await;
    assert_eq!(work.reply_clock().claim_waiting_applications(after(10), after(99), 9).await.unwrap(), [], "only once");
}

/// A newer version has stored a decision that this one does not know, and tells the student.
#[tokio::test]
async fn claim_waiting_applications_leaves_those_with_unknown_decision() {
    let fixture = Fixture::new().await;
    for n in [100, 101] {
        fixture.apply(n, &fixture.listings[0], ApplicationState::AwaitingAdministrator, 5).await;
    }
    let newer = "ALTER TABLE applications DROP CONSTRAINT applications_landlord_decision_check, \
                     DROP CONSTRAINT applications_order_check; \
                 UPDATE applications SET landlord_decision = 'RESERVED', landlord_decided_at = now() WHERE id = ";
    fixture.context.run(&format!("{newer}'{}'", Uuid::from_u128(100))).await;
    let mut work = fixture.context.begin().await;
    let taken = work.reply_clock().claim_waiting_applications(after(10), after(20), 9).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(taken.iter().map(|taken| taken.id.0.as_u128()).collect::<Vec<_>>(), [101]);
    let told = "SELECT count(*) FROM applications WHERE student_told_at IS NOT NULL";
    assert_eq!(fixture.context.query_value::<i64>(told).await, 1);
}

#[tokio::test]
async fn find_facts_of_digest_lists_pending_reviews() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.facts(&fixture.administrator).await, None);
    fixture.apply(100, &fixture.listings[0], ApplicationState::AwaitingAdministrator, 5).await;
    fixture.apply(101, &fixture.listings[0], ApplicationState::AwaitingAdministrator, 3).await;
    fixture.apply(102, &fixture.listings[0], ApplicationState::AwaitingLandlord { at: after(11) }, 1).await;
    fixture.apply(103, &fixture.listings[1], ApplicationState::AwaitingLandlord { at: after(12) }, 1).await;
    let waiting = |what, count, oldest| PendingReviews { what, count, oldest: after(oldest) };
    let facts = fixture.facts(&fixture.administrator).await.unwrap();
    assert_eq!(facts.waiting, [waiting(ReviewKind::Applications, 2, 3)]);
    let facts = fixture.facts(&fixture.owners[0]).await.unwrap();
    assert_eq!(facts.waiting, [waiting(ReviewKind::ApplicationsTo("Zimmer 10".to_owned()), 1, 11)]);
    assert_eq!(fixture.facts(&student(100)).await, None, "students review nothing");
}

#[tokio::test]
async fn record_request_is_limited_per_listing_and_period() {
    let fixture = Fixture::new().await;
    let [owner, other] = [fixture.owners[0].id, fixture.owners[1].id];
    let listing = Some(fixture.listings[0].id);
    let request = async |landlord, listing, now: i64| {
        let mut work = fixture.context.begin().await;
        let last_before = after(now) - TimeDelta::seconds(100);
        let recorded = work.donations().record_request(landlord, listing, after(now), last_before).await.unwrap();
        work.commit().await.unwrap();
        recorded
    };
    assert!(request(owner, listing, 0).await && request(owner, None, 0).await && request(other, None, 0).await);
    assert!(!request(owner, listing, 99).await && !request(owner, None, 50).await);
    assert!(request(owner, listing, 100).await, "a rejected request does not extend the period");
    let mut work = fixture.context.begin().await;
    assert_eq!(work.donations().prune(after(99)).await.unwrap(), 2);
}
