use mockall::predicate::eq;

use super::*;
use crate::stats::Hours;
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
async fn half_a_year_is_counted_and_the_present_week_comes_last() {
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
    let found = trends(&ports.build()).await.unwrap();
    assert_eq!(found.weeks.len(), 26);
    assert_eq!(found.weeks[0], Week { start: day("2026-05-25"), counts: counts(1) });
    assert_eq!(found.weeks[25], Week { start: day("2026-11-16"), counts: counts(26) });
    assert_eq!((found.listings_by_status, found.hours_to_decision), (by_status, hours));
}

#[test]
fn the_week_turns_at_midnight_of_the_portals_calendar() {
    let last = |now: &str, zone| *mondays(moment(now), zone).last().unwrap();
    assert_eq!(last("2026-11-15T22:59:59Z", Tz::Europe__Berlin), day("2026-11-09"), "still Sunday in Berlin");
    assert_eq!(last("2026-11-15T23:00:00Z", Tz::Europe__Berlin), day("2026-11-16"));
    assert_eq!(last("2026-11-15T23:00:00Z", Tz::UTC), day("2026-11-09"));
    assert_eq!(last("2027-01-01T12:00:00Z", Tz::Europe__Berlin), day("2026-12-28"), "over the end of a year");
}

#[test]
fn a_week_in_which_the_clocks_change_has_an_hour_less_or_more() {
    for (monday, hours) in [("2026-03-23", 167), ("2026-03-30", 168), ("2026-10-19", 169), ("2026-10-26", 168)] {
        let week = week(day(monday), Tz::Europe__Berlin);
        assert_eq!(week.until - week.from, TimeDelta::hours(hours), "{monday}");
    }
    // The last Sunday's night: 02:30 comes twice, and both are of the week that ends.
    let week = week(day("2026-10-19"), Tz::Europe__Berlin);
    assert_eq!((week.from, week.until), (moment("2026-10-18T22:00:00Z"), moment("2026-10-25T23:00:00Z")));
}

#[test]
fn a_day_without_a_midnight_begins_when_the_clocks_have_been_put_forward() {
    // In Beirut the last Sunday of March begins at one o'clock.
    assert_eq!(midnight(day("2024-03-31"), Tz::Asia__Beirut), moment("2024-03-30T22:00:00Z"));
    // Samoa had no 30 December 2011 at all.
    assert_eq!(midnight(day("2011-12-30"), Tz::Pacific__Apia), moment("2011-12-30T00:00:00Z"));
}
