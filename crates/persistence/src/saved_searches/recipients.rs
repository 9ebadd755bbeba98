//! Claims students to whom mails about saved searches are due, and assigns matches to their mails.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::upsert::excluded;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{MailId, SavedSearchId, UserId};
use portal_domain::saved_search::{Frequency, MAIL_GAP};
use portal_services::ports::{AssignedMails, StoreError};
use uuid::Uuid;

use super::{IdRow, has_fallen};
use crate::schema::{saved_search_recipients, saved_searches};
use crate::statements::RunStatement;
use crate::unknown_values::known;

/// Matches per UPDATE, so that no statement takes long.
const PORTION: i64 = 5_000;

/// Portions that a transaction assigns, and so the most that a mail tells.
const MAX_PORTIONS: usize = 2;

/// The row of a student stands for all their searches: a process that finds it locked leaves them to
/// the one that holds it, and claims others, because the limit counts only rows that it could lock.
const CLAIM: &str = "
    SELECT students.id FROM saved_searches JOIN users AS students ON students.id = saved_searches.student_id
    WHERE saved_searches.next_mail_at <= $1 AND students.status = 'ACTIVE'
      AND NOT EXISTS (
        SELECT FROM saved_search_recipients AS told
        WHERE told.student_id = saved_searches.student_id AND told.mailed_at > $2
      )
    ORDER BY saved_searches.next_mail_at
    LIMIT $3
    FOR NO KEY UPDATE OF students SKIP LOCKED";

/// A fall of the rent that was taken back since is not told: the student knows the listing. Before the
/// first mail there is no previous rent, and the condition is null. The rows are found search by search
/// (`OFFSET 0`) and fetched by their place: a join would read the whole table for each batch. For the
/// same reason, a subquery reads the listing.
static ASSIGN: LazyLock<String> = LazyLock::new(|| {
    let has_fallen = has_fallen("found.previous_rent_cents", "listings.total_rent_cents");
    format!(
        "UPDATE saved_search_matches AS found
        SET due = false,
            mail_id = CASE WHEN NOT ({has_fallen}) THEN NULL ELSE mailed.mail_id END,
            rent_cents = CASE
                WHEN NOT ({has_fallen}) THEN found.previous_rent_cents ELSE listings.total_rent_cents END,
            previous_rent_cents = CASE WHEN {has_fallen} THEN found.previous_rent_cents END
        FROM saved_searches, listings, unnest($2::uuid[], $3::uuid[]) AS mailed (student_id, mail_id)
        WHERE found.ctid = ANY (ARRAY(
            SELECT due.ctid FROM unnest($1::uuid[]) AS search (id), LATERAL (
                SELECT matches.ctid FROM saved_search_matches AS matches
                WHERE matches.search_id = search.id AND matches.due
                  AND (SELECT listings.searchable FROM listings WHERE listings.id = matches.listing_id)
                OFFSET 0
            ) AS due
            LIMIT $4
          ))
          AND saved_searches.id = found.search_id AND mailed.student_id = saved_searches.student_id
          AND listings.id = found.listing_id AND listings.searchable
        RETURNING found.search_id AS search, saved_searches.student_id AS student, found.mail_id AS mail"
    )
});

/// Which of these searches have something to tell. The condition is that of `ASSIGN`.
const UNTOLD: &str = "
    SELECT search.id FROM unnest($1::uuid[]) AS search (id), LATERAL (
        SELECT matches.listing_id FROM saved_search_matches AS matches
        WHERE matches.search_id = search.id AND matches.due
          AND (SELECT listings.searchable FROM listings WHERE listings.id = matches.listing_id)
        LIMIT 1
    ) AS due";

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

/// The search is locked, so that no other transaction makes its matches due.
const CANCEL: &str = "
    UPDATE saved_search_matches SET due = false
    WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM saved_search_matches WHERE search_id = $1 AND due LIMIT $2 FOR NO KEY UPDATE
    ))";

