//! Searches that a student has saved, and when a mail tells what they have found.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::{SavedSearchId, UserId};
use crate::money::Cents;
use crate::search_filters::SearchFilters;
use crate::text_enum::text_enum;

text_enum! {
    /// How often a mail tells what a saved search has found.
    Frequency {
        Immediately = "IMMEDIATELY",
        Daily = "DAILY",
        Weekly = "WEEKLY",
        Never = "NEVER",
    }
}

/// The shortest time between two mails to a student, however many searches have found something.
pub const MAIL_GAP: TimeDelta = TimeDelta::minutes(15);

/// How long after the mail about it an unused search is deleted.
pub const UNUSED_NOTICE: TimeDelta = TimeDelta::days(30);

/// A listing is told of again if its total rent is now at most so many percent of what was told.
pub const FALLEN_RENT_PERCENT: i64 = 95;

impl Frequency {
    /// How long finds are collected; `None`: no mail.
    const fn period(self) -> Option<TimeDelta> {
        match self {
            Self::Immediately => Some(TimeDelta::zero()),
            Self::Daily => Some(TimeDelta::days(1)),
            Self::Weekly => Some(TimeDelta::days(7)),
            Self::Never => None,
        }
    }

    /// When the mail about a find of this moment is due; `None`: never. A digest collects from
    /// `collects_since` on, and `last_mail` is the last mail about any search of the student.
    pub fn next_mail(
        self,
        collects_since: DateTime<Utc>,
        last_mail: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let digest = collects_since + self.period()?;
        let gap_ends = last_mail.map_or(now, |last| last + MAIL_GAP);
        Some(now.max(digest).max(gap_ends))
    }
}

