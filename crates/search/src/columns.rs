//! The figures of documents, a column for each. Documents are numbered by ascending basic rent and then by id.

use portal_domain::listing::UnitType;
use portal_services::listings::ListingSummary;

use crate::scan::Narrow;

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
    narrow: Narrow,
}

impl Columns {
    /// Of `count` rows in the order of their numbers.
    pub fn new(count: usize, rows: impl Iterator<Item = Row>) -> Self {
        let mut columns = Self::with_capacity(count);
        for row in rows {
            columns.push(row);
        }
        columns.narrow = Narrow::new(&columns.total_rents, &columns.areas, &columns.unit_types);
        columns
    }

    fn with_capacity(count: usize) -> Self {
        Self {
            ids: Vec::with_capacity(count),
            basic_rents: Vec::with_capacity(count),
            total_rents: Vec::with_capacity(count),
            areas: Vec::with_capacity(count),
            unit_types: Vec::with_capacity(count),
            created: Vec::with_capacity(count),
            modified: Vec::with_capacity(count),
            places: Vec::with_capacity(count),
            narrow: Narrow::default(),
        }
    }

    fn push(&mut self, row: Row) {
        let Row { id, basic_rent, total_rent, area, unit_type, created, modified, place } = row;
        self.ids.push(id);
        self.basic_rents.push(basic_rent);
        self.total_rents.push(total_rent);
        self.areas.push(area);
        self.unit_types.push(unit_type);
        self.created.push(created);
        self.modified.push(modified);
        self.places.push(place);
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// What documents are numbered by.
    pub fn number_key(&self, doc: u32) -> (u32, u128) {
        (self.basic_rents[doc as usize], self.ids[doc as usize])
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

    /// Calls `each` with the index of a word of documents and one bit for each of them that the filter accepts, in order,
    /// until that says stop. Words without a bit are left out. The filter must be one that accepts something.
    pub fn scan(&self, filter: Filter, each: impl FnMut(usize, u64) -> bool) {
        self.narrow.scan(self, filter, each);
    }

    pub fn bytes(&self) -> usize {
        self.len() * (16 + 4 * 4 + 1 + 2 * 8) + self.narrow.bytes()
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

    #[inline]
    pub fn accepts_figures(&self, total_rent: u32, area: u32, unit_type: u8) -> bool {
        self.price.0 <= total_rent
            && total_rent <= self.price.1
            && self.area.0 <= area
            && area <= self.area.1
            && self.unit_types >> (unit_type & 7) & 1 == 1
    }
}
