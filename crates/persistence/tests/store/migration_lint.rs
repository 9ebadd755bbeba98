//! Finds what stops the old program, or blocks it for long, in the SQL of a migration.

use std::collections::BTreeSet;

/// Begins a comment before a statement that gives the reason why its lock is short, such as a small
/// table.
const ALLOWED: &str = "-- allowed: ";

/// Defaults that differ from row to row, so that the table is written again.
const VOLATILE: [&str; 5] = ["RANDOM", "GEN_RANDOM_UUID", "CLOCK_TIMESTAMP", "NEXTVAL", "UUIDV7"];

/// What a migration is allowed to refer to.
pub(super) struct Context<'a> {
    pub in_transaction: bool,
    /// The versions of the migrations of earlier releases.
    pub released: &'a [&'a str],
}

struct Statement {
    /// In upper case without comments, words and parentheses separated by one space.
    text: String,
    /// As it is written, for names and values.
    source: String,
    is_allowed: bool,
}

/// What is wrong with the statements of an `up.sql`.
pub(super) fn violations(sql: &str, context: &Context<'_>) -> Vec<String> {
    let statements = statements(sql);
    let new: BTreeSet<&str> = statements.iter().filter_map(|of| table_after(&of.text, "CREATE TABLE ")).collect();
    let mut violations = transaction_violations(&statements, context);
    let mut contracts = false;
    for statement in &statements {
        contracts |= removes_what_is_used(&statement.text, &new);
        let found = lock_violation(&statement.text, &new).filter(|_| !statement.is_allowed);
        violations.extend(found.map(|why| format!("{why}: {}", statement.text)));
        violations.extend(alter_violations(statement, &new));
    }
    violations.extend(validated_at_once(&statements, context));
    violations.extend(requirement_violation(&statements, contracts, context));
    violations
}

/// Statements without a transaction are sent alone, and only what needs it is run without one.
fn transaction_violations(statements: &[Statement], context: &Context<'_>) -> Vec<String> {
    let concurrent = statements.iter().filter(|statement| statement.text.contains(" CONCURRENTLY ")).count();
    if concurrent > 0 && (context.in_transaction || statements.len() > 1) {
        return vec!["CONCURRENTLY needs a migration of its own with `run_in_transaction = false`".to_owned()];
    }
    Vec::new()
}

/// Why the statement holds a lock for long that blocks readers or writers.
fn lock_violation(text: &str, new: &BTreeSet<&str>) -> Option<&'static str> {
    let of_existing = |words: &str| table_after(text, words).is_some_and(|table| !new.contains(table));
    if (text.starts_with("CREATE INDEX ") || text.starts_with("CREATE UNIQUE INDEX "))
        && !text.contains(" CONCURRENTLY ")
        && of_existing(" ON ")
    {
        return Some("blocks writes, create it CONCURRENTLY");
    }
    if text.starts_with("UPDATE ") && of_existing("UPDATE ")
        || text.starts_with("DELETE ") && of_existing("DELETE FROM ")
    {
        return Some("locks all rows that it changes, change them in portions by a job");
    }
    let rewrites = ["CLUSTER", "VACUUM FULL", "REINDEX", "LOCK ", "REFRESH MATERIALIZED VIEW "];
    if rewrites.iter().any(|words| text.starts_with(words)) && !text.contains(" CONCURRENTLY ") {
        return Some("locks the table for as long as it takes");
    }
    None
}

fn alter_violations(statement: &Statement, new: &BTreeSet<&str>) -> Vec<String> {
    let Some(table) = table_after(&statement.text, "ALTER TABLE ").filter(|table| !new.contains(table)) else {
        return Vec::new();
    };
    let actions = top_level_parts(&statement.text, ',');
    let found = actions.iter().filter_map(|action| Some((action, alter_violation(action, statement.is_allowed)?)));
    found.map(|(action, why)| format!("{why} ({table}): {action}")).collect()
}

fn alter_violation(action: &str, is_allowed: bool) -> Option<&'static str> {
    let has = |words: &str| action.contains(words);
    let adds_column = has(" ADD ") && !has(" ADD CONSTRAINT ") && !is_table_constraint(action);
    if adds_column && has(" NOT NULL") && !has(" DEFAULT ") && !has(" GENERATED ") {
        return Some("the old program inserts rows without it");
    }
    if is_allowed {
        return None;
    }
    if has(" SET NOT NULL") {
        return Some("the old program inserts rows without it, and all rows are read under a lock");
    }
    if has(" TYPE ") && has(" ALTER ") {
        return Some("writes the table again under a lock, and the old program expects the old type");
    }
    if adds_column {
        let is_rewritten =
            has(" GENERATED ") || has("SERIAL") || VOLATILE.iter().any(|name| has(&format!(" {name} (")));
        let is_checked = has(" CHECK ( ") || has(" CHECK (") || has(" UNIQUE") || has(" PRIMARY KEY");
        return match (is_rewritten, is_checked) {
            (true, _) => Some("writes the table again under a lock"),
            (false, true) => Some("reads the table under a lock, add the constraint NOT VALID"),
            (false, false) => None,
        };
    }
    let adds_constraint = has(" ADD ");
    if adds_constraint && !has(" NOT VALID") && !has(" USING INDEX ") {
        return Some("reads the table under a lock, add it NOT VALID and validate it in the next migration");
    }
    let rewrites = [" SET LOGGED", " SET UNLOGGED", " SET TABLESPACE ", " SET ACCESS METHOD "];
    rewrites.iter().any(|words| has(words)).then_some("writes the table again under a lock")
}

