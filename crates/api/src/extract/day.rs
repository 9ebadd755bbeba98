//! Days of the calendar, as dates of availability.

use chrono::NaiveDate;
use portal_domain::availability::{FIRST_DAY, LAST_DAY};
use utoipa::openapi::{RefOr, Schema};

use super::field::{Scalar, parse_date};
use crate::error::FieldRule;

/// A day from 2000 to 2099.
pub(crate) struct Day(pub NaiveDate);

impl Scalar for Day {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        let day = parse_date(&text).ok_or(FieldRule::Invalid)?;
        if (FIRST_DAY..=LAST_DAY).contains(&day) { Ok(Some(Self(day))) } else { Err(FieldRule::OutOfRange) }
    }

    fn schema() -> RefOr<Schema> {
        <NaiveDate as Scalar>::schema()
    }
}
