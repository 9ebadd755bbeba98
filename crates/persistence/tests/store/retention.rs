//! What has been kept long enough.

use portal_domain::application::ApplicationState;
use portal_domain::listing::ListingStatus;
use portal_domain::registration::RegistrationState;
use portal_domain::user::{User, UserStatus};
use portal_services::ports::Expiry;

use crate::registrations::{add, document, registration};
use crate::world::{World, after, application, landlord, listing, now, student};

#[tokio::test]
async fn documents_are_taken_once_when_their_decision_is_old_enough() {
    let world = World::new().await;
    let states = [
        RegistrationState::Approved { at: after(10) },
        RegistrationState::Rejected { at: after(20) },
        RegistrationState::Pending,
    ];
    for (n, state) in (1..).zip(states) {
        let asked = registration(10 + n, &student(n), state);
        add(&world, &student(n), &asked, Some(&document(20 + n, &asked))).await;
    }
    let mut work = world.begin().await;
    assert_eq!(work.retention().take_documents(after(9), 10).await.unwrap(), Vec::<String>::new());
    assert_eq!(work.retention().take_documents(after(10), 10).await.unwrap().len(), 1);
    assert_eq!(work.retention().take_documents(after(99), 10).await.unwrap().len(), 1);
    work.commit().await.unwrap();
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM documents").await, 1, "an undecided one stays");
}

#[tokio::test]
async fn two_processes_take_different_documents() {
    let world = World::new().await;
    for n in 1..=4 {
        let asked = registration(10 + n, &student(n), RegistrationState::Approved { at: now() });
        add(&world, &student(n), &asked, Some(&document(20 + n, &asked))).await;
    }
    let (mut one, mut other) = (world.begin().await, world.begin().await);
    let first = one.retention().take_documents(now(), 2).await.unwrap();
    let second = other.retention().take_documents(now(), 4).await.unwrap();
    assert_eq!((first.len(), second.len()), (2, 2));
    assert!(first.iter().all(|location| !second.contains(location)));
}

#[tokio::test]
async fn people_who_were_not_let_in_are_listed_when_their_time_is_over() {
    let world = World::new().await;
    let new = |n| User { status: UserStatus::New, ..student(n) };
    add(&world, &new(1), &registration(11, &new(1), RegistrationState::Pending), None).await;
    add(&world, &new(2), &registration(12, &new(2), RegistrationState::Rejected { at: after(50) }), None).await;
    add(&world, &student(3), &registration(13, &student(3), RegistrationState::Approved { at: now() }), None).await;
    let due = async |undecided: i64, rejected: i64| {
        let expiry =
            Expiry { documents: now(), undecided: after(undecided), rejected: after(rejected), letters: now() };
        let mut work = world.begin().await;
        let due = work.retention().list_people(&expiry, 10).await.unwrap();
        for n in 1..=3 {
            let is_due = work.retention().is_person_due(student(n).id, &expiry).await.unwrap();
            assert_eq!(is_due, due.contains(&student(n).id), "{n}");
        }
        due.into_iter().map(|id| id.0.as_u128()).collect::<Vec<_>>()
    };
    assert_eq!(due(-1, 49).await, [0_u128; 0]);
    assert_eq!(due(0, 49).await, [1]);
    assert_eq!(due(-1, 50).await, [2]);
    assert_eq!(due(9_999, 9_999).await, [1, 2]);
}

#[tokio::test]
async fn letters_go_when_the_last_decision_is_old_enough() {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let states = [
        ApplicationState::Sent,
        ApplicationState::Declined { at: after(10) },
        ApplicationState::Forwarded { at: after(1) },
        ApplicationState::Approved { forwarded_at: after(1), at: after(20) },
        ApplicationState::Rejected { forwarded_at: after(1), at: after(30) },
    ];
    for (n, state) in (1..).zip(states) {
        let room = listing(100 + n, &owner, ListingStatus::Available);
        world.add_listings(std::slice::from_ref(&room)).await;
        world.add_user(&student(10 + n)).await;
        world.add_application(&application(200 + n, &student(10 + n), &room, state)).await;
    }
    let mut work = world.begin().await;
    for (seconds, forgotten) in [(9, 0), (10, 1), (19, 0), (20, 1), (9_999, 1), (9_999, 0)] {
        assert_eq!(work.retention().forget_letters(after(seconds), 10).await.unwrap(), forgotten, "{seconds}");
    }
    work.commit().await.unwrap();
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM applications WHERE letter IS NOT NULL").await, 2);
}
