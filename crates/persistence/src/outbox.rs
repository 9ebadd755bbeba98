//! The outbox: mails that wait to be sent.

mod claim;
mod inspection;
mod mail_facts;
mod saved_searches;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{array, count_star, exists, min, not, now};
use diesel::prelude::*;
use diesel::sql_types::{Interval, Timestamptz, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{ApplicationId, ListingId, MailId, SessionId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPriority, MailPurpose, Recipient};
use portal_services::ports::{
    ClaimOrder, ClaimedMail, MailBacklog, MailFacts, MailSelection, MailState, Outbox, OutboxRepository, QueuedMail,
    StoreError,
};
use uuid::Uuid;

use crate::errors::{corrupt, parse_column, parse_email};
use crate::page;
use crate::portions::{self, Job, any_of};
use crate::schema::{outbox, users};
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};

/// When a dead letter is due, so that no claim reads it.
const NEVER: TimeDelta = TimeDelta::days(100 * 365);

/// Mails that one statement inserts: PostgreSQL accepts at most 65,535 values.
const INSERTED_AT_ONCE: usize = 2_000;

/// Mails that a statement of the worker deletes or gives up. It runs each minute, so more wait for the
/// next one.
const PRUNED_AT_ONCE: i64 = 1_000;

#[derive(QueryableByName, Insertable)]
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
    deleted_listing: Option<String>,
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
            deleted_listing: mail.deleted_listing.clone(),
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
            deleted_listing: row.deleted_listing,
            session: row.session_id.map(SessionId),
            date_created: row.date_created,
        })
    }
}

/// The stored priority; lower ones are claimed first.
const fn rank(priority: MailPriority) -> i16 {
    match priority {
        MailPriority::Urgent => 0,
        MailPriority::Normal => 1,
        MailPriority::Bulk => 2,
    }
}

/// The purposes that this program can render.
fn known_purposes() -> Vec<&'static str> {
    MailPurpose::ALL.iter().map(|purpose| purpose.as_str()).collect()
}

/// A time on the database's clock, which all processes share.
fn after(
    delay: TimeDelta,
) -> diesel::dsl::Add<diesel::dsl::AsExprOf<now, Timestamptz>, diesel::dsl::AsExprOf<TimeDelta, Interval>> {
    now.into_sql::<Timestamptz>() + delay.into_sql::<Interval>()
}

/// Locks the mails that were given up first, without those of other transactions.
async fn lock_dead_letters(connection: &mut AsyncPgConnection, limit: i64) -> Result<Vec<Uuid>, StoreError> {
    outbox::table
        .filter(outbox::given_up_at.is_not_null())
        .order(outbox::given_up_at)
        .limit(limit)
        .select(outbox::id)
        .for_update()
        .skip_locked()
        .load_rows(connection)
        .await
}

#[async_trait]
impl OutboxRepository for PgUnitOfWork {
    async fn push(&mut self, mails: &[Mail]) -> Result<(), StoreError> {
        for mails in mails.chunks(INSERTED_AT_ONCE) {
            let row = |mail: &Mail| {
                let priority = outbox::priority.eq(rank(mail.purpose.priority()));
                (MailRow::from(mail), priority, outbox::due_at.eq(now.into_sql::<Timestamptz>()))
            };
            let rows: Vec<_> = mails.iter().map(row).collect();
            diesel::insert_into(outbox::table).values(rows).run(self.connection()?).await?;
        }
        Ok(())
    }

    async fn erase_mails_to_address_of(&mut self, user: UserId) -> Result<(), StoreError> {
        // The address of a rejected user may belong to another one by now.
        let owners = diesel::alias!(users as owners);
        let owner = owners
            .filter(owners.field(users::email).eq(users::email))
            .filter(owners.field(users::rejected).eq(false))
            .filter(owners.field(users::id).ne(user.0));
        let address = users::table.find(user.0).filter(not(exists(owner))).select(users::email.nullable());
        let mails = outbox::table
            .filter(outbox::recipient_email.eq(address.single_value()))
            .filter(outbox::recipient_first_name.is_null());
        diesel::delete(mails).run(self.connection()?).await?;
        Ok(())
    }

    async fn retry_dead_letters(&mut self, which: MailSelection, limit: i64) -> Result<u64, StoreError> {
        let due = (
            outbox::given_up_at.eq(None::<DateTime<Utc>>),
            outbox::failure.eq(None::<String>),
            outbox::attempts.eq(0),
            outbox::claimed_until.eq(None::<DateTime<Utc>>),
            outbox::due_at.eq(now.into_sql::<Timestamptz>()),
            // The retry period begins again.
            outbox::date_created.eq(now.into_sql::<Timestamptz>()),
        );
        let connection = self.connection()?;
        let retried = match which {
            MailSelection::One(id) => {
                let one = outbox::table.filter(outbox::given_up_at.is_not_null()).filter(outbox::id.eq(id.0));
                diesel::update(one).set(due).run(connection).await?
            }
            MailSelection::AllDeadLetters => {
                let portion = lock_dead_letters(connection, limit).await?;
                diesel::update(outbox::table.filter(outbox::id.eq_any(portion))).set(due).run(connection).await?
            }
        };
        Ok(retried as u64)
    }

