//! Measures the latency of kinds of queries in the index alone, in microseconds, and its memory.
//!
//! `cargo bench -p portal-search` uses 70,000 published listings; `LISTINGS=700000` corresponds to
//! a million listings in the database. Listings are generated from 60,000 words in Zipf
//! distribution.

mod generated;

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use chrono::Days;
use generated::{ListingGenerator, WORDS, day, resident, two_amenities, words};
use portal_domain::area::Area;
use portal_domain::availability::WishedStay;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::place::PlaceKey;
use portal_domain::search_words;
use portal_domain::town::{Near, Radius};
use portal_search::{IndexFile, SearchEngine};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{
    Bounds, CardSerializer, FeedPosition, FeedRead, ListingSearch, ListingSummary, MockListingSearch, SearchChanges,
    SearchDocument, SearchFeed, SearchFeedReader, SearchQuery, SearchSortField, StoreError, UNKNOWN_DISTANCE,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const BATCH: usize = 2_000;
const QUERIES: usize = 2_000;

struct GeneratedFeed {
    listings: usize,
    words: Arc<Vec<String>>,
}

struct GeneratedReader {
    remaining: usize,
    listings: ListingGenerator,
}

#[async_trait]
impl SearchFeed for GeneratedFeed {
    async fn open(&self) -> Result<Box<dyn SearchFeedReader>, StoreError> {
        Ok(Box::new(GeneratedReader {
            remaining: self.listings,
            listings: ListingGenerator::new(1, Arc::clone(&self.words)),
        }))
    }

    async fn resume(&self, _: &FeedPosition) -> Result<Option<Box<dyn SearchFeedReader>>, StoreError> {
        let listings = ListingGenerator::new(1, Arc::clone(&self.words));
        Ok(Some(Box::new(GeneratedReader { remaining: 0, listings })))
    }
}

#[async_trait]
impl SearchFeedReader for GeneratedReader {
    async fn next_batch(&mut self) -> Result<Vec<SearchDocument>, StoreError> {
        let count = self.remaining.min(BATCH);
        self.remaining -= count;
        Ok((0..count).map(|_| self.listings.document()).collect())
    }

    async fn changes(&mut self, _: usize) -> Result<FeedRead, StoreError> {
        Ok(FeedRead::Complete(SearchChanges::default()))
    }

    fn position(&self) -> Option<FeedPosition> {
        Some(FeedPosition::new("generated".to_owned()))
    }

    async fn wait(&mut self, at_most: Duration) -> Result<(), StoreError> {
        tokio::time::sleep(at_most).await;
        Ok(())
    }
}

/// Writes cards of realistic size and variation.
struct BenchCardSerializer;

impl CardSerializer for BenchCardSerializer {
    fn serialize(&self, card: ListingSummary) -> Vec<u8> {
        let images: Vec<String> = card
            .images
            .iter()
            .map(|image| format!(r#"{{"externalId":"{}","location":"{}"}}"#, image.id.0, image.location))
            .collect();
        format!(
            concat!(
                r#"{{"externalId":"{}","title":"{}","unitType":"{}","status":"AVAILABLE","takedownReason":null,"views":null,"#,
                r#""landlord":{{"externalId":"{}","firstName":"Grace","lastName":"H"}},"dateCreated":"{}","lastModified":"{}","#,
                r#""address":{{"street":"Kaulbachstraße","houseNumber":"12","postalCode":"80539","city":"{}","district":"{}","region":"Bayern"}},"#,
                r#""areaSqm":{},"totalAreaSqm":{},"bedrooms":1,"bathrooms":1,"kitchens":1,"amenities":["BALCONY","WIFI"],"#,
                r#""basicRent":{},"ancillaryCost":90,"securityDeposit":1040,"totalRent":{},"#,
                r#""additionalCosts":[{{"description":"Internet","cost":15}}],"images":[{}],{}"#
            ),
            card.id.0,
            card.facts.title,
            card.facts.unit_type,
            card.landlord.id.0,
            card.date_created.to_rfc3339(),
            card.last_modified.to_rfc3339(),
            card.facts.address.city,
            card.facts.address.district.as_deref().unwrap_or_default(),
            card.facts.area.tenths() / 10,
            card.facts.area.tenths() / 10,
            card.facts.basic_rent.get() / 100,
            card.facts.total_rent().get() / 100,
            images.join(","),
            UNKNOWN_DISTANCE,
        )
        .into_bytes()
    }
}

/// The name of a kind of query, and its generator.
type QueryKind = (&'static str, fn(&mut StdRng, &[String]) -> SearchQuery);

const QUERY_KINDS: [QueryKind; 20] = [
    ("all listings", |_, _| all_listings()),
    ("filters", |rng, _| filters(rng)),
    ("filters, newest first", |rng, _| SearchQuery {
        sort: by(SearchSortField::DateCreated, SortDirection::Descending),
        ..filters(rng)
    }),
    ("filters, page 1,000", |rng, _| SearchQuery { page: PageRequest { page: 1_000, size: 10 }, ..filters(rng) }),
    ("a common word", |rng, words| keyword(&words[rng.random_range(1..20)])),
    ("a common word and filters", |rng, words| SearchQuery {
        words: keyword(&words[rng.random_range(1..20)]).words,
        ..filters(rng)
    }),
    ("a rare word", |rng, words| keyword(&words[rng.random_range(20_000..WORDS)])),
    ("two words", |rng, words| {
        keyword(&format!("{} {}", words[rng.random_range(1..40)], words[rng.random_range(40..400)]))
    }),
    ("a prefix", |rng, words| keyword(&words[rng.random_range(1..WORDS)].chars().take(2).collect::<String>())),
    ("a typo", |rng, words| keyword(&format!("{}x", words[rng.random_range(1..WORDS)]))),
    ("ten words", |rng, words| {
        keyword(&(0..10).map(|_| words[rng.random_range(1..300)].as_str()).collect::<Vec<_>>().join(" "))
    }),
    ("two words by relevance", |rng, words| {
        let both = format!("{} {}", words[rng.random_range(1..40)], words[rng.random_range(40..400)]);
        SearchQuery { sort: by(SearchSortField::Relevance, SortDirection::Ascending), ..keyword(&both) }
    }),
    ("a place", |rng, _| at_place(rng)),
    ("a place and filters with facets", |rng, _| SearchQuery {
        place: at_place(rng).place,
        facets: true,
        ..filters(rng)
    }),
    ("near a town", |rng, _| SearchQuery { near: near(rng), ..all_listings() }),
    ("near a town and filters by distance", |rng, _| SearchQuery {
        near: near(rng),
        sort: by(SearchSortField::Distance, SortDirection::Ascending),
        ..filters(rng)
    }),
    ("filters with facets", |rng, _| SearchQuery { facets: true, ..filters(rng) }),
    ("filters with facets of amenities", |rng, _| SearchQuery { facets: true, amenity_facets: true, ..filters(rng) }),
    ("filters and a stay", |rng, _| SearchQuery { stay: stay(rng), ..filters(rng) }),
    ("filters and two amenities", |rng, _| SearchQuery { amenities: two_amenities(rng), ..filters(rng) }),
];

fn by(field: SearchSortField, direction: SortDirection) -> Sort<SearchSortField> {
    Sort { by: field, direction }
}

fn all_listings() -> SearchQuery {
    SearchQuery {
        words: Vec::new(),
        place: None,
        near: None,
        price: Bounds::default(),
        area: Bounds::default(),
        unit_types: Vec::new(),
        stay: None,
        amenities: Vec::new(),
        sort: by(SearchSortField::BasicRent, SortDirection::Ascending),
        page: PageRequest { page: 0, size: 10 },
        facets: false,
        amenity_facets: false,
    }
}

fn filters(rng: &mut StdRng) -> SearchQuery {
    let (rent, area) = (rng.random_range(200..900), rng.random_range(8..60));
    let first = rng.random_range(0..4_usize);
    SearchQuery {
        price: Bounds { min: Some(Cents::new(rent * 100)), max: Some(Cents::new((rent + 400) * 100)) },
        area: Bounds { min: Some(Area::from_tenths(area * 10)), max: Some(Area::from_tenths((area + 30) * 10)) },
        unit_types: vec![UnitType::ALL[first], UnitType::ALL[(first + rng.random_range(1..4_usize)) % 4]],
        page: PageRequest { page: rng.random_range(0..3), size: 10 },
        ..all_listings()
    }
}

fn stay(rng: &mut StdRng) -> Option<WishedStay> {
    let (by, length) = (day(rng)?, rng.random_range(60..400));
    WishedStay::new(Some(by), by.checked_add_days(Days::new(length)), by)
}

fn keyword(text: &str) -> SearchQuery {
    SearchQuery { words: search_words::of_keyword(text), ..all_listings() }
}

fn at_place(rng: &mut StdRng) -> SearchQuery {
    SearchQuery { place: PlaceKey::new(&format!("Stadt {}", rng.random_range(0..85)), None), ..all_listings() }
}

fn near(rng: &mut StdRng) -> Option<Near> {
    let radius = Radius::new(Radius::CHOICES[rng.random_range(0..Radius::CHOICES.len())])?;
    Near::new(["München", "Freising", "Köln", "Augsburg"][rng.random_range(0..4_usize)], radius)
}

/// Returns when the index is loaded.
async fn start_indexer(engine: &SearchEngine, feed: Arc<GeneratedFeed>, file: Option<IndexFile>) {
    tokio::spawn(portal_search::run_indexer(engine.clone(), feed, Arc::new(BenchCardSerializer), file));
    while engine.count_indexed().is_none() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Writes the index to a file and starts another engine with it.
async fn measure_file(engine: &SearchEngine, feed: Arc<GeneratedFeed>, generated: Duration) {
    let path = std::env::temp_dir().join(format!("search.{}.index", std::process::id()));
    let file = IndexFile::new(path.clone(), "benchmark".to_owned());
    let started = Instant::now();
    let saved = file.save(engine, Duration::from_mins(1)).ok().flatten();
    let written = started.elapsed();
    let restarted = SearchEngine::new(Arc::new(MockListingSearch::new()));
    let started = Instant::now();
    start_indexer(&restarted, feed, Some(file)).await;
    let loaded = started.elapsed();
    println!(
        "  file of {} MB written in {} ms, loaded in {} ms: 1/{:.1} of generating and indexing",
        saved.map_or(0, |saved| saved.bytes / 1_000_000),
        written.as_millis(),
        loaded.as_millis(),
        generated.as_secs_f64() / loaded.as_secs_f64()
    );
    assert_eq!(restarted.count_indexed(), engine.count_indexed());
    // A leftover of a benchmark is no harm.
    let _ = std::fs::remove_file(path);
}

#[tokio::main]
async fn main() {
    let listings = std::env::var("LISTINGS").ok().and_then(|count| count.parse().ok()).unwrap_or(70_000);
    let words = Arc::new(words());
    let engine = SearchEngine::new(Arc::new(MockListingSearch::new()));
    let started = Instant::now();
    let feed = Arc::new(GeneratedFeed { listings, words: Arc::clone(&words) });
    start_indexer(&engine, feed.clone(), None).await;
    println!(
        "  {listings} listings, generated and indexed in {} ms, {} MB resident",
        started.elapsed().as_millis(),
        resident()
    );
    measure_file(&engine, feed, started.elapsed()).await;
    println!("  {:<34} {:>10} {:>10} {:>10}", "µs", "p50", "p99", "most");
    for (name, generate) in QUERY_KINDS {
        let mut rng = StdRng::seed_from_u64(3);
        let queries: Vec<SearchQuery> = (0..QUERIES).map(|_| generate(&mut rng, &words)).collect();
        let mut times = Vec::with_capacity(QUERIES);
        for query in &queries {
            let started = Instant::now();
            std::hint::black_box(engine.search(query).await.ok());
            times.push(started.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_by(f64::total_cmp);
        println!(
            "  {name:<34} {:>10.1} {:>10.1} {:>10.1}",
            times[QUERIES / 2],
            times[QUERIES * 99 / 100],
            times[QUERIES - 1]
        );
    }
}