#[derive(QueryableByName)]
struct AssignedRow {
    #[diesel(sql_type = SqlUuid)]
    search: Uuid,
    #[diesel(sql_type = SqlUuid)]
    student: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    mail: Option<Uuid>,
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
    // A student may have several due searches.
    let mut claimed = HashSet::new();
    Ok(students.into_iter().filter(|row| claimed.insert(row.id)).map(|row| UserId(row.id)).collect())
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
    /// The rest of a digest does not wait for the next one: it would get longer each time.
    fn told(self, has_more: bool, now: DateTime<Utc>) -> Self {
        let next = known("saved_searches.frequency", &self.frequency)
            .and_then(|frequency: Frequency| frequency.next_mail(now, Some(now), now))
            .filter(|_| !has_more);
        Self { next_mail_at: Some(next.unwrap_or(now + MAIL_GAP)), collects_since: now, ..self }
    }
}

/// What a transaction has assigned.
struct Assigned {
    /// The searches with something to tell, and the mails that tell it.
    told: HashMap<Uuid, Uuid>,
    /// The searches with more than the mail tells.
    untold: HashSet<Uuid>,
    /// The due searches without anything to tell.
    idle: Vec<SavedSearchId>,
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
    // Student by student, so that at most one is told a part only.
    let of_students =
        mails.iter().flat_map(|(student, _)| own.iter().filter(move |search| search.student_id == student.0));
    let due: Vec<&OwnRow> = of_students.filter(is_due).collect();
    let Assigned { told, untold, idle } = assign(connection, due, &students).await?;
    let mails: BTreeSet<Uuid> = told.values().copied().collect();
    let recipients: HashSet<Uuid> =
        students.into_iter().filter(|(_, mail)| mails.contains(mail)).map(|(student, _)| student).collect();
    let gap_ends = now + MAIL_GAP;
    let changed = own.into_iter().filter_map(|search| {
        if told.contains_key(&search.id) {
            let has_more = untold.contains(&search.id);
            return Some(search.told(has_more, now));
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

/// Assigns a portion, and if it is full, further ones for the students whom it has reached: the others
/// are left to the next transaction.
async fn assign(
    connection: &mut AsyncPgConnection,
    mut due: Vec<&OwnRow>,
    students: &HashMap<Uuid, Uuid>,
) -> Result<Assigned, StoreError> {
    let (mut told, mut reached) = (HashMap::new(), HashSet::new());
    let mut is_full = true;
    for _ in 0..MAX_PORTIONS {
        let rows = assign_portion(connection, &due, students).await?;
        is_full = rows.len() as u64 >= PORTION.unsigned_abs();
        reached.extend(rows.iter().map(|row| row.student));
        told.extend(rows.into_iter().filter_map(|row| Some((row.search, row.mail?))));
        if !is_full {
            break;
        }
        due.retain(|search| reached.contains(&search.student_id));
    }
    let due: Vec<Uuid> = due.into_iter().map(|search| search.id).collect();
    let untold = if is_full { load_untold(connection, &due).await? } else { HashSet::new() };
    let idle = due.into_iter().filter(|id| !told.contains_key(id) && !untold.contains(id)).map(SavedSearchId).collect();
    Ok(Assigned { told, untold, idle })
}

/// Returns a row for each match.
async fn assign_portion(
    connection: &mut AsyncPgConnection,
    due: &[&OwnRow],
    students: &HashMap<Uuid, Uuid>,
) -> Result<Vec<AssignedRow>, StoreError> {
    let (students, mails): (Vec<Uuid>, Vec<Uuid>) = students.iter().unzip();
    diesel::sql_query(ASSIGN.as_str())
        .bind::<Array<SqlUuid>, _>(due.iter().map(|search| search.id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(students)
        .bind::<Array<SqlUuid>, _>(mails)
        .bind::<BigInt, _>(PORTION)
        .load_rows(connection)
        .await
}

async fn load_untold(connection: &mut AsyncPgConnection, searches: &[Uuid]) -> Result<HashSet<Uuid>, StoreError> {
    let untold = diesel::sql_query(UNTOLD).bind::<Array<SqlUuid>, _>(searches.to_vec());
    let rows: Vec<IdRow> = untold.load_rows(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
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

/// No mail tells what this search, which is locked, has found so far.
pub(super) async fn cancel(connection: &mut AsyncPgConnection, search: SavedSearchId) -> Result<(), StoreError> {
    loop {
        let portion = diesel::sql_query(CANCEL).bind::<SqlUuid, _>(search.0).bind::<BigInt, _>(PORTION);
        if (portion.run(connection).await? as u64) < PORTION.unsigned_abs() {
            return Ok(());
        }
    }
}
