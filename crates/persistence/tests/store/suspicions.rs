//! What suspicions compare a listing with.

use chrono::TimeDelta;
use portal_domain::event::EventType;
use portal_domain::ids::{EventId, ImageId, ListingId, UserId};
use portal_domain::image::{Image, ImageHash};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::money::Cents;
use portal_domain::stored::Stored;
use portal_domain::suspicion::{CityRents, Publications, ReviewedContent, SuspicionReason};
use portal_domain::user::User;
use portal_services::paging::SortDirection;
use portal_services::ports::{EventListQuery, EventQueries};
use uuid::Uuid;

use crate::context::{TestContext, after, landlord, listing, now, page};
use crate::explain;

/// Two landlords.
struct Fixture {
    context: TestContext,
    owner: User,
    other: User,
}

impl Fixture {
    async fn new() -> Self {
        let context = TestContext::new().await;
        let (owner, other) = (landlord(1), landlord(2));
        for user in [&owner, &other] {
            context.add_user(user).await;
        }
        Self { context, owner, other }
    }

    async fn publish(&self, landlord: UserId, n: u128, hours: i64) {
        let mut work = self.context.begin().await;
        let at = now() + TimeDelta::hours(hours);
        work.suspicions().record_publication(landlord, ListingId(Uuid::from_u128(n)), at).await.unwrap();
        work.commit().await.unwrap();
    }

    async fn publications(&self, n: u128, hours: i64) -> Publications {
        let (listing, at) = (ListingId(Uuid::from_u128(n)), now() + TimeDelta::hours(hours));
        self.context.begin().await.suspicions().count_publications(self.owner.id, listing, at).await.unwrap()
    }

    async fn city_rents(&self, city: &str, other_than: u128) -> CityRents {
        let id = ListingId(Uuid::from_u128(other_than));
        self.context.begin().await.suspicions().find_city_rents(city, id).await.unwrap()
    }

    async fn reused(&self, listing: &Listing) -> Vec<ImageId> {
        self.context.begin().await.suspicions().list_reused_images(listing, 6).await.unwrap()
    }
}

/// A searchable listing in this city, with this total rent in euros for 10 square metres.
fn rented_for(n: u128, owner: &User, city: &str, euros: i64) -> Listing {
    let mut rented = listing(n, owner, ListingStatus::Available);
    city.clone_into(&mut rented.facts.address.city);
    rented.facts.area = portal_domain::area::Area::from_tenths(100);
    rented.facts.basic_rent = Cents::new(euros * 100);
    rented.facts.ancillary_cost = Cents::new(0);
    rented.facts.additional_costs.clear();
    rented
}

fn hashed(n: u128, owner: &User, images: impl IntoIterator<Item = (u128, Option<u64>)>) -> Listing {
    let images = images.into_iter().map(|(id, hash)| Image {
        id: ImageId(Uuid::from_u128(id)),
        location: format!("/{id}.jpg"),
        hash: hash.map(ImageHash::from_bits),
        description: String::new(),
    });
    Listing { images: images.collect(), ..listing(n, owner, ListingStatus::Available) }
}

#[tokio::test]
async fn count_publications_counts_listings_of_the_landlord_within_a_day() {
    let fixture = Fixture::new().await;
    for (n, hours) in [(1, -30), (2, -20), (3, -10), (4, 0), (5, 1)] {
        fixture.publish(fixture.owner.id, n, hours).await;
    }
    fixture.publish(fixture.other.id, 6, 0).await;
    let published =
        |hours: i64, within_a_day| Publications { published_at: Some(now() + TimeDelta::hours(hours)), within_a_day };
    assert_eq!(fixture.publications(4, 2).await, published(0, 3));
    assert_eq!(fixture.publications(2, 2).await, published(-20, 2), "what came later does not count");
    assert_eq!(fixture.publications(1, 2).await, Publications::default(), "more than a day ago");
    assert_eq!(fixture.publications(9, 2).await, Publications::default());
    fixture.publish(fixture.owner.id, 4, 3).await;
    assert_eq!(fixture.publications(4, 3).await, published(3, 4), "a listing counts once");
    fixture.publish(fixture.owner.id, 7, 60).await;
    let count = "SELECT count(*) FROM listing_publications WHERE published_at <= '2026-11-22 20:00Z'";
    assert!(fixture.context.query_value::<i64>(count).await <= 6);
}

#[tokio::test]
async fn find_city_rents_returns_median_of_other_searchable_listings() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.city_rents("Köln", 1).await, CityRents::default());
    let owner = &fixture.owner;
    let archived = Listing { status: ListingStatus::Archived, ..rented_for(5, owner, "Köln", 9_000) };
    let mut unmeasured = rented_for(6, owner, "Köln", 9_000);
    unmeasured.facts.area = portal_domain::area::Area::from_tenths(0);
    fixture
        .context
        .add_listings(&[
            rented_for(1, owner, "Köln", 100),
            rented_for(2, owner, "Koeln", 300),
            rented_for(3, owner, "KÖLN", 500),
            rented_for(4, owner, "Bonn", 9_000),
            archived,
            unmeasured,
        ])
        .await;
    let rents = |listings, median| CityRents { listings, median: Cents::new(median) };
    assert_eq!(fixture.city_rents("köln", 99).await, rents(3, 3_000));
    assert_eq!(fixture.city_rents("Köln", 3).await, rents(2, 2_000), "its own rent is left out");
}

