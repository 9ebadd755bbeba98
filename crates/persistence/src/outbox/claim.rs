//! Claims the next mail to send.
//!
//! Plain SQL, whose plan is made for each claim: a prepared plan from the time when the table was
//! empty would read and sort all rows until the statistics are updated.

use std::sync::LazyLock;

use chrono::TimeDelta;
use diesel::sql_types::{Array, Interval, Text};
use diesel_async::AsyncPgConnection;
use portal_domain::mail::{MailPriority, MailPurpose};
use portal_services::ports::{ClaimOrder, StoreError};

use super::{MailRow, known_purposes, rank};
use crate::statements::RunStatement;

/// `COALESCE` evaluates a subquery only if those before it found nothing.
static MOST_URGENT: LazyLock<String> = LazyLock::new(|| {
    let next = MailPriority::ALL.map(|priority| next_due("id", priority));
    claim_of(&format!("coalesce({})", next.join(", ")))
});

/// Of the first mails of all priorities: with wrong statistics, PostgreSQL would sort all rows rather
/// than read an index of all mails in its order.
static LONGEST_DUE: LazyLock<String> = LazyLock::new(|| {
    let next = MailPriority::ALL.map(|priority| format!("SELECT * FROM {} AS next", next_due("id, due_at", priority)));
    claim_of(&format!("(SELECT id FROM ({}) AS next ORDER BY due_at, id LIMIT 1)", next.join(" UNION ALL ")))
});

/// The mail of this priority that has been due for the longest time and that no other process claims:
/// the first entry of an index.
fn next_due(columns: &str, priority: MailPriority) -> String {
    // All mails with links are urgent.
    let turn = match priority {
        MailPriority::Urgent => {
            let [user, address] = ["recipient_id", "recipient_email"].map(no_link_before);
            format!("AND (purpose <> ALL ($3) OR ({user} AND {address}))")
        }
        MailPriority::Normal | MailPriority::Bulk => String::new(),
    };
    format!(
        "(SELECT {columns} FROM outbox AS mail \
        WHERE priority = {} AND due_at <= now() AND given_up_at IS NULL AND purpose = ANY ($2) {turn} \
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)",
        rank(priority)
    )
}

/// Mails with links to one recipient are delivered one after the other: each expires the links of those
/// before it, so the last one to arrive must be the last one sent. One that waits for its next try
/// stops no other, and neither does a dead letter, which is never due.
fn no_link_before(recipient: &str) -> String {
    format!(
        "NOT EXISTS (SELECT FROM outbox AS other \
        WHERE other.{recipient} = mail.{recipient} AND other.purpose = ANY ($3) AND other.id <> mail.id \
        AND (other.claimed_until > now() OR (other.due_at <= now() AND other.id < mail.id)))"
    )
}

/// The purposes of mails with a link that expires the links of earlier mails.
fn link_purposes() -> Vec<&'static str> {
    let links = MailPurpose::ALL.iter().filter(|purpose| purpose.token_purpose().is_some());
    links.map(|purpose| purpose.as_str()).collect()
}

/// Not `id IN`: PostgreSQL may run that query once for each row, and so lease several mails.
fn claim_of(id: &str) -> String {
    format!(
        "UPDATE outbox SET due_at = now() + $1, claimed_until = now() + $1 WHERE id = {id} \
        RETURNING id, recipient_id, recipient_email, recipient_first_name, recipient_last_name, recipient_locale, \
        purpose, application_id, listing_id, deleted_listing, session_id, attempts, date_created"
    )
}

pub(super) async fn claim(
    connection: &mut AsyncPgConnection,
    lease: TimeDelta,
    order: ClaimOrder,
) -> Result<Option<MailRow>, StoreError> {
    let statement = match order {
        ClaimOrder::MostUrgent => &MOST_URGENT,
        ClaimOrder::LongestDue => &LONGEST_DUE,
    };
    diesel::sql_query(statement.as_str())
        .bind::<Interval, _>(lease)
        .bind::<Array<Text>, _>(known_purposes())
        .bind::<Array<Text>, _>(link_purposes())
        .find_row(connection)
        .await
}