fn is_table_constraint(action: &str) -> bool {
    ["CHECK ", "FOREIGN KEY ", "UNIQUE ", "PRIMARY KEY ", "EXCLUDE "]
        .iter()
        .any(|kind| action.contains(&format!(" ADD {kind}")))
}

/// Whether an old program may use what the statement removes or renames.
fn removes_what_is_used(text: &str, new: &BTreeSet<&str>) -> bool {
    let drops =
        ["DROP TABLE ", "DROP FUNCTION ", "DROP VIEW ", "DROP TYPE "].iter().any(|words| text.starts_with(words));
    let of_existing = table_after(text, "ALTER TABLE ").is_some_and(|table| !new.contains(table));
    let changes = [" DROP COLUMN ", " RENAME ", " TYPE ", " SET NOT NULL"].iter().any(|words| text.contains(words));
    drops || of_existing && changes
}

/// In one transaction, the lock of `ADD … NOT VALID` is held while all rows are read.
fn validated_at_once(statements: &[Statement], context: &Context<'_>) -> Option<String> {
    let has = |words: &str| statements.iter().any(|statement| statement.text.contains(words));
    let is_wrong = context.in_transaction && has(" VALIDATE CONSTRAINT ") && has(" NOT VALID");
    is_wrong.then(|| "validate the constraint in a migration of its own".to_owned())
}

fn requirement_violation(statements: &[Statement], contracts: bool, context: &Context<'_>) -> Option<String> {
    let inserts = statements.iter().filter(|of| of.text.starts_with("INSERT INTO SCHEMA_REQUIREMENTS "));
    let mut required = inserts.filter_map(|of| of.source.split('\'').nth(1)).peekable();
    if contracts && required.peek().is_none() {
        return Some(
            "removes what old programs use: note in schema_requirements which migration they must know".into(),
        );
    }
    let wrong = required.find(|version| !context.released.contains(version))?;
    Some(format!("requires {wrong}, which is no migration of an earlier release: a release cannot be skipped"))
}

/// The table that follows these words, without `IF EXISTS` and the like.
fn table_after<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(words)?;
    let modifiers = ["IF", "NOT", "EXISTS", "ONLY"];
    rest.split_whitespace().find(|word| !modifiers.contains(word)).map(|word| word.trim_start_matches("PUBLIC."))
}

fn statements(sql: &str) -> Vec<Statement> {
    let parts = split_statements(sql);
    let statements = parts.into_iter().map(|part| {
        let is_allowed = part.lines().any(|line| line.trim_start().starts_with(ALLOWED));
        let code: Vec<&str> = part.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
        let source = code.join("\n");
        let spaced = source.replace('(', " ( ").replace(')', " ) ").to_uppercase();
        let text = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
        Statement { text, source, is_allowed }
    });
    statements.filter(|statement| !statement.text.is_empty()).collect()
}

/// Splits at semicolons that are not in a comment, a text or the body of a function.
fn split_statements(sql: &str) -> Vec<String> {
    let (mut parts, mut part, mut rest) = (Vec::new(), String::new(), sql);
    while let Some(next) = rest.chars().next() {
        let end = if rest.starts_with("--") {
            rest.find('\n').unwrap_or(rest.len())
        } else if next == '\'' {
            rest.char_indices().skip(1).find(|(_, c)| *c == '\'').map_or(rest.len(), |(at, _)| at + 1)
        } else if let Some(tag) = dollar_tag(rest) {
            rest[tag.len()..].find(tag).map_or(rest.len(), |at| at + 2 * tag.len())
        } else {
            next.len_utf8()
        };
        if next == ';' {
            parts.push(std::mem::take(&mut part));
        } else {
            part.push_str(&rest[..end]);
        }
        rest = &rest[end..];
    }
    parts.push(part);
    parts
}

/// `$$` or `$tag$`.
fn dollar_tag(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('$')?;
    let end = rest.find('$')?;
    rest[..end].chars().all(|c| c.is_ascii_alphabetic() || c == '_').then(|| &text[..end + 2])
}

