//! Measures the processor time of finding the saved searches that match a listing, with 100,000
//! saved searches of several mixes, and fails if it is too much.
//!
//! At 200 listings a second, 20 saved searches change each two seconds; their time is included. So
//! is that of the first listings, whose terms are all new to the matcher.

mod generated;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use chrono::{Days, NaiveDate};
use generated::{ListingGenerator, day, resident, two_amenities, words};
use portal_domain::area::Area;
use portal_domain::availability::FIRST_DAY;
use portal_domain::ids::SavedSearchId;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::search_filters::{NamedPlace, NamedSurroundings, SearchFilters};
use portal_domain::town::Radius;
use portal_search::InMemoryMatcher;
use portal_services::ports::{Bounds, SavedSearchChange, SavedSearchMatcher};
use rand::RngExt;
use rustix::time::{ClockId, clock_gettime};
use uuid::Uuid;

const SEARCHES: u128 = 100_000;
const PORTION: u128 = 1_000;
const LISTINGS: u32 = 4_000;
const LISTINGS_PER_SECOND: f64 = 200.0;
/// Listings between changes of saved searches, and how many change.
const LISTINGS_PER_CHANGE: u32 = 400;
const CHANGED_SEARCHES: usize = 20;

/// For any listing with any mix.
const MAX_CPU_OF_A_LISTING: Duration = Duration::from_millis(50);
/// With mixed searches.
const MAX_CORES: f64 = 1.0;

const TOWN: &str = "Stadt 7";

struct Mix {
    name: &'static str,
    filters: fn(&mut ListingGenerator) -> SearchFilters,
    /// Where all listings are, if all searches are there.
    town: Option<&'static str>,
    has_core_limit: bool,
}

const MIXES: [Mix; 5] = [
    Mix { name: "mixed", filters: mixed, town: None, has_core_limit: true },
    Mix { name: "words only", filters: only_words, town: None, has_core_limit: false },
    Mix { name: "filters only", filters: only_figures, town: None, has_core_limit: false },
    Mix { name: "around towns", filters: around_town, town: None, has_core_limit: false },
    Mix { name: "all in the same town", filters: in_same_town, town: Some(TOWN), has_core_limit: false },
];

struct Measured {
    /// Processor time of each listing, ascending.
    listings: Vec<Duration>,
    changes: Duration,
    found: usize,
    resident: u64,
}

impl Measured {
    fn total(&self) -> Duration {
        self.listings.iter().sum::<Duration>() + self.changes
    }

    fn most(&self) -> Duration {
        self.listings.last().copied().unwrap_or_default()
    }

    fn cores(&self) -> f64 {
        self.total().as_secs_f64() / f64::from(LISTINGS) * LISTINGS_PER_SECOND
    }
}

fn chance(generator: &mut ListingGenerator, in_a_hundred: u32) -> bool {
    generator.rng.random_range(0..100) < in_a_hundred
}

fn mixed(generator: &mut ListingGenerator) -> SearchFilters {
    let mut filters = only_figures(generator);
    if chance(generator, 20) {
        filters.near = around_town(generator).near;
    } else if chance(generator, 60) {
        // Cities with a low number have most searches.
        let city = generator.rng.random_range(0..85_u32).min(generator.rng.random_range(0..85));
        let district = generator.rng.random_range(0..30);
        let district = chance(generator, 25).then(|| format!("Viertel {district}"));
        filters.place = NamedPlace::new(format!("Stadt {city}"), district);
    }
    if chance(generator, 40) {
        filters.keyword = only_words(generator).keyword;
    }
    filters
}

/// One word or two.
fn only_words(generator: &mut ListingGenerator) -> SearchFilters {
    let mut keyword = generator.word().to_owned();
    if chance(generator, 40) {
        keyword = format!("{keyword} {}", generator.word());
    }
    SearchFilters { keyword: Some(keyword), ..SearchFilters::default() }
}

fn only_figures(generator: &mut ListingGenerator) -> SearchFilters {
    let rng = &mut generator.rng;
    let max_rent = Cents::new(rng.random_range(250..1_200) * 100);
    let min_area = Area::from_tenths(rng.random_range(100..500));
    let unit_type = UnitType::ALL[rng.random_range(0..UnitType::ALL.len())];
    let (day, length) = (day(rng), rng.random_range(60..400));
    let amenities = two_amenities(rng);
    let available_by = day.filter(|_| chance(generator, 40));
    let last_day = available_by.and_then(|by| by.checked_add_days(Days::new(length)));
    SearchFilters {
        price: Bounds { min: None, max: chance(generator, 80).then_some(max_rent) },
        area: Bounds { min: chance(generator, 30).then_some(min_area), max: None },
        unit_types: if chance(generator, 60) { vec![unit_type] } else { Vec::new() },
        available_by,
        available_until: last_day.filter(|_| chance(generator, 50)),
        amenities: if chance(generator, 30) { amenities } else { Vec::new() },
        ..SearchFilters::default()
    }
}

