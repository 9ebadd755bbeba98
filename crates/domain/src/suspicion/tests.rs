use chrono::TimeZone;
use uuid::Uuid;

use super::*;
use crate::image::{Image, ImageHash};
use crate::listing::{ListingFacts, ListingTexts, UnitType};

fn listing() -> Listing {
    let (facts, texts) = (crate::listing::tests::facts(UnitType::Room), crate::listing::tests::texts());
    let (id, landlord) = (crate::ids::ListingId(Uuid::from_u128(9)), crate::ids::UserId(Uuid::nil()));
    let mut listing = Listing::draft(id, landlord, facts, texts, Utc.timestamp_opt(0, 0).unwrap());
    listing.images = [1, 2].map(|n| image(n, Some(ImageHash::from_bits(n.into())))).into();
    listing
}

fn image(n: u8, hash: Option<ImageHash>) -> Image {
    Image { id: ImageId(Uuid::from_u128(n.into())), location: format!("/{n}.jpg"), hash, description: String::new() }
}

fn with_description(description: &str) -> Listing {
    let texts = ListingTexts { description: description.to_owned(), ..listing().texts };
    Listing { texts, ..listing() }
}

fn reasons(listing: &Listing, inputs: &SuspicionInputs) -> Vec<SuspicionReason> {
    let found = suspicions(listing, &SuspicionRules::default(), inputs);
    found.into_iter().map(|suspicion| suspicion.reason).collect()
}

/// 465.50 a month for 18 square metres: 25.86 per square metre.
fn rents(listings: u64, median: i64) -> SuspicionInputs {
    SuspicionInputs { rents: CityRents { listings, median: Cents::new(median) }, ..SuspicionInputs::default() }
}

#[test]
fn ordinary_listing_has_no_suspicion() {
    assert_eq!(reasons(&listing(), &rents(100, 2_586)), []);
    assert_eq!(reasons(&listing(), &SuspicionInputs::default()), []);
}

#[test]
fn rent_below_forty_percent_of_twenty_others_is_too_low() {
    assert_eq!(reasons(&listing(), &rents(20, 6_466)), [SuspicionReason::PriceTooLow]);
    assert_eq!(reasons(&listing(), &rents(20, 6_465)), [], "exactly 40 percent");
    assert_eq!(reasons(&listing(), &rents(19, 6_466)), [], "too few listings");
    let unmeasured = ListingFacts { area: Area::from_tenths(0), ..listing().facts };
    assert_eq!(reasons(&Listing { facts: unmeasured, ..listing() }, &rents(20, 6_466)), [], "no area");
}

#[test]
fn every_text_is_checked() {
    let hidden = "WhatsApp 0171 2345678";
    let with_title = ListingFacts { title: hidden.to_owned(), ..listing().facts };
    let with_cost = {
        let mut facts = listing().facts;
        facts.additional_costs[0].description = hidden.to_owned();
        facts
    };
    for facts in [with_title, with_cost] {
        let found = reasons(&Listing { facts, ..listing() }, &SuspicionInputs::default());
        assert_eq!(found, [SuspicionReason::ContactInText]);
    }
    for texts in [
        ListingTexts { tenant_description: hidden.to_owned(), ..listing().texts },
        ListingTexts { location_description: hidden.to_owned(), ..listing().texts },
    ] {
        let found = reasons(&Listing { texts, ..listing() }, &SuspicionInputs::default());
        assert_eq!(found, [SuspicionReason::ContactInText]);
    }
    let mut described = listing();
    described.images[0].description = hidden.to_owned();
    assert_eq!(reasons(&described, &SuspicionInputs::default()), [SuspicionReason::ContactInText]);
    let both = with_description("Schreib an a@b.de und zahle per Western Union.");
    assert_eq!(
        reasons(&both, &SuspicionInputs::default()),
        [SuspicionReason::ContactInText, SuspicionReason::MoneyTransfer]
    );
}

#[test]
fn reused_image_is_settled_by_its_hash_alone() {
    let inputs = SuspicionInputs { reused_images: vec![image(2, None).id], ..SuspicionInputs::default() };
    let found = suspicions(&listing(), &SuspicionRules::default(), &inputs);
    let [Suspicion { reason: SuspicionReason::ImageReused, contents }] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(contents, &ReviewedContent::images(&listing(), |id| id == image(2, None).id));
    assert_eq!(contents.len(), 1);
}

#[test]
fn sixth_publication_within_a_day_is_suspicious() {
    let at = Utc.timestamp_opt(1_000_000, 0).unwrap();
    let published = |within_a_day| SuspicionInputs {
        publications: Publications { published_at: Some(at), within_a_day },
        ..SuspicionInputs::default()
    };
    assert_eq!(reasons(&listing(), &published(5)), []);
    assert_eq!(reasons(&listing(), &published(6)), [SuspicionReason::ManyPublications]);
}

#[test]
fn rules_can_be_switched_off() {
    let off = SuspicionRules {
        rent_percent: 0,
        texts: false,
        images: false,
        publications_per_day: 0,
        ..SuspicionRules::default()
    };
    let inputs = SuspicionInputs {
        reused_images: vec![image(1, None).id],
        publications: Publications { published_at: Some(Utc.timestamp_opt(0, 0).unwrap()), within_a_day: 99 },
        ..rents(100, 1_000_000)
    };
    let listing = with_description("WhatsApp, Western Union");
    assert_eq!(suspicions(&listing, &off, &inputs), []);
    assert_eq!(suspicions(&listing, &SuspicionRules::default(), &inputs).len(), 5);
}

#[test]
fn reviewed_content_changes_with_what_was_reviewed() {
    let of = |listing: &Listing| ReviewedContent::of(listing, Publications::default());
    let reviewed = of(&listing());
    assert_eq!(reviewed.len(), 4, "texts, rent and two images");
    let differs = |changed: &Listing| of(changed).iter().zip(&reviewed).map(|(a, b)| a != b).collect::<Vec<_>>();
    assert_eq!(differs(&with_description("anders")), [true, false, false, false]);
    let dearer = ListingFacts { basic_rent: Cents::new(1), ..listing().facts };
    assert_eq!(differs(&Listing { facts: dearer, ..listing() }), [false, true, false, false]);
    let mut rotated = listing();
    rotated.images[1].hash = Some(ImageHash::from_bits(99));
    assert_eq!(differs(&rotated), [false, false, false, true]);
}
