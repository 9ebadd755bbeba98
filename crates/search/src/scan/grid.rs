//! Tells which zones have no document near a window, from 64 bytes per zone.
//!
//! A few documents with high additional costs widen the price range of a zone a lot, so ranges alone
//! exclude few zones. A grid knows which combinations of price and area occur.

use crate::columns::Filter;

const PRICE_BUCKETS: usize = u64::BITS as usize;
const AREA_BUCKETS: usize = 8;
const SAMPLE_SIZE: usize = 8_192;

/// Which cells of price and area have documents, by zone.
#[derive(Debug, Default)]
pub(super) struct Grid {
    price_bounds: Vec<u32>,
    area_bounds: Vec<u32>,
    zones: Vec<Cells>,
}

/// A bit per price bucket for each area bucket.
type Cells = [u64; AREA_BUCKETS];

/// The cells that a filter may accept.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellWindow {
    prices: u64,
    first_area: usize,
    last_area: usize,
}

impl Grid {
    pub(super) fn new(prices: &[u32], areas: &[u32], zone_docs: usize) -> Self {
        let (price_bounds, area_bounds) = (bounds::<PRICE_BUCKETS>(prices), bounds::<AREA_BUCKETS>(areas));
        let cells_of = |(prices, areas): (&[u32], &[u32])| {
            let mut cells = Cells::default();
            for (price, area) in prices.iter().zip(areas) {
                cells[bucket(&area_bounds, *area)] |= 1 << bucket(&price_bounds, *price);
            }
            cells
        };
        let zones = prices.chunks(zone_docs).zip(areas.chunks(zone_docs)).map(cells_of).collect();
        Self { price_bounds, area_bounds, zones }
    }

    pub(super) fn window(&self, filter: Filter) -> CellWindow {
        let (first, last) = (bucket(&self.price_bounds, filter.price.0), bucket(&self.price_bounds, filter.price.1));
        CellWindow {
            prices: (u64::MAX << first) & (u64::MAX >> (PRICE_BUCKETS - 1 - last)),
            first_area: bucket(&self.area_bounds, filter.area.0),
            last_area: bucket(&self.area_bounds, filter.area.1),
        }
    }

    /// False only if the filter of the window accepts no document of the zone.
    pub(super) fn may_match(&self, zone: usize, window: CellWindow) -> bool {
        let rows = self.zones.get(zone).and_then(|cells| cells.get(window.first_area..=window.last_area));
        rows.unwrap_or_default().iter().fold(0, |prices, row| prices | row) & window.prices != 0
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.zones.len() * size_of::<Cells>()
    }
}

/// The lowest value of each bucket but the first. Buckets have about as many values each, as a
/// sample tells.
fn bounds<const BUCKETS: usize>(values: &[u32]) -> Vec<u32> {
    let mut sample: Vec<u32> = values.iter().step_by(values.len() / SAMPLE_SIZE + 1).copied().collect();
    sample.sort_unstable();
    (1..BUCKETS).filter_map(|bucket| sample.get(bucket * sample.len() / BUCKETS)).copied().collect()
}

fn bucket(bounds: &[u32], value: u32) -> usize {
    bounds.partition_point(|bound| *bound <= value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_excludes_zones_without_a_document_in_the_window() {
        let prices: Vec<u32> = (0..1_000).collect();
        let areas: Vec<u32> = (0..1_000).rev().collect();
        let grid = Grid::new(&prices, &areas, 100);
        let matching = |price, area| {
            let window = grid.window(Filter { price, area, ..Filter::ALL });
            (0..10).filter(|zone| grid.may_match(*zone, window)).collect::<Vec<_>>()
        };
        assert_eq!(matching((200, 299), (0, u32::MAX)), [1, 2, 3], "neighbours share a bucket");
        assert_eq!(matching((200, 299), (0, 300)), [] as [usize; 0]);
        assert_eq!(matching((0, u32::MAX), (0, u32::MAX)), (0..10).collect::<Vec<_>>());
    }
}
