//! Numeric columns. Doc ids ascend with the basic rent and then the listing id.

use std::io::{Read, Write};

use portal_domain::listing::UnitType;
use portal_domain::town::TownId;
use portal_services::ports::ListingSummary;

use crate::amenity_index::{amenity_bits, are_amenities};
use crate::index_file::{IndexFileError, RecordReader, RecordWriter};
use crate::scan::{CompactColumns, StayColumns, StayValues};

/// Stands for no town.
pub(crate) const NO_TOWN: u32 = u32::MAX;

/// The values of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: u128,
    /// Cents.
    pub(crate) basic_rent: u32,
    /// Cents.
    pub(crate) total_rent: u32,
    /// Tenths of a square metre.
    pub(crate) area: u32,
    /// Index in [`UnitType::ALL`].
    pub(crate) unit_type: u8,
    /// Microseconds since 1970.
    pub(crate) created: i64,
    /// Microseconds since 1970.
    pub(crate) modified: i64,
    /// A place id, see [`Places`](crate::places::Places).
    pub(crate) place: u32,
    /// The number of a town, or [`NO_TOWN`].
    pub(crate) town: u32,
    /// See [`amenity_bits`].
    pub(crate) amenities: u32,
    pub(crate) stay: StayValues,
}

impl Row {
    pub(crate) fn of(card: &ListingSummary, place: u32) -> Self {
        // Amounts of listings are neither negative nor near the maximum.
        let cents = |cents: i64| u32::try_from(cents.max(0)).unwrap_or(u32::MAX);
        Self {
            id: card.id.0.as_u128(),
            basic_rent: cents(card.facts.basic_rent.get()),
            total_rent: cents(card.facts.total_rent().get()),
            area: u32::try_from(card.facts.area.tenths()).unwrap_or(0),
            unit_type: type_index(card.facts.unit_type),
            created: card.date_created.timestamp_micros(),
            modified: card.last_modified.timestamp_micros(),
            place,
            town: town_number(TownId::of_address(&card.facts.address.postal_code, &card.facts.address.city)),
            amenities: amenity_bits(&card.facts.amenities),
            stay: StayValues::of(&card.facts.availability),
        }
    }

    /// Doc ids are assigned in this order.
    pub(crate) fn doc_order_key(&self) -> (u32, u128) {
        (self.basic_rent, self.id)
    }
}

fn town_number(town: Option<TownId>) -> u32 {
    town.map_or(NO_TOWN, |town| town.number().into())
}

/// The index of a unit type in [`UnitType::ALL`].
pub(crate) fn type_index(unit_type: UnitType) -> u8 {
    UnitType::ALL.iter().zip(0..).find_map(|(known, index)| (*known == unit_type).then_some(index)).unwrap_or(0)
}

#[derive(Debug, Default)]
pub(crate) struct Columns {
    pub(crate) ids: Vec<u128>,
    pub(crate) basic_rents: Vec<u32>,
    pub(crate) total_rents: Vec<u32>,
    pub(crate) areas: Vec<u32>,
    pub(crate) unit_types: Vec<u8>,
    pub(crate) created: Vec<i64>,
    pub(crate) modified: Vec<i64>,
    pub(crate) places: Vec<u32>,
    pub(crate) towns: Vec<u32>,
    pub(crate) amenities: Vec<u32>,
    pub(crate) stays: StayColumns,
    compact: CompactColumns,
}

