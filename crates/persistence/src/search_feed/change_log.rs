//! The query for the changes that became visible after a snapshot.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Text, Timestamptz, Uuid as SqlUuid};
use uuid::Uuid;

/// The query for a snapshot in text form and the largest number of listings to return. Written by hand, because Diesel has no types for
/// transaction ids and snapshots, but prepared once like a query of the builder.
#[derive(Debug, QueryId)]
pub(super) struct ChangesSince {
    pub snapshot: String,
    pub limit: i64,
}

#[derive(Debug, Queryable)]
pub(super) struct LogEntries {
    /// The current snapshot, for the next call.
    pub snapshot: String,
    /// The time of the snapshot, by the database's clock.
    pub at: DateTime<Utc>,
    /// The changed listings, without duplicates.
    pub changed: Vec<Uuid>,
}

impl Query for ChangesSince {
    type SqlType = (Text, Timestamptz, Array<SqlUuid>);
}

impl QueryFragment<Pg> for ChangesSince {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT pg_current_snapshot()::text, now(), coalesce(array_agg(listing_id), '{}') \
             FROM (SELECT DISTINCT listing_id \
             FROM listing_changes WHERE transaction >= pg_snapshot_xmin(",
        );
        out.push_bind_param::<Text, _>(&self.snapshot)?;
        out.push_sql("::pg_snapshot) AND NOT pg_visible_in_snapshot(transaction, ");
        out.push_bind_param::<Text, _>(&self.snapshot)?;
        // Restored rows carry transaction ids of another server, which may be far ahead of this
        // one's.
        out.push_sql("::pg_snapshot) AND pg_visible_in_snapshot(transaction, pg_current_snapshot()) LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.limit)?;
        out.push_sql(") AS changed");
        Ok(())
    }
}
