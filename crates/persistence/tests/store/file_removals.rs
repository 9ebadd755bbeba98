//! The queue of files to remove.

use portal_domain::ids::FileRemovalId;
use portal_domain::listing::ListingStatus;
use portal_services::ports::{FILE_REMOVAL_EXECUTED, FileRemoval, FileRemovalBacklog, FileRemovalQueue, StoreError};
use uuid::Uuid;

use crate::context::{TestContext, after, landlord, listing};
use crate::statements;

fn removal(n: u128, location: &str) -> FileRemoval {
    FileRemoval { id: FileRemovalId(Uuid::from_u128(n)), location: location.to_owned() }
}

async fn push(context: &TestContext, removal: &FileRemoval, seconds: i64) {
    let mut work = context.begin().await;
    work.file_removals().push_all(std::slice::from_ref(removal), after(seconds)).await.unwrap();
    work.commit().await.unwrap();
}

async fn claim(context: &TestContext, seconds: i64) -> Vec<FileRemoval> {
    FileRemovalQueue::claim(&context.store, after(seconds), after(seconds + 60), 10).await.unwrap()
}

#[tokio::test]
async fn claim_returns_due_removals_until_removed() {
    let context = TestContext::new().await;
    let (now_due, later) = (removal(1, "/a.jpg"), removal(2, "/b.jpg"));
    push(&context, &now_due, 0).await;
    push(&context, &later, 3_600).await;
    assert_eq!(context.store.backlog(after(0)).await.unwrap(), FileRemovalBacklog { waiting: 2, due: 1 });
    assert_eq!(claim(&context, -1).await, []);
    assert_eq!(claim(&context, 0).await, std::slice::from_ref(&now_due));
    assert_eq!(claim(&context, 59).await, []);
    assert_eq!(claim(&context, 60).await, std::slice::from_ref(&now_due));
    FileRemovalQueue::remove(&context.store, now_due.id).await.unwrap();
    assert_eq!(claim(&context, 3_600).await, [later]);
}

#[tokio::test]
async fn cancel_all_deletes_removals() {
    let context = TestContext::new().await;
    let cancelled = removal(1, "/new.jpg");
    push(&context, &cancelled, 3_600).await;
    let mut work = context.begin().await;
    work.file_removals().cancel_all(&[cancelled.id]).await.unwrap();
    work.file_removals().cancel_all(&[]).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(claim(&context, 9_999).await, []);
}

#[tokio::test]
async fn cancel_all_with_executed_removal_is_conflict() {
    let context = TestContext::new().await;
    let (executed, scheduled) = (removal(1, "/new.jpg"), removal(2, "/newer.jpg"));
    push(&context, &executed, 0).await;
    push(&context, &scheduled, 3_600).await;
    assert_eq!(claim(&context, 1).await, std::slice::from_ref(&executed));
    FileRemovalQueue::remove(&context.store, executed.id).await.unwrap();
    let mut work = context.begin().await;
    let error = work.file_removals().cancel_all(&[executed.id, scheduled.id]).await.unwrap_err();
    assert!(matches!(&error, StoreError::Conflict(name) if name == FILE_REMOVAL_EXECUTED), "{error:?}");
}

#[tokio::test]
async fn push_all_and_cancel_all_of_many_files_are_one_statement_each() {
    statements::record();
    let context = TestContext::new().await;
    let removals: Vec<_> = (1..=30).map(|n| removal(n, &format!("/{n}.jpg"))).collect();
    let ids: Vec<_> = removals.iter().map(|removal| removal.id).collect();
    let mut work = context.begin().await;
    statements::take_sent();
    work.file_removals().push_all(&removals, after(0)).await.unwrap();
    assert_eq!(statements::take_sent().len(), 1);
    work.file_removals().cancel_all(&ids).await.unwrap();
    assert_eq!(statements::take_sent().len(), 1);
    work.file_removals().push_all(&[], after(0)).await.unwrap();
    work.file_removals().cancel_all(&[]).await.unwrap();
    assert_eq!(statements::take_sent(), Vec::<String>::new());
}

#[tokio::test]
async fn find_unreferenced_excludes_referenced_and_queued_files() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let listing = listing(10, &owner, ListingStatus::Draft);
    context.add_listings(std::slice::from_ref(&listing)).await;
    context.run("UPDATE settings SET value = '/hero.jpg' WHERE key = 'home.hero'").await;
    push(&context, &removal(1, "/queued.jpg"), 3_600).await;
    let of_listing = listing.images[0].location.clone();
    let all = ["/hero.jpg", "/queued.jpg", "/orphan.jpg", "/documents/orphan.pdf"].map(str::to_owned);
    let all: Vec<String> = all.into_iter().chain([of_listing]).collect();
    let orphans = context.store.find_unreferenced(&all).await.unwrap();
    assert_eq!(orphans, ["/orphan.jpg", "/documents/orphan.pdf"]);
    assert_eq!(context.store.find_unreferenced(&[]).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn claim_drops_removals_of_referenced_files() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let mut listings = [listing(10, &owner, ListingStatus::Draft), listing(11, &owner, ListingStatus::Draft)];
    listings[1].images[0].location = listings[0].images[0].location.clone();
    context.add_listings(&listings).await;
    context.run("UPDATE settings SET value = '/hero.jpg' WHERE key = 'home.hero'").await;
    let shared = listings[0].images[0].location.clone();
    context.delete_listing(listings[0].id).await;
    push(&context, &removal(1, &shared), 0).await;
    push(&context, &removal(2, "/hero.jpg"), 0).await;
    push(&context, &removal(3, "/orphan.jpg"), 0).await;
    assert_eq!(claim(&context, 0).await, [removal(3, "/orphan.jpg")]);
    // Deleted, not postponed.
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM file_removals").await, 1);
}
