//! Files that no row names any more.

use portal_domain::ids::DiscardId;
use portal_domain::listing::ListingStatus;
use portal_services::ports::{Discard, Discards};
use uuid::Uuid;

use crate::world::{World, after, landlord, listing};

fn discard(n: u128, location: &str) -> Discard {
    Discard { id: DiscardId(Uuid::from_u128(n)), location: location.to_owned() }
}

async fn push(world: &World, discard: &Discard, seconds: i64) {
    let mut work = world.begin().await;
    work.discards().push(discard, after(seconds)).await.unwrap();
    work.commit().await.unwrap();
}

async fn claim(world: &World, seconds: i64) -> Vec<Discard> {
    Discards::claim(&world.store, after(seconds), after(seconds + 60), 10).await.unwrap()
}

#[tokio::test]
async fn a_file_is_claimed_when_it_is_due_and_until_it_is_removed() {
    let world = World::new().await;
    let (now_due, later) = (discard(1, "/a.jpg"), discard(2, "/b.jpg"));
    push(&world, &now_due, 0).await;
    push(&world, &later, 3_600).await;
    assert_eq!(claim(&world, -1).await, []);
    assert_eq!(claim(&world, 0).await, std::slice::from_ref(&now_due));
    assert_eq!(claim(&world, 59).await, []);
    assert_eq!(claim(&world, 60).await, std::slice::from_ref(&now_due));
    Discards::remove(&world.store, now_due.id).await.unwrap();
    assert_eq!(claim(&world, 3_600).await, [later]);
}

#[tokio::test]
async fn a_file_that_its_row_came_for_in_time_stays() {
    let world = World::new().await;
    let guard = discard(1, "/new.jpg");
    push(&world, &guard, 3_600).await;
    let mut work = world.begin().await;
    work.discards().cancel(guard.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(claim(&world, 9_999).await, []);
}

#[tokio::test]
async fn files_that_are_named_or_asked_for_are_no_orphans() {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let listing = listing(10, &owner, ListingStatus::Draft);
    world.add_listings(std::slice::from_ref(&listing)).await;
    world.run("UPDATE settings SET value = '/hero.jpg' WHERE key = 'home.hero'").await;
    push(&world, &discard(1, "/asked.jpg"), 3_600).await;
    let of_listing = listing.images[0].location.clone();
    let all = ["/hero.jpg", "/asked.jpg", "/orphan.jpg", "/documents/orphan.pdf"].map(str::to_owned);
    let all: Vec<String> = all.into_iter().chain([of_listing]).collect();
    let unnamed = world.store.find_unnamed(&all).await.unwrap();
    assert_eq!(unnamed, ["/orphan.jpg", "/documents/orphan.pdf"]);
    assert_eq!(world.store.find_unnamed(&[]).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn a_file_that_some_row_names_is_not_removed() {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let mut listings = [listing(10, &owner, ListingStatus::Draft), listing(11, &owner, ListingStatus::Draft)];
    listings[1].images[0].location = listings[0].images[0].location.clone();
    world.add_listings(&listings).await;
    world.run("UPDATE settings SET value = '/hero.jpg' WHERE key = 'home.hero'").await;
    let shared = listings[0].images[0].location.clone();
    world.delete_listing(listings[0].id).await;
    push(&world, &discard(1, &shared), 0).await;
    push(&world, &discard(2, "/hero.jpg"), 0).await;
    push(&world, &discard(3, "/nobodys.jpg"), 0).await;
    assert_eq!(claim(&world, 0).await, [discard(3, "/nobodys.jpg")]);
    // Dropped, not postponed.
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM discarded_objects").await, 1);
}