    async fn delete(&mut self, which: MailSelection, limit: i64) -> Result<u64, StoreError> {
        let connection = self.connection()?;
        let deleted = match which {
            MailSelection::One(id) => diesel::delete(outbox::table.find(id.0)).run(connection).await?,
            MailSelection::AllDeadLetters => {
                let portion = lock_dead_letters(connection, limit).await?;
                diesel::delete(outbox::table.filter(outbox::id.eq_any(portion))).run(connection).await?
            }
        };
        Ok(deleted as u64)
    }
}

#[async_trait]
impl Outbox for PgStore {
    async fn claim(&self, lease: TimeDelta, order: ClaimOrder) -> Result<Option<ClaimedMail>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        Ok(claim::claim(connection, lease, order).await?.map(ClaimedMail::from))
    }

    async fn find_facts(&self, mail: &Mail) -> Result<Option<MailFacts>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        mail_facts::find(connection, mail).await
    }

    async fn remove(&self, id: MailId) -> Result<(), StoreError> {
        diesel::delete(outbox::table.find(id.0)).run(&mut *self.pool.get().await?).await?;
        Ok(())
    }

    async fn postpone(&self, id: MailId, delay: TimeDelta) -> Result<(), StoreError> {
        diesel::update(outbox::table.find(id.0))
            .set((
                outbox::attempts.eq(outbox::attempts + 1),
                outbox::due_at.eq(after(delay)),
                outbox::claimed_until.eq(None::<DateTime<Utc>>),
            ))
            .run(&mut *self.pool.get().await?)
            .await?;
        Ok(())
    }

    async fn give_up(&self, id: MailId, failure: &str) -> Result<(), StoreError> {
        diesel::update(outbox::table.find(id.0))
            .set((
                outbox::attempts.eq(outbox::attempts + 1),
                outbox::given_up_at.eq(now.into_sql::<Timestamptz>().nullable()),
                outbox::failure.eq(failure),
                outbox::due_at.eq(after(NEVER)),
                outbox::claimed_until.eq(None::<DateTime<Utc>>),
            ))
            .run(&mut *self.pool.get().await?)
            .await?;
        Ok(())
    }

    async fn prune_dead_letters(&self, given_up_before: DateTime<Utc>) -> Result<u64, StoreError> {
        let ended = portions::delete("outbox", "id", "given_up_at < $1 ORDER BY given_up_at");
        portions::run(self, Job::DeadLetters, &ended, given_up_before, PRUNED_AT_ONCE).await
    }

    async fn give_up_unknown(&self, queued_before: DateTime<Utc>, failure: &str) -> Result<u64, StoreError> {
        let unknown = diesel::alias!(outbox as unknown);
        let some = unknown
            .filter(unknown.field(outbox::given_up_at).is_null())
            .filter(unknown.field(outbox::date_created).lt(queued_before))
            .filter(unknown.field(outbox::purpose).ne_all(known_purposes()))
            .limit(PRUNED_AT_ONCE)
            .select(unknown.field(outbox::id))
            .for_update()
            .skip_locked();
        let portion = outbox::table.filter(outbox::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(some))));
        let given_up = diesel::update(portion)
            .set((
                outbox::given_up_at.eq(now.into_sql::<Timestamptz>().nullable()),
                outbox::failure.eq(failure),
                outbox::due_at.eq(after(NEVER)),
            ))
            .run(&mut *self.pool.get().await?)
            .await?;
        Ok(given_up as u64)
    }

    async fn list(&self, state: Option<MailState>, limit: u32) -> Result<Vec<QueuedMail>, StoreError> {
        inspection::list(&mut *self.pool.get().await?, state, limit).await
    }

    async fn backlog(&self) -> Result<MailBacklog, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let waiting = outbox::table.filter(outbox::given_up_at.is_null());
        let (count, oldest, measured_at): (i64, Option<DateTime<Utc>>, DateTime<Utc>) = waiting
            .select((count_star(), min(outbox::date_created), now.into_sql::<Timestamptz>()))
            .first_row(connection)
            .await?;
        // As a claim defines it.
        let due = waiting.filter(outbox::due_at.le(now)).filter(outbox::purpose.eq_any(known_purposes()));
        let (due, oldest_due): (i64, Option<DateTime<Utc>>) =
            due.select((count_star(), min(outbox::date_created))).first_row(connection).await?;
        let dead_letters = outbox::table.filter(outbox::given_up_at.is_not_null()).count();
        let dead_letters = dead_letters.load_row(connection).await?;
        // The clock of the process that wrote the row may be ahead.
        let age = |created: Option<DateTime<Utc>>| {
            created.map_or(TimeDelta::zero(), |created| measured_at - created).max(TimeDelta::zero())
        };
        Ok(MailBacklog {
            waiting: page::to_count(count),
            due: page::to_count(due),
            oldest: age(oldest),
            oldest_due: age(oldest_due),
            dead_letters: page::to_count(dead_letters),
        })
    }
}
