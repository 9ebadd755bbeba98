//! `listings.searchable` stays consistent with the status of listing and landlord under concurrent
//! changes.

use std::time::Duration;

use portal_domain::ids::ListingId;
use portal_domain::listing::ListingStatus;
use portal_domain::user::{User, UserStatus};
use portal_services::ports::Store;
use tokio::time::sleep;

use crate::context::{TestContext, landlord, listing};

async fn found(context: &TestContext) -> Vec<u128> {
    let rows = context.client.query("SELECT id::text FROM listings WHERE searchable ORDER BY id", &[]).await.unwrap();
    rows.iter().map(|row| uuid::Uuid::parse_str(row.get(0)).unwrap().as_u128()).collect()
}

fn inactive(user: &User) -> User {
    User { status: UserStatus::Inactive, ..user.clone() }
}

#[tokio::test]
async fn searchable_is_true_only_for_available_listings_of_active_landlords() {
    let context = TestContext::new().await;
    let (active, inactive) = (landlord(1), inactive(&landlord(2)));
    context.add_user(&active).await;
    context.add_user(&inactive).await;
    let mut all = Vec::new();
    for (owner, first) in [(&active, 10), (&inactive, 20)] {
        for (status, n) in ListingStatus::ALL.iter().zip(first..) {
            all.push(listing(n, owner, *status));
        }
    }
    context.add_listings(&all).await;
    let available = ListingStatus::ALL.iter().position(|status| *status == ListingStatus::Available).unwrap();
    assert_eq!(found(&context).await, [10 + available as u128]);

    // The same for updates.
    for status in ListingStatus::ALL {
        all[0].status = *status;
        all[4].status = *status;
        context.save_listing(&all[0]).await;
        context.save_listing(&all[4]).await;
        assert_eq!(found(&context).await.contains(&10), *status == ListingStatus::Available);
        assert!(!found(&context).await.contains(&20));
    }
}

#[tokio::test]
async fn save_user_status_updates_searchable_of_their_listings() {
    let context = TestContext::new().await;
    let (one, other) = (landlord(1), landlord(2));
    context.add_user(&one).await;
    context.add_user(&other).await;
    let all = [
        listing(10, &one, ListingStatus::Available),
        listing(11, &one, ListingStatus::Rented),
        listing(20, &other, ListingStatus::Available),
    ];
    context.add_listings(&all).await;
    assert_eq!(found(&context).await, [10, 20]);
    context.save_user(&inactive(&one)).await;
    assert_eq!(found(&context).await, [20]);
    context.save_user(&one).await;
    assert_eq!(found(&context).await, [10, 20]);
}

/// Publishes the listing while its landlord is being deactivated; `publish_first` sets the order.
async fn race(publish_first: bool) {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let draft = listing(10, &owner, ListingStatus::Draft);
    context.add_listings(std::slice::from_ref(&draft)).await;
    let pause = Duration::from_millis(150);

    let (store, id) = (context.store.clone(), draft.id);
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
    let (store, owner) = (context.store.clone(), owner.id);
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
    assert_eq!(context.query_value::<String>("SELECT status FROM listings").await, "AVAILABLE");
    assert_eq!(found(&context).await, Vec::<u128>::new());
}

#[tokio::test]
async fn publish_before_concurrent_deactivation_is_not_searchable() {
    race(true).await;
}

#[tokio::test]
async fn publish_during_concurrent_deactivation_is_not_searchable() {
    race(false).await;
}