#[tokio::test]
async fn list_reused_images_finds_older_copies_of_other_landlords() {
    let fixture = Fixture::new().await;
    let hash = 0x0123_4567_89ab_cdef_u64;
    // Eight bits in one quarter, so that only the exact comparison tells them apart.
    let (six, seven) = (hash ^ 0x3f, hash ^ 0x0001_0001_0003_0007);
    fixture.context.add_listings(&[hashed(1, &fixture.other, [(10, Some(hash)), (11, None)])]).await;
    let owner = &fixture.owner;
    let images = [(20, Some(hash)), (21, Some(six)), (22, Some(seven)), (23, Some(!hash)), (24, None)];
    let copy = hashed(2, owner, images);
    fixture.context.add_listings(std::slice::from_ref(&copy)).await;
    assert_eq!(fixture.context.find_listing(copy.id).await.unwrap().images, copy.images);
    let mut reused: Vec<u128> = fixture.reused(&copy).await.into_iter().map(|id| id.0.as_u128()).collect();
    reused.sort_unstable();
    assert_eq!(reused, [20, 21], "7 bits are too many");
    let older = hashed(5, owner, [(5, Some(hash))]);
    fixture.context.add_listings(std::slice::from_ref(&older)).await;
    assert_eq!(fixture.reused(&older).await, [], "image 5 is older than the other landlord's");
    assert_eq!(fixture.reused(&copy).await, [], "and may be used again, although the other landlord has copied it");
    let own = hashed(3, &fixture.other, [(30, Some(hash))]);
    fixture.context.delete_listing(copy.id).await;
    fixture.context.delete_listing(older.id).await;
    assert_eq!(fixture.reused(&own).await, [], "a landlord may use an image again");
    assert_eq!(fixture.reused(&listing(4, owner, ListingStatus::Available)).await, [], "no image has a hash");
}

