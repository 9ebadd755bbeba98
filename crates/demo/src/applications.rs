//! The demo applications.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use portal_domain::application::{Application, ApplicationError, ApplicationState, FinalDecision};
use portal_domain::event::{Event, EventKind};
use portal_domain::ids::{ApplicationId, EventId, ListingId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::rejection::{Grounds, RejectionReason};
use portal_domain::user::User;
use portal_services::ports::Identifiers;

use super::accounts::{ACKNOWLEDGED_AFTER, Accounts};
use super::application_plan::{
    DELETED_TITLES, DEMO_STUDENT_PLAN, OTHER_STUDENTS_PLAN, Outcome, PlannedApplication, TargetLandlord,
};
use super::content::cities::Cities;
use super::content::letters;
use super::content::users::{LANDLORDS, STUDENTS, Student};
use super::random::{SeededRng, ShuffleBags};
use super::template::TemplateValues;

/// Enough time for both decisions.
const DECISION_TIME: TimeDelta = TimeDelta::days(9);

/// Generates all applications, and the events of the approved ones.
pub(crate) fn generate(
    cities: Cities,
    accounts: &Accounts,
    listings: &[Listing],
    ids: &dyn Identifiers,
    now: DateTime<Utc>,
) -> Result<(Vec<Application>, Vec<Event>), ApplicationError> {
    let mut generator = ApplicationGenerator {
        cities,
        accounts,
        listings,
        ids,
        now,
        rng: SeededRng::new(0x1E77),
        letters: ShuffleBags::new(),
        sent: HashSet::new(),
        approved: HashSet::new(),
        deleted: DELETED_TITLES.iter(),
    };
    let mut applications = Vec::new();
    for planned in DEMO_STUDENT_PLAN {
        applications.extend(generator.generate(Some(0), *planned)?);
    }
    for (count, planned) in OTHER_STUDENTS_PLAN {
        for _ in 0..*count {
            applications.extend(generator.generate(None, *planned)?);
        }
    }
    let events = applications.iter().filter_map(|application| generator.approval_event(application)).collect();
    Ok((applications, events))
}

/// The number of planned applications.
#[cfg(test)]
pub(crate) fn planned_count() -> usize {
    DEMO_STUDENT_PLAN.len() + OTHER_STUDENTS_PLAN.iter().map(|(count, _)| count).sum::<usize>()
}

/// The time after which a listing gets no application.
fn closing_time(listing: &Listing, now: DateTime<Utc>) -> DateTime<Utc> {
    match listing.status {
        ListingStatus::Rented | ListingStatus::Archived => listing.last_modified,
        ListingStatus::Available | ListingStatus::Draft => now,
    }
}

struct ApplicationGenerator<'a> {
    cities: Cities,
    accounts: &'a Accounts,
    listings: &'a [Listing],
    ids: &'a dyn Identifiers,
    now: DateTime<Utc>,
    rng: SeededRng,
    /// By whether the letter is in German.
    letters: ShuffleBags<bool, &'static str>,
    sent: HashSet<(UserId, ListingId)>,
    /// Listings with an approved application.
    approved: HashSet<ListingId>,
    deleted: std::slice::Iter<'static, &'static str>,
}

impl<'a> ApplicationGenerator<'a> {
    /// One application of this student, or of any but the demo student. `None` if no student and
    /// listing fit the plan.
    fn generate(
        &mut self,
        student: Option<usize>,
        planned: PlannedApplication,
    ) -> Result<Option<Application>, ApplicationError> {
        let Some((user, profile, listing)) = self.pick_student_and_listing(student, planned) else { return Ok(None) };
        self.sent.insert((user.id, listing.id));
        if planned.outcome == Outcome::Approved {
            self.approved.insert(listing.id);
        }
        let sent_at = self.sent_at(planned.outcome, listing);
        let mut application = Application {
            id: ApplicationId(self.ids.next()),
            student_id: Some(user.id),
            landlord_id: Some(listing.landlord_id),
            listing_id: Some(listing.id),
            listing_title: listing.facts.title.clone(),
            letter: Some(self.letter(user, profile, listing)),
            state: ApplicationState::AwaitingAdministrator,
            rejection: None,
            date_created: sent_at,
            last_modified: sent_at,
        };
        self.decide(&mut application, planned.outcome)?;
        Ok(Some(application))
    }

    /// A student and a listing without an application yet, in the same region if possible.
    fn pick_student_and_listing(
        &mut self,
        student: Option<usize>,
        planned: PlannedApplication,
    ) -> Option<(&'a User, &'static Student, &'a Listing)> {
        let mut fitting: Vec<&Listing> = self.listings.iter().filter(|listing| self.fits(listing, planned)).collect();
        if let Some(student) = student {
            let home = self.cities.find(STUDENTS[student].city)?.region;
            let nearby: Vec<&Listing> =
                fitting.iter().copied().filter(|listing| listing.facts.address.region == home).collect();
            fitting = if nearby.is_empty() { fitting } else { nearby };
        }
        self.rng.shuffle(&mut fitting);
        for listing in fitting {
            if let Some(position) = student.or_else(|| self.pick_student(listing)) {
                let user = &self.accounts.students[position];
                if !self.sent.contains(&(user.id, listing.id)) {
                    return Some((user, &STUDENTS[position], listing));
                }
            }
        }
        None
    }

