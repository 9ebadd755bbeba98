//! The outbox: mails that wait to be sent.

mod mail_facts;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::ids::{ApplicationId, ListingId, MailId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPurpose, Recipient};
use portal_services::ports::{ClaimedMail, MailFacts, Outbox, OutboxRepository, StoreError};
use uuid::Uuid;

use crate::errors::{corrupt, parse_column, parse_email, store_error};
use crate::page;
use crate::schema::outbox;
use crate::store::{PgStore, PgUnitOfWork};

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
    listing_id: Option<Uuid>,
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
            listing_id: mail.listing.map(|listing| listing.0),
            attempts: 0,
            due_at: mail.date_created,
            date_created: mail.date_created,
        };
        match &mail.recipient {
            Recipient::User(user) => Self { recipient_id: Some(user.0), ..row },
            Recipient::Address(email) => Self { recipient_email: Some(email.as_str().to_owned()), ..row },
            Recipient::Guest { email, locale } => Self {
                recipient_email: Some(email.as_str().to_owned()),
                recipient_locale: Some(locale.as_str().to_owned()),
                ..row
            },
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
        let email = row.recipient_email.as_deref().map(parse_email).transpose()?;
        let locale = row.recipient_locale.as_deref().map(|locale| parse_column(locale, Locale::parse)).transpose()?;
        let name = row.recipient_first_name.zip(row.recipient_last_name);
        let recipient = match (row.recipient_id, email, locale, name) {
            (Some(user), None, None, None) => Recipient::User(UserId(user)),
            (None, Some(email), Some(locale), Some((first_name, last_name))) => {
                Recipient::Former(FormerUser { email, first_name, last_name, locale })
            }
            (None, Some(email), Some(locale), None) => Recipient::Guest { email, locale },
            (None, Some(email), None, None) => Recipient::Address(email),
            _ => return Err(corrupt(format!("mail {} with an inconsistent recipient", row.id))),
        };
        let mail = Mail {
            id: MailId(row.id),
            recipient,
            purpose: parse_column(&row.purpose, MailPurpose::parse)?,
            application: row.application_id.map(ApplicationId),
            listing: row.listing_id.map(ListingId),
            date_created: row.date_created,
        };
        Ok(Self { mail, tries: row.attempts })
    }
}

#[async_trait]
impl OutboxRepository for PgUnitOfWork {
    async fn push(&mut self, mails: &[Mail]) -> Result<(), StoreError> {
        let rows: Vec<_> = mails.iter().map(MailRow::from).collect();
        diesel::insert_into(outbox::table).values(rows).execute(self.connection()?).await.map_err(store_error)?;
        Ok(())
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
            .map_err(store_error)?;
        // RETURNING has no order.
        rows.sort_unstable_by_key(|row| row.id);
        rows.into_iter().map(ClaimedMail::try_from).collect()
    }

    async fn find_facts(&self, mail: &Mail) -> Result<Option<MailFacts>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        mail_facts::find(connection, mail).await
    }

    async fn remove(&self, id: MailId) -> Result<(), StoreError> {
        diesel::delete(outbox::table.find(id.0)).execute(&mut *self.pool.get().await?).await.map_err(store_error)?;
        Ok(())
    }

    async fn postpone(&self, id: MailId, retry_at: DateTime<Utc>) -> Result<(), StoreError> {
        diesel::update(outbox::table.find(id.0))
            .set((outbox::attempts.eq(outbox::attempts + 1), outbox::due_at.eq(retry_at)))
            .execute(&mut *self.pool.get().await?)
            .await
            .map_err(store_error)?;
        Ok(())
    }

    async fn count(&self) -> Result<u64, StoreError> {
        let count = outbox::table.count().get_result(&mut *self.pool.get().await?).await.map_err(store_error)?;
        Ok(page::to_count(count))
    }
}
