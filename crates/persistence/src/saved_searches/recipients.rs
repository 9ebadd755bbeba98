//! Claims students to whom mails about saved searches are due, and assigns matches to their mails.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::{MailId, UserId};
use portal_domain::saved_search::MAIL_GAP;
use portal_services::ports::StoreError;
use uuid::Uuid;

use crate::errors::store_error;
use crate::schema::{saved_search_recipients, saved_searches};

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
/// condition repeats `portal_domain::saved_search::has_rent_fallen`.
const ASSIGN: &str = "
    UPDATE saved_search_matches AS found
    SET due = false,
        mail_id = CASE WHEN listed.is_told THEN mailed.mail_id END,
        rent_cents = CASE WHEN listed.is_told THEN listed.rent ELSE found.previous_rent_cents END,
        previous_rent_cents = CASE WHEN listed.is_told THEN found.previous_rent_cents END
    FROM unnest($1::uuid[], $2::uuid[]) AS mailed (search_id, mail_id), LATERAL (
        SELECT matches.listing_id, listings.total_rent_cents AS rent,
            matches.previous_rent_cents IS NULL
                OR listings.total_rent_cents * 100 <= matches.previous_rent_cents * 95 AS is_told
        FROM saved_search_matches AS matches JOIN listings ON listings.id = matches.listing_id
        WHERE matches.search_id = mailed.search_id AND matches.due AND listings.searchable
    ) AS listed
    WHERE found.search_id = mailed.search_id AND found.listing_id = listed.listing_id
    RETURNING found.search_id, found.mail_id";

#[derive(QueryableByName)]
struct StudentRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

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
    let students: Vec<StudentRow> = diesel::sql_query(CLAIM)
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now - MAIL_GAP)
        .bind::<BigInt, _>(limit)
        .load(connection)
        .await
        .map_err(store_error)?;
    Ok(students.into_iter().map(|row| UserId(row.id)).collect())
}

pub(super) async fn assign_mails(
    connection: &mut AsyncPgConnection,
    mails: &[(UserId, MailId)],
    now: DateTime<Utc>,
) -> Result<Vec<MailId>, StoreError> {
    let students: HashMap<Uuid, Uuid> = mails.iter().map(|(student, mail)| (student.0, mail.0)).collect();
    let due = take_due(connection, &students, now).await?;
    let (searches, proposed): (Vec<Uuid>, Vec<Uuid>) = due.into_iter().unzip();
    if searches.is_empty() {
        return Ok(Vec::new());
    }
    let assigned: Vec<AssignedRow> = diesel::sql_query(ASSIGN)
        .bind::<Array<SqlUuid>, _>(searches)
        .bind::<Array<SqlUuid>, _>(proposed)
        .load(connection)
        .await
        .map_err(store_error)?;
    let told: Vec<(Uuid, Uuid)> = assigned.iter().filter_map(|row| Some((row.search_id, row.mail_id?))).collect();
    let searches: BTreeSet<Uuid> = told.iter().map(|(search, _)| *search).collect();
    let used: BTreeSet<Uuid> = told.iter().map(|(_, mail)| *mail).collect();
    let recipients = students.iter().filter(|(_, mail)| used.contains(mail)).map(|(student, _)| *student).collect();
    record_mailed(connection, searches.into_iter().collect(), recipients, now).await?;
    Ok(used.into_iter().map(MailId).collect())
}

/// The due searches of students who got no mail a moment ago, each with the mail of its student.
/// They are not due any more. All searches of the students are locked.
async fn take_due(
    connection: &mut AsyncPgConnection,
    students: &HashMap<Uuid, Uuid>,
    now: DateTime<Utc>,
) -> Result<Vec<(Uuid, Uuid)>, StoreError> {
    // Read again under the lock: another process may have mailed since the claim was decided.
    let told: Vec<Uuid> = saved_search_recipients::table
        .filter(saved_search_recipients::student_id.eq_any(students.keys()))
        .filter(saved_search_recipients::mailed_at.gt(now - MAIL_GAP))
        .select(saved_search_recipients::student_id)
        .load(connection)
        .await
        .map_err(store_error)?;
    let own: Vec<(Uuid, Uuid, Option<DateTime<Utc>>)> = saved_searches::table
        .filter(saved_searches::student_id.eq_any(students.keys()))
        .order(saved_searches::id)
        .select((saved_searches::id, saved_searches::student_id, saved_searches::next_mail_at))
        .for_no_key_update()
        .load(connection)
        .await
        .map_err(store_error)?;
    let due: Vec<(Uuid, Uuid)> = own
        .into_iter()
        .filter(|(_, student, next_mail_at)| !told.contains(student) && next_mail_at.is_some_and(|at| at <= now))
        .filter_map(|(search, student, _)| Some((search, *students.get(&student)?)))
        .collect();
    let searches: Vec<Uuid> = due.iter().map(|(search, _)| *search).collect();
    diesel::update(saved_searches::table.filter(saved_searches::id.eq_any(searches)))
        .set(saved_searches::next_mail_at.eq(None::<DateTime<Utc>>))
        .execute(connection)
        .await
        .map_err(store_error)?;
    Ok(due)
}

/// Digests begin again, and other mails to the students wait.
async fn record_mailed(
    connection: &mut AsyncPgConnection,
    searches: Vec<Uuid>,
    students: Vec<Uuid>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    diesel::update(saved_searches::table.filter(saved_searches::id.eq_any(searches)))
        .set(saved_searches::collects_since.eq(now))
        .execute(connection)
        .await
        .map_err(store_error)?;
    let gap_ends = now + MAIL_GAP;
    let waiting = saved_searches::table
        .filter(saved_searches::student_id.eq_any(students.clone()))
        .filter(saved_searches::next_mail_at.lt(gap_ends));
    diesel::update(waiting)
        .set(saved_searches::next_mail_at.eq(gap_ends))
        .execute(connection)
        .await
        .map_err(store_error)?;
    let rows: Vec<_> = students
        .into_iter()
        .map(|student| (saved_search_recipients::student_id.eq(student), saved_search_recipients::mailed_at.eq(now)))
        .collect();
    diesel::insert_into(saved_search_recipients::table)
        .values(rows)
        .on_conflict(saved_search_recipients::student_id)
        .do_update()
        .set(saved_search_recipients::mailed_at.eq(excluded(saved_search_recipients::mailed_at)))
        .execute(connection)
        .await
        .map_err(store_error)?;
    Ok(())
}
