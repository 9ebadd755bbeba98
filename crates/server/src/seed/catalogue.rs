//! The demo listings: offers with an owner, a status, pictures and a past.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::event::{Event, Report, ReportReason};
use portal_domain::ids::{EventId, ImageId, ListingId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::{Listing, ListingStatus};
use portal_services::ports::Identifiers;

use super::accounts::{Accounts, NOTICED_AFTER};
use super::content::people::LANDLORDS;
use super::dice::{Decks, Dice};
use super::offers::{Offer, Offers};
use super::pictures;

/// Of ten listings, so many are in which status. The order is mixed for each landlord.
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

/// Puts offers into the portal.
pub struct Publisher<'a> {
    ids: &'a dyn Identifiers,
    now: DateTime<Utc>,
    dice: Dice,
    statuses: Decks<UserId, ListingStatus>,
}

impl<'a> Publisher<'a> {
    pub fn new(ids: &'a dyn Identifiers, now: DateTime<Utc>, seed: u64) -> Self {
        Self { ids, now, dice: Dice::new(seed), statuses: Decks::new() }
    }

    /// A listing of this landlord.
    pub fn publish(&mut self, landlord: UserId, offer: Offer) -> Listing {
        let status = self.statuses.draw(landlord, STATUSES, &mut self.dice);
        let (date_created, last_modified) = self.past(status);
        let details = offer.details;
        let mut shots = pictures::of(offer.scene, details.unit_type, &mut self.dice);
        if status == ListingStatus::Draft {
            // Whoever is still at it has not found the time for all pictures.
            shots.truncate(usize::try_from(self.dice.between(0, 3)).unwrap_or_default());
        }
        let images = shots
            .into_iter()
            .map(|shot| Image { id: ImageId(self.ids.next()), location: pictures::location(shot) })
            .collect();
        let id = ListingId(self.ids.next());
        let takedown_reason = None;
        Listing { id, landlord_id: landlord, status, takedown_reason, details, images, date_created, last_modified }
    }

    /// When it was made, and when it was last changed.
    fn past(&mut self, status: ListingStatus) -> (DateTime<Utc>, DateTime<Utc>) {
        let (youngest, oldest) = match status {
            ListingStatus::Available if self.dice.chance(25) => (0, 3),
            ListingStatus::Available => (3, 70),
            ListingStatus::Rented | ListingStatus::Archived => (30, 88),
            ListingStatus::Draft => (0, 12),
        };
        let created = self.dice.between(youngest * 1_440 + 20, oldest * 1_440);
        let modified = match status {
            ListingStatus::Rented | ListingStatus::Archived => self.dice.between(1_200, 16 * 1_440),
            ListingStatus::Available | ListingStatus::Draft => self.dice.between(created / 3, created),
        };
        (self.now - TimeDelta::minutes(created), self.now - TimeDelta::minutes(modified))
    }
}

/// The listings of all demo landlords, in the order in which they were made, and what administrators were
/// told of them.
pub fn fill(accounts: &Accounts, ids: &dyn Identifiers, now: DateTime<Utc>) -> (Vec<Listing>, Vec<Event>) {
    let mut offers = Offers::distinct(0x0FFE);
    let mut publisher = Publisher::new(ids, now, 0xCA7A);
    let mut listings = Vec::new();
    for (person, user) in LANDLORDS.iter().zip(&accounts.landlords) {
        for _ in 0..person.listings {
            listings.push(publisher.publish(user.id, offers.next_of(person)));
        }
    }
    listings.sort_by_key(|listing| listing.date_created);
    let rented = listings.iter().filter(|listing| listing.status == ListingStatus::Rented);
    let mut events: Vec<Event> = rented
        .map(|listing| {
            let at = listing.last_modified;
            let event = Event::listing_rented(EventId(ids.next()), listing.id, at);
            Event { acknowledged: now - at > NOTICED_AFTER, ..event }
        })
        .collect();
    events.extend(report(&listings, ids, now));
    (listings, events)
}

/// What a visitor holds against one of them.
fn report(listings: &[Listing], ids: &dyn Identifiers, now: DateTime<Utc>) -> Option<Event> {
    let shown = listings.iter().find(|listing| listing.status == ListingStatus::Available)?;
    let text = "Auf den Bildern ist ein Balkon zu sehen. Vor Ort gibt es keinen.".to_owned();
    let report = Report { reason: ReportReason::WrongData, text: Some(text) };
    Some(Event::listing_reported(EventId(ids.next()), shown.id, report, now - TimeDelta::hours(5)))
}
