//! Sessions.

use portal_domain::ids::SessionId;
use portal_domain::session::Session;
use portal_domain::user::{Role, UserStatus};
use portal_services::ports::SessionQueries;
use uuid::Uuid;

use crate::world::{World, after, now, student};

fn session(n: u128) -> Session {
    Session {
        id: SessionId(Uuid::from_u128(n)),
        user_id: student(1).id,
        current: [7; 32],
        previous: None,
        started_at: now(),
        rotated_at: now(),
    }
}

async fn with_session() -> (World, Session) {
    let world = World::new().await;
    world.add_user(&student(1)).await;
    let session = session(1);
    let mut work = world.begin().await;
    work.sessions().insert(&session).await.unwrap();
    work.commit().await.unwrap();
    (world, session)
}

#[tokio::test]
async fn a_session_comes_back_and_is_rotated() {
    let (world, mut session) = with_session().await;
    let mut work = world.begin().await;
    let found = work.sessions().find_for_update(session.id).await.unwrap();
    assert_eq!(found, Some((session.clone(), UserStatus::Active)));
    session.rotate([8; 32], after(60));
    work.sessions().save(&session).await.unwrap();
    work.commit().await.unwrap();

    let found = world.store.find_actor(session.id).await.unwrap().unwrap();
    assert_eq!(found.session, session);
    assert_eq!((found.actor.user_id, found.actor.role), (student(1).id, Role::Student));
}

#[tokio::test]
async fn the_persons_present_status_comes_with_it() {
    let (world, session) = with_session().await;
    let mut person = student(1);
    person.status = UserStatus::Inactive;
    world.save_user(&person).await;
    assert_eq!(world.store.find_actor(session.id).await.unwrap().unwrap().status, UserStatus::Inactive);
    let found = world.begin().await.sessions().find_for_update(session.id).await.unwrap();
    assert_eq!(found.unwrap().1, UserStatus::Inactive);
}

#[tokio::test]
async fn an_ended_session_is_nobodys() {
    let (world, session) = with_session().await;
    let mut work = world.begin().await;
    work.sessions().delete(session.id).await.unwrap();
    work.sessions().delete(session.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(world.store.find_actor(session.id).await.unwrap(), None);
    assert_eq!(world.begin().await.sessions().find_for_update(session.id).await.unwrap(), None);
}

#[tokio::test]
async fn a_session_goes_with_its_person() {
    let (world, session) = with_session().await;
    world.run("DELETE FROM users").await;
    assert_eq!(world.store.find_actor(session.id).await.unwrap(), None);
}

#[tokio::test]
async fn sessions_that_are_over_are_deleted_to_the_second() {
    let (world, _) = with_session().await;
    let mut work = world.begin().await;
    for (n, started, rotated) in [(2, 0, 100), (3, 0, 101), (4, -1, 200), (5, -2, 200)] {
        let session = Session { started_at: after(started), rotated_at: after(rotated), ..session(n) };
        work.sessions().insert(&session).await.unwrap();
    }
    work.commit().await.unwrap();
    // The first one and the second were not rotated since; the last one began too long ago.
    assert_eq!(world.store.delete_ended(after(100), after(-2)).await.unwrap(), 3);
    for (n, lives) in [(1, false), (2, false), (3, true), (4, true), (5, false)] {
        assert_eq!(world.store.find_actor(session(n).id).await.unwrap().is_some(), lives, "session {n}");
    }
}