/// The parts between separators outside of parentheses.
fn top_level_parts(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0_i32);
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match parts.last_mut() {
            Some(part) if c != separator || depth > 0 => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.iter().map(|part| format!(" {}", part.trim())).collect()
}

const RELEASED: Context<'static> = Context { in_transaction: true, released: &["20261119000000"] };

#[test]
fn violations_finds_statements_that_stop_or_block_the_old_program() {
    for refused in [
        "ALTER TABLE users ADD COLUMN nickname text NOT NULL;",
        "ALTER TABLE users ADD nickname text CONSTRAINT users_nickname_length NOT NULL;",
        "ALTER TABLE users ADD COLUMN a text, ADD COLUMN b text NOT NULL;",
        "-- allowed: few rows\nALTER TABLE users ADD COLUMN nickname text NOT NULL;",
        "CREATE INDEX users_city_idx ON users (city);",
        "-- CONCURRENTLY\nCREATE UNIQUE INDEX users_city_key ON users(city);",
        "CREATE INDEX CONCURRENTLY users_city_idx ON users (city);",
        "ALTER TABLE users ADD CONSTRAINT users_city_check CHECK (city <> '');",
        "ALTER TABLE users DROP CONSTRAINT a, ADD CONSTRAINT users_role_check CHECK (role IN ('A', 'B'));",
        "ALTER TABLE users ADD FOREIGN KEY (city) REFERENCES cities;",
        "ALTER TABLE users ADD CONSTRAINT users_city_key UNIQUE (city);",
        "ALTER TABLE users ADD COLUMN nickname text CONSTRAINT users_nickname_check CHECK (nickname <> '');",
        "ALTER TABLE users ADD COLUMN number bigserial;",
        "ALTER TABLE users ADD COLUMN token uuid DEFAULT gen_random_uuid();",
        "ALTER TABLE users ADD COLUMN folded text GENERATED ALWAYS AS (lower(city)) STORED;",
        "ALTER TABLE users SET UNLOGGED;",
        "UPDATE users SET city = 'Berlin';",
        "DELETE FROM sessions;",
        "LOCK TABLE users IN SHARE MODE;",
        "ALTER TABLE users ADD CONSTRAINT a CHECK (city <> '') NOT VALID; ALTER TABLE users VALIDATE CONSTRAINT a;",
        "ALTER TABLE users DROP COLUMN city;",
        "ALTER TABLE users RENAME COLUMN city TO town;",
        "DROP TABLE attempts;",
        "INSERT INTO schema_requirements (migration) VALUES ('29990101000000');",
        "ALTER TABLE users DROP COLUMN city; INSERT INTO schema_requirements VALUES ('29990101000000');",
    ] {
        assert_eq!(violations(refused, &RELEASED).len(), 1, "{refused}");
    }
    for refused_twice in
        ["ALTER TABLE users ALTER COLUMN city SET NOT NULL;", "ALTER TABLE users ALTER city TYPE bigint;"]
    {
        assert_eq!(violations(refused_twice, &RELEASED).len(), 2, "a lock and a contract: {refused_twice}");
    }
}

#[test]
fn violations_accepts_what_the_old_program_does_not_notice() {
    for accepted in [
        "ALTER TABLE users ADD COLUMN nickname text;",
        "ALTER TABLE users ADD COLUMN points bigint NOT NULL DEFAULT 0;",
        "ALTER TABLE users ADD COLUMN city_id uuid CONSTRAINT users_city_id_fkey REFERENCES cities;",
        "CREATE TABLE points (id uuid NOT NULL CHECK (id > '')); CREATE INDEX points_id_idx ON points (id);
         ALTER TABLE points ADD CONSTRAINT points_check CHECK (true); UPDATE points SET id = NULL;",
        "ALTER TABLE users DROP CONSTRAINT a, ADD CONSTRAINT a CHECK (role IN ('A', 'B; UPDATE x SET y')) NOT VALID;",
        "ALTER TABLE users VALIDATE CONSTRAINT a;",
        "ALTER TABLE users ADD CONSTRAINT users_city_key UNIQUE USING INDEX users_city_key;",
        "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE users SET city = ''; DELETE FROM sessions; RETURN NEW; END $$;",
        "-- allowed: at most 100 rows\nUPDATE settings SET value = NULL;",
        "ALTER TABLE users DROP COLUMN city; INSERT INTO schema_requirements (migration) VALUES ('20261119000000');",
    ] {
        assert_eq!(violations(accepted, &RELEASED), Vec::<String>::new(), "{accepted}");
    }
    let alone = Context { in_transaction: false, ..RELEASED };
    let index = "CREATE INDEX CONCURRENTLY users_city_idx ON users (city);";
    assert_eq!(violations(index, &alone), Vec::<String>::new());
    assert_eq!(violations(&index.repeat(2), &alone).len(), 1, "two statements are one transaction");
}