/// Whether a student who was told one total rent is told of another one.
pub const fn has_rent_fallen(told: Cents, current: Cents) -> bool {
    current.get().saturating_mul(100) <= told.get().saturating_mul(FALLEN_RENT_PERCENT)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearch {
    pub id: SavedSearchId,
    pub student_id: UserId,
    pub name: String,
    pub filters: SearchFilters,
    pub frequency: Frequency,
    /// Since the frequency was chosen, or the last mail.
    pub collects_since: DateTime<Utc>,
    /// When the next mail is due; `None` while there is nothing to tell.
    pub next_mail_at: Option<DateTime<Utc>>,
    /// What was found later is new.
    pub seen_at: DateTime<Utc>,
    /// When the student last looked at it or changed it.
    pub used_at: DateTime<Utc>,
    /// When the student was asked whether it is still needed, if it was not used since.
    pub told_at: Option<DateTime<Utc>>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

/// What a student decides about a saved search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearchValues {
    pub name: String,
    pub filters: SearchFilters,
    pub frequency: Frequency,
}

impl SavedSearch {
    pub fn new(id: SavedSearchId, student_id: UserId, values: SavedSearchValues, now: DateTime<Utc>) -> Self {
        let SavedSearchValues { name, filters, frequency } = values;
        Self {
            id,
            student_id,
            name,
            filters,
            frequency,
            collects_since: now,
            next_mail_at: None,
            seen_at: now,
            used_at: now,
            told_at: None,
            date_created: now,
            last_modified: now,
        }
    }

    /// Returns whether it is another search now, of which nothing is known yet.
    pub fn change(&mut self, values: SavedSearchValues, now: DateTime<Utc>) -> bool {
        let SavedSearchValues { name, filters, frequency } = values;
        let is_other = filters != self.filters;
        if is_other {
            (self.seen_at, self.collects_since, self.next_mail_at) = (now, now, None);
        }
        (self.name, self.filters, self.last_modified) = (name, filters, now);
        self.set_frequency(frequency, now);
        self.use_now(now);
        is_other
    }

    /// The student has looked at what it finds.
    pub fn mark_seen(&mut self, now: DateTime<Utc>) {
        self.seen_at = now;
        self.use_now(now);
    }

    /// Ends the mails.
    pub fn unsubscribe(&mut self, now: DateTime<Utc>) {
        self.set_frequency(Frequency::Never, now);
        self.last_modified = now;
    }

    fn set_frequency(&mut self, frequency: Frequency, now: DateTime<Utc>) {
        if frequency != self.frequency {
            (self.frequency, self.collects_since) = (frequency, now);
            self.next_mail_at = self.next_mail_at.and_then(|_| frequency.next_mail(now, None, now));
        }
    }

    fn use_now(&mut self, now: DateTime<Utc>) {
        self.used_at = now;
        self.told_at = None;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
    }

    fn values(frequency: Frequency, keyword: &str) -> SavedSearchValues {
        let filters = SearchFilters { keyword: Some(keyword.to_owned()), ..SearchFilters::default() };
        SavedSearchValues { name: "Zimmer in Köln".to_owned(), filters, frequency }
    }

    fn saved(frequency: Frequency) -> SavedSearch {
        SavedSearch::new(SavedSearchId(Uuid::nil()), UserId(Uuid::nil()), values(frequency, "Köln"), at(0))
    }

    #[test]
    fn next_mail_is_due_at_once_or_when_the_digest_is_complete() {
        const DAY: i64 = 24 * 60;
        for (frequency, last_mail, now, expected) in [
            (Frequency::Immediately, None, 5, Some(5)),
            (Frequency::Immediately, Some(1), 5, Some(16)),
            (Frequency::Immediately, Some(1), 16, Some(16)),
            (Frequency::Immediately, Some(1), 17, Some(17)),
            (Frequency::Daily, None, 5, Some(DAY)),
            (Frequency::Daily, Some(DAY - 5), 5, Some(DAY + 10)),
            (Frequency::Daily, None, DAY + 1, Some(DAY + 1)),
            (Frequency::Weekly, None, 5, Some(7 * DAY)),
            (Frequency::Never, None, 5, None),
        ] {
            let next = frequency.next_mail(at(0), last_mail.map(at), at(now));
            assert_eq!(next, expected.map(at), "{frequency} {last_mail:?} {now}");
        }
    }

    #[test]
    fn has_rent_fallen_from_five_percent_on() {
        let fallen = |told: i64, current: i64| has_rent_fallen(Cents::new(told), Cents::new(current));
        assert!(fallen(50_000, 47_500) && fallen(50_000, 100));
        assert!(!fallen(50_000, 47_501) && !fallen(50_000, 50_000) && !fallen(50_000, 60_000));
        assert!(fallen(33_333, 31_666) && !fallen(33_333, 31_667), "no rounding");
    }

    proptest! {
        #[test]
        fn has_rent_fallen_is_monotonous(told in 0_i64..20_000_000, current in 0_i64..20_000_000) {
            let fallen = has_rent_fallen(Cents::new(told), Cents::new(current));
            prop_assert_eq!(fallen, current * 20 <= told * 19);
            prop_assert!(!fallen || has_rent_fallen(Cents::new(told), Cents::new(current - 1)));
        }
    }

    #[test]
    fn change_of_filters_forgets_what_was_found_and_other_changes_do_not() {
        let mut search = saved(Frequency::Daily);
        search.next_mail_at = Some(at(1_440));
        search.told_at = Some(at(1));
        let renamed = SavedSearchValues { name: "Köln".to_owned(), ..values(Frequency::Daily, "Köln") };
        assert!(!search.change(renamed, at(5)));
        assert_eq!((search.name.as_str(), search.seen_at, search.next_mail_at), ("Köln", at(0), Some(at(1_440))));
        assert_eq!((search.used_at, search.told_at, search.last_modified), (at(5), None, at(5)));
        assert!(search.change(values(Frequency::Daily, "Bonn"), at(6)));
        assert_eq!((search.seen_at, search.collects_since, search.next_mail_at), (at(6), at(6), None));
    }

    #[test]
    fn change_of_frequency_reschedules_what_waits() {
        let mut search = saved(Frequency::Weekly);
        assert!(!search.change(values(Frequency::Immediately, "Köln"), at(5)));
        assert_eq!(search.next_mail_at, None, "nothing waits");
        search.next_mail_at = Some(at(6));
        search.change(values(Frequency::Daily, "Köln"), at(10));
        assert_eq!((search.collects_since, search.next_mail_at), (at(10), Some(at(10 + 1_440))));
        search.unsubscribe(at(11));
        assert_eq!((search.frequency, search.next_mail_at), (Frequency::Never, None));
    }

    #[test]
    fn mark_seen_uses_the_search_and_changes_nothing_else() {
        let mut search = saved(Frequency::Daily);
        search.told_at = Some(at(3));
        search.mark_seen(at(9));
        let expected = SavedSearch { seen_at: at(9), used_at: at(9), ..saved(Frequency::Daily) };
        assert_eq!(search, expected);
    }
}