fn around_town(generator: &mut ListingGenerator) -> SearchFilters {
    const TOWNS: [&str; 6] = ["München", "Freising", "Dachau", "Köln", "Bonn", "Augsburg"];
    let town = TOWNS[generator.rng.random_range(0..TOWNS.len())].to_owned();
    let radius = Radius::CHOICES[generator.rng.random_range(0..Radius::CHOICES.len())];
    let near = Radius::new(radius).and_then(|radius| NamedSurroundings::new(town, radius));
    SearchFilters { near, ..only_figures(generator) }
}

fn in_same_town(generator: &mut ListingGenerator) -> SearchFilters {
    SearchFilters { place: NamedPlace::new(TOWN.to_owned(), None), ..mixed(generator) }
}

/// That of a portal by default.
const CACHE_BYTES: usize = 64_000_000;

/// Time that this thread has spent on a core, so that other programs do not count.
fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

fn measure(mix: &Mix, words: &Arc<Vec<String>>) -> Measured {
    let mut generator = ListingGenerator::new(4, Arc::clone(words));
    let matcher = InMemoryMatcher::new(CACHE_BYTES);
    let mut change = |id: u128| SavedSearchChange {
        id: SavedSearchId(Uuid::from_u128(id)),
        filters: Some((mix.filters)(&mut generator)),
    };
    for start in (0..SEARCHES).step_by(usize::try_from(PORTION).unwrap_or(1)) {
        matcher.apply((start..start + PORTION).map(&mut change).collect());
    }
    assert_eq!(u128::try_from(matcher.count()), Ok(SEARCHES));
    let mut listings = ListingGenerator::new(5, Arc::clone(words));
    let today = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap_or(FIRST_DAY);
    let mut measured = Measured { listings: Vec::new(), changes: Duration::ZERO, found: 0, resident: 0 };
    for number in 0..LISTINGS {
        if number % LISTINGS_PER_CHANGE == 0 {
            let changes: Vec<SavedSearchChange> =
                (0..CHANGED_SEARCHES).map(|_| change(listings.rng.random_range(0..SEARCHES))).collect();
            let before = cpu_time();
            matcher.apply(changes);
            measured.changes += cpu_time().saturating_sub(before);
        }
        let mut listing = listings.document();
        if let Some(town) = mix.town {
            town.clone_into(&mut listing.card.facts.address.city);
        }
        let before = cpu_time();
        let found = matcher.matches(&listing, today);
        measured.listings.push(cpu_time().saturating_sub(before));
        measured.found += found.len();
    }
    measured.listings.sort_unstable();
    measured.resident = resident();
    measured
}

fn main() -> ExitCode {
    let words = Arc::new(words());
    let mut code = ExitCode::SUCCESS;
    println!(
        "  {:<24} {:>8} {:>8} {:>8} {:>8} {:>10} {:>8}",
        "CPU ms a listing", "mean", "p99", "most", "cores", "found", "MB"
    );
    for mix in &MIXES {
        let measured = measure(mix, &words);
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let p99 = measured.listings.get(measured.listings.len() * 99 / 100).copied().unwrap_or_default();
        println!(
            "  {:<24} {:>8.2} {:>8.2} {:>8.2} {:>8.2} {:>10} {:>8}",
            mix.name,
            milliseconds(measured.total() / LISTINGS),
            milliseconds(p99),
            milliseconds(measured.most()),
            measured.cores(),
            measured.found,
            measured.resident
        );
        if measured.most() > MAX_CPU_OF_A_LISTING {
            println!("  FAILED: a listing took more than {} ms", MAX_CPU_OF_A_LISTING.as_millis());
            code = ExitCode::FAILURE;
        }
        if mix.has_core_limit && measured.cores() > MAX_CORES {
            println!("  FAILED: {LISTINGS_PER_SECOND} listings a second take more than {MAX_CORES} core");
            code = ExitCode::FAILURE;
        }
    }
    code
}
