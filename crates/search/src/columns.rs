//! The figures of documents, a column for each. Documents are numbered by ascending basic rent and then by id.

use portal_domain::listing::UnitType;
use portal_services::listings::ListingSummary;

/// The figures of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub id: u128,
    /// Cents.
    pub basic_rent: u32,
    /// Cents.
    pub total_rent: u32,
    /// Tenths of a square metre.
    pub area: u32,
    /// The place of the unit type among all.
    pub unit_type: u8,
    /// Microseconds since 1970.
    pub created: i64,
    /// Microseconds since 1970.
    pub modified: i64,
    /// See `Places`.
    pub place: u32,
}

impl Row {
    pub fn of(card: &ListingSummary, place: u32) -> Self {
        // No amount of a listing comes near the largest number, and none is negative.
        let cents = |cents: i64| u32::try_from(cents.max(0)).unwrap_or(u32::MAX);
        Self {
            id: card.id.0.as_u128(),
            basic_rent: cents(card.basic_rent.get()),
            total_rent: cents(card.total_rent.get()),
            area: u32::try_from(card.area.tenths()).unwrap_or(0),
            unit_type: type_number(card.unit_type),
            created: card.date_created.timestamp_micros(),
            modified: card.last_modified.timestamp_micros(),
            place,
        }
    }

    /// What documents are numbered by.
    pub fn number_key(&self) -> (u32, u128) {
        (self.basic_rent, self.id)
    }
}

/// The place of a unit type among all.
pub(crate) fn type_number(unit_type: UnitType) -> u8 {
    UnitType::ALL.iter().zip(0..).find_map(|(known, number)| (*known == unit_type).then_some(number)).unwrap_or(0)
}

/// How many documents share a zone.
const ZONE: usize = 512;

/// The ranges in which a stretch of documents lies. Total rents, and areas as well, go along with the basic rent, so that
/// most stretches need no look at all.
#[derive(Debug)]
struct Zone {
    price: (u32, u32),
    area: (u32, u32),
}

impl Zone {
    fn of(rows: &[Row]) -> Self {
        let range = |figure: fn(&Row) -> u32| {
            let figures = rows.iter().map(figure);
            (figures.clone().min().unwrap_or(0), figures.max().unwrap_or(0))
        };
        Self { price: range(|row| row.total_rent), area: range(|row| row.area) }
    }

