//! Looks for signs of fraud in a listing that visitors can read.

use portal_domain::ids::EventId;
use portal_domain::listing::Listing;
use portal_domain::suspicion::{self, ReviewedContent, SuspicionInputs, SuspicionReason, SuspicionRules};

use crate::ports::{Ports, StoreError, UnitOfWork};

/// What has been done to the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Screened {
    Publication,
    Change,
}

/// Records an event if the saved listing is public and suspicious, in the transaction of its
/// change. The event of a listing that is not suspicious any more stays open: students may have
/// read what was there. The caller has locked the listing.
pub(super) async fn screen_listing(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    listing: &Listing,
    screened: Screened,
) -> Result<(), StoreError> {
    if !listing.status.is_public() {
        return Ok(());
    }
    let (rules, now) = (&ports.config.suspicion, ports.clock.now());
    if screened == Screened::Publication && rules.publications_per_day > 0 {
        work.suspicions().record_publication(listing.landlord_id, listing.id, now).await?;
    }
    let inputs = load_inputs(ports, work, listing, rules).await?;
    let found = suspicion::suspicions(listing, rules, &inputs);
    if found.is_empty() {
        return Ok(());
    }
    let contents: Vec<ReviewedContent> = found.iter().flat_map(|one| one.contents.iter().cloned()).collect();
    let dismissed = work.suspicions().list_dismissed(listing.landlord_id, &contents).await?;
    let open = found.iter().filter(|one| !one.contents.iter().all(|content| dismissed.contains(content)));
    let reasons: Vec<SuspicionReason> = open.map(|one| one.reason).collect();
    if reasons.is_empty() {
        return Ok(());
    }
    tracing::info!(listing = %listing.id, ?reasons, "listing is suspicious");
    let id = EventId(ports.identifiers.next());
    work.events().record_suspicion(id, listing.id, reasons, now).await
}

/// Reads only what a rule needs.
async fn load_inputs(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    listing: &Listing,
    rules: &SuspicionRules,
) -> Result<SuspicionInputs, StoreError> {
    let mut inputs = SuspicionInputs::default();
    let suspicions = work.suspicions();
    if rules.rent_percent > 0 {
        inputs.rents = suspicions.find_city_rents(&listing.facts.address.city, listing.id).await?;
    }
    if rules.images {
        inputs.reused_images = suspicions.list_reused_images(listing, rules.image_distance).await?;
    }
    if rules.publications_per_day > 0 {
        let now = ports.clock.now();
        inputs.publications = suspicions.count_publications(listing.landlord_id, listing.id, now).await?;
    }
    Ok(inputs)
}

#[cfg(test)]
mod tests {
    use mockall::predicate::eq;
    use portal_domain::listing::{ListingStatus, ListingTexts};
    use portal_domain::suspicion::{CityRents, Publications};

    use super::*;
    use crate::testing::samples::{LANDLORD, LISTING, listing, texts};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn with_phone_number() -> Listing {
        let description = "Ruf an: 0171 2345678".to_owned();
        Listing { texts: ListingTexts { description, ..texts() }, ..listing(ListingStatus::Available) }
    }

    /// A transaction that finds nothing around the listing, and these of its contents dismissed.
    fn work(dismissed: Vec<ReviewedContent>) -> MockUnitOfWork {
        let mut work = MockUnitOfWork::default();
        work.suspicions.expect_find_city_rents().returning(|_, _| Ok(CityRents::default()));
        work.suspicions.expect_list_reused_images().returning(|_, _| Ok(Vec::new()));
        work.suspicions.expect_count_publications().returning(|_, _, _| Ok(Publications::default()));
        work.suspicions.expect_list_dismissed().returning(move |_, _| Ok(dismissed.clone()));
        work
    }

    fn expecting_event(mut work: MockUnitOfWork, reasons: Vec<SuspicionReason>) -> MockUnitOfWork {
        let id = EventId(MockPorts::identifier(1));
        work.events
            .expect_record_suspicion()
            .once()
            .with(eq(id), eq(LISTING), eq(reasons), eq(MockPorts::now()))
            .returning(|_, _, _, _| Ok(()));
        work
    }

    async fn screen(mut work: MockUnitOfWork, listing: &Listing, screened: Screened) {
        let mut mocks = MockPorts::default();
        mocks.config.suspicion = SuspicionRules::default();
        screen_listing(&mocks.build(), &mut work, listing, screened).await.unwrap();
    }

    #[tokio::test]
    async fn screen_listing_public_and_suspicious_records_event() {
        for status in [ListingStatus::Available, ListingStatus::Rented] {
            let work = expecting_event(work(Vec::new()), vec![SuspicionReason::ContactInText]);
            screen(work, &Listing { status, ..with_phone_number() }, Screened::Change).await;
        }
    }

    #[tokio::test]
    async fn screen_listing_not_public_asks_nothing() {
        for status in [ListingStatus::Draft, ListingStatus::Archived] {
            let work = MockUnitOfWork::default();
            screen(work, &Listing { status, ..with_phone_number() }, Screened::Change).await;
        }
    }

    #[tokio::test]
    async fn screen_listing_ordinary_or_dismissed_records_no_event() {
        screen(work(Vec::new()), &listing(ListingStatus::Available), Screened::Change).await;
        let listing = with_phone_number();
        let dismissed = ReviewedContent::of(&listing, Publications::default());
        screen(work(dismissed), &listing, Screened::Change).await;
    }

    #[tokio::test]
    async fn screen_listing_publication_is_counted() {
        let mut work = work(Vec::new());
        work.suspicions.checkpoint();
        work.suspicions
            .expect_record_publication()
            .once()
            .withf(|landlord, listing, at| (*landlord, *listing, *at) == (LANDLORD.user_id, LISTING, MockPorts::now()))
            .returning(|_, _, _| Ok(()));
        work.suspicions.expect_find_city_rents().returning(|_, _| Ok(CityRents::default()));
        work.suspicions.expect_list_reused_images().returning(|_, _| Ok(Vec::new()));
        work.suspicions.expect_list_dismissed().returning(|_, _| Ok(Vec::new()));
        let many = Publications { published_at: Some(MockPorts::now()), within_a_day: 6 };
        work.suspicions.expect_count_publications().once().returning(move |_, _, _| Ok(many));
        let work = expecting_event(work, vec![SuspicionReason::ManyPublications]);
        screen(work, &listing(ListingStatus::Available), Screened::Publication).await;
    }
}
