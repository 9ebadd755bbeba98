//! Mails that wait to be sent.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::{ApplicationId, ListingId, MailId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPurpose, Recipient};
use portal_domain::user::{Email, Role, UserStatus};
use portal_services::ports::{
    ClaimedMail, MailAccount, MailApplication, MailFacts, MailPerson, Outbox, OutboxRepository, StoreError,
};
use uuid::Uuid;

use crate::errors::{failed, known, meaningless};
use crate::page;
use crate::schema::{applications, outbox, users};
use crate::store::{PgStore, PgWork};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct MailRow {
    id: Uuid,
    recipient_id: Option<Uuid>,
    recipient_email: Option<String>,
    recipient_first_name: Option<String>,
    recipient_last_name: Option<String>,
    recipient_locale: Option<String>,
    purpose: String,
    application_id: Option<Uuid>,
    attempts: i32,
    due_at: DateTime<Utc>,
    date_created: DateTime<Utc>,
}

impl From<&Mail> for MailRow {
    fn from(mail: &Mail) -> Self {
        let row = Self {
            id: mail.id.0,
            recipient_id: None,
            recipient_email: None,
            recipient_first_name: None,
            recipient_last_name: None,
            recipient_locale: None,
            purpose: mail.purpose.as_str().to_owned(),
            application_id: mail.application.map(|application| application.0),
            attempts: 0,
            due_at: mail.date_created,
            date_created: mail.date_created,
        };
        match &mail.recipient {
            Recipient::User(user) => Self { recipient_id: Some(user.0), ..row },
            Recipient::Address(email) => Self { recipient_email: Some(email.as_str().to_owned()), ..row },
            Recipient::Former(former) => Self {
                recipient_email: Some(former.email.as_str().to_owned()),
                recipient_first_name: Some(former.first_name.clone()),
                recipient_last_name: Some(former.last_name.clone()),
                recipient_locale: Some(former.locale.as_str().to_owned()),
                ..row
            },
        }
    }
}

impl TryFrom<MailRow> for ClaimedMail {
    type Error = StoreError;

    fn try_from(row: MailRow) -> Result<Self, StoreError> {
        let email = row.recipient_email.as_deref().map(|email| known(email, Email::parse)).transpose()?;
        let former = (row.recipient_first_name, row.recipient_last_name, row.recipient_locale);
        let recipient = match (row.recipient_id, email, former) {
            (Some(user), None, _) => Recipient::User(UserId(user)),
            (None, Some(email), (Some(first_name), Some(last_name), Some(locale))) => {
                let locale = known(&locale, Locale::parse)?;
                Recipient::Former(FormerUser { email, first_name, last_name, locale })
            }
            (None, Some(email), _) => Recipient::Address(email),
            _ => return Err(meaningless(format!("mail {} to nobody or to two", row.id))),
        };
        let mail = Mail {
            id: MailId(row.id),
            recipient,
            purpose: known(&row.purpose, MailPurpose::parse)?,
            application: row.application_id.map(ApplicationId),
            date_created: row.date_created,
        };
        Ok(Self { mail, attempts: row.attempts })
    }
}

#[async_trait]
impl OutboxRepository for PgWork {
    async fn push(&mut self, mails: &[Mail]) -> Result<(), StoreError> {
        let rows: Vec<_> = mails.iter().map(MailRow::from).collect();
        diesel::insert_into(outbox::table).values(rows).execute(self.connection()?).await.map_err(failed)?;
        Ok(())
    }
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

#[async_trait]
impl Outbox for PgStore {
    async fn claim(
        &self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ClaimedMail>, StoreError> {
        let waiting = diesel::alias!(outbox as waiting);
        let due = waiting
            .filter(waiting.field(outbox::due_at).le(now))
            .order(waiting.field(outbox::id))
            .limit(limit)
            .select(waiting.field(outbox::id))
            .for_update()
            .skip_locked();
        let mut rows: Vec<MailRow> = diesel::update(outbox::table.filter(outbox::id.eq_any(due)))
            .set(outbox::due_at.eq(lease_until))
            .returning(MailRow::as_returning())
            .get_results(&mut *self.pool.get().await?)
            .await
            .map_err(failed)?;
        // An update returns its rows in any order.
        rows.sort_unstable_by_key(|row| row.id);
        rows.into_iter().map(ClaimedMail::try_from).collect()
    }

    async fn find_facts(&self, mail: &Mail) -> Result<Option<MailFacts>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let Some(Reader { person, locale, account }) = find_reader(connection, &mail.recipient).await? else {
            return Ok(None);
        };
        let application = match mail.application {
            Some(id) => match find_application(connection, id).await? {
                Some(application) => Some(application),
                None => return Ok(None),
            },
            None => None,
        };
        Ok(Some(MailFacts { recipient: person, locale, account, application }))
    }

    async fn remove(&self, id: MailId) -> Result<(), StoreError> {
        diesel::delete(outbox::table.find(id.0)).execute(&mut *self.pool.get().await?).await.map_err(failed)?;
        Ok(())
    }

    async fn postpone(&self, id: MailId, retry_at: DateTime<Utc>) -> Result<(), StoreError> {
        diesel::update(outbox::table.find(id.0))
            .set((outbox::attempts.eq(outbox::attempts + 1), outbox::due_at.eq(retry_at)))
            .execute(&mut *self.pool.get().await?)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn count(&self) -> Result<u64, StoreError> {
        let waiting = outbox::table.count().get_result(&mut *self.pool.get().await?).await.map_err(failed)?;
        Ok(page::total(waiting))
    }
}
