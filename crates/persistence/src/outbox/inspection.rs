//! Lists the outbox for operators.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{MailId, UserId};
use portal_services::ports::{MailState, QueuedMail, StoreError};
use uuid::Uuid;

use crate::schema::{outbox, users};
use crate::statements::RunStatement;

#[derive(Queryable, Selectable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct QueuedRow {
    id: Uuid,
    purpose: String,
    recipient_id: Option<Uuid>,
    recipient_email: Option<String>,
    attempts: i32,
    date_created: DateTime<Utc>,
    due_at: DateTime<Utc>,
    given_up_at: Option<DateTime<Utc>>,
    failure: Option<String>,
}

impl QueuedRow {
    /// `email` is that of the user who is the recipient.
    fn into_mail(self, email: Option<String>, measured_at: DateTime<Utc>) -> QueuedMail {
        let state = if self.given_up_at.is_some() { MailState::GivenUp } else { MailState::Waiting };
        let due_in = (state == MailState::Waiting).then(|| self.due_at - measured_at);
        QueuedMail {
            id: MailId(self.id),
            purpose: self.purpose,
            state,
            recipient_id: self.recipient_id.map(UserId),
            address: self.recipient_email.or(email),
            tries: self.attempts,
            // The clock of the process that wrote the row may be ahead.
            age: (measured_at - self.date_created).max(TimeDelta::zero()),
            due_in: due_in.filter(|time| *time > TimeDelta::zero()),
            failure: self.failure,
        }
    }
}

pub(super) async fn list(
    connection: &mut AsyncPgConnection,
    state: Option<MailState>,
    limit: u32,
) -> Result<Vec<QueuedMail>, StoreError> {
    let mut mails = outbox::table
        .left_join(users::table)
        .select((QueuedRow::as_select(), users::email.nullable(), now.into_sql::<Timestamptz>()))
        .order((outbox::date_created, outbox::id))
        .limit(limit.into())
        .into_boxed();
    mails = match state {
        Some(MailState::Waiting) => mails.filter(outbox::given_up_at.is_null()),
        Some(MailState::GivenUp) => mails.filter(outbox::given_up_at.is_not_null()),
        None => mails,
    };
    let rows: Vec<(QueuedRow, Option<String>, DateTime<Utc>)> = mails.load_rows(connection).await?;
    Ok(rows.into_iter().map(|(row, email, measured_at)| row.into_mail(email, measured_at)).collect())
}
