//! `listings.searchable` stays consistent with the status of listing and landlord under concurrent
//! changes.

use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::user::{User, UserStatus};

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

/// A draft and its landlord.
async fn with_draft() -> (TestContext, Listing, User) {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let draft = listing(10, &owner, ListingStatus::Draft);
    context.add_listings(std::slice::from_ref(&draft)).await;
    (context, draft, owner)
}

async fn assert_published_but_not_found(context: &TestContext) {
    assert_eq!(context.query_value::<String>("SELECT status FROM listings").await, "AVAILABLE");
    assert_eq!(found(context).await, Vec::<u128>::new());
}

#[tokio::test]
async fn publish_before_concurrent_deactivation_is_not_searchable() {
    let (context, draft, owner) = with_draft().await;
    let mut publication = context.begin().await;
    let mut listing = publication.listings().find_for_update(draft.id).await.unwrap().unwrap();
    let publish = async {
        context.wait_for_lock_wait().await;
        listing.status = ListingStatus::Available;
        publication.listings().save(&listing).await.unwrap();
        publication.commit().await.unwrap();
    };
    let inactive = inactive(&owner);
    tokio::join!(publish, context.save_user(&inactive));
    assert_published_but_not_found(&context).await;
}

#[tokio::test]
async fn publish_during_concurrent_deactivation_is_not_searchable() {
    let (context, draft, owner) = with_draft().await;
    let mut deactivation = context.begin().await;
    deactivation.users().save(&inactive(&owner)).await.unwrap();
    let deactivate = async {
        context.wait_for_lock_wait().await;
        deactivation.commit().await.unwrap();
    };
    let available = Listing { status: ListingStatus::Available, ..draft };
    tokio::join!(deactivate, context.save_listing(&available));
    assert_published_but_not_found(&context).await;
}