impl Columns {
    /// `rows`: `count` rows in the order of their doc ids.
    pub(crate) fn new(count: usize, rows: impl Iterator<Item = Row>) -> Self {
        let mut columns = Self::with_capacity(count);
        for row in rows {
            columns.push(row);
        }
        columns.compact = CompactColumns::new(&columns.total_rents, &columns.areas, &columns.unit_types);
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
            towns: Vec::with_capacity(count),
            amenities: Vec::with_capacity(count),
            stays: StayColumns::default(),
            compact: CompactColumns::default(),
        }
    }

    fn push(&mut self, row: Row) {
        let Row { id, basic_rent, total_rent, area, unit_type, created, modified, place, town, amenities, stay } = row;
        self.ids.push(id);
        self.basic_rents.push(basic_rent);
        self.total_rents.push(total_rent);
        self.areas.push(area);
        self.unit_types.push(unit_type);
        self.created.push(created);
        self.modified.push(modified);
        self.places.push(place);
        self.towns.push(town);
        self.amenities.push(amenities);
        self.stays.push(stay);
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn write(&self, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
        writer.numbers(&self.ids)?;
        writer.numbers(&self.basic_rents)?;
        writer.numbers(&self.total_rents)?;
        writer.numbers(&self.areas)?;
        writer.bytes(&self.unit_types)?;
        writer.numbers(&self.created)?;
        writer.numbers(&self.modified)?;
        writer.numbers(&self.places)?;
        writer.numbers(&self.towns)?;
        writer.numbers(&self.amenities)?;
        self.stays.write(writer)
    }

    pub(crate) fn read(reader: &mut RecordReader<impl Read>) -> Result<Self, IndexFileError> {
        let mut columns = Self {
            ids: reader.numbers()?,
            basic_rents: reader.numbers()?,
            total_rents: reader.numbers()?,
            areas: reader.numbers()?,
            unit_types: reader.bytes()?,
            created: reader.numbers()?,
            modified: reader.numbers()?,
            places: reader.numbers()?,
            towns: reader.numbers()?,
            amenities: reader.numbers()?,
            stays: StayColumns::read(reader)?,
            compact: CompactColumns::default(),
        };
        if !columns.are_consistent() {
            return Err(IndexFileError::Damaged);
        }
        columns.compact = CompactColumns::new(&columns.total_rents, &columns.areas, &columns.unit_types);
        Ok(columns)
    }

    /// Whether all columns are of the same documents, in their order.
    fn are_consistent(&self) -> bool {
        let lengths = [
            self.basic_rents.len(),
            self.total_rents.len(),
            self.areas.len(),
            self.unit_types.len(),
            self.created.len(),
            self.modified.len(),
            self.places.len(),
            self.towns.len(),
            self.amenities.len(),
            self.stays.len(),
        ];
        lengths.iter().all(|length| *length == self.len())
            && self.unit_types.iter().all(|unit_type| usize::from(*unit_type) < UnitType::ALL.len())
            && self.amenities.iter().all(|amenities| are_amenities(*amenities))
            && self.towns.iter().all(|town| *town == NO_TOWN || (*town as usize) < portal_domain::town::count())
            && self.basic_rents.iter().zip(&self.ids).is_sorted_by(|one, next| one < next)
    }

    /// See [`Row::doc_order_key`].
    pub(crate) fn doc_order_key(&self, doc: u32) -> (u32, u128) {
        (self.basic_rents[doc as usize], self.ids[doc as usize])
    }

    pub(crate) fn row(&self, doc: u32) -> Row {
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
            town: self.towns[doc],
            amenities: self.amenities[doc],
            stay: self.stays.get(doc),
        }
    }

    /// Calls `visit` with the index and the bits of each bitmap word in which the filter accepts a
    /// document, in order, until it returns false. The filter must accept some value.
    pub(crate) fn scan(&self, filter: Filter, visit: impl FnMut(usize, u64) -> bool) {
        self.compact.scan(self, filter, visit);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.len() * (16 + 6 * 4 + 1 + 2 * 8) + self.stays.memory_bytes() + self.compact.memory_bytes()
    }
}

/// The values that a search accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Inclusive, cents.
    pub(crate) price: (u32, u32),
    /// Inclusive, tenths of a square metre.
    pub(crate) area: (u32, u32),
    /// A bit per unit type, by its index in [`UnitType::ALL`].
    pub(crate) unit_types: u8,
}

impl Filter {
    pub(crate) const ALL: Self = Self { price: Self::FULL_RANGE, area: Self::FULL_RANGE, unit_types: Self::ALL_TYPES };
    pub(crate) const FULL_RANGE: (u32, u32) = (0, u32::MAX);
    pub(crate) const EMPTY_RANGE: (u32, u32) = (1, 0);
    pub(crate) const ALL_TYPES: u8 = (1 << UnitType::ALL.len()) - 1;

    pub(crate) fn accepts_all(&self) -> bool {
        self.price == Self::FULL_RANGE && self.area == Self::FULL_RANGE && self.unit_types == Self::ALL_TYPES
    }

    pub(crate) fn accepts_none(&self) -> bool {
        self.price.0 > self.price.1 || self.area.0 > self.area.1 || self.unit_types == 0
    }

    pub(crate) fn accepts(&self, columns: &Columns, doc: u32) -> bool {
        let doc = doc as usize;
        self.accepts_values(columns.total_rents[doc], columns.areas[doc], columns.unit_types[doc])
    }

    #[inline]
    pub(crate) fn accepts_values(&self, total_rent: u32, area: u32, unit_type: u8) -> bool {
        self.price.0 <= total_rent
            && total_rent <= self.price.1
            && self.area.0 <= area
            && area <= self.area.1
            && self.unit_types >> (unit_type & 7) & 1 == 1
    }
}
