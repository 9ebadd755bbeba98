//! What has waited too long, and who is asked for a donation: whatever happens once in a while.

use chrono::TimeDelta;
use portal_domain::application::ApplicationState;
use portal_domain::ids::{MailId, RegistrationId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::registration::Registration;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::{MailFacts, MailWaiting, Outbox, WaitingMatter};
use uuid::Uuid;

use crate::world::{World, after, application, landlord, listing, student, user};

/// An administrator, two landlords with a room each, and students.
struct Town {
    world: World,
    administrator: User,
    owners: [User; 2],
    rooms: [Listing; 2],
}

impl Town {
    async fn new() -> Self {
        let world = World::new().await;
        let administrator = user(1, Role::Admin);
        let owners = [landlord(2), landlord(3)];
        let deactivated = User { status: UserStatus::Inactive, ..user(4, Role::Admin) };
        for person in
            owners.iter().chain([&administrator, &deactivated]).chain(&(100..106).map(student).collect::<Vec<_>>())
        {
            world.add_user(person).await;
        }
        let rooms = [listing(10, &owners[0], ListingStatus::Rented), listing(20, &owners[1], ListingStatus::Available)];
        world.add_listings(&rooms).await;
        Self { world, administrator, owners, rooms }
    }

    /// The `n`th student applies to a room, `sent` seconds after everything began.
    async fn apply(&self, n: u128, room: &Listing, state: ApplicationState, sent: i64) {
        let mut letter = application(n, &student(n), room, state);
        letter.date_created = after(sent);
        self.world.add_application(&letter).await;
    }

    /// Who is to be told of what has waited since before second 10, having been told before second `told`.
    async fn take(&self, told: i64, now: i64) -> Vec<UserId> {
        let mut work = self.world.begin().await;
        let taken = work.reply_clock().take_deciders(after(10), after(told), after(now), 10).await.unwrap();
        work.commit().await.unwrap();
        taken
    }

    async fn facts(&self, reader: &User) -> Option<MailFacts> {
        let mail = Mail {
            id: MailId(Uuid::nil()),
            recipient: Recipient::User(reader.id),
            purpose: MailPurpose::ReviewsWaiting,
            application: None,
            listing: None,
            date_created: after(0),
        };
        self.world.store.find_facts(&mail).await.unwrap()
    }
}

#[tokio::test]
async fn whoever_has_the_turn_is_told_once_a_while() {
    let town = Town::new().await;
    assert_eq!(town.take(0, 20).await, [], "nothing waits");
    town.apply(100, &town.rooms[0], ApplicationState::Sent, 5).await;
    town.apply(101, &town.rooms[0], ApplicationState::Forwarded { at: after(11) }, 1).await;
    assert_eq!(town.take(0, 20).await, [town.administrator.id], "the landlord has the other since second 11 only");
    assert_eq!(town.take(19, 21).await, [], "told at second 20");
    town.apply(102, &town.rooms[1], ApplicationState::Forwarded { at: after(10) }, 1).await;
    assert_eq!(town.take(19, 22).await, [town.owners[1].id]);
    let everybody = [town.administrator.id, town.owners[1].id];
    assert_eq!(town.take(22, 30).await, everybody, "after a while, again");
}

#[tokio::test]
async fn a_request_to_join_counts_as_well() {
    let town = Town::new().await;
    let request = Registration::new(RegistrationId(Uuid::from_u128(7)), student(100).id, after(9));
    let mut work = town.world.begin().await;
    work.registrations().insert(&request).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(town.take(0, 20).await, [town.administrator.id]);
}

#[tokio::test]
async fn of_two_processes_one_tells() {
    let town = Town::new().await;
    town.apply(100, &town.rooms[0], ApplicationState::Sent, 5).await;
    for round in 1..=5 {
        let (told, now) = (round * 100 - 50, round * 100);
        let processes = (0..4).map(|_| {
            let store = town.world.store.clone();
            tokio::spawn(async move {
                let mut work = portal_services::ports::Store::begin(&store).await.unwrap();
                let deciders =
                    work.reply_clock().take_deciders(after(10), after(told), after(now), 10).await.unwrap().len();
                let students = work.reply_clock().take_untold(after(10), after(now), 10).await.unwrap().len();
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
async fn a_student_is_told_once_an_application_whoever_has_the_turn() {
    let town = Town::new().await;
    town.apply(100, &town.rooms[0], ApplicationState::Sent, 5).await;
    town.apply(101, &town.rooms[0], ApplicationState::Forwarded { at: after(9) }, 1).await;
    town.apply(102, &town.rooms[0], ApplicationState::Forwarded { at: after(11) }, 1).await;
    town.apply(103, &town.rooms[0], ApplicationState::Declined { at: after(6) }, 1).await;
    let mut work = town.world.begin().await;
    let taken = work.reply_clock().take_untold(after(10), after(20), 1).await.unwrap();
    assert_eq!(taken[0].id.0.as_u128(), 100, "the one that has waited longest");
    assert_eq!(
        taken[0].last_modified,
        application(100, &student(100), &town.rooms[0], ApplicationState::Sent).last_modified
    );
    let taken = work.reply_clock().take_untold(after(10), after(20), 9).await.unwrap();
    assert_eq!(taken.iter().map(|taken| taken.id.0.as_u128()).collect::<Vec<_>>(), [101]);
    work.commit().await.unwrap();
    let mut work = town.world.begin().await;
    assert_eq!(work.reply_clock().take_untold(after(10), after(99), 9).await.unwrap(), [], "never again");
}

#[tokio::test]
async fn a_digest_tells_all_that_waits_and_nothing_when_nothing_does() {
    let town = Town::new().await;
    assert_eq!(town.facts(&town.administrator).await, None);
    town.apply(100, &town.rooms[0], ApplicationState::Sent, 5).await;
    town.apply(101, &town.rooms[0], ApplicationState::Sent, 3).await;
    town.apply(102, &town.rooms[0], ApplicationState::Forwarded { at: after(11) }, 1).await;
    town.apply(103, &town.rooms[1], ApplicationState::Forwarded { at: after(12) }, 1).await;
    let waiting = |what, count, oldest| MailWaiting { what, count, oldest: after(oldest) };
    let facts = town.facts(&town.administrator).await.unwrap();
    assert_eq!(facts.waiting, [waiting(WaitingMatter::Applications, 2, 3)]);
    let facts = town.facts(&town.owners[0]).await.unwrap();
    assert_eq!(facts.waiting, [waiting(WaitingMatter::ApplicationsTo("Zimmer 10".to_owned()), 1, 11)]);
    assert_eq!(town.facts(&student(100)).await, None, "students decide on nothing");
}

#[tokio::test]
async fn a_landlord_is_asked_for_a_donation_once_a_while_for_each_listing() {
    let town = Town::new().await;
    let [owner, other] = [town.owners[0].id, town.owners[1].id];
    let room = Some(town.rooms[0].id);
    let ask = async |landlord, listing, now: i64| {
        let mut work = town.world.begin().await;
        let asked = after(now) - TimeDelta::seconds(100);
        let remembered = work.donations().remember(landlord, listing, after(now), asked).await.unwrap();
        work.commit().await.unwrap();
        remembered
    };
    assert!(ask(owner, room, 0).await && ask(owner, None, 0).await && ask(other, None, 0).await);
    assert!(!ask(owner, room, 99).await && !ask(owner, None, 50).await);
    assert!(ask(owner, room, 100).await, "and a refusal did not put it off");
    let mut work = town.world.begin().await;
    assert_eq!(work.donations().forget(after(99)).await.unwrap(), 2);
}
