//! What mails speak of, read when they are worded.

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::application::Decision;
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPurpose, Recipient};
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::{Email, Role, UserStatus};
use portal_services::ports::{
    MailAccount, MailApplication, MailFacts, MailListing, MailPerson, MailWaiting, StoreError, WaitingMatter,
};
use uuid::Uuid;

use crate::errors::{failed, known};
use crate::page;
use crate::schema::{applications, listings, registrations, users};

/// How many listings a digest names. Whoever has more of them looks at the list.
const NAMED_LISTINGS: i64 = 20;

/// `None`: there is nobody to write to, or nothing left to write about.
pub(super) async fn find(connection: &mut AsyncPgConnection, mail: &Mail) -> Result<Option<MailFacts>, StoreError> {
    let Some(Reader { person, locale, account }) = find_reader(connection, &mail.recipient).await? else {
        return Ok(None);
    };
    let mut facts =
        MailFacts { recipient: person, locale, account, application: None, listing: None, waiting: Vec::new() };
    if let Some(id) = mail.application {
        facts.application = find_application(connection, id).await?;
        if facts.application.is_none() {
            return Ok(None);
        }
    }
    if let Some(id) = mail.listing {
        facts.listing = find_listing(connection, id).await?;
        let lifted = facts.listing.as_ref().is_none_or(|listing| listing.takedown_reason.is_none());
        if facts.listing.is_none() || (mail.purpose == MailPurpose::ListingTakenDown && lifted) {
            return Ok(None);
        }
    }
    if mail.purpose == MailPurpose::ReviewsWaiting {
        facts.waiting = match facts.account.as_ref().filter(|account| account.status == UserStatus::Active) {
            Some(MailAccount { role: Role::Admin, .. }) => wait_for_administrators(connection).await?,
            Some(MailAccount { role: Role::Landlord, id, .. }) => wait_for_landlord(connection, *id).await?,
            _ => Vec::new(),
        };
        if facts.waiting.is_empty() {
            return Ok(None);
        }
    }
    Ok(Some(facts))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
struct PersonRow {
    first_name: String,
    last_name: String,
    email: String,
    phone_number: Option<String>,
}

impl TryFrom<PersonRow> for MailPerson {
    type Error = StoreError;

    fn try_from(row: PersonRow) -> Result<Self, StoreError> {
        let email = known(&row.email, Email::parse)?;
        Ok(Self { first_name: row.first_name, last_name: row.last_name, email, phone_number: row.phone_number })
    }
}

/// Somebody with an account, as their own mails see them.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
struct ReaderRow {
    id: Uuid,
    role: String,
    status: String,
    locale: String,
    #[diesel(embed)]
    person: PersonRow,
}

/// Whom a mail is written to.
struct Reader {
    person: MailPerson,
    locale: Locale,
    account: Option<MailAccount>,
}

impl TryFrom<ReaderRow> for Reader {
    type Error = StoreError;

    fn try_from(row: ReaderRow) -> Result<Self, StoreError> {
        let account = MailAccount {
            id: UserId(row.id),
            role: known(&row.role, Role::parse)?,
            status: known(&row.status, UserStatus::parse)?,
        };
        Ok(Self { person: row.person.try_into()?, locale: known(&row.locale, Locale::parse)?, account: Some(account) })
    }
}

impl Reader {
    /// Somebody who is called nothing that we know.
    fn stranger(email: &Email, locale: Locale) -> Self {
        let (first_name, last_name) = (String::new(), String::new());
        let person = MailPerson { first_name, last_name, email: email.clone(), phone_number: None };
        Self { person, locale, account: None }
    }
}

impl From<&FormerUser> for Reader {
    fn from(former: &FormerUser) -> Self {
        let FormerUser { email, first_name, last_name, locale } = former.clone();
        let person = MailPerson { first_name, last_name, email, phone_number: None };
        Self { person, locale, account: None }
    }
}

async fn find_reader(connection: &mut AsyncPgConnection, recipient: &Recipient) -> Result<Option<Reader>, StoreError> {
    let readers = users::table.select(ReaderRow::as_select());
    let row = match recipient {
        Recipient::User(user) => readers.find(user.0).first(connection).await,
        // Whoever was rejected has no account; somebody else may have one at the same address.
        Recipient::Address(email) => {
            let theirs = readers.filter(users::email.eq(email.as_str())).filter(users::rejected.eq(false));
            theirs.first(connection).await
        }
        Recipient::Stranger { email, locale } => return Ok(Some(Reader::stranger(email, *locale))),
        Recipient::Former(former) => return Ok(Some(former.into())),
    };
    row.optional().map_err(failed)?.map(Reader::try_from).transpose()
}

/// The application that a mail speaks of.
#[derive(Queryable, Selectable)]
#[diesel(table_name = applications, check_for_backend(diesel::pg::Pg))]
struct TopicRow {
    listing_title: String,
    listing_id: Option<Uuid>,
    student_id: Option<Uuid>,
    landlord_id: Option<Uuid>,
}

async fn find_application(
    connection: &mut AsyncPgConnection,
    id: ApplicationId,
) -> Result<Option<MailApplication>, StoreError> {
    let row = applications::table.find(id.0).select(TopicRow::as_select()).first(connection).await.optional();
    let Some(TopicRow { listing_title, listing_id, student_id, landlord_id }) = row.map_err(failed)? else {
        return Ok(None);
    };
    let people: Vec<(Uuid, PersonRow)> = users::table
        .filter(users::id.eq_any([student_id, landlord_id].into_iter().flatten()))
        .select((users::id, PersonRow::as_select()))
        .load(connection)
        .await
        .map_err(failed)?;
    let listing_id = listing_id.map(ListingId);
    let mut found = MailApplication { listing_title, listing_id, student: None, landlord: None };
    for (id, row) in people {
        let person = MailPerson::try_from(row)?;
        if Some(id) == student_id {
            found.student = Some(person);
        } else {
            found.landlord = Some(person);
        }
    }
    Ok(Some(found))
}

async fn find_listing(connection: &mut AsyncPgConnection, id: ListingId) -> Result<Option<MailListing>, StoreError> {
    let found: Option<(String, Option<String>)> = listings::table
        .find(id.0)
        .select((listings::title, listings::takedown_reason))
        .first(connection)
        .await
        .optional()
        .map_err(failed)?;
    Ok(found.map(|(title, takedown_reason)| MailListing { id, title, takedown_reason }))
}

async fn wait_for_administrators(connection: &mut AsyncPgConnection) -> Result<Vec<MailWaiting>, StoreError> {
    let registrations: Vec<(String, i64, Option<DateTime<Utc>>)> = registrations::table
        .filter(registrations::status.eq(RegistrationStatus::Pending.as_str()))
        .group_by(registrations::role)
        .order(registrations::role.desc())
        .select((registrations::role, count_star(), min(registrations::date_created)))
        .load(connection)
        .await
        .map_err(failed)?;
    let applications: (i64, Option<DateTime<Utc>>) = applications::table
        .filter(applications::administrator_decision.eq(Decision::Pending.as_str()))
        .select((count_star(), min(applications::date_created)))
        .first(connection)
        .await
        .map_err(failed)?;
    let mut waiting = Vec::new();
    for (role, count, oldest) in registrations {
        let what = match known(&role, Role::parse)? {
            Role::Landlord => WaitingMatter::LandlordRegistrations,
            _ => WaitingMatter::StudentRegistrations,
        };
        waiting.extend(matter(what, count, oldest));
    }
    let (count, oldest) = applications;
    waiting.extend(matter(WaitingMatter::Applications, count, oldest));
    Ok(waiting)
}

async fn wait_for_landlord(
    connection: &mut AsyncPgConnection,
    landlord: UserId,
) -> Result<Vec<MailWaiting>, StoreError> {
    let oldest = min(applications::administrator_decided_at);
    let rows: Vec<(String, i64, Option<DateTime<Utc>>)> = applications::table
        .filter(applications::landlord_id.eq(landlord.0))
        .filter(applications::administrator_decision.eq(Decision::Approved.as_str()))
        .filter(applications::landlord_decision.eq(Decision::Pending.as_str()))
        .group_by((applications::listing_id, applications::listing_title))
        .order(oldest)
        .limit(NAMED_LISTINGS)
        .select((applications::listing_title, count_star(), oldest))
        .load(connection)
        .await
        .map_err(failed)?;
    let waiting = rows.into_iter();
    Ok(waiting
        .filter_map(|(title, count, oldest)| matter(WaitingMatter::ApplicationsTo(title), count, oldest))
        .collect())
}

fn matter(what: WaitingMatter, count: i64, oldest: Option<DateTime<Utc>>) -> Option<MailWaiting> {
    oldest.map(|oldest| MailWaiting { what, count: page::total(count), oldest })
}
