//! Whether a listing can be found: available, and its landlord active. Kept right whoever changes which first.

use std::time::Duration;

use portal_domain::ids::ListingId;
use portal_domain::listing::ListingStatus;
use portal_domain::user::{User, UserStatus};
use portal_services::ports::Store;
use tokio::time::sleep;

use crate::world::{World, landlord, listing};

async fn found(world: &World) -> Vec<u128> {
    let rows = world.client.query("SELECT id::text FROM listings WHERE searchable ORDER BY id", &[]).await.unwrap();
    rows.iter().map(|row| uuid::Uuid::parse_str(row.get(0)).unwrap().as_u128()).collect()
}

fn inactive(user: &User) -> User {
    User { status: UserStatus::Inactive, ..user.clone() }
}

#[tokio::test]
async fn only_available_listings_of_active_landlords_can_be_found() {
    let world = World::new().await;
    let (active, silent) = (landlord(1), inactive(&landlord(2)));
    world.add_user(&active).await;
    world.add_user(&silent).await;
    let mut all = Vec::new();
    for (owner, first) in [(&active, 10), (&silent, 20)] {
        for (status, n) in ListingStatus::ALL.iter().zip(first..) {
            all.push(listing(n, owner, *status));
        }
    }
    world.add_listings(&all).await;
    let available = ListingStatus::ALL.iter().position(|status| *status == ListingStatus::Available).unwrap();
    assert_eq!(found(&world).await, [10 + available as u128]);

    // Each status in turn, written as a change.
    for status in ListingStatus::ALL {
        all[0].status = *status;
        all[4].status = *status;
        world.save_listing(&all[0]).await;
        world.save_listing(&all[4]).await;
        assert_eq!(found(&world).await.contains(&10), *status == ListingStatus::Available);
        assert!(!found(&world).await.contains(&20));
    }
}

#[tokio::test]
async fn a_landlord_who_is_deactivated_and_back_takes_the_listings_along() {
    let world = World::new().await;
    let (one, other) = (landlord(1), landlord(2));
    world.add_user(&one).await;
    world.add_user(&other).await;
    let all = [
        listing(10, &one, ListingStatus::Available),
        listing(11, &one, ListingStatus::Rented),
        listing(20, &other, ListingStatus::Available),
    ];
    world.add_listings(&all).await;
    assert_eq!(found(&world).await, [10, 20]);
    world.save_user(&inactive(&one)).await;
    assert_eq!(found(&world).await, [20]);
    world.save_user(&one).await;
    assert_eq!(found(&world).await, [10, 20]);
}

/// Publishes the listing while its landlord is being deactivated; `publish_first` says who begins.
async fn race(publish_first: bool) {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let draft = listing(10, &owner, ListingStatus::Draft);
    world.add_listings(std::slice::from_ref(&draft)).await;
    let pause = Duration::from_millis(150);

    let (store, id) = (world.store.clone(), draft.id);
    let publish = async move |id: ListingId, first: bool| {
        if !first {
            sleep(pause).await;
        }
        let mut work = store.begin().await.unwrap();
        let mut listing = work.listings().find_for_update(id).await.unwrap().unwrap();
        if first {
            sleep(pause * 2).await;
        }
        listing.status = ListingStatus::Available;
        work.listings().save(&listing).await.unwrap();
        work.commit().await.unwrap();
    };
    let (store, owner) = (world.store.clone(), owner.id);
    let deactivate = async move |first: bool| {
        if !first {
            sleep(pause).await;
        }
        let mut work = store.begin().await.unwrap();
        let mut user = work.users().find_for_update(owner).await.unwrap().unwrap();
        user.status = UserStatus::Inactive;
        work.users().save(&user).await.unwrap();
        if first {
            sleep(pause * 2).await;
        }
        work.commit().await.unwrap();
    };
    tokio::join!(publish(id, publish_first), deactivate(!publish_first));
    assert_eq!(world.ask::<String>("SELECT status FROM listings").await, "AVAILABLE");
    assert_eq!(found(&world).await, Vec::<u128>::new());
}

#[tokio::test]
async fn publishing_before_a_deactivation_ends_hidden() {
    race(true).await;
}

#[tokio::test]
async fn publishing_during_a_deactivation_ends_hidden() {
    race(false).await;
}
