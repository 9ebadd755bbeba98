//! Random words and listings, the same in all benchmarks.

use std::sync::Arc;

use chrono::NaiveDate;
use portal_domain::area::Area;
use portal_domain::availability::Availability;
use portal_domain::ids::{ImageId, ListingId};
use portal_domain::image::Image;
use portal_domain::listing::{Amenity, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::search_words::Weight;
use portal_services::ports::{ListingSummary, SearchDocument, WordList};
use portal_services::testing::samples;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use uuid::Uuid;

pub(crate) const WORDS: usize = 60_000;
const WORDS_PER_LISTING: usize = 110;
/// Of towns in and around München, and of some that are far away.
const POSTAL_CODES: [&str; 12] =
    ["80331", "85748", "85354", "85221", "82319", "85716", "86150", "50667", "53111", "10115", "20095", "01945"];

pub(crate) struct ListingGenerator {
    pub(crate) rng: StdRng,
    words: Arc<Vec<String>>,
}

impl ListingGenerator {
    pub(crate) fn new(seed: u64, words: Arc<Vec<String>>) -> Self {
        Self { rng: StdRng::seed_from_u64(seed), words }
    }

    /// A word, roughly in Zipf distribution.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number of words is small and positive"
    )]
    pub(crate) fn word(&mut self) -> &str {
        let exponent: f64 = self.rng.random_range(0.0..1.0);
        &self.words[((WORDS as f64).powf(exponent) as usize).min(WORDS - 1)]
    }

    pub(crate) fn document(&mut self) -> SearchDocument {
        let mut card: ListingSummary = samples::listing_summary(samples::listing(ListingStatus::Available));
        card.id = ListingId(Uuid::from_u128(self.rng.random()));
        card.facts.title = (0..3).map(|_| self.word().to_owned()).collect::<Vec<_>>().join(" ");
        POSTAL_CODES[self.rng.random_range(0..POSTAL_CODES.len())].clone_into(&mut card.facts.address.postal_code);
        card.facts.address.city = format!("Stadt {}", self.rng.random_range(0..85));
        card.facts.address.district = Some(format!("Viertel {}", self.rng.random_range(0..30)));
        card.facts.amenities = Amenity::ALL.iter().copied().filter(|_| self.rng.random_range(0..100) < 35).collect();
        let from = if self.rng.random_range(0..2) == 0 { day(&mut self.rng) } else { None };
        let minimum_months = if self.rng.random_range(0..3) == 0 { Some(6) } else { None };
        card.facts.availability = Availability { from, until: None, minimum_months };
        card.facts.unit_type = UnitType::ALL[self.rng.random_range(0..4)];
        let area = self.rng.random_range(80..900);
        card.facts.area = Area::from_tenths(area);
        card.facts.basic_rent = Cents::new(i64::from(area) * 100 + self.rng.random_range(10_000..40_000));
        card.facts.additional_costs.clear();
        card.facts.ancillary_cost = Cents::new(self.rng.random_range(3_000..20_000));
        card.date_created += chrono::TimeDelta::seconds(self.rng.random_range(0..30_000_000));
        let images = self.rng.random_range(1..6);
        card.images = (0..images)
            .map(|_| Image {
                id: ImageId(Uuid::from_u128(self.rng.random())),
                location: format!("/{}.jpg", Uuid::from_u128(self.rng.random())),
                hash: None,
                description: String::new(),
            })
            .collect();
        let mut words: Vec<(String, Weight)> = (0..WORDS_PER_LISTING)
            .map(|position| (self.word().to_owned(), if position < 12 { Weight::Headline } else { Weight::Text }))
            .collect();
        words.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(&one.1)));
        words.dedup_by(|one, other| one.0 == other.0);
        let words: WordList = words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect();
        SearchDocument { card, words }
    }
}

/// A day of the next year.
pub(crate) fn day(rng: &mut StdRng) -> Option<NaiveDate> {
    NaiveDate::from_yo_opt(2027, rng.random_range(1..366))
}

pub(crate) fn two_amenities(rng: &mut StdRng) -> Vec<Amenity> {
    (0..2).map(|_| Amenity::ALL[rng.random_range(0..Amenity::ALL.len())]).collect()
}

/// [`WORDS`] words of a few syllables.
pub(crate) fn words() -> Vec<String> {
    let mut rng = StdRng::seed_from_u64(2);
    let syllables = [
        "ba", "der", "gen", "hof", "in", "kla", "lo", "mer", "nau", "ost", "pa", "ri", "sta", "tum", "ung", "wal", "zi",
    ];
    (0..WORDS)
        .map(|_| {
            (0..rng.random_range(2..5)).map(|_| syllables[rng.random_range(0..syllables.len())]).collect::<String>()
        })
        .collect()
}

/// Memory of the process, in MB.
pub(crate) fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0) / 1_024
}
