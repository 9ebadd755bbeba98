//! The query of the audit trail.

use chrono::{DateTime, Days, MappedLocalTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_services::ports::{AuditFilter, AuditListQuery};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::extract::enums;
use crate::extract::sort_field::{CreationDateSort, sort_field};
use crate::extract::{FromParams, ParamsReader, parse_date};

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only describes parameters in OpenAPI")]
pub(super) struct AuditParameters {
    /// Each word must occur in the name or email address of the actor or of the affected user, or
    /// in the title of the listing, or be the id of the entity. The order of the words, case,
    /// accents and umlaut spelling are ignored. At most ten words count.
    #[param(max_length = 200)]
    keyword: Option<String>,
    /// Repeatable.
    action: Option<Vec<enums::AuditAction>>,
    #[param(rename = "actorId")]
    actor_id: Option<Uuid>,
    /// A timestamp, or a date in the portal's time zone; inclusive.
    from: Option<String>,
    /// A timestamp, or a date in the portal's time zone; inclusive.
    to: Option<String>,
}

sort_field! {
    AuditSortField: CreationDateSort { DateCreated = "dateCreated" }
}

impl FromParams for AuditListQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let zone = reader.zone;
        let sort = reader.sort(CreationDateSort::DateCreated, AuditSortField::parse);
        let page = reader.page();
        let filter = AuditFilter {
            keyword: reader.keyword("keyword"),
            actions: reader.choices(&["action"], AuditAction::parse),
            actor: reader.choice("actorId", |text| Uuid::try_parse(text).ok()).map(UserId),
            from: reader.choice("from", |text| parse_start(text, zone)),
            before: reader.choice("to", |text| parse_end(text, zone)),
        };
        Some(Self { filter, direction: sort.direction, page })
    }
}

/// The inclusive start of the period.
fn parse_start(text: &str, zone: Tz) -> Option<DateTime<Utc>> {
    match parse_date(text) {
        Some(date) => start_of_day(date, zone),
        None => parse_timestamp(text),
    }
}

/// The exclusive end of the period.
fn parse_end(text: &str, zone: Tz) -> Option<DateTime<Utc>> {
    match parse_date(text) {
        Some(date) => start_of_day(date.checked_add_days(Days::new(1))?, zone),
        // The database stores microseconds.
        None => parse_timestamp(text)?.checked_add_signed(TimeDelta::microseconds(1)),
    }
}

fn parse_timestamp(text: &str) -> Option<DateTime<Utc>> {
    let timestamp = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
    is_supported(timestamp).then_some(timestamp)
}

/// Midnight, or an hour later if the clocks go forward at midnight.
fn start_of_day(date: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    let midnight = date.and_time(NaiveTime::MIN);
    let start = match zone.from_local_datetime(&midnight) {
        MappedLocalTime::Single(start) | MappedLocalTime::Ambiguous(start, _) => start,
        MappedLocalTime::None => {
            zone.from_local_datetime(&midnight.checked_add_signed(TimeDelta::hours(1))?).earliest()?
        }
    };
    let start = start.to_utc();
    is_supported(start).then_some(start)
}

/// Whether the timestamp is within the range of the database, which is smaller than chrono's.
fn is_supported(timestamp: DateTime<Utc>) -> bool {
    use chrono::Datelike;
    (-4_000..=200_000).contains(&timestamp.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BERLIN: Tz = chrono_tz::Europe::Berlin;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn parse_date_returns_its_bounds_in_the_time_zone() {
        assert_eq!(parse_start("2026-03-29", BERLIN), Some(utc("2026-03-28T23:00:00Z")));
        assert_eq!(parse_end("2026-03-29", BERLIN), Some(utc("2026-03-29T22:00:00Z")), "23 hours");
        assert_eq!(parse_end("2026-10-25", BERLIN), Some(utc("2026-10-25T23:00:00Z")), "25 hours");
        // Clocks in Havana go forward at midnight.
        assert_eq!(parse_start("2026-03-08", chrono_tz::America::Havana), Some(utc("2026-03-08T05:00:00Z")));
    }

    #[test]
    fn parse_timestamp_returns_it_in_utc() {
        assert_eq!(parse_start("2026-11-20T09:30:00.5+01:00", BERLIN), Some(utc("2026-11-20T08:30:00.5Z")));
        assert_eq!(parse_end("2026-11-20T08:30:00Z", BERLIN), Some(utc("2026-11-20T08:30:00.000001Z")));
    }

    #[test]
    fn parse_rejects_invalid_and_unsupported_dates() {
        for text in ["2026-02-30", "yesterday", "2026-11-20T25:00:00Z", "+262142-01-01", "-262143-01-01"] {
            assert_eq!((parse_start(text, BERLIN), parse_end(text, BERLIN)), (None, None), "{text}");
        }
    }
}
