//! The log of changes: what became visible between two snapshots.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, Text, Timestamptz, Uuid as SqlUuid};
use uuid::Uuid;

/// Asks for it; not in Diesel's words, which have none for transactions and snapshots, but prepared once
/// like any other.
#[derive(Debug, QueryId)]
pub(super) struct Since(pub String);

#[derive(Debug, Queryable)]
pub(super) struct Entries {
    /// The snapshot from which to go on.
    pub snapshot: String,
    /// By the database's clock.
    pub at: DateTime<Utc>,
    /// The listings, each once.
    pub changed: Vec<Uuid>,
}

impl Query for Since {
    type SqlType = (Text, Timestamptz, Array<SqlUuid>);
}

impl QueryFragment<Pg> for Since {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT pg_current_snapshot()::text, now(), coalesce(array_agg(DISTINCT listing_id), '{}') \
             FROM listing_changes WHERE transaction >= pg_snapshot_xmin(",
        );
        out.push_bind_param::<Text, _>(&self.0)?;
        out.push_sql("::pg_snapshot) AND NOT pg_visible_in_snapshot(transaction, ");
        out.push_bind_param::<Text, _>(&self.0)?;
        // Rows that came with a dump carry the numbers of another server, and may be far ahead of this one's.
        out.push_sql("::pg_snapshot) AND pg_visible_in_snapshot(transaction, pg_current_snapshot())");
        Ok(())
    }
}
