//! Retention of saved searches that were not used for long.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::UserId;
use portal_services::ports::StoreError;
use uuid::Uuid;

use super::{IdRow, deletions};
use crate::schema::saved_searches;
use crate::statements::RunStatement;

/// The mails will refer to the students: one who is being deleted is left out. So is one who is not
/// active, and would get no mail.
const CLAIM: &str = "
    SELECT students.id FROM saved_searches JOIN users AS students ON students.id = saved_searches.student_id
    WHERE saved_searches.used_at <= $1 AND saved_searches.told_at IS NULL AND students.status = 'ACTIVE'
    ORDER BY saved_searches.used_at
    LIMIT $2
    FOR NO KEY UPDATE OF students SKIP LOCKED";

pub(super) async fn claim(
    connection: &mut AsyncPgConnection,
    unused_since: DateTime<Utc>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<UserId>, StoreError> {
    let students: Vec<IdRow> = diesel::sql_query(CLAIM)
        .bind::<Timestamptz, _>(unused_since)
        .bind::<BigInt, _>(limit)
        .load_rows(connection)
        .await?;
    let students: Vec<Uuid> = students.into_iter().map(|row| row.id).collect();
    // Read again under the lock: another process may have told a student since.
    let unused: Vec<(Uuid, Uuid)> = saved_searches::table
        .filter(saved_searches::student_id.eq_any(students))
        .filter(saved_searches::used_at.le(unused_since))
        .filter(saved_searches::told_at.is_null())
        .order(saved_searches::id)
        .select((saved_searches::id, saved_searches::student_id))
        .for_no_key_update()
        .load_rows(connection)
        .await?;
    let (searches, told): (Vec<Uuid>, BTreeSet<Uuid>) = unused.into_iter().unzip();
    diesel::update(saved_searches::table.filter(saved_searches::id.eq_any(searches)))
        .set(saved_searches::told_at.eq(now))
        .run(connection)
        .await?;
    Ok(told.into_iter().map(UserId).collect())
}

pub(super) async fn delete(
    connection: &mut AsyncPgConnection,
    marked_before: DateTime<Utc>,
    limit: i64,
) -> Result<u64, StoreError> {
    let unused: Vec<Uuid> = saved_searches::table
        .filter(saved_searches::told_at.le(marked_before))
        .order(saved_searches::told_at)
        .limit(limit)
        .select(saved_searches::id)
        .for_update()
        .skip_locked()
        .load_rows(connection)
        .await?;
    deletions::delete_matches(connection, &unused).await?;
    let delete = diesel::delete(saved_searches::table.filter(saved_searches::id.eq_any(unused)));
    Ok(delete.run(connection).await? as u64)
}