    /// Whether something here can be accepted.
    fn may_have(&self, filter: &Filter) -> bool {
        let overlap = |one: (u32, u32), other: (u32, u32)| one.0 <= other.1 && other.0 <= one.1;
        overlap(self.price, filter.price) && overlap(self.area, filter.area)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Columns {
    pub ids: Vec<u128>,
    pub basic_rents: Vec<u32>,
    pub total_rents: Vec<u32>,
    pub areas: Vec<u32>,
    pub unit_types: Vec<u8>,
    pub created: Vec<i64>,
    pub modified: Vec<i64>,
    pub places: Vec<u32>,
    zones: Vec<Zone>,
}

impl Columns {
    /// Of rows in the order of their numbers.
    pub fn new(rows: &[Row]) -> Self {
        Self {
            ids: rows.iter().map(|row| row.id).collect(),
            basic_rents: rows.iter().map(|row| row.basic_rent).collect(),
            total_rents: rows.iter().map(|row| row.total_rent).collect(),
            areas: rows.iter().map(|row| row.area).collect(),
            unit_types: rows.iter().map(|row| row.unit_type).collect(),
            created: rows.iter().map(|row| row.created).collect(),
            modified: rows.iter().map(|row| row.modified).collect(),
            places: rows.iter().map(|row| row.place).collect(),
            zones: rows.chunks(ZONE).map(Zone::of).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn row(&self, doc: u32) -> Row {
        let doc = doc as usize;
        Row {
            id: self.ids[doc],
            basic_rent: self.basic_rents[doc],
            total_rent: self.total_rents[doc],
            area: self.areas[doc],
            unit_type: self.unit_types[doc],
            created: self.created[doc],
            modified: self.modified[doc],
            place: self.places[doc],
        }
    }

    pub fn bytes(&self) -> usize {
        self.len() * (16 + 4 * 4 + 1 + 2 * 8) + self.zones.len() * size_of::<Zone>()
    }
}

/// Which figures a search accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Inclusive, cents.
    pub price: (u32, u32),
    /// Inclusive, tenths of a square metre.
    pub area: (u32, u32),
    /// One bit for each unit type.
    pub unit_types: u8,
}

impl Filter {
    pub const EVERYTHING: Self = Self { price: Self::ANY_NUMBER, area: Self::ANY_NUMBER, unit_types: Self::ANY_TYPE };
    pub const ANY_NUMBER: (u32, u32) = (0, u32::MAX);
    /// A range that nothing lies in.
    pub const NO_NUMBER: (u32, u32) = (1, 0);
    pub const ANY_TYPE: u8 = (1 << UnitType::ALL.len()) - 1;

    pub fn accepts_all(&self) -> bool {
        self.price == Self::ANY_NUMBER && self.area == Self::ANY_NUMBER && self.unit_types == Self::ANY_TYPE
    }

    pub fn accepts_none(&self) -> bool {
        self.price.0 > self.price.1 || self.area.0 > self.area.1 || self.unit_types == 0
    }

    pub fn accepts(&self, columns: &Columns, doc: u32) -> bool {
        let doc = doc as usize;
        self.accepts_figures(columns.total_rents[doc], columns.areas[doc], columns.unit_types[doc])
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "only what is inlined is compiled for the processor that it runs on")]
    #[allow(clippy::needless_bitwise_bool, reason = "without branches it is asked of many at once")]
    pub fn accepts_figures(&self, total_rent: u32, area: u32, unit_type: u8) -> bool {
        (total_rent >= self.price.0)
            & (total_rent <= self.price.1)
            & (area >= self.area.0)
            & (area <= self.area.1)
            & (self.unit_types >> (unit_type & 7) & 1 == 1)
    }
}

/// Sixty-four documents at a time, as one bit for each that a filter accepts.
pub(crate) struct Scan<'a> {
    columns: &'a Columns,
    filter: Filter,
    arch: pulp::Arch,
}

impl<'a> Scan<'a> {
    /// The filter must accept something.
    pub fn new(columns: &'a Columns, filter: Filter) -> Self {
        Self { columns, filter, arch: pulp::Arch::new() }
    }

    /// Calls `each` with the index of a word and its bits, in order, until that says stop. Words without a bit may be
    /// left out.
    pub fn run(&self, mut each: impl FnMut(usize, u64) -> bool) {
        let words = self.columns.len().div_ceil(64);
        for (number, zone) in self.columns.zones.iter().enumerate() {
            if !zone.may_have(&self.filter) {
                continue;
            }
            let first = number * (ZONE / 64);
            for word in first..(first + ZONE / 64).min(words) {
                let bits = self.word(word);
                if bits != 0 && !each(word, bits) {
                    return;
                }
            }
        }
    }

    /// The bits of one word.
    pub fn word(&self, word: usize) -> u64 {
        let (start, end) = (word * 64, (word * 64 + 64).min(self.columns.len()));
        let (Some(prices), Some(areas), Some(unit_types)) = (
            self.columns.total_rents.get(start..end),
            self.columns.areas.get(start..end),
            self.columns.unit_types.get(start..end),
        ) else {
            return 0;
        };
        let filter = self.filter;
        self.arch.dispatch(
            #[inline(always)]
            || mask(filter, prices, areas, unit_types),
        )
    }
}

/// One byte for each document in a loop without branches, which compilers turn into wide arithmetic; then eight bytes to
/// eight bits by one multiplication.
#[inline(always)]
#[allow(clippy::inline_always, reason = "only what is inlined is compiled for the processor that it runs on")]
fn mask(filter: Filter, prices: &[u32], areas: &[u32], unit_types: &[u8]) -> u64 {
    let mut accepted = [0_u8; 64];
    for (((accepted, price), area), unit_type) in accepted.iter_mut().zip(prices).zip(areas).zip(unit_types) {
        *accepted = u8::from(filter.accepts_figures(*price, *area, *unit_type));
    }
    let (bytes, _) = accepted.as_chunks::<8>();
    bytes.iter().enumerate().fold(0, |bits, (index, bytes)| {
        let gathered = u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits | gathered << (index * 8)
    })
}
