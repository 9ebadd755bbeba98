//! Deletes what saved searches have found.

use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_services::ports::StoreError;
use uuid::Uuid;

use crate::portions;
use crate::statements::RunStatement;

/// Matches per DELETE, so that no statement takes long.
const PORTION: i64 = 10_000;

/// Deletes the matches of these searches, which are locked, before the searches: the trigger that
/// deletes them with a search does so in one statement, however many there are. Matches that another
/// transaction locks are left to it.
pub(super) async fn delete_matches(connection: &mut AsyncPgConnection, searches: &[Uuid]) -> Result<(), StoreError> {
    let delete = portions::delete("saved_search_matches", "ctid", "search_id = $1");
    for search in searches {
        loop {
            let portion = diesel::sql_query(&delete).bind::<SqlUuid, _>(*search).bind::<BigInt, _>(PORTION);
            if (portion.run(connection).await? as u64) < PORTION.unsigned_abs() {
                break;
            }
        }
    }
    Ok(())
}
