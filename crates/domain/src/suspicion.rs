//! Suspicions: signs of fraud in a published listing, for administrators to look at.
//!
//! A suspicion hides nothing and proves nothing. Each rule is explained in `docs/moderation.md`.

mod outside_contact;
mod payment_in_advance;
mod plain_text;

use chrono::{DateTime, Utc};

use crate::area::Area;
use crate::ids::ImageId;
use crate::listing::Listing;
use crate::money::Cents;
use crate::text_enum::text_enum;
use plain_text::PlainText;

text_enum! {
    /// Why a listing is suspicious.
    SuspicionReason {
        /// The total rent per square metre is far below the city's median.
        PriceTooLow = "PRICE_TOO_LOW",
        /// The texts contain an email address, a phone number or a messenger.
        ContactInText = "CONTACT_IN_TEXT",
        /// The texts ask for a money transfer, or for a payment before the viewing.
        MoneyTransfer = "MONEY_TRANSFER",
        /// Another landlord has used one of the images.
        ImageReused = "IMAGE_REUSED",
        /// The landlord has published many listings within a day.
        ManyPublications = "MANY_PUBLICATIONS",
    }
}

/// The limits of the rules, set by the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuspicionRules {
    /// Percent of the city's median rent below which a rent is suspicious; 0: no rent is.
    pub rent_percent: u32,
    /// Other listings of the city from which on there is a median.
    pub rent_listings: u32,
    /// Whether the texts are checked.
    pub texts: bool,
    /// Whether the images are compared with those of other landlords.
    pub images: bool,
    /// The bits of 64 by which the hashes of two copies of an image may differ; at most
    /// [`MAX_IMAGE_DISTANCE`].
    pub image_distance: u32,
    /// Publications of a landlord within a day that are not suspicious; 0: any number.
    pub publications_per_day: u32,
}

/// The largest distance that the store finds by its index.
pub const MAX_IMAGE_DISTANCE: u32 = 7;

impl Default for SuspicionRules {
    fn default() -> Self {
        Self {
            rent_percent: 40,
            rent_listings: 20,
            texts: true,
            images: true,
            image_distance: 6,
            publications_per_day: 5,
        }
    }
}

/// The rents of the other searchable listings of a city.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CityRents {
    /// How many there are.
    pub listings: u64,
    /// The median of the total rent per square metre; zero without listings.
    pub median: Cents,
}

/// The publications of a landlord.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Publications {
    /// When this listing was published last; `None` if that is more than a day ago.
    pub published_at: Option<DateTime<Utc>>,
    /// The landlord's listings that were published within the day before, this one included.
    pub within_a_day: u64,
}

/// What the rules compare a listing with, besides itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SuspicionInputs {
    pub rents: CityRents,
    /// The listing's images that another landlord used before.
    pub reused_images: Vec<ImageId>,
    pub publications: Publications,
}

/// Content that an administrator can find to be fine. Equal content is equal text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReviewedContent(String);

impl ReviewedContent {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn new(kind: &str, parts: &[&str]) -> Self {
        // No text contains NUL.
        Self(format!("{kind}\0{}", parts.join("\0")))
    }

    fn texts(listing: &Listing) -> Self {
        Self::new("texts", &texts(listing))
    }

    fn rent(listing: &Listing) -> Self {
        let facts = &listing.facts;
        let (rent, area) = (facts.total_rent().get().to_string(), facts.area.tenths().to_string());
        Self::new("rent", &[&crate::search_words::folded_name(&facts.address.city), &rent, &area])
    }

    /// The images with a hash and one of these ids.
    fn images(listing: &Listing, includes: impl Fn(ImageId) -> bool) -> Vec<Self> {
        let hashes = listing.images.iter().filter(|image| includes(image.id)).filter_map(|image| image.hash);
        hashes.map(|hash| Self::new("image", &[&format!("{:016x}", hash.bits())])).collect()
    }

    fn publication(listing: &Listing, at: DateTime<Utc>) -> Self {
        Self::new("publication", &[&listing.id.to_string(), &at.date_naive().to_string()])
    }

    /// Everything in the listing that a rule can find.
    pub fn of(listing: &Listing, publications: Publications) -> Vec<Self> {
        let mut contents = vec![Self::texts(listing), Self::rent(listing)];
        contents.extend(Self::images(listing, |_| true));
        contents.extend(publications.published_at.map(|at| Self::publication(listing, at)));
        contents
    }
}

/// A rule that a listing matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspicion {
    pub reason: SuspicionReason,
    /// What was found. The suspicion is settled when all of it was found to be fine.
    pub contents: Vec<ReviewedContent>,
}

/// Applies the rules, in the order of the reasons.
pub fn suspicions(listing: &Listing, rules: &SuspicionRules, inputs: &SuspicionInputs) -> Vec<Suspicion> {
    let mut found = Vec::new();
    let mut add = |reason, contents| found.push(Suspicion { reason, contents });
    if is_rent_too_low(listing, rules, inputs.rents) {
        add(SuspicionReason::PriceTooLow, vec![ReviewedContent::rent(listing)]);
    }
    if rules.texts {
        let texts: Vec<PlainText> = texts(listing).into_iter().map(PlainText::new).collect();
        if texts.iter().any(outside_contact::is_named) {
            add(SuspicionReason::ContactInText, vec![ReviewedContent::texts(listing)]);
        }
        if texts.iter().any(payment_in_advance::is_asked_for) {
            add(SuspicionReason::MoneyTransfer, vec![ReviewedContent::texts(listing)]);
        }
    }
    if rules.images && !inputs.reused_images.is_empty() {
        let images = ReviewedContent::images(listing, |id| inputs.reused_images.contains(&id));
        add(SuspicionReason::ImageReused, images);
    }
    if let Some(at) = inputs.publications.published_at
        && rules.publications_per_day > 0
        && inputs.publications.within_a_day > rules.publications_per_day.into()
    {
        add(SuspicionReason::ManyPublications, vec![ReviewedContent::publication(listing, at)]);
    }
    found
}

/// All texts that a landlord writes freely.
fn texts(listing: &Listing) -> Vec<&str> {
    let (facts, texts) = (&listing.facts, &listing.texts);
    let mut all: Vec<&str> =
        vec![&facts.title, &texts.description, &texts.tenant_description, &texts.location_description];
    all.extend(facts.additional_costs.iter().map(|cost| cost.description.as_str()));
    let address = &facts.address;
    all.extend([address.street.as_str(), &address.house_number, &address.city]);
    all.extend(address.district.as_deref());
    // Empty ones are left out: a digest of texts without them stays the same.
    all.extend(listing.images.iter().map(|image| image.description.as_str()).filter(|text| !text.is_empty()));
    all
}

fn is_rent_too_low(listing: &Listing, rules: &SuspicionRules, rents: CityRents) -> bool {
    let rent = rent_per_square_metre(listing.facts.total_rent(), listing.facts.area);
    rents.listings >= u64::from(rules.rent_listings.max(1))
        && rent.is_some_and(|rent| {
            let (rent, median) = (i128::from(rent.get()), i128::from(rents.median.get()));
            rent * 100 < median * i128::from(rules.rent_percent)
        })
}

/// `None` without an area.
pub fn rent_per_square_metre(total_rent: Cents, area: Area) -> Option<Cents> {
    let tenths = i64::from(area.tenths());
    (tenths > 0).then(|| Cents::new(total_rent.get().saturating_mul(10) / tenths))
}

#[cfg(test)]
mod tests;