    fn fits(&self, listing: &Listing, planned: PlannedApplication) -> bool {
        let landlord = self.accounts.landlords.iter().position(|landlord| landlord.id == listing.landlord_id);
        let has_landlord = match planned.landlord {
            TargetLandlord::Demo => landlord == Some(0),
            TargetLandlord::Other => landlord.is_some_and(|position| position > 0 && LANDLORDS[position].is_active()),
        };
        let is_free = planned.outcome != Outcome::Approved || !self.approved.contains(&listing.id);
        has_landlord
            && is_free
            && listing.status == planned.status
            && listing.date_created + DECISION_TIME < closing_time(listing, self.now)
    }

    /// Any but the demo student, preferably from the same city.
    fn pick_student(&mut self, listing: &Listing) -> Option<usize> {
        let free = |position: &usize| !self.sent.contains(&(self.accounts.students[*position].id, listing.id));
        let all: Vec<usize> = (1..STUDENTS.len()).filter(free).collect();
        let city = &listing.facts.address.city;
        let same_city: Vec<usize> = all.iter().copied().filter(|position| STUDENTS[*position].city == city).collect();
        let choice = if same_city.is_empty() || self.rng.chance(30) { all } else { same_city };
        (!choice.is_empty()).then(|| *self.rng.pick(&choice))
    }

    fn sent_at(&mut self, outcome: Outcome, listing: &Listing) -> DateTime<Utc> {
        let (least, most) = match outcome {
            Outcome::Sent => (60, 3 * 1_440),
            Outcome::Forwarded => (3 * 1_440, 8 * 1_440),
            Outcome::Declined | Outcome::Approved | Outcome::Rejected | Outcome::Ended => (6 * 1_440, 24 * 1_440),
        };
        let before = closing_time(listing, self.now) - TimeDelta::minutes(self.rng.between(least, most));
        let after = listing.date_created + TimeDelta::minutes(self.rng.between(30, 1_440));
        self.in_daytime(before.max(after))
    }

    /// Moves times before 6:00 UTC into the day.
    fn in_daytime(&self, moment: DateTime<Utc>) -> DateTime<Utc> {
        let later = if moment.hour() < 6 { moment + TimeDelta::hours(7) } else { moment };
        if later < self.now { later } else { moment }
    }

    /// Makes the decisions that lead to the outcome.
    fn decide(&mut self, application: &mut Application, outcome: Outcome) -> Result<(), ApplicationError> {
        let administrator_at = application.date_created + TimeDelta::minutes(self.rng.between(180, 1_800));
        let administrator_at = self.in_daytime(administrator_at);
        let landlord_at = administrator_at + TimeDelta::minutes(self.rng.between(240, 5_700));
        let landlord_at = self.in_daytime(landlord_at);
        match outcome {
            Outcome::Sent => {}
            Outcome::Declined => {
                let grounds = Grounds::of(RejectionReason::Incomplete);
                application.review_as_administrator(FinalDecision::Rejected(grounds), administrator_at)?;
            }
            Outcome::Forwarded => application.review_as_administrator(FinalDecision::Approved, administrator_at)?,
            Outcome::Approved => {
                application.review_as_administrator(FinalDecision::Approved, administrator_at)?;
                application.review(FinalDecision::Approved, landlord_at)?;
            }
            Outcome::Rejected => {
                application.review_as_administrator(FinalDecision::Approved, administrator_at)?;
                application.review(FinalDecision::Rejected(self.grounds()), landlord_at)?;
            }
            Outcome::Ended => {
                application.review_as_administrator(FinalDecision::Approved, administrator_at)?;
                application.reject_for_deleted_listing(landlord_at);
                application.listing_title = self.deleted.next().map(ToString::to_string).unwrap_or_default();
            }
        }
        Ok(())
    }

    /// Varied without the random numbers, on which all later data depends.
    fn grounds(&self) -> Grounds {
        let note = "Vielen Dank für die nette Nachricht. Wir haben uns für jemanden entschieden, der länger bleibt.";
        match self.sent.len() % 4 {
            0 => Grounds { reason: Some(RejectionReason::OtherApplicant), note: Some(note.to_owned()) },
            1 => Grounds::of(RejectionReason::Taken),
            2 => Grounds::of(RejectionReason::Dates),
            _ => Grounds::default(),
        }
    }

    fn letter(&mut self, user: &User, profile: &Student, listing: &Listing) -> String {
        let address = &listing.facts.address;
        let city = self.cities.find(&address.city);
        let mut districts = city.into_iter().flat_map(|city| &city.districts);
        let at = match districts.find(|district| Some(district.name) == address.district.as_deref()) {
            Some(district) if profile.speaks_german => district.at.to_owned(),
            Some(district) => format!("in {}", district.name),
            None => format!("in {}", address.city),
        };
        let landlord = self.accounts.landlords.iter().find(|landlord| landlord.id == listing.landlord_id);
        let values = TemplateValues::default()
            .with("name", format!("{} {}", user.first_name, user.last_name))
            .with("subject", profile.subject)
            .with("semester", profile.semester.to_string())
            .with("city", address.city.clone())
            .with("at", at)
            .with("to_campus", city.map_or("zur Uni", |city| city.to_campus))
            .with("landlord", landlord.map_or("", |landlord| &landlord.first_name));
        let letters = if profile.speaks_german { letters::GERMAN } else { letters::ENGLISH };
        values.render(self.letters.draw(profile.speaks_german, letters, &mut self.rng))
    }

    fn approval_event(&mut self, application: &Application) -> Option<Event> {
        let ApplicationState::Approved { at, .. } = application.state else { return None };
        let event = Event::new(EventId(self.ids.next()), EventKind::ApplicationApproved(application.listing_id?), at);
        Some(Event { acknowledged: self.now - at > ACKNOWLEDGED_AFTER, ..event })
    }
}
