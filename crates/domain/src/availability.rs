//! When a listing is available, and which wished stays it allows.

use chrono::{Days, Months, NaiveDate};

/// The days that a listing is let for. Without dates it is available now and without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Availability {
    /// The first day; `None`: from now on.
    pub from: Option<NaiveDate>,
    /// The last day, inclusive; `None`: without end.
    pub until: Option<NaiveDate>,
    /// The shortest stay; `None` or 0: any.
    pub minimum_months: Option<i16>,
}

/// The earliest date that listings and searches accept.
pub const FIRST_DAY: NaiveDate = day(2000, 1, 1);
/// The latest date that listings and searches accept.
pub const LAST_DAY: NaiveDate = day(2099, 12, 31);

/// The longest minimum stay.
pub const MAX_MINIMUM_MONTHS: i16 = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AvailabilityError {
    #[error("the last day is before the first one")]
    EndsBeforeStart,
    #[error("the minimum stay is longer than the listing is available")]
    MinimumBeyondSpan,
}

impl Availability {
    /// The span of a listing without a first day begins today.
    pub fn validate(self, today: NaiveDate) -> Result<(), AvailabilityError> {
        let Some(until) = self.until else { return Ok(()) };
        if self.from.is_some_and(|from| from > until) {
            return Err(AvailabilityError::EndsBeforeStart);
        }
        let has_minimum = self.minimum_months.is_some_and(|months| months > 0);
        if has_minimum && self.end_of_minimum(self.from.unwrap_or(today)) > until {
            return Err(AvailabilityError::MinimumBeyondSpan);
        }
        Ok(())
    }

    /// The last day of the shortest stay that begins on this day. A month ends the day before the
    /// same day of the next one: three months from 1 January end on 31 March. Where that day does
    /// not exist, the last one of the month counts.
    pub fn end_of_minimum(self, start: NaiveDate) -> NaiveDate {
        end_of_stay(start, self.minimum_months.unwrap_or(0))
    }
}

const fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    match NaiveDate::from_ymd_opt(year, month, day) {
        Some(day) => day,
        None => NaiveDate::MIN,
    }
}

fn end_of_stay(start: NaiveDate, months: i16) -> NaiveDate {
    let Some(months) = u32::try_from(months).ok().filter(|months| *months > 0) else { return start };
    let next = start.checked_add_months(Months::new(months));
    next.and_then(|next| next.checked_sub_days(Days::new(1))).unwrap_or(NaiveDate::MAX)
}

/// The stay that a search asks for: the latest day of moving in, the last day, or both.
///
/// - The stay begins on the day of moving in. Without one it may begin on any day, and its length
///   is counted from today. Nothing begins in the past: an earlier day means today.
/// - A listing allows the stay if it is available on that day, does not end before the last day (or
///   before the day of moving in, if no last day is given), and if its minimum stay does not last
///   longer than until the last day. Where the listing is available later than the stay begins, the
///   minimum stay is counted from there.
/// - A stay that ends before it begins is impossible: no listing allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WishedStay {
    move_in_by: Option<NaiveDate>,
    until: Option<NaiveDate>,
    /// The day of moving in, or today.
    start: NaiveDate,
}

impl WishedStay {
    /// `None` without dates.
    pub fn new(move_in_by: Option<NaiveDate>, until: Option<NaiveDate>, today: NaiveDate) -> Option<Self> {
        let move_in_by = move_in_by.map(|day| day.max(today));
        (move_in_by.is_some() || until.is_some()).then(|| Self {
            move_in_by,
            until,
            start: move_in_by.unwrap_or(today),
        })
    }

    /// A listing must be available on this day at the latest.
    pub const fn move_in_by(&self) -> Option<NaiveDate> {
        self.move_in_by
    }

    /// The minimum stay of a listing must have ended by this day.
    pub const fn until(&self) -> Option<NaiveDate> {
        self.until
    }

    /// A listing must not end before this day.
    pub fn last_day(&self) -> NaiveDate {
        self.until.unwrap_or(self.start)
    }

    /// The longest minimum stay that ends in time; `None` if the stay is impossible.
    pub fn longest_minimum(&self) -> Option<i16> {
        let Some(until) = self.until else { return Some(MAX_MINIMUM_MONTHS) };
        (0..=MAX_MINIMUM_MONTHS).rev().find(|months| end_of_stay(self.start, *months) <= until)
    }

