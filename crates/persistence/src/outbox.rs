//! The outbox: mails that wait to be sent.

mod mail_facts;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{count_star, min, now};
use diesel::prelude::*;
use diesel::sql_types::{Interval, Timestamptz};
use diesel_async::RunQueryDsl;
use portal_domain::ids::{ApplicationId, ListingId, MailId, SessionId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPurpose, Recipient};
use portal_services::ports::{ClaimedMail, MailBacklog, MailFacts, Outbox, OutboxRepository, StoreError};
use uuid::Uuid;

use crate::errors::{corrupt, parse_column, parse_email, store_error};
use crate::page;
use crate::portions::{self, Job};
use crate::schema::{outbox, users};
use crate::store::{PgStore, PgUnitOfWork};

/// When a dead letter is due, so that no claim reads it.
const NEVER: TimeDelta = TimeDelta::days(100 * 365);

/// Mails per INSERT: keeps it below the protocol's limit of 65,535 bind parameters.
const INSERT_BATCH: usize = 2_000;

/// Dead letters per DELETE. The worker prunes each minute, so more wait for the next one.
const PRUNED_AT_ONCE: i64 = 1_000;

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
    session_id: Option<Uuid>,
    attempts: i32,
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
            session_id: mail.session.map(|session| session.0),
            attempts: 0,
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

impl From<MailRow> for ClaimedMail {
    fn from(row: MailRow) -> Self {
        let (id, date_created, tries) = (MailId(row.id), row.date_created, row.attempts);
        Self { id, date_created, tries, mail: row.try_into() }
    }
}

impl TryFrom<MailRow> for Mail {
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
        Ok(Self {
            id: MailId(row.id),
            recipient,
            purpose: parse_column(&row.purpose, MailPurpose::parse)?,
            application: row.application_id.map(ApplicationId),
            listing: row.listing_id.map(ListingId),
            session: row.session_id.map(SessionId),
            date_created: row.date_created,
        })
    }
}

/// A time on the database's clock, which all processes share.
fn after(
    delay: TimeDelta,
) -> diesel::dsl::Add<diesel::dsl::AsExprOf<now, Timestamptz>, diesel::dsl::AsExprOf<TimeDelta, Interval>> {
    now.into_sql::<Timestamptz>() + delay.into_sql::<Interval>()
}

#[async_trait]
impl OutboxRepository for PgUnitOfWork {
    async fn push(&mut self, mails: &[Mail]) -> Result<(), StoreError> {
        let connection = self.connection()?;
        for batch in mails.chunks(INSERT_BATCH) {
            let due_at = || outbox::due_at.eq(now.into_sql::<Timestamptz>());
            let rows: Vec<_> = batch.iter().map(|mail| (MailRow::from(mail), due_at())).collect();
            diesel::insert_into(outbox::table).values(rows).execute(connection).await.map_err(store_error)?;
        }
        Ok(())
    }

    async fn erase_mails_to_address_of(&mut self, user: UserId) -> Result<(), StoreError> {
        let address = users::table.find(user.0).select(users::email.nullable());
        let mails = outbox::table
            .filter(outbox::recipient_email.eq(address.single_value()))
            .filter(outbox::recipient_first_name.is_null());
        diesel::delete(mails).execute(self.connection()?).await.map_err(store_error)?;
        Ok(())
    }
}

#[async_trait]
impl Outbox for PgStore {
    async fn claim(&self, lease: TimeDelta) -> Result<Option<ClaimedMail>, StoreError> {
        let waiting = diesel::alias!(outbox as waiting);
        let due = waiting
            .filter(waiting.field(outbox::due_at).le(now))
            .filter(waiting.field(outbox::given_up_at).is_null())
            // Of mails that were retried, those that have waited for longer are not always older.
            .order((waiting.field(outbox::due_at), waiting.field(outbox::id)))
            .limit(1)
            .select(waiting.field(outbox::id))
            .for_update()
            .skip_locked();
        // Not `eq_any`: PostgreSQL may run that query once for each row, and so lease several mails.
        let row: Option<MailRow> = diesel::update(outbox::table.filter(outbox::id.nullable().eq(due.single_value())))
            .set(outbox::due_at.eq(after(lease)))
            .returning(MailRow::as_returning())
            .get_result(&mut *self.pool.get().await?)
            .await
            .optional()
            .map_err(store_error)?;
        Ok(row.map(ClaimedMail::from))
    }

    async fn find_facts(&self, mail: &Mail) -> Result<Option<MailFacts>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        mail_facts::find(connection, mail).await
    }

    async fn remove(&self, id: MailId) -> Result<(), StoreError> {
        diesel::delete(outbox::table.find(id.0)).execute(&mut *self.pool.get().await?).await.map_err(store_error)?;
        Ok(())
    }

    async fn postpone(&self, id: MailId, delay: TimeDelta) -> Result<(), StoreError> {
        diesel::update(outbox::table.find(id.0))
            .set((outbox::attempts.eq(outbox::attempts + 1), outbox::due_at.eq(after(delay))))
            .execute(&mut *self.pool.get().await?)
            .await
            .map_err(store_error)?;
        Ok(())
    }

    async fn give_up(&self, id: MailId, failure: &str) -> Result<(), StoreError> {
        diesel::update(outbox::table.find(id.0))
            .set((
                outbox::attempts.eq(outbox::attempts + 1),
                outbox::given_up_at.eq(now.into_sql::<Timestamptz>().nullable()),
                outbox::failure.eq(failure),
                outbox::due_at.eq(after(NEVER)),
            ))
            .execute(&mut *self.pool.get().await?)
            .await
            .map_err(store_error)?;
        Ok(())
    }

    async fn prune_dead_letters(&self, given_up_before: DateTime<Utc>) -> Result<u64, StoreError> {
        let ended = portions::delete("outbox", "id", "given_up_at < $1 ORDER BY given_up_at");
        portions::run(self, Job::DeadLetters, &ended, given_up_before, PRUNED_AT_ONCE).await
    }

    async fn backlog(&self) -> Result<MailBacklog, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let waiting = outbox::table.filter(outbox::given_up_at.is_null());
        let (count, oldest, measured_at): (i64, Option<DateTime<Utc>>, DateTime<Utc>) = waiting
            .select((count_star(), min(outbox::date_created), now.into_sql::<Timestamptz>()))
            .first(connection)
            .await
            .map_err(store_error)?;
        let due = waiting.filter(outbox::due_at.le(now)).count().get_result(connection).await.map_err(store_error)?;
        let dead_letters = outbox::table.filter(outbox::given_up_at.is_not_null()).count();
        let dead_letters = dead_letters.get_result(connection).await.map_err(store_error)?;
        Ok(MailBacklog {
            waiting: page::to_count(count),
            due: page::to_count(due),
            // The clock of the process that wrote the row may be ahead.
            oldest: oldest.map_or(TimeDelta::zero(), |oldest| measured_at - oldest).max(TimeDelta::zero()),
            dead_letters: page::to_count(dead_letters),
        })
    }
}
