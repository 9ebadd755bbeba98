//! Loads the data that a mail is rendered with, at the time of sending.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::application::Decision;
use portal_domain::ids::{ApplicationId, ListingId, SessionId, UserId};
use portal_domain::listing::ListingStatus;
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPurpose, Recipient};
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::{Email, Role, UserStatus};
use portal_services::ports::{
    MailAccount, MailApplication, MailFacts, MailGrounds, MailListing, MailLogin, MailUser, PendingReviews, ReviewKind,
    StoreError,
};
use uuid::Uuid;

use super::saved_searches;
use crate::applications::read_reason;
use crate::errors::{found, parse_address, parse_column, parse_email};
use crate::page;
use crate::schema::{all_of_listings, applications, listings, registrations, sessions, users};
use crate::statements::RunStatement;

/// A digest lists no more listings than this; the list in the portal shows all.
const MAX_LISTINGS_IN_DIGEST: i64 = 20;

/// `None` if the recipient or the subject of the mail no longer exists.
pub(super) async fn find(connection: &mut AsyncPgConnection, mail: &Mail) -> Result<Option<MailFacts>, StoreError> {
    let Some(MailRecipient { contact, locale, account }) = find_recipient(connection, &mail.recipient).await? else {
        return Ok(None);
    };
    let mut facts = MailFacts {
        recipient: contact,
        locale,
        account,
        application: None,
        listing: None,
        deleted_listing: mail.deleted_listing.clone(),
        login: None,
        waiting: Vec::new(),
        searches: Vec::new(),
    };
    if let Some(id) = mail.session {
        facts.login = find_login(connection, id).await?;
    }
    if let Some(id) = mail.application {
        facts.application = find_application(connection, id).await?;
        if facts.application.is_none() {
            return Ok(None);
        }
    }
    if let Some(id) = mail.listing {
        facts.listing = find_listing(connection, id).await?;
        if facts.listing.is_none() {
            return Ok(None);
        }
    }
    if let (Some(account), MailPurpose::SavedSearchResults | MailPurpose::SavedSearchesUnused) =
        (&facts.account, mail.purpose)
    {
        facts.searches = match mail.purpose {
            MailPurpose::SavedSearchResults => saved_searches::load_finds(connection, mail.id, account.id).await?,
            _ => saved_searches::load_unused(connection, mail.date_created, account.id).await?,
        };
        if facts.searches.is_empty() {
            return Ok(None);
        }
    }
    if mail.purpose == MailPurpose::ReviewsWaiting {
        facts.waiting = match facts.account.as_ref().filter(|account| account.status == UserStatus::Active) {
            Some(MailAccount { role: Role::Administrator, .. }) => pending_for_administrators(connection).await?,
            Some(MailAccount { role: Role::Landlord, id, .. }) => pending_for_landlord(connection, *id).await?,
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
struct ContactRow {
    id: Uuid,
    first_name: String,
    last_name: String,
    email: String,
    phone_number: Option<String>,
}

impl TryFrom<ContactRow> for MailUser {
    type Error = StoreError;

    fn try_from(row: ContactRow) -> Result<Self, StoreError> {
        let email = parse_email(&row.email)?;
        let ContactRow { id, first_name, last_name, phone_number, .. } = row;
        Ok(Self { id: Some(UserId(id)), first_name, last_name, email, phone_number })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
struct RecipientRow {
    role: String,
    status: String,
    locale: String,
    #[diesel(embed)]
    contact: ContactRow,
}

/// A user, a former user or a guest.
struct MailRecipient {
    contact: MailUser,
    locale: Locale,
    account: Option<MailAccount>,
}

impl TryFrom<RecipientRow> for MailRecipient {
    type Error = StoreError;

    fn try_from(row: RecipientRow) -> Result<Self, StoreError> {
        let account = MailAccount {
            id: UserId(row.contact.id),
            role: parse_column(&row.role, Role::parse)?,
            status: parse_column(&row.status, UserStatus::parse)?,
        };
        Ok(Self {
            contact: row.contact.try_into()?,
            locale: parse_column(&row.locale, Locale::parse)?,
            account: Some(account),
        })
    }
}

impl MailRecipient {
    /// A recipient without a user account, and so without a name.
    fn guest(email: &Email, locale: Locale) -> Self {
        let (first_name, last_name) = (String::new(), String::new());
        let contact = MailUser { id: None, first_name, last_name, email: email.clone(), phone_number: None };
        Self { contact, locale, account: None }
    }
}

impl From<&FormerUser> for MailRecipient {
    fn from(former: &FormerUser) -> Self {
        let FormerUser { email, first_name, last_name, locale } = former.clone();
        let contact = MailUser { id: None, first_name, last_name, email, phone_number: None };
        Self { contact, locale, account: None }
    }
}

async fn find_recipient(
    connection: &mut AsyncPgConnection,
    recipient: &Recipient,
) -> Result<Option<MailRecipient>, StoreError> {
    let recipients = users::table.select(RecipientRow::as_select());
    let row = match recipient {
        Recipient::User(user) => recipients.find(user.0).find_first(connection).await?,
        // A rejected user gets no mail; another user may have registered with the same address.
        Recipient::Address(email) => {
            let recipient = recipients.filter(users::email.eq(email.as_str())).filter(users::rejected.eq(false));
            recipient.find_first(connection).await?
        }
        Recipient::Guest { email, locale } => return Ok(Some(MailRecipient::guest(email, *locale))),
        Recipient::Former(former) => return Ok(Some(former.into())),
    };
    found(row)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = applications, check_for_backend(diesel::pg::Pg))]
struct ApplicationRow {
    listing_title: String,
    listing_id: Option<Uuid>,
    student_id: Option<Uuid>,
    landlord_id: Option<Uuid>,
    badge: String,
    rejection_reason: Option<String>,
    rejection_note: Option<String>,
}

async fn find_application(
    connection: &mut AsyncPgConnection,
    id: ApplicationId,
) -> Result<Option<MailApplication>, StoreError> {
    let row = applications::table.find(id.0).select(ApplicationRow::as_select()).find_first(connection).await?;
    let Some(row) = row else { return Ok(None) };
    let badge = parse_column(&row.badge, Decision::parse)?;
    let ApplicationRow { listing_title, listing_id, student_id, landlord_id, .. } = row;
    let contacts: Vec<ContactRow> = users::table
        .filter(users::id.eq_any([student_id, landlord_id].into_iter().flatten()))
        .select(ContactRow::as_select())
        .load_rows(connection)
        .await?;
    let listing_id = listing_id.map(ListingId);
    let grounds = MailGrounds { reason: row.rejection_reason.map(read_reason), note: row.rejection_note };
    let mut found = MailApplication { listing_title, listing_id, student: None, landlord: None, badge, grounds };
    for row in contacts {
        let is_student = Some(row.id) == student_id;
        let contact = MailUser::try_from(row)?;
        if is_student {
            found.student = Some(contact);
        } else {
            found.landlord = Some(contact);
        }
    }
    Ok(Some(found))
}

async fn find_listing(connection: &mut AsyncPgConnection, id: ListingId) -> Result<Option<MailListing>, StoreError> {
    let found: Option<(String, Option<String>, Option<NaiveDate>, String)> = listings::table
        .find(id.0)
        .select((listings::title, listings::takedown_reason, all_of_listings::available_until, listings::status))
        .find_first(connection)
        .await?;
    let Some((title, takedown_reason, available_until, status)) = found else { return Ok(None) };
    let status = parse_column(&status, ListingStatus::parse)?;
    Ok(Some(MailListing { id, title, status, takedown_reason, available_until }))
}

async fn find_login(connection: &mut AsyncPgConnection, id: SessionId) -> Result<Option<MailLogin>, StoreError> {
    let found: Option<(Option<String>, Option<String>)> =
        sessions::table.find(id.0).select((sessions::device, sessions::address)).find_first(connection).await?;
    let Some((device, address)) = found else { return Ok(None) };
    Ok(Some(MailLogin { device, address: parse_address(address.as_deref())? }))
}

async fn pending_for_administrators(connection: &mut AsyncPgConnection) -> Result<Vec<PendingReviews>, StoreError> {
    let registrations: Vec<(String, i64, Option<DateTime<Utc>>)> = registrations::table
        .filter(registrations::status.eq(RegistrationStatus::Pending.as_str()))
        .group_by(registrations::role)
        .order(registrations::role.desc())
        .select((registrations::role, count_star(), min(registrations::date_created)))
        .load_rows(connection)
        .await?;
    let applications: (i64, Option<DateTime<Utc>>) = applications::table
        .filter(applications::administrator_decision.eq(Decision::Pending.as_str()))
        .select((count_star(), min(applications::date_created)))
        .first_row(connection)
        .await?;
    let mut pending = Vec::new();
    for (role, count, oldest) in registrations {
        let what = match parse_column(&role, Role::parse)? {
            Role::Landlord => ReviewKind::LandlordRegistrations,
            _ => ReviewKind::StudentRegistrations,
        };
        pending.extend(pending_reviews(what, count, oldest));
    }
    let (count, oldest) = applications;
    pending.extend(pending_reviews(ReviewKind::Applications, count, oldest));
    Ok(pending)
}

async fn pending_for_landlord(
    connection: &mut AsyncPgConnection,
    landlord: UserId,
) -> Result<Vec<PendingReviews>, StoreError> {
    let oldest = min(applications::administrator_decided_at);
    let rows: Vec<(String, i64, Option<DateTime<Utc>>)> = applications::table
        .filter(applications::landlord_id.eq(landlord.0))
        .filter(applications::administrator_decision.eq(Decision::Approved.as_str()))
        .filter(applications::landlord_decision.eq(Decision::Pending.as_str()))
        .group_by((applications::listing_id, applications::listing_title))
        .order(oldest)
        .limit(MAX_LISTINGS_IN_DIGEST)
        .select((applications::listing_title, count_star(), oldest))
        .load_rows(connection)
        .await?;
    Ok(rows
        .into_iter()
        .filter_map(|(title, count, oldest)| pending_reviews(ReviewKind::ApplicationsTo(title), count, oldest))
        .collect())
}

fn pending_reviews(what: ReviewKind, count: i64, oldest: Option<DateTime<Utc>>) -> Option<PendingReviews> {
    oldest.map(|oldest| PendingReviews { what, count: page::to_count(count), oldest })
}
