//! Sessions: rotation, deletion and the current actor.

use portal_domain::ids::SessionId;
use portal_domain::session::Session;
use portal_domain::user::{Role, UserStatus};
use portal_services::ports::{Pruner, SessionQueries};
use uuid::Uuid;

use crate::context::{TestContext, after, now, student};

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

async fn with_session() -> (TestContext, Session) {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    let session = session(1);
    let mut work = context.begin().await;
    work.sessions().insert(&session).await.unwrap();
    work.commit().await.unwrap();
    (context, session)
}

#[tokio::test]
async fn save_session_stores_rotated_tokens() {
    let (context, mut session) = with_session().await;
    let mut work = context.begin().await;
    let found = work.sessions().find_for_update(session.id).await.unwrap();
    assert_eq!(found, Some((session.clone(), UserStatus::Active)));
    session.rotate([8; 32], after(60));
    work.sessions().save(&session).await.unwrap();
    work.commit().await.unwrap();

    let found = context.store.find_actor(session.id).await.unwrap().unwrap();
    assert_eq!(found.session, session);
    assert_eq!((found.actor.user_id, found.actor.role), (student(1).id, Role::Student));
}

#[tokio::test]
async fn find_session_returns_current_status_of_user() {
    let (context, session) = with_session().await;
    let mut user = student(1);
    user.status = UserStatus::Inactive;
    context.save_user(&user).await;
    assert_eq!(context.store.find_actor(session.id).await.unwrap().unwrap().status, UserStatus::Inactive);
    let found = context.begin().await.sessions().find_for_update(session.id).await.unwrap();
    assert_eq!(found.unwrap().1, UserStatus::Inactive);
}

#[tokio::test]
async fn delete_session_twice_succeeds_and_session_is_not_found() {
    let (context, session) = with_session().await;
    let mut work = context.begin().await;
    work.sessions().delete(session.id).await.unwrap();
    work.sessions().delete(session.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.store.find_actor(session.id).await.unwrap(), None);
    assert_eq!(context.begin().await.sessions().find_for_update(session.id).await.unwrap(), None);
}

#[tokio::test]
async fn delete_user_deletes_sessions() {
    let (context, session) = with_session().await;
    context.run("DELETE FROM users").await;
    assert_eq!(context.store.find_actor(session.id).await.unwrap(), None);
}

#[tokio::test]
async fn prune_sessions_deletes_idle_and_old_sessions_inclusively() {
    let (context, _) = with_session().await;
    let mut work = context.begin().await;
    for (n, started, rotated) in [(2, 0, 100), (3, 0, 101), (4, -1, 200), (5, -2, 200)] {
        let session = Session { started_at: after(started), rotated_at: after(rotated), ..session(n) };
        work.sessions().insert(&session).await.unwrap();
    }
    work.commit().await.unwrap();
    // Sessions 1 and 2 were idle too long; session 5 started too long ago.
    assert_eq!(context.store.prune_sessions(after(100), after(-2)).await.unwrap(), 3);
    for (n, exists) in [(1, false), (2, false), (3, true), (4, true), (5, false)] {
        assert_eq!(context.store.find_actor(session(n).id).await.unwrap().is_some(), exists, "session {n}");
    }
}
