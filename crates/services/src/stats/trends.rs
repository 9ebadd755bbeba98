//! How things develop, week by week of the portal's calendar.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use super::{HoursToDecision, ListingsByStatus, WeekCounts};
use crate::error::ServiceError;
use crate::ports::{Period, Ports};

/// How far the figures reach back: half a year, the present week among them.
const WEEKS: u64 = 26;

const DAYS_A_WEEK: u64 = 7;
const HALF_HOURS_A_DAY: usize = 48;

/// How things developed.
#[derive(Debug, Clone, PartialEq)]
pub struct Trends {
    /// Every week, oldest first; the last one is not over yet.
    pub weeks: Vec<Week>,
    pub listings_by_status: ListingsByStatus,
    /// Of the decisions within those weeks.
    pub hours_to_decision: HoursToDecision,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Week {
    /// Its Monday.
    pub start: NaiveDate,
    pub counts: WeekCounts,
}

/// The last half year.
pub async fn trends(ports: &Ports) -> Result<Trends, ServiceError> {
    let zone = ports.rules.time_zone;
    let mondays = mondays(ports.clock.now(), zone);
    let periods: Vec<Period> = mondays.iter().map(|&monday| week(monday, zone)).collect();
    let counts = ports.stats.count_new(&periods).await?;
    Ok(Trends {
        weeks: mondays.into_iter().zip(counts).map(|(start, counts)| Week { start, counts }).collect(),
        listings_by_status: ports.stats.count_listings_by_status().await?,
        hours_to_decision: ports.stats.find_hours_to_decision(whole(&periods)).await?,
    })
}

/// The Mondays of the last weeks, oldest first, up to the present week's.
fn mondays(now: DateTime<Utc>, zone: Tz) -> Vec<NaiveDate> {
    let today = now.with_timezone(&zone).date_naive();
    let monday = today - Days::new(today.weekday().num_days_from_monday().into());
    (0..WEEKS).rev().map(|back| monday - Days::new(DAYS_A_WEEK * back)).collect()
}

fn week(monday: NaiveDate, zone: Tz) -> Period {
    Period { from: midnight(monday, zone), until: midnight(monday + Days::new(DAYS_A_WEEK), zone) }
}

/// From the beginning of the first to the end of the last.
fn whole(periods: &[Period]) -> Period {
    let from = periods.first().map(|first| first.from).unwrap_or_default();
    let until = periods.last().map(|last| last.until).unwrap_or_default();
    Period { from, until }
}

/// When this day begins there. Where clocks are put forward at midnight, that is when they have been.
fn midnight(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let exists = |minutes| zone.from_local_datetime(&(midnight + TimeDelta::minutes(minutes))).earliest();
    let begins = (0..).step_by(30).take(HALF_HOURS_A_DAY).find_map(exists);
    // A place that changed its side of the date line has left out a whole day.
    begins.map_or_else(|| midnight.and_utc(), |begins| begins.to_utc())
}

#[cfg(test)]
mod tests;
