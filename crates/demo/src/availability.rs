//! When the demo listings are available: plausible dates around the beginnings of months.

use chrono::{Datelike, Days, Months, NaiveDate};
use portal_domain::availability::Availability;

use crate::random::SeededRng;

/// Minimum stays in months with their percentages.
const MINIMUMS: &[(Option<i16>, i64)] = &[(None, 55), (Some(3), 12), (Some(6), 20), (Some(12), 13)];
/// Lengths of limited lets in months with their percentages: semesters and stays abroad.
const LENGTHS: &[(u32, i64)] = &[(3, 10), (5, 15), (6, 40), (12, 35)];

/// Most listings are available at once and without end.
pub(crate) fn choose(today: NaiveDate, rng: &mut SeededRng) -> Availability {
    let from = if rng.chance(55) { first_day(today, rng) } else { None };
    let minimum_months = rng.pick_weighted(MINIMUMS);
    if !rng.chance(22) {
        return Availability { from, until: None, minimum_months };
    }
    let start = from.unwrap_or(today);
    let months = rng.pick_weighted(LENGTHS);
    // Limited lets end with a month.
    let next = start.checked_add_months(Months::new(months + 1)).and_then(|day| day.with_day(1));
    let until = next.and_then(|day| day.checked_sub_days(Days::new(1)));
    let length = i16::try_from(months).unwrap_or(0);
    Availability { from, until, minimum_months: minimum_months.filter(|minimum| *minimum < length) }
}

/// The first or the 15th of one of the next months.
fn first_day(today: NaiveDate, rng: &mut SeededRng) -> Option<NaiveDate> {
    let months = u32::try_from(rng.between(1, 5)).unwrap_or(1);
    let month = today.checked_add_months(Months::new(months))?;
    month.with_day(if rng.chance(80) { 1 } else { 15 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choose_returns_valid_dates_of_every_kind() {
        let mut rng = SeededRng::new(1);
        let today = NaiveDate::from_ymd_opt(2026, 11, 30).unwrap();
        let chosen: Vec<Availability> = (0..1_000).map(|_| choose(today, &mut rng)).collect();
        for availability in &chosen {
            assert_eq!(availability.validate(today), Ok(()), "{availability:?}");
        }
        assert!(chosen.iter().any(|choice| *choice == Availability::default()));
        assert!(chosen.iter().any(|choice| choice.from.is_some() && choice.until.is_some()));
        assert!(chosen.iter().any(|choice| choice.from.is_none() && choice.until.is_some()));
    }
}
