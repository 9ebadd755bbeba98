//! Claims students to whom mails about saved searches are due, and assigns matches to their mails.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::upsert::excluded;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{MailId, SavedSearchId, UserId};
use portal_domain::saved_search::{Frequency, MAIL_GAP};
use portal_services::ports::{AssignedMails, StoreError};
use uuid::Uuid;

use super::IdRow;
use crate::schema::{saved_search_recipients, saved_searches};
use crate::statements::RunStatement;
use crate::unknown_values::known;

/// The row of a student stands for all their searches: a process that finds it locked leaves them to
/// the one that holds it.
const CLAIM: &str = "
    SELECT id FROM users
    WHERE id = ANY (ARRAY(
        SELECT saved_searches.student_id
        FROM saved_searches JOIN users AS students ON students.id = saved_searches.student_id
        WHERE saved_searches.next_mail_at <= $1 AND students.status = 'ACTIVE'
          AND NOT EXISTS (
            SELECT FROM saved_search_recipients AS told
            WHERE told.student_id = saved_searches.student_id AND told.mailed_at > $2
          )
        ORDER BY saved_searches.next_mail_at
        LIMIT $3
    ))
    ORDER BY id
    FOR NO KEY UPDATE SKIP LOCKED";

/// A fall of the rent that was taken back since is not told: the student knows the listing. The
/// conditions repeat `portal_domain::saved_search::has_rent_fallen`; before the first mail there is no
/// previous rent. The rows are found search by search (`OFFSET 0`) and fetched by their place: a join
/// would read the whole table for each batch.
const ASSIGN: &str = "
    UPDATE saved_search_matches AS found
    SET due = false,
        mail_id = CASE
            WHEN listings.total_rent_cents * 100 > found.previous_rent_cents * 95 THEN NULL ELSE mailed.mail_id END,
        rent_cents = CASE
            WHEN listings.total_rent_cents * 100 > found.previous_rent_cents * 95 THEN found.previous_rent_cents
            ELSE listings.total_rent_cents END,
        previous_rent_cents = CASE
            WHEN listings.total_rent_cents * 100 <= found.previous_rent_cents * 95 THEN found.previous_rent_cents END
    FROM saved_searches, listings, unnest($2::uuid[], $3::uuid[]) AS mailed (student_id, mail_id)
    WHERE found.ctid = ANY (ARRAY(
        SELECT due.ctid FROM unnest($1::uuid[]) AS search (id), LATERAL (
            SELECT matches.ctid FROM saved_search_matches AS matches
            WHERE matches.search_id = search.id AND matches.due OFFSET 0
        ) AS due
      ))
      AND saved_searches.id = found.search_id AND mailed.student_id = saved_searches.student_id
      AND listings.id = found.listing_id AND listings.searchable
    RETURNING found.search_id, found.mail_id";

const RESCHEDULE: &str = "
    UPDATE saved_searches SET next_mail_at = changed.next_mail_at, collects_since = changed.collects_since
    FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS changed (id, next_mail_at, collects_since)
    WHERE saved_searches.id = changed.id";

/// The condition is that of `ASSIGN`.
const CLEAR: &str = "
    UPDATE saved_searches SET next_mail_at = NULL
    WHERE id = ANY ($1) AND NOT EXISTS (
        SELECT FROM saved_search_matches AS matches JOIN listings ON listings.id = matches.listing_id
        WHERE matches.search_id = saved_searches.id AND matches.due AND listings.searchable
    )";

#[derive(QueryableByName)]
struct AssignedRow {
    #[diesel(sql_type = SqlUuid)]
    search_id: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    mail_id: Option<Uuid>,
}

pub(super) async fn claim(
    connection: &mut AsyncPgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<UserId>, StoreError> {
    let students: Vec<IdRow> = diesel::sql_query(CLAIM)
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now - MAIL_GAP)
        .bind::<BigInt, _>(limit)
        .load_rows(connection)
        .await?;
    Ok(students.into_iter().map(|row| UserId(row.id)).collect())
}

/// A search of a student who is to be mailed.
#[derive(Queryable, Selectable)]
#[diesel(table_name = saved_searches, check_for_backend(diesel::pg::Pg))]
struct OwnRow {
    id: Uuid,
    student_id: Uuid,
    frequency: String,
    next_mail_at: Option<DateTime<Utc>>,
    collects_since: DateTime<Utc>,
}

impl OwnRow {
    /// After a mail about this search. It keeps a time even if nothing more is found, see `record`.
    fn told(self, now: DateTime<Utc>) -> Self {
        let next = known("saved_searches.frequency", &self.frequency)
            .and_then(|frequency: Frequency| frequency.next_mail(now, Some(now), now));
        Self { next_mail_at: Some(next.unwrap_or(now + MAIL_GAP)), collects_since: now, ..self }
    }
}

