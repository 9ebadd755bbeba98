//! What the audit trail is asked for.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use chrono::{DateTime, Days, MappedLocalTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_services::audit::ListRequest;
use portal_services::paging::Sort;
use portal_services::ports::AuditFilter;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::closed_set;
use crate::error::ApiError;
use crate::extract::ParamsReader;
use crate::state::Api;

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes parameters in OpenAPI; they are read by ParamsReader")]
pub struct AuditParameters {
    /// Each word is in the name or the e-mail of who did it or of the person whom it was done to, in the title of the
    /// listing that it is about, or is the id of what it is about. In any order, whatever the case, accents or umlaut
    /// spelling; ten words count.
    #[param(max_length = 200)]
    keyword: Option<String>,
    /// May be repeated.
    action: Option<Vec<closed_set::AuditAction>>,
    #[param(rename = "actorId")]
    actor_id: Option<Uuid>,
    /// A moment, or a day of the portal's calendar; inclusive.
    from: Option<String>,
    /// A moment, or a day of the portal's calendar; inclusive.
    to: Option<String>,
}

/// Read with the portal's calendar at hand.
pub struct AuditQuery(pub ListRequest);

impl FromRequest for AuditQuery {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let zone = request.app_data::<web::Data<Api>>().map_or(Tz::UTC, |api| api.ports.rules.time_zone);
        let mut reader = ParamsReader::new(request.query_string());
        let query = read(&mut reader, zone);
        ready(reader.finish().map(|()| Self(query)))
    }
}

fn read(reader: &mut ParamsReader, zone: Tz) -> ListRequest {
    let sort: Sort<()> = reader.sort((), |field| (field == "dateCreated").then_some(()));
    let page = reader.page();
    let filter = AuditFilter {
        keyword: reader.keyword("keyword"),
        actions: reader.choices(&["action"], AuditAction::parse),
        actor: reader.choice("actorId", |text| Uuid::try_parse(text).ok()).map(UserId),
        from: reader.choice("from", |text| begin(text, zone)),
        before: reader.choice("to", |text| end(text, zone)),
    };
    ListRequest { filter, direction: sort.direction, page }
}

/// The first moment that is meant.
fn begin(text: &str, zone: Tz) -> Option<DateTime<Utc>> {
    match text.parse::<NaiveDate>() {
        Ok(day) => midnight(day, zone),
        Err(_) => moment(text),
    }
}

/// The first moment that is not meant any more.
fn end(text: &str, zone: Tz) -> Option<DateTime<Utc>> {
    match text.parse::<NaiveDate>() {
        Ok(day) => midnight(day.checked_add_days(Days::new(1))?, zone),
        // The finest step that is kept.
        Err(_) => moment(text)?.checked_add_signed(TimeDelta::microseconds(1)),
    }
}

fn moment(text: &str) -> Option<DateTime<Utc>> {
    let moment = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
    is_kept(moment).then_some(moment)
}

/// Where the clock is put forward at midnight, the day begins when it is put.
fn midnight(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    let midnight = day.and_time(NaiveTime::MIN);
    let begin = match zone.from_local_datetime(&midnight) {
        MappedLocalTime::Single(begin) | MappedLocalTime::Ambiguous(begin, _) => begin,
        MappedLocalTime::None => {
            zone.from_local_datetime(&midnight.checked_add_signed(TimeDelta::hours(1))?).earliest()?
        }
    };
    let begin = begin.to_utc();
    is_kept(begin).then_some(begin)
}

/// Whether the database knows such a moment: its years are fewer than the calendar's.
fn is_kept(moment: DateTime<Utc>) -> bool {
    use chrono::Datelike;
    (-4_000..=200_000).contains(&moment.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BERLIN: Tz = chrono_tz::Europe::Berlin;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_is_that_of_the_portals_calendar_and_as_long_as_it_is_there() {
        assert_eq!(begin("2026-03-29", BERLIN), Some(utc("2026-03-28T23:00:00Z")));
        assert_eq!(end("2026-03-29", BERLIN), Some(utc("2026-03-29T22:00:00Z")), "23 hours");
        assert_eq!(end("2026-10-25", BERLIN), Some(utc("2026-10-25T23:00:00Z")), "25 hours");
        // Clocks in Havana go forward at midnight.
        assert_eq!(begin("2026-03-08", chrono_tz::America::Havana), Some(utc("2026-03-08T05:00:00Z")));
    }

    #[test]
    fn a_moment_is_itself() {
        assert_eq!(begin("2026-11-20T09:30:00.5+01:00", BERLIN), Some(utc("2026-11-20T08:30:00.5Z")));
        assert_eq!(end("2026-11-20T08:30:00Z", BERLIN), Some(utc("2026-11-20T08:30:00.000001Z")));
    }

    #[test]
    fn what_no_calendar_has_is_refused() {
        for text in ["2026-02-30", "yesterday", "2026-11-20T25:00:00Z", "+262142-01-01", "-262143-01-01"] {
            assert_eq!((begin(text, BERLIN), end(text, BERLIN)), (None, None), "{text}");
        }
    }
}
