//! All demo data, inserted in one transaction.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::application::Application;
use portal_domain::event::Event;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::user::UserStatus;
use portal_services::Ports;
use portal_services::ports::{Identifiers, ListingView};

use super::accounts::{self, Accounts};
use super::content::cities::Cities;
use super::content::users::PASSWORD;
use super::documents::{self, DemoDocument};
use super::random::SeededRng;
use super::{Progress, SeedError, Summary, applications, images, listings};

/// The rows and files of the demo portal.
#[derive(Debug, PartialEq)]
pub(crate) struct DemoData {
    pub accounts: Accounts,
    pub documents: Vec<DemoDocument>,
    pub listings: Vec<Listing>,
    pub applications: Vec<Application>,
    /// Ordered by `date_created`.
    pub events: Vec<Event>,
}

impl DemoData {
    /// Generates the demo data as of `now`.
    pub(crate) fn generate(ids: &dyn Identifiers, now: DateTime<Utc>) -> Result<Self, SeedError> {
        let cities = Cities::load()?;
        let mut accounts = accounts::generate(cities, ids, now);
        let (listings, rented) = listings::generate(cities, &accounts, ids, now);
        let (applications, approved) = applications::generate(cities, &accounts, &listings, ids, now)?;
        let mut events = std::mem::take(&mut accounts.events);
        events.extend(rented.into_iter().chain(approved));
        events.sort_by_key(|event| event.date_created);
        let documents = documents::generate(&accounts, ids, now);
        Ok(Self { accounts, documents, listings, applications, events })
    }
}

/// Loads the demo data. Fails if there are users.
pub async fn seed_demo_data(ports: &Ports, progress: &dyn Progress) -> Result<Summary, SeedError> {
    if ports.users.any_user_exists().await? {
        return Err(SeedError::NotEmpty);
    }
    let now = ports.clock.now();
    let data = DemoData::generate(ports.identifiers.as_ref(), now)?;
    images::store(ports, progress).await?;
    documents::store(ports, &data.documents, progress).await?;
    store(ports, &data, progress).await?;
    record_views(ports, &data, now);
    Ok(Summary {
        users: data.accounts.all().count(),
        listings: data.listings.len(),
        applications: data.applications.len(),
    })
}

/// Inserts all rows in one transaction.
async fn store(ports: &Ports, data: &DemoData, progress: &dyn Progress) -> Result<(), SeedError> {
    let accounts = &data.accounts;
    let rows_of_users = accounts.all().count() + accounts.registrations.len() + data.documents.len();
    let steps = rows_of_users + data.listings.len() + data.applications.len() + data.events.len();
    progress.begin("Inserting rows", steps as u64);
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
    for file in &data.documents {
        work.registrations().insert_document(&file.document).await?;
        progress.advance(1);
    }
    work.listings().insert(&data.listings).await?;
    progress.advance(data.listings.len() as u64);
    for application in &data.applications {
        work.applications().insert(application).await?;
        progress.advance(1);
    }
    for event in &data.events {
        work.events().insert(event).await?;
        progress.advance(1);
    }
    Ok(work.commit().await?)
}

/// The views of the demo are of today and of so many days before.
const VIEW_DAYS: i64 = 29;

/// Records views of the public listings on the last days: the older a listing, the more.
fn record_views(ports: &Ports, data: &DemoData, now: DateTime<Utc>) {
    let today = now.with_timezone(&ports.config.time_zone).date_naive();
    let mut rng = SeededRng::new(0x100C);
    for listing in &data.listings {
        let age = match listing.status {
            ListingStatus::Available | ListingStatus::Rented => (now - listing.date_created).num_days(),
            ListingStatus::Draft | ListingStatus::Archived => continue,
        };
        let max = age.min(60) + 1;
        for visitor in 0..rng.between(max / 2, max) {
            let day = today - TimeDelta::days(rng.between(0, age.clamp(0, VIEW_DAYS)));
            let (address, user_agent) = (format!("demo visitor {visitor}"), String::new());
            ports.listing_views.record(ListingView { listing: listing.id, address, user_agent, day });
        }
    }
}

#[cfg(test)]
mod tests;
