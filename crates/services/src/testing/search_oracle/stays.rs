//! Random dates of listings and searches. All are within a year, so that many are close together.

use chrono::{Days, NaiveDate};
use portal_domain::availability::{Availability, WishedStay};

use super::SeededRng;
use crate::testing::MockPorts;

/// Days around the end of months are frequent: there the lengths of months matter.
fn date(rng: &mut SeededRng) -> NaiveDate {
    let today = MockPorts::now().date_naive();
    let months = chrono::Months::new(u32::try_from(rng.number(0, 14)).unwrap_or(0));
    let first = NaiveDate::from_ymd_opt(2026, 9, 1).and_then(|day| day.checked_add_months(months));
    let near = first.unwrap_or(today).checked_add_days(Days::new(rng.number(0, 3).unsigned_abs()));
    near.and_then(|day| day.checked_sub_days(Days::new(2))).unwrap_or(today)
}

pub(super) fn availability(rng: &mut SeededRng) -> Availability {
    let from = rng.chance(60).then(|| date(rng));
    let until = rng.chance(40).then(|| date(rng)).filter(|until| from.is_none_or(|from| from <= *until));
    let minimum_months = rng.chance(60).then(|| rng.number(0, 9)).and_then(|months| i16::try_from(months).ok());
    Availability { from, until, minimum_months }
}

/// Mostly none.
pub(super) fn wished(rng: &mut SeededRng) -> Option<WishedStay> {
    if rng.chance(70) {
        return None;
    }
    let move_in_by = rng.chance(60).then(|| date(rng));
    let until = rng.chance(60).then(|| date(rng));
    WishedStay::new(move_in_by, until, MockPorts::now().date_naive())
}