    pub fn is_allowed_by(&self, listing: &Availability) -> bool {
        let start = listing.from.map_or(self.start, |from| from.max(self.start));
        let begins_in_time = self.move_in_by.is_none_or(|day| start <= day);
        let ends_late_enough = listing.until.is_none_or(|last| last >= self.last_day());
        let is_long_enough = self.until.is_none_or(|until| listing.end_of_minimum(start) <= until);
        begins_in_time && ends_late_enough && is_long_enough
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn let_for(from: &str, until: &str, minimum_months: i16) -> Availability {
        let optional = |text: &str| (!text.is_empty()).then(|| date(text));
        Availability { from: optional(from), until: optional(until), minimum_months: Some(minimum_months) }
    }

    fn stay(by: &str, until: &str) -> WishedStay {
        let optional = |text: &str| (!text.is_empty()).then(|| date(text));
        WishedStay::new(optional(by), optional(until), date("2026-11-25")).unwrap()
    }

    #[test]
    fn validate_refuses_crossing_dates_and_a_minimum_beyond_the_span() {
        let today = date("2026-11-25");
        for (listing, expected) in [
            (let_for("", "", 60), Ok(())),
            (let_for("2027-01-01", "2027-01-01", 0), Ok(())),
            (let_for("2027-01-01", "2027-03-31", 3), Ok(())),
            (let_for("2027-01-31", "2027-02-27", 1), Ok(())),
            (let_for("", "2026-12-24", 1), Ok(())),
            (let_for("", "2020-01-01", 0), Ok(())),
            (let_for("2027-01-02", "2027-01-01", 0), Err(AvailabilityError::EndsBeforeStart)),
            (let_for("2027-01-01", "2027-03-30", 3), Err(AvailabilityError::MinimumBeyondSpan)),
            (let_for("", "2026-12-23", 1), Err(AvailabilityError::MinimumBeyondSpan)),
        ] {
            assert_eq!(listing.validate(today), expected, "{listing:?}");
        }
    }

    #[test]
    fn stay_is_allowed_by_listings_that_are_available_in_time_and_long_enough() {
        let always = Availability::default();
        for (wish, listing, expected) in [
            (stay("2027-01-01", ""), always, true),
            (stay("2027-01-01", ""), let_for("2027-01-01", "", 12), true),
            (stay("2027-01-01", ""), let_for("2027-01-02", "", 0), false),
            (stay("2027-01-01", ""), let_for("", "2027-01-01", 0), true),
            (stay("2027-01-01", ""), let_for("", "2026-12-31", 0), false),
            // A day in the past means today.
            (stay("2026-10-01", ""), let_for("2026-11-25", "", 0), true),
            (stay("", "2027-03-31"), always, true),
            (stay("", "2027-03-31"), let_for("2027-03-31", "", 0), true),
            (stay("", "2027-03-31"), let_for("2027-04-01", "", 0), false),
            (stay("", "2027-03-31"), let_for("", "2027-03-30", 0), false),
            // From today until the end of March it is four months and six days.
            (stay("", "2027-03-31"), let_for("", "", 4), true),
            (stay("", "2027-03-31"), let_for("", "", 5), false),
            (stay("", "2027-03-31"), let_for("2027-01-01", "", 3), true),
            (stay("", "2027-03-31"), let_for("2027-01-01", "", 4), false),
            (stay("2027-01-01", "2027-03-31"), let_for("2026-12-01", "2027-03-31", 3), true),
            (stay("2027-01-01", "2027-03-31"), let_for("2026-12-01", "", 4), false),
            (stay("2027-01-01", "2026-12-31"), always, false),
            (stay("", "2026-11-24"), always, false),
        ] {
            assert_eq!(wish.is_allowed_by(&listing), expected, "{wish:?} {listing:?}");
        }
    }

    fn any_date() -> impl Strategy<Value = Option<NaiveDate>> {
        let days = (0_u64..800).prop_map(|days| date("2026-06-01").checked_add_days(Days::new(days)));
        prop_oneof![1 => Just(None), 4 => days]
    }

    proptest! {
        /// What search adapters compare instead of dates that they would have to compute.
        #[test]
        fn is_allowed_by_equals_the_comparison_of_precomputed_values(
            by in any_date(), until in any_date(), from in any_date(), end in any_date(), months in 0_i16..14,
        ) {
            let Some(wish) = WishedStay::new(by, until, date("2026-11-25")) else { return Ok(()) };
            let listing = Availability { from, until: end, minimum_months: Some(months) };
            let precomputed = wish.longest_minimum().is_some_and(|longest| {
                wish.move_in_by().is_none_or(|day| from.is_none_or(|from| from <= day))
                    && end.is_none_or(|end| end >= wish.last_day())
                    && months <= longest
                    && wish.until().is_none_or(|last| from.is_none_or(|from| listing.end_of_minimum(from) <= last))
            });
            prop_assert_eq!(wish.is_allowed_by(&listing), precomputed);
        }
    }
}
