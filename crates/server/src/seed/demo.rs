//! The demo data as a whole.

use chrono::{DateTime, Utc};
use portal_domain::application::{Application, ApplicationError};
use portal_domain::event::Event;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::user::UserStatus;
use portal_services::Ports;
use portal_services::ports::{Identifiers, Look};

use super::accounts::{self, Accounts};
use super::content::people::PASSWORD;
use super::dice::Dice;
use super::papers::{self, Paper};
use super::{Progress, SeedError, Summary, applications, catalogue, pictures};

/// Everything that the demo portal holds, before it is stored.
#[derive(Debug, PartialEq)]
pub struct Demo {
    pub accounts: Accounts,
    pub papers: Vec<Paper>,
    pub listings: Vec<Listing>,
    pub applications: Vec<Application>,
    /// In the order in which they happened.
    pub events: Vec<Event>,
}

impl Demo {
    /// Thinks the demo portal up as it stands at this moment.
    pub fn think_up(ids: &dyn Identifiers, now: DateTime<Utc>) -> Result<Self, ApplicationError> {
        let mut accounts = accounts::open(ids, now);
        let (listings, rented) = catalogue::fill(&accounts, ids, now);
        let (applications, approved) = applications::write(&accounts, &listings, ids, now)?;
        let mut events = std::mem::take(&mut accounts.events);
        events.extend(rented.into_iter().chain(approved));
        events.sort_by_key(|event| event.date_created);
        let papers = papers::write(&accounts, ids, now);
        Ok(Self { accounts, papers, listings, applications, events })
    }
}

/// Loads the demo data. Refuses when anybody has an account.
pub async fn demo(ports: &Ports, progress: &dyn Progress) -> Result<Summary, SeedError> {
    if ports.users.any_user_exists().await? {
        return Err(SeedError::NotEmpty);
    }
    let now = ports.clock.now();
    let demo = Demo::think_up(ports.identifiers.as_ref(), now)?;
    pictures::hang(ports, progress).await?;
    papers::file(ports, &demo.papers, progress).await?;
    store(ports, &demo, progress).await?;
    look_around(ports, &demo, now);
    Ok(Summary {
        users: demo.accounts.all().count(),
        listings: demo.listings.len(),
        applications: demo.applications.len(),
    })
}

/// All of it or nothing.
async fn store(ports: &Ports, demo: &Demo, progress: &dyn Progress) -> Result<(), SeedError> {
    let accounts = &demo.accounts;
    let people = accounts.all().count() + accounts.registrations.len() + demo.papers.len();
    let steps = people + demo.listings.len() + demo.applications.len() + demo.events.len();
    progress.begin("Filling the portal", steps as u64);
    let password = ports.passwords.hash(PASSWORD.to_owned()).await?;
    let mut work = ports.store.begin().await?;
    for user in accounts.all() {
        let has_password = matches!(user.status, UserStatus::Active | UserStatus::Inactive);
        work.users().insert(user, has_password.then(|| password.clone())).await?;
        progress.advance(1);
    }
    for registration in &accounts.registrations {
        work.registrations().insert(registration).await?;
        progress.advance(1);
    }
    for paper in &demo.papers {
        work.registrations().insert_document(&paper.document).await?;
        progress.advance(1);
    }
    work.listings().insert(&demo.listings).await?;
    progress.advance(demo.listings.len() as u64);
    for application in &demo.applications {
        work.applications().insert(application).await?;
        progress.advance(1);
    }
    for event in &demo.events {
        work.events().insert(event).await?;
        progress.advance(1);
    }
    Ok(work.commit().await?)
}

/// Visitors who looked at the public listings today: the longer one has been there, the more.
fn look_around(ports: &Ports, demo: &Demo, now: DateTime<Utc>) {
    let day = now.with_timezone(&ports.rules.time_zone).date_naive();
    let mut dice = Dice::new(0x100C);
    for listing in &demo.listings {
        let most = match listing.status {
            ListingStatus::Available | ListingStatus::Rented => (now - listing.date_created).num_days().min(60) + 1,
            ListingStatus::Draft | ListingStatus::Archived => continue,
        };
        for visitor in 0..dice.between(most / 2, most) {
            let (address, user_agent) = (format!("demo visitor {visitor}"), String::new());
            ports.views.record(Look { listing: listing.id, address, user_agent, day });
        }
    }
}

#[cfg(test)]
mod tests;