#[tokio::test]
async fn dismissed_contents_are_kept_for_their_landlord_only() {
    let fixture = Fixture::new().await;
    let contents = ReviewedContent::of(&hashed(1, &fixture.owner, [(1, Some(7))]), Publications::default());
    let (fine, rest) = contents.split_at(2);
    for _ in 0..2 {
        let mut work = fixture.context.begin().await;
        work.suspicions().dismiss(fixture.owner.id, fine, now()).await.unwrap();
        work.commit().await.unwrap();
    }
    let mut work = fixture.context.begin().await;
    assert_eq!(work.suspicions().list_dismissed(fixture.owner.id, &contents).await.unwrap(), fine);
    assert_eq!(work.suspicions().list_dismissed(fixture.owner.id, rest).await.unwrap(), []);
    assert_eq!(work.suspicions().list_dismissed(fixture.other.id, &contents).await.unwrap(), []);
    drop(work);
    fixture.publish(fixture.owner.id, 1, 0).await;
    fixture.context.run("DELETE FROM users WHERE email = 'user-1@portal.test'").await;
    for table in ["dismissed_suspicions", "listing_publications"] {
        assert_eq!(fixture.context.query_value::<i64>(&format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
    }
}

#[tokio::test]
async fn record_suspicion_changes_the_open_event_of_the_listing() {
    let fixture = Fixture::new().await;
    let suspicious = listing(10, &fixture.owner, ListingStatus::Available);
    fixture.context.add_listings(std::slice::from_ref(&suspicious)).await;
    let record = async |n: u128, reasons: &[SuspicionReason]| {
        let id = EventId(Uuid::from_u128(n));
        let mut work = fixture.context.begin().await;
        let at = after(i64::try_from(n).unwrap());
        work.events().record_suspicion(id, suspicious.id, reasons.to_vec(), at).await.unwrap();
        work.commit().await.unwrap();
    };
    let events = async || {
        let query = EventListQuery {
            keyword: None,
            acknowledged: None,
            direction: SortDirection::Ascending,
            page: page(0, 10),
        };
        let found = fixture.context.store.list_events(&query).await.unwrap().rows;
        found
            .into_iter()
            .map(|event| {
                let reasons: Vec<_> = event.reasons.unwrap().iter().filter_map(Stored::known).collect();
                (event.id.0.as_u128(), event.acknowledged, reasons)
            })
            .collect::<Vec<_>>()
    };
    let (rent, both) =
        (vec![SuspicionReason::PriceTooLow], vec![SuspicionReason::PriceTooLow, SuspicionReason::ContactInText]);
    record(1, &rent).await;
    record(2, &both).await;
    assert_eq!(events().await, [(1, false, both.clone())]);
    for _ in 0..2 {
        let mut work = fixture.context.begin().await;
        work.events().acknowledge_suspicion(suspicious.id).await.unwrap();
        work.commit().await.unwrap();
    }
    record(3, &rent).await;
    assert_eq!(events().await, [(1, true, both), (3, false, rent)]);
    let stored = fixture.context.store.find_event(EventId(Uuid::from_u128(3))).await.unwrap().unwrap();
    assert_eq!(stored.event_type, EventType::ListingSuspicious.into());
}

/// Landlords with 10 listings each in one city, and five images with random hashes each.
async fn load(context: &TestContext, listings: u32) {
    context.run("SET synchronous_commit = on; SET session_replication_role = replica").await;
    context
        .run(&format!(
            "INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created,
                last_modified)
            SELECT md5('user' || n)::uuid, n || '@portal.test', 'A', 'B', 'OTHER', 'LANDLORD', 'ACTIVE', 'de-DE', now(),
                now() FROM generate_series(0, {listings} / 10) AS n;
            INSERT INTO listings (id, landlord_id, status, searchable, title, unit_type, street, house_number,
                postal_code, city, region, area, total_area, bedrooms, bathrooms, kitchens, amenities, description,
                tenant_description, location_description, basic_rent_cents, ancillary_cost_cents,
                security_deposit_cents, additional_costs, total_rent_cents, search_vector, date_created, last_modified)
            SELECT md5('listing' || n)::uuid, md5('user' || n / 10)::uuid, 'AVAILABLE', true, 'Zimmer ' || n, 'ROOM',
                'Ringstraße', n::text, '80331', 'München', 'Bayern', 100 + n % 300, 1000, 1, 1, 1, '{{}}',
                repeat('Ein ruhiges Zimmer zum Hof. ', 20), '', '', 20000 + n % 40000, 0, 0, '[]', 20000 + n % 40000,
                to_tsvector('simple', 'zimmer'), now(), now()
            FROM generate_series(1, {listings}) AS n;
            INSERT INTO listing_images (id, listing_id, position, location, hash)
            SELECT md5('image' || n)::uuid, md5('listing' || n / 5 + 1)::uuid, n % 5, '/' || n || '.jpg',
                ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint
            FROM generate_series(0, {listings} * 5 - 1) AS n"
        ))
        .await;
    for table in ["users", "listings", "listing_images"] {
        context.vacuum(table).await;
    }
}

/// A listing of another landlord with twenty images, the first a copy.
async fn copy(context: &TestContext) -> Listing {
    let copied: i64 = context.query_value("SELECT hash FROM listing_images LIMIT 1").await;
    let images = (0..20_u128).map(|n| {
        let hash =
            if n == 0 { copied.cast_unsigned() } else { u64::try_from(n).unwrap().wrapping_mul(0x9e37_79b9_7f4a_7c15) };
        (u128::MAX - n, Some(hash))
    });
    let mut copy = hashed(1, &landlord(1), images);
    "München".clone_into(&mut copy.facts.address.city);
    copy
}

#[tokio::test]
async fn statements_read_by_index() {
    crate::statements::record();
    let context = TestContext::new().await;
    load(&context, 4_000).await;
    let copy = copy(&context).await;
    explain::take_sent();
    let mut work = context.begin().await;
    let rents = work.suspicions().find_city_rents("Muenchen", copy.id).await.unwrap();
    assert_eq!(rents.listings, 1_000, "the newest");
    let reused = work.suspicions().list_reused_images(&copy, 6).await.unwrap();
    assert_eq!(reused, [copy.images[0].id]);
    drop(work);
    let sent = explain::take_sent();
    let statement = |part: &str| sent.iter().find(|statement| statement.contains(part)).unwrap();
    let none = "'00000000-0000-0000-0000-000000000001'";
    for plan in explain::plans(&context, statement("percentile_cont"), &format!("'München', {none}")).await {
        assert!(plan.contains("listings_city_idx") && !plan.contains("Seq Scan"), "{plan}");
    }
    let values = format!("ARRAY[{none}]::uuid[], ARRAY[5]::bigint[], 6, {none}");
    for plan in explain::plans(&context, statement("image_hash_near_quarters"), &values).await {
        assert!(plan.contains("listing_images_hash_idx") && !plan.contains("Seq Scan"), "{plan}");
    }
}

#[tokio::test]
#[ignore = "takes a minute and prints times"]
async fn suspicions_times_on_100_000_listings() {
    let context = TestContext::new().await;
    load(&context, 100_000).await;
    let copy = copy(&context).await;
    let mut work = context.begin().await;
    for round in 0..4 {
        let started = std::time::Instant::now();
        assert_eq!(work.suspicions().find_city_rents("München", copy.id).await.unwrap().listings, 1_000);
        let (rents, started) = (started.elapsed(), std::time::Instant::now());
        assert_eq!(work.suspicions().list_reused_images(&copy, 6).await.unwrap().len(), 1);
        println!("round {round}: median {rents:?}, twenty images {:?}", started.elapsed());
    }
}
