//! Mails that wait to be sent.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::ids::{ApplicationId, ListingId, MailId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, MailPurpose};
use portal_domain::user::Email;
use portal_services::ports::{ClaimedMail, MailFacts, MailPerson, Outbox, OutboxRepository, StoreError};
use uuid::Uuid;

use crate::errors::{failed, known};
use crate::page;
use crate::schema::{applications, outbox, users};
use crate::store::{PgStore, PgWork};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct MailRow {
    id: Uuid,
    recipient_id: Uuid,
    purpose: String,
    application_id: Uuid,
    attempts: i32,
    due_at: DateTime<Utc>,
    date_created: DateTime<Utc>,
}

impl From<&Mail> for MailRow {
    fn from(mail: &Mail) -> Self {
        Self {
            id: mail.id.0,
            recipient_id: mail.recipient.0,
            purpose: mail.purpose.as_str().to_owned(),
            application_id: mail.application.0,
            attempts: 0,
            due_at: mail.date_created,
            date_created: mail.date_created,
        }
    }
}

impl TryFrom<MailRow> for ClaimedMail {
    type Error = StoreError;

    fn try_from(row: MailRow) -> Result<Self, StoreError> {
        let mail = Mail {
            id: MailId(row.id),
            recipient: UserId(row.recipient_id),
            purpose: known(&row.purpose, MailPurpose::parse)?,
            application: ApplicationId(row.application_id),
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
        let recipient: Option<(PersonRow, String)> = users::table
            .find(mail.recipient.0)
            .select((PersonRow::as_select(), users::locale))
            .first(connection)
            .await
            .optional()
            .map_err(failed)?;
        let application: Option<(String, Option<Uuid>, Option<Uuid>, Option<Uuid>)> = applications::table
            .find(mail.application.0)
            .select((
                applications::listing_title,
                applications::listing_id,
                applications::student_id,
                applications::landlord_id,
            ))
            .first(connection)
            .await
            .optional()
            .map_err(failed)?;
        let (Some((recipient, locale)), Some((listing_title, listing, student, landlord))) = (recipient, application)
        else {
            return Ok(None);
        };
        let people: Vec<(Uuid, PersonRow)> = users::table
            .filter(users::id.eq_any([student, landlord].into_iter().flatten()))
            .select((users::id, PersonRow::as_select()))
            .load(connection)
            .await
            .map_err(failed)?;
        let mut facts = MailFacts {
            recipient: recipient.try_into()?,
            locale: known(&locale, Locale::parse)?,
            listing_title,
            listing_id: listing.map(ListingId),
            student: None,
            landlord: None,
        };
        for (id, row) in people {
            let person = MailPerson::try_from(row)?;
            if Some(id) == student {
                facts.student = Some(person);
            } else {
                facts.landlord = Some(person);
            }
        }
        Ok(Some(facts))
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
