//! Who has applied to what, and what became of it.

mod plan;

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use portal_domain::application::{Application, ApplicationError, ApplicationState, Verdict};
use portal_domain::event::Event;
use portal_domain::ids::{ApplicationId, EventId, ListingId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::user::User;
use portal_services::ports::Identifiers;

use super::accounts::{Accounts, NOTICED_AFTER};
use super::content::cities;
use super::content::letters;
use super::content::people::{LANDLORDS, STUDENTS, Student};
use super::dice::{Decks, Dice};
use super::slots::Slots;
use plan::{DELETED_TITLES, OF_THE_DEMO_STUDENT, OF_THE_OTHERS, Outcome, To, Wish};

/// Time for an application to come all the way.
const COURSE: TimeDelta = TimeDelta::days(9);

/// All applications, and the approvals that administrators were told of.
pub fn write(
    accounts: &Accounts,
    listings: &[Listing],
    ids: &dyn Identifiers,
    now: DateTime<Utc>,
) -> Result<(Vec<Application>, Vec<Event>), ApplicationError> {
    let mut post = Post {
        accounts,
        listings,
        ids,
        now,
        dice: Dice::new(0x1E77),
        letters: Decks::new(),
        sent: HashSet::new(),
        given: HashSet::new(),
        deleted: DELETED_TITLES.iter(),
    };
    let mut applications = Vec::new();
    for wish in OF_THE_DEMO_STUDENT {
        applications.extend(post.carry(Some(0), *wish)?);
    }
    for (count, wish) in OF_THE_OTHERS {
        for _ in 0..*count {
            applications.extend(post.carry(None, *wish)?);
        }
    }
    let events = applications.iter().filter_map(|application| post.report(application)).collect();
    Ok((applications, events))
}

/// How many applications there should be.
#[cfg(test)]
pub fn planned() -> usize {
    OF_THE_DEMO_STUDENT.len() + OF_THE_OTHERS.iter().map(|(count, _)| count).sum::<usize>()
}

/// When a listing took its last application.
fn closes(listing: &Listing, now: DateTime<Utc>) -> DateTime<Utc> {
    match listing.status {
        ListingStatus::Rented | ListingStatus::Archived => listing.last_modified,
        ListingStatus::Available | ListingStatus::Draft => now,
    }
}

struct Post<'a> {
    accounts: &'a Accounts,
    listings: &'a [Listing],
    ids: &'a dyn Identifiers,
    now: DateTime<Utc>,
    dice: Dice,
    /// By whether they are in German.
    letters: Decks<bool, &'static str>,
    sent: HashSet<(UserId, ListingId)>,
    /// Listings that have gone to somebody.
    given: HashSet<ListingId>,
    deleted: std::slice::Iter<'static, &'static str>,
}

impl<'a> Post<'a> {
    /// Carries one letter from this student, or from anybody but the demo student, to a listing as
    /// wished for. `None` when nobody and nothing is left that would fit.
    fn carry(&mut self, student: Option<usize>, wish: Wish) -> Result<Option<Application>, ApplicationError> {
        let Some((user, person, listing)) = self.match_up(student, wish) else { return Ok(None) };
        self.sent.insert((user.id, listing.id));
        if wish.outcome == Outcome::Approved {
            self.given.insert(listing.id);
        }
        let sent_at = self.sent_at(wish.outcome, listing);
        let mut application = Application {
            id: ApplicationId(self.ids.next()),
            student_id: Some(user.id),
            landlord_id: Some(listing.landlord_id),
            listing_id: Some(listing.id),
            listing_title: listing.details.title.clone(),
            letter: Some(self.letter(user, person, listing)),
            state: ApplicationState::Sent,
            date_created: sent_at,
            last_modified: sent_at,
        };
        self.decide(&mut application, wish.outcome)?;
        Ok(Some(application))
    }

    /// A student and a listing that have nothing to do with each other yet, near each other if possible.
    fn match_up(&mut self, student: Option<usize>, wish: Wish) -> Option<(&'a User, &'static Student, &'a Listing)> {
        let mut fitting: Vec<&Listing> = self.listings.iter().filter(|listing| self.fits(listing, wish)).collect();
        if let Some(student) = student {
            let home = cities::city(STUDENTS[student].city)?.region;
            let nearby: Vec<&Listing> =
                fitting.iter().copied().filter(|listing| listing.details.address.region == home).collect();
            fitting = if nearby.is_empty() { fitting } else { nearby };
        }
        self.dice.shuffle(&mut fitting);
        for listing in fitting {
            if let Some(position) = student.or_else(|| self.somebody(listing)) {
                let user = &self.accounts.students[position];
                if !self.sent.contains(&(user.id, listing.id)) {
                    return Some((user, &STUDENTS[position], listing));
                }
            }
        }
        None
    }

