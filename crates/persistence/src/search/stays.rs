//! Listings that allow a wished stay: [`WishedStay::is_allowed_by`] in SQL.

use chrono::Days;
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Date};
use portal_domain::availability::WishedStay;

use crate::schema::all_of_listings as columns;
use crate::schema::listings;

/// PostgreSQL adds months like the domain: where a month lacks the day, its last one counts.
pub(super) fn filter<'a>(found: listings::BoxedQuery<'a, Pg>, stay: &WishedStay) -> listings::BoxedQuery<'a, Pg> {
    let Some(longest_minimum) = stay.longest_minimum() else { return found.filter(false.into_sql::<Bool>()) };
    let mut found = found
        .filter(columns::available_until.is_null().or(columns::available_until.ge(stay.last_day())))
        .filter(columns::minimum_months.is_null().or(columns::minimum_months.le(longest_minimum)));
    if let Some(day) = stay.move_in_by() {
        found = found.filter(columns::available_from.is_null().or(columns::available_from.le(day)));
    }
    if let Some(until) = stay.until() {
        // A month ends the day before the same day of the next one.
        let next_day = until.checked_add_days(Days::new(1)).unwrap_or(until);
        let shortest_stay_ends =
            sql::<Bool>("available_from + make_interval(months => COALESCE(minimum_months, 0)) <= ")
                .bind::<Date, _>(next_day);
        let begins_before = columns::available_from.le(until).and(shortest_stay_ends);
        found = found.filter(columns::available_from.is_null().or(begins_before));
    }
    found
}
