//! Sessions: rotation, deletion and the current actor.

use portal_domain::ids::{SessionId, UserId};
use portal_domain::session::{Session, SessionDevice};
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
        proved_at: now(),
        device: SessionDevice {
            name: Some("Firefox, Linux".to_owned()),
            address: Some([192, 0, 2, 7].into()),
            hash: Some([n.to_le_bytes()[0]; 32]),
        },
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
    assert_eq!(context.store.prune_sessions(after(100), after(-2), 100).await.unwrap(), 3);
    for (n, exists) in [(1, false), (2, false), (3, true), (4, true), (5, false)] {
        assert_eq!(context.store.find_actor(session(n).id).await.unwrap().is_some(), exists, "session {n}");
    }
}

/// Inserts the sessions with these numbers, each with its device.
async fn add_sessions(context: &TestContext, user: UserId, numbers: impl IntoIterator<Item = u8>) {
    let mut work = context.begin().await;
    for n in numbers {
        let session = Session { user_id: user, rotated_at: after(n.into()), ..session(n.into()) };
        work.sessions().insert(&session).await.unwrap();
        work.sessions().insert_device(user, &[n; 32], after(n.into()), 100).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn is_known(context: &TestContext, n: u8) -> bool {
    context.store.find_device(&[n; 32]).await.unwrap().is_some()
}

#[tokio::test]
async fn end_oldest_keeps_sessions_that_were_used_last() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.add_user(&student(2)).await;
    add_sessions(&context, student(1).id, [3, 1, 2]).await;
    add_sessions(&context, student(2).id, [4]).await;
    let mut work = context.begin().await;
    work.sessions().end_oldest(student(1).id, 2).await.unwrap();
    work.commit().await.unwrap();
    let left = context.store.list_sessions_of(student(1).id).await.unwrap();
    let left: Vec<_> = left.iter().map(|session| session.id.0.as_u128()).collect();
    assert_eq!(left, [3, 2]);
    assert_eq!(context.store.list_sessions_of(student(2).id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn insert_device_forgets_those_that_were_used_longest_ago() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    assert!(!context.store.has_devices(student(1).id).await.unwrap());
    add_sessions(&context, student(1).id, [1, 2]).await;
    let mut work = context.begin().await;
    assert!(work.sessions().touch_device(student(1).id, &[1; 32], after(9)).await.unwrap());
    assert!(!work.sessions().touch_device(student(2).id, &[2; 32], after(9)).await.unwrap(), "of another user");
    work.sessions().insert_device(student(1).id, &[3; 32], after(8), 2).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(
        [is_known(&context, 1).await, is_known(&context, 2).await, is_known(&context, 3).await],
        [true, false, true]
    );
    assert!(context.store.has_devices(student(1).id).await.unwrap());
    assert_eq!(context.store.prune_devices(after(8), 100).await.unwrap(), 1);
    assert!(is_known(&context, 1).await && !is_known(&context, 3).await);
}

#[tokio::test]
async fn delete_of_ends_own_session_and_forgets_its_device() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    add_sessions(&context, student(1).id, [1, 2]).await;
    let mut work = context.begin().await;
    assert!(!work.sessions().delete_of(student(2).id, session(1).id).await.unwrap());
    assert!(work.sessions().delete_of(student(1).id, session(1).id).await.unwrap());
    assert!(!work.sessions().delete_of(student(1).id, session(1).id).await.unwrap());
    work.commit().await.unwrap();
    assert!(!is_known(&context, 1).await && is_known(&context, 2).await);
}

#[tokio::test]
async fn delete_all_of_keeps_session_and_its_device() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.add_user(&student(2)).await;
    add_sessions(&context, student(1).id, [1, 2, 3]).await;
    add_sessions(&context, student(2).id, [4]).await;
    let mut work = context.begin().await;
    work.sessions().set_proved(session(2).id, after(50)).await.unwrap();
    work.sessions().delete_all_of(student(1).id, Some(session(2).id)).await.unwrap();
    work.commit().await.unwrap();
    let left = context.store.list_sessions_of(student(1).id).await.unwrap();
    assert_eq!((left.len(), left[0].id, left[0].proved_at), (1, session(2).id, after(50)));
    let known: Vec<bool> =
        [is_known(&context, 1).await, is_known(&context, 2).await, is_known(&context, 4).await].into();
    assert_eq!(known, [false, true, true]);
    let mut work = context.begin().await;
    work.sessions().delete_all_of(student(1).id, None).await.unwrap();
    work.commit().await.unwrap();
    assert!(!is_known(&context, 2).await && is_known(&context, 4).await);
}

#[tokio::test]
async fn delete_some_ends_sessions_of_any_user_up_to_limit() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.add_user(&student(2)).await;
    add_sessions(&context, student(1).id, [1, 2]).await;
    add_sessions(&context, student(2).id, [3]).await;
    for ended in [2, 1, 0] {
        let mut work = context.begin().await;
        assert_eq!(work.sessions().delete_some(2).await.unwrap(), ended);
        work.commit().await.unwrap();
    }
    assert!(context.store.list_sessions_of(student(2).id).await.unwrap().is_empty());
}
