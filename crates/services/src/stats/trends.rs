//! Trends, week by week of the portal's calendar.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use crate::error::ServiceError;
use crate::ports::{HoursToDecision, ListingsByStatus, Period, Ports, WeekCounts};

/// The number of weeks in the trends: half a year, including the current week.
const WEEKS: u64 = 26;

const DAYS_A_WEEK: u64 = 7;
const HALF_HOURS_A_DAY: usize = 48;

/// Trends of the last half year.
#[derive(Debug, Clone, PartialEq)]
pub struct Trends {
    /// All weeks, oldest first; the last one is not over yet.
    pub weeks: Vec<Week>,
    pub listings_by_status: ListingsByStatus,
    /// Of the decisions within those weeks.
    pub hours_to_decision: HoursToDecision,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Week {
    /// The week's Monday.
    pub start: NaiveDate,
    pub counts: WeekCounts,
}

pub async fn get_trends(ports: &Ports) -> Result<Trends, ServiceError> {
    let zone = ports.config.time_zone;
    let mondays = mondays(ports.clock.now(), zone);
    let periods: Vec<Period> = mondays.iter().map(|&monday| week(monday, zone)).collect();
    let counts = ports.stats.count_new(&periods).await?;
    Ok(Trends {
        weeks: mondays.into_iter().zip(counts).map(|(start, counts)| Week { start, counts }).collect(),
        listings_by_status: ports.stats.count_listings_by_status().await?,
        hours_to_decision: ports.stats.find_hours_to_decision(whole(&periods)).await?,
    })
}

/// The Mondays of the last weeks, oldest first, up to the current week's.
fn mondays(now: DateTime<Utc>, zone: Tz) -> Vec<NaiveDate> {
    let today = now.with_timezone(&zone).date_naive();
    let monday = today - Days::new(today.weekday().num_days_from_monday().into());
    (0..WEEKS).rev().map(|back| monday - Days::new(DAYS_A_WEEK * back)).collect()
}

fn week(monday: NaiveDate, zone: Tz) -> Period {
    Period { from: midnight(monday, zone), until: midnight(monday + Days::new(DAYS_A_WEEK), zone) }
}

/// The period from the first to the last.
fn whole(periods: &[Period]) -> Period {
    let from = periods.first().map(|first| first.from).unwrap_or_default();
    let until = periods.last().map(|last| last.until).unwrap_or_default();
    Period { from, until }
}

/// The start of this day. Where clocks are put forward at midnight, the first time that exists.
fn midnight(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let exists = |minutes| zone.from_local_datetime(&(midnight + TimeDelta::minutes(minutes))).earliest();
    let begins = (0..).step_by(30).take(HALF_HOURS_A_DAY).find_map(exists);
    // A zone that crossed the date line has skipped a whole day.
    begins.map_or_else(|| midnight.and_utc(), |begins| begins.to_utc())
}

#[cfg(test)]
mod tests {
    use mockall::predicate::eq;

    use super::*;
    use crate::ports::Hours;
    use crate::testing::MockPorts;

    fn moment(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn counts(registrations: u64) -> WeekCounts {
        WeekCounts { registrations, listings: 0, applications: 0 }
    }

    #[tokio::test]
    async fn get_trends_returns_26_weeks_with_current_week_last() {
        let mut ports = MockPorts::default();
        let by_status = ListingsByStatus { draft: 1, archived: 2, available: 3, rented: 4 };
        let hours =
            HoursToDecision { administrator: Some(Hours { median: 5.0, ninetieth_percentile: 30.5 }), landlord: None };
        ports
            .stats
            .expect_count_new()
            .once()
            .withf(|periods| periods.len() == 26 && periods.windows(2).all(|pair| pair[0].until == pair[1].from))
            .returning(|_| Ok((1..=26).map(counts).collect()));
        ports.stats.expect_count_listings_by_status().once().returning(move || Ok(by_status));
        let span = Period { from: moment("2026-05-24T22:00:00Z"), until: moment("2026-11-22T23:00:00Z") };
        ports.stats.expect_find_hours_to_decision().once().with(eq(span)).returning(move |_| Ok(hours));
        let found = get_trends(&ports.build()).await.unwrap();
        assert_eq!(found.weeks.len(), 26);
        assert_eq!(found.weeks[0], Week { start: day("2026-05-25"), counts: counts(1) });
        assert_eq!(found.weeks[25], Week { start: day("2026-11-16"), counts: counts(26) });
        assert_eq!((found.listings_by_status, found.hours_to_decision), (by_status, hours));
    }

    #[test]
    fn mondays_week_begins_at_local_midnight() {
        let last = |now: &str, zone| *mondays(moment(now), zone).last().unwrap();
        assert_eq!(last("2026-11-15T22:59:59Z", Tz::Europe__Berlin), day("2026-11-09"), "still Sunday in Berlin");
        assert_eq!(last("2026-11-15T23:00:00Z", Tz::Europe__Berlin), day("2026-11-16"));
        assert_eq!(last("2026-11-15T23:00:00Z", Tz::UTC), day("2026-11-09"));
        assert_eq!(last("2027-01-01T12:00:00Z", Tz::Europe__Berlin), day("2026-12-28"), "over the end of a year");
    }

    #[test]
    fn week_with_clock_change_is_an_hour_shorter_or_longer() {
        for (monday, hours) in [("2026-03-23", 167), ("2026-03-30", 168), ("2026-10-19", 169), ("2026-10-26", 168)] {
            let week = week(day(monday), Tz::Europe__Berlin);
            assert_eq!(week.until - week.from, TimeDelta::hours(hours), "{monday}");
        }
        // On the last Sunday 02:30 occurs twice, and both belong to the ending week.
        let week = week(day("2026-10-19"), Tz::Europe__Berlin);
        assert_eq!((week.from, week.until), (moment("2026-10-18T22:00:00Z"), moment("2026-10-25T23:00:00Z")));
    }

    #[test]
    fn midnight_skipped_hour_returns_first_existing_time() {
        // In Beirut the last Sunday of March begins at one o'clock.
        assert_eq!(midnight(day("2024-03-31"), Tz::Asia__Beirut), moment("2024-03-30T22:00:00Z"));
        // Samoa had no 30 December 2011 at all.
        assert_eq!(midnight(day("2011-12-30"), Tz::Pacific__Apia), moment("2011-12-30T00:00:00Z"));
    }
}
