//! The demo listings: offers with a landlord, a status, images and dates.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::event::{Event, EventKind, Report, ReportReason};
use portal_domain::ids::{EventId, ImageId, ListingId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::{Listing, ListingStatus};
use portal_services::ports::Identifiers;

use super::accounts::{ACKNOWLEDGED_AFTER, Accounts};
use super::availability;
use super::content::cities::Cities;
use super::content::users::LANDLORDS;
use super::images;
use super::offers::{Offer, OfferGenerator};
use super::random::{SeededRng, ShuffleBags};

/// The statuses of ten listings of a landlord, in shuffled order.
const STATUSES: &[ListingStatus] = &[
    ListingStatus::Available,
    ListingStatus::Available,
    ListingStatus::Available,
    ListingStatus::Available,
    ListingStatus::Available,
    ListingStatus::Available,
    ListingStatus::Available,
    ListingStatus::Rented,
    ListingStatus::Draft,
    ListingStatus::Archived,
];

/// Makes listings of offers. The same seed generates the same listings.
pub(crate) struct ListingGenerator<'a> {
    ids: &'a dyn Identifiers,
    now: DateTime<Utc>,
    rng: SeededRng,
    /// Of its own, so that the rest of the listings does not depend on it.
    availability_rng: SeededRng,
    statuses: ShuffleBags<UserId, ListingStatus>,
}

impl<'a> ListingGenerator<'a> {
    pub(crate) fn new(ids: &'a dyn Identifiers, now: DateTime<Utc>, seed: u64) -> Self {
        let [rng, availability_rng] = [seed, !seed].map(SeededRng::new);
        Self { ids, now, rng, availability_rng, statuses: ShuffleBags::new() }
    }

    /// A listing of this landlord.
    pub(crate) fn generate(&mut self, landlord: UserId, offer: Offer) -> Listing {
        let status = self.statuses.draw(landlord, STATUSES, &mut self.rng);
        let (date_created, last_modified) = self.dates(status);
        let Offer { mut facts, texts, scene } = offer;
        facts.availability = availability::choose(self.now.date_naive(), &mut self.availability_rng);
        let mut scene_images = images::of(scene, facts.unit_type, &mut self.rng);
        if status == ListingStatus::Draft {
            // A draft may lack images.
            scene_images.truncate(usize::try_from(self.rng.between(0, 3)).unwrap_or_default());
        }
        let images = scene_images
            .into_iter()
            .map(|image| Image {
                id: ImageId(self.ids.next()),
                location: images::location(image),
                // The landlords of the demo share its images, which therefore must not be compared.
                hash: None,
                description: String::new(),
            })
            .collect();
        let id = ListingId(self.ids.next());
        let takedown_reason = None;
        Listing {
            id,
            landlord_id: landlord,
            status,
            takedown_reason,
            facts,
            texts,
            images,
            date_created,
            last_modified,
        }
    }

    /// `date_created` and `last_modified`.
    fn dates(&mut self, status: ListingStatus) -> (DateTime<Utc>, DateTime<Utc>) {
        let (youngest, oldest) = match status {
            ListingStatus::Available if self.rng.chance(25) => (0, 3),
            ListingStatus::Available => (3, 70),
            ListingStatus::Rented | ListingStatus::Archived => (30, 88),
            ListingStatus::Draft => (0, 12),
        };
        let created = self.rng.between(youngest * 1_440 + 20, oldest * 1_440);
        let modified = match status {
            ListingStatus::Rented | ListingStatus::Archived => self.rng.between(1_200, 16 * 1_440),
            ListingStatus::Available | ListingStatus::Draft => self.rng.between(created / 3, created),
        };
        (self.now - TimeDelta::minutes(created), self.now - TimeDelta::minutes(modified))
    }
}

/// Generates the listings of all demo landlords, ordered by creation, and their events.
pub(crate) fn generate(
    cities: Cities,
    accounts: &Accounts,
    ids: &dyn Identifiers,
    now: DateTime<Utc>,
) -> (Vec<Listing>, Vec<Event>) {
    let mut offers = OfferGenerator::with_unique_titles(cities, 0x0FFE);
    let mut generator = ListingGenerator::new(ids, now, 0xCA7A);
    let mut listings = Vec::new();
    for (profile, user) in LANDLORDS.iter().zip(&accounts.landlords) {
        for _ in 0..profile.listings {
            listings.push(generator.generate(user.id, offers.generate(profile)));
        }
    }
    listings.sort_by_key(|listing| listing.date_created);
    let rented = listings.iter().filter(|listing| listing.status == ListingStatus::Rented);
    let mut events: Vec<Event> = rented
        .map(|listing| {
            let at = listing.last_modified;
            let event = Event::new(EventId(ids.next()), EventKind::ListingRented(listing.id), at);
            Event { acknowledged: now - at > ACKNOWLEDGED_AFTER, ..event }
        })
        .collect();
    events.extend(report_event(&listings, ids, now));
    (listings, events)
}

/// A report of the first available listing.
fn report_event(listings: &[Listing], ids: &dyn Identifiers, now: DateTime<Utc>) -> Option<Event> {
    let reported = listings.iter().find(|listing| listing.status == ListingStatus::Available)?;
    let text = "Auf den Bildern ist ein Balkon zu sehen. Vor Ort gibt es keinen.".to_owned();
    let report = Report { reason: ReportReason::WrongData, text: Some(text) };
    Some(Event::new(EventId(ids.next()), EventKind::ListingReported(reported.id, report), now - TimeDelta::hours(5)))
}