pub(super) async fn assign_mails(
    connection: &mut AsyncPgConnection,
    mails: &[(UserId, MailId)],
    now: DateTime<Utc>,
) -> Result<AssignedMails, StoreError> {
    let students: HashMap<Uuid, Uuid> = mails.iter().map(|(student, mail)| (student.0, mail.0)).collect();
    let told_before = told_since(connection, &students, now - MAIL_GAP).await?;
    let own = lock_own(connection, &students).await?;
    let is_due =
        |search: &&OwnRow| !told_before.contains(&search.student_id) && search.next_mail_at.is_some_and(|at| at <= now);
    let due: Vec<Uuid> = own.iter().filter(is_due).map(|search| search.id).collect();
    let told = assign(connection, &due, &students).await?;
    let searches: HashSet<Uuid> = told.iter().map(|(search, _)| *search).collect();
    let mails: BTreeSet<Uuid> = told.iter().map(|(_, mail)| *mail).collect();
    let recipients: HashSet<Uuid> =
        students.into_iter().filter(|(_, mail)| mails.contains(mail)).map(|(student, _)| student).collect();
    let idle = due.into_iter().filter(|id| !searches.contains(id)).map(SavedSearchId).collect();
    let gap_ends = now + MAIL_GAP;
    let changed = own.into_iter().filter_map(|search| {
        if searches.contains(&search.id) {
            return Some(search.told(now));
        }
        let must_wait = recipients.contains(&search.student_id) && search.next_mail_at.is_some_and(|at| at < gap_ends);
        must_wait.then_some(OwnRow { next_mail_at: Some(gap_ends), ..search })
    });
    reschedule(connection, changed.collect()).await?;
    record_mailed(connection, recipients, now).await?;
    Ok(AssignedMails { mails: mails.into_iter().map(MailId).collect(), idle_searches: idle })
}

/// Read again under the lock of the students: another process may have mailed since the claim was
/// decided.
async fn told_since(
    connection: &mut AsyncPgConnection,
    students: &HashMap<Uuid, Uuid>,
    since: DateTime<Utc>,
) -> Result<HashSet<Uuid>, StoreError> {
    let told: Vec<Uuid> = saved_search_recipients::table
        .filter(saved_search_recipients::student_id.eq_any(students.keys()))
        .filter(saved_search_recipients::mailed_at.gt(since))
        .select(saved_search_recipients::student_id)
        .load_rows(connection)
        .await?;
    Ok(told.into_iter().collect())
}

/// Locks the searches of the students that have a time for a mail.
async fn lock_own(
    connection: &mut AsyncPgConnection,
    students: &HashMap<Uuid, Uuid>,
) -> Result<Vec<OwnRow>, StoreError> {
    saved_searches::table
        .filter(saved_searches::student_id.eq_any(students.keys()))
        .filter(saved_searches::next_mail_at.is_not_null())
        .order(saved_searches::id)
        .select(OwnRow::as_select())
        .for_no_key_update()
        .load_rows(connection)
        .await
}

/// Returns the searches with something to tell, once for each match, and their mails.
async fn assign(
    connection: &mut AsyncPgConnection,
    due: &[Uuid],
    students: &HashMap<Uuid, Uuid>,
) -> Result<Vec<(Uuid, Uuid)>, StoreError> {
    let (students, mails): (Vec<Uuid>, Vec<Uuid>) = students.iter().unzip();
    let assigned: Vec<AssignedRow> = diesel::sql_query(ASSIGN)
        .bind::<Array<SqlUuid>, _>(due)
        .bind::<Array<SqlUuid>, _>(students)
        .bind::<Array<SqlUuid>, _>(mails)
        .load_rows(connection)
        .await?;
    Ok(assigned.into_iter().filter_map(|row| Some((row.search_id, row.mail_id?))).collect())
}

/// One statement for all, so that each row is written once.
async fn reschedule(connection: &mut AsyncPgConnection, changed: Vec<OwnRow>) -> Result<(), StoreError> {
    let (mut ids, mut next_mails, mut collected) = (Vec::new(), Vec::new(), Vec::new());
    for search in changed {
        ids.push(search.id);
        next_mails.push(search.next_mail_at);
        collected.push(search.collects_since);
    }
    diesel::sql_query(RESCHEDULE)
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Nullable<Timestamptz>>, _>(next_mails)
        .bind::<Array<Timestamptz>, _>(collected)
        .run(connection)
        .await?;
    Ok(())
}

/// Further mails to these students wait.
async fn record_mailed(
    connection: &mut AsyncPgConnection,
    students: HashSet<Uuid>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let rows: Vec<_> = students
        .into_iter()
        .map(|student| (saved_search_recipients::student_id.eq(student), saved_search_recipients::mailed_at.eq(now)))
        .collect();
    diesel::insert_into(saved_search_recipients::table)
        .values(rows)
        .on_conflict(saved_search_recipients::student_id)
        .do_update()
        .set(saved_search_recipients::mailed_at.eq(excluded(saved_search_recipients::mailed_at)))
        .run(connection)
        .await?;
    Ok(())
}

pub(super) async fn clear_due(
    connection: &mut AsyncPgConnection,
    searches: &[SavedSearchId],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let due: Vec<Uuid> = saved_searches::table
        .filter(saved_searches::id.eq_any(searches.iter().map(|search| search.0)))
        .filter(saved_searches::next_mail_at.le(now))
        .order(saved_searches::id)
        .select(saved_searches::id)
        .for_update()
        .load_rows(connection)
        .await?;
    // A new statement sees what was recorded before the locks were granted.
    diesel::sql_query(CLEAR).bind::<Array<SqlUuid>, _>(due).run(connection).await?;
    Ok(())
}
