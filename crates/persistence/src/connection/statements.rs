//! Spans of statements in traces: their kind and table, never their values.

use std::fmt::{self, Display, Write};

use portal_services::trace;
use tracing::Span;
use tracing::field::Empty;

/// Of other statements the span says `OTHER`: names of spans must be few.
const KINDS: [&str; 12] = [
    "SELECT",
    "INSERT",
    "UPDATE",
    "DELETE",
    "WITH",
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
    "SET",
    "LOCK",
    "SAVEPOINT",
    "RELEASE",
];
/// The words before the name of a table.
const BEFORE_TABLES: [&str; 3] = ["FROM", "INTO", "UPDATE"];
/// The longest identifier of PostgreSQL.
const MAX_IDENTIFIER: usize = 63;

/// The span of the statement that a connection executes.
#[derive(Default)]
pub(super) struct StatementSpan(Option<Span>);

impl StatementSpan {
    pub(super) fn begin(&mut self, query: &dyn Display) {
        self.0 = trace::is_recorded().then(|| span(query));
    }

    pub(super) fn end(&mut self, failed: bool) {
        if let Some(span) = self.0.take()
            && failed
        {
            span.record("otel.status_code", "ERROR");
        }
    }
}

fn span(query: &dyn Display) -> Span {
    let sql = text_without_values(query);
    let Statement { kind, table } = Statement::of(&sql);
    let name = table.map_or_else(|| kind.to_owned(), |table| format!("{kind} {table}"));
    tracing::info_span!(
        target: trace::TARGET,
        "statement",
        otel.kind = "client",
        otel.name = name,
        otel.status_code = Empty,
        db.system.name = "postgresql",
        db.operation.name = kind,
        db.collection.name = table,
    )
}

#[derive(Debug, PartialEq, Eq)]
struct Statement<'a> {
    kind: &'static str,
    table: Option<&'a str>,
}

impl<'a> Statement<'a> {
    fn of(sql: &'a str) -> Self {
        let mut words = sql.split_whitespace();
        let first = words.next().unwrap_or_default();
        let kind = KINDS.into_iter().find(|kind| first.eq_ignore_ascii_case(kind)).unwrap_or("OTHER");
        Self { kind, table: table(sql) }
    }
}

/// The first name after a word that a table follows. It is that of a table or of a part of the
/// statement, never a value: a value is a parameter, and no identifier.
fn table(sql: &str) -> Option<&str> {
    let mut words = sql.split_whitespace();
    while let Some(word) = words.next() {
        let word = word.trim_start_matches('(');
        if BEFORE_TABLES.iter().any(|before| word.eq_ignore_ascii_case(before))
            && let Some(name) = words.clone().next().and_then(identifier)
        {
            return Some(name);
        }
    }
    None
}

fn identifier(word: &str) -> Option<&str> {
    let name = word.trim_start_matches('(').split(['(', ')', ',', ';']).next()?;
    let name = name.rsplit('.').next()?.trim_matches('"');
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    ((1..=MAX_IDENTIFIER).contains(&name.len()) && name.bytes().all(is_allowed)).then_some(name)
}

/// The text of a statement, which is the first piece that it writes. The values of its parameters
/// follow, and are not even formatted.
fn text_without_values(query: &dyn Display) -> String {
    struct FirstPiece(Option<String>);
    impl Write for FirstPiece {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            if self.0.is_some() {
                return Err(fmt::Error);
            }
            self.0 = Some(piece.to_owned());
            Ok(())
        }
    }
    let mut piece = FirstPiece(None);
    // An error means that the first piece is complete.
    let _ = write!(piece, "{query}");
    piece.0.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use diesel::pg::Pg;
    use diesel::prelude::*;

    use super::*;
    use crate::schema::users;

    #[test]
    fn statement_has_kind_and_table() {
        for (sql, kind, table) in [
            ("SELECT \"users\".\"id\" FROM \"users\" WHERE \"users\".\"email\" = $1", "SELECT", Some("users")),
            ("SELECT a FROM (\"users\" INNER JOIN \"documents\" ON true)", "SELECT", Some("users")),
            ("SELECT count(*) FROM (SELECT id FROM public.listings) AS s", "SELECT", Some("listings")),
            ("INSERT INTO \"events\" (\"id\") VALUES ($1)", "INSERT", Some("events")),
            ("UPDATE outbox SET attempts = $1", "UPDATE", Some("outbox")),
            ("delete from \"sessions\"", "DELETE", Some("sessions")),
            ("WITH due AS (SELECT id FROM outbox FOR UPDATE SKIP LOCKED) DELETE FROM x", "WITH", Some("outbox")),
            ("BEGIN", "BEGIN", None),
            ("VACUUM 'secret'", "OTHER", None),
            ("SELECT 1 FROM 'Geheim'", "SELECT", None),
            ("", "OTHER", None),
        ] {
            assert_eq!(Statement::of(sql), Statement { kind, table }, "{sql}");
        }
    }

    #[test]
    fn text_without_values_leaves_out_the_parameters() {
        let query = users::table.filter(users::email.eq("eve@portal.test")).select(users::id);
        let query = diesel::debug_query::<Pg, _>(&query);
        assert!(query.to_string().contains("eve@portal.test"));
        let text = text_without_values(&query);
        assert!(text.contains("FROM \"users\"") && !text.contains("eve") && !text.contains("binds"), "{text}");
    }
}