    fn fits(&self, listing: &Listing, wish: Wish) -> bool {
        let landlord = self.accounts.landlords.iter().position(|landlord| landlord.id == listing.landlord_id);
        let is_wanted = match wish.to {
            To::DemoLandlord => landlord == Some(0),
            To::Others => landlord.is_some_and(|position| position > 0 && LANDLORDS[position].is_active()),
        };
        let is_free = wish.outcome != Outcome::Approved || !self.given.contains(&listing.id);
        is_wanted
            && is_free
            && listing.status == wish.status
            && listing.date_created + COURSE < closes(listing, self.now)
    }

    /// Anybody but the demo student; rather somebody from the same city.
    fn somebody(&mut self, listing: &Listing) -> Option<usize> {
        let free = |position: &usize| !self.sent.contains(&(self.accounts.students[*position].id, listing.id));
        let everybody: Vec<usize> = (1..STUDENTS.len()).filter(free).collect();
        let city = &listing.details.address.city;
        let neighbours: Vec<usize> =
            everybody.iter().copied().filter(|position| STUDENTS[*position].city == city).collect();
        let choice = if neighbours.is_empty() || self.dice.chance(30) { everybody } else { neighbours };
        (!choice.is_empty()).then(|| *self.dice.pick(&choice))
    }

    fn sent_at(&mut self, outcome: Outcome, listing: &Listing) -> DateTime<Utc> {
        let (least, most) = match outcome {
            Outcome::Sent => (60, 3 * 1_440),
            Outcome::Forwarded => (3 * 1_440, 8 * 1_440),
            Outcome::Declined | Outcome::Approved | Outcome::Rejected | Outcome::Ended => (6 * 1_440, 24 * 1_440),
        };
        let before = closes(listing, self.now) - TimeDelta::minutes(self.dice.between(least, most));
        let after = listing.date_created + TimeDelta::minutes(self.dice.between(30, 1_440));
        self.by_day(before.max(after))
    }

    /// Nobody writes or decides before breakfast.
    fn by_day(&self, moment: DateTime<Utc>) -> DateTime<Utc> {
        let later = if moment.hour() < 6 { moment + TimeDelta::hours(7) } else { moment };
        if later < self.now { later } else { moment }
    }

    /// Both reviews, as far as they have come.
    fn decide(&mut self, application: &mut Application, outcome: Outcome) -> Result<(), ApplicationError> {
        let checked_at = application.date_created + TimeDelta::minutes(self.dice.between(180, 1_800));
        let checked_at = self.by_day(checked_at);
        let reviewed_at = checked_at + TimeDelta::minutes(self.dice.between(240, 5_700));
        let reviewed_at = self.by_day(reviewed_at);
        match outcome {
            Outcome::Sent => {}
            Outcome::Declined => application.check(Verdict::Reject, checked_at)?,
            Outcome::Forwarded => application.check(Verdict::Approve, checked_at)?,
            Outcome::Approved => {
                application.check(Verdict::Approve, checked_at)?;
                application.review(Verdict::Approve, reviewed_at)?;
            }
            Outcome::Rejected => {
                application.check(Verdict::Approve, checked_at)?;
                application.review(Verdict::Reject, reviewed_at)?;
            }
            Outcome::Ended => {
                application.check(Verdict::Approve, checked_at)?;
                application.end_with_listing(reviewed_at);
                application.listing_title = self.deleted.next().map(ToString::to_string).unwrap_or_default();
            }
        }
        Ok(())
    }

    fn letter(&mut self, user: &User, person: &Student, listing: &Listing) -> String {
        let address = &listing.details.address;
        let city = cities::city(&address.city);
        let at =
            city.into_iter().flat_map(|city| city.districts).find(|at| Some(at.name) == address.district.as_deref());
        let landlord = self.accounts.landlords.iter().find(|landlord| landlord.id == listing.landlord_id);
        let slots = Slots::default()
            .with("name", format!("{} {}", user.first_name, user.last_name))
            .with("subject", person.subject)
            .with("semester", person.semester.to_string())
            .with("city", address.city.clone())
            .with(
                "at",
                at.map_or_else(
                    || format!("in {}", address.city),
                    |district| preposition(person, district.at, district.name),
                ),
            )
            .with("to_campus", city.map_or("zur Uni", |city| city.to_campus))
            .with("landlord", landlord.map_or("", |landlord| &landlord.first_name));
        let cards = if person.speaks_german { letters::GERMAN } else { letters::ENGLISH };
        slots.fill(self.letters.draw(person.speaks_german, cards, &mut self.dice))
    }

    fn report(&mut self, application: &Application) -> Option<Event> {
        let ApplicationState::Approved { at, .. } = application.state else { return None };
        let event = Event::application_approved(EventId(self.ids.next()), application.listing_id?, at);
        Some(Event { acknowledged: self.now - at > NOTICED_AFTER, ..event })
    }
}

/// "in der Südstadt", or in a letter in English "in Südstadt".
fn preposition(person: &Student, german: &str, name: &str) -> String {
    if person.speaks_german { german.to_owned() } else { format!("in {name}") }
}
