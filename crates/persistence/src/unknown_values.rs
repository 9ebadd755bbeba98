//! Stored values that this version does not know, because a newer one has written them.
//!
//! During a rolling upgrade both run over one database. A row with such a value must not fail the list
//! or the job that reads it among others.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use portal_domain::stored::{Stored, TextEnum};
use portal_services::ports::StoreError;

use crate::errors::is_unknown_value;

/// A value that is shown also if it is unknown. `column` names table and column.
pub(crate) fn stored<T: TextEnum>(column: &'static str, text: String) -> Stored<T> {
    let value = Stored::parse(text);
    if let Stored::Unknown(text) = &value {
        note(column, text);
    }
    value
}

/// The value of a set of which unknown members are left out.
pub(crate) fn known<T: TextEnum>(column: &'static str, text: &str) -> Option<T> {
    let value = T::parse(text);
    if value.is_none() {
        note(column, text);
    }
    value
}

/// The rows of a list, without those that have an unknown value: what depends on it cannot be shown.
pub(crate) fn known_rows<Row, T>(
    list: &'static str,
    rows: impl IntoIterator<Item = Row>,
    mut read: impl FnMut(Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    rows.into_iter().filter_map(|row| known_row(list, read(row)).transpose()).collect()
}

/// A row of a list; `None` if it has an unknown value.
pub(crate) fn known_row<T>(list: &'static str, row: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match row {
        Ok(row) => Ok(Some(row)),
        Err(error) if is_unknown_value(&error) => {
            note(list, &error.to_string());
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Counts the value. It is logged once for each place, because lists are read often.
fn note(place: &'static str, value: &str) {
    static LOGGED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    metrics::counter!("portal_unknown_values_total", "place" => place).increment(1);
    if LOGGED.lock().unwrap_or_else(PoisonError::into_inner).insert(place) {
        tracing::warn!(
            place,
            value,
            "found a value that this version does not know; a newer version may have stored it"
        );
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::event::EventType;

    use super::*;
    use crate::errors::{corrupt, parse_column};

    #[test]
    fn known_rows_skips_unknown_values_and_fails_on_other_errors() {
        let read = |text| parse_column(text, EventType::parse);
        let rows = known_rows("test", ["LISTING_RENTED", "LISTING_SOLD", "LISTING_REPORTED"], read).unwrap();
        assert_eq!(rows, [EventType::ListingRented, EventType::ListingReported]);
        let corrupt = known_rows("test", [()], |()| Err::<(), _>(corrupt("digest of another length")));
        assert!(matches!(corrupt, Err(StoreError::Corrupt(_))));
    }
}
