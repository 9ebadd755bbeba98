//! `portal database move`: all data to an empty database of another server, and back to the portal's
//! own one.

use portal_embedded_postgres::{CopiedRoles, EmbeddedConfig, OLDEST_MAJOR, ServerDir, ensure_space, server_major};
use portal_persistence::database_copy::{CopySide, DatabaseContents, inspect_side};
use portal_persistence::{ConnectionConfig, migrate};
use secrecy::SecretString;

use super::args::MoveArgs;
use super::copying::{client_programs, compare, copy};
use super::{Database, parse_url};
use crate::config::Config;
use crate::failure::{Context, Failure};
use crate::secret_input::read_secret;

/// The value of `--to` for the portal's own PostgreSQL.
const EMBEDDED: &str = "embedded";

pub(super) async fn run(config: &Config, args: MoveArgs) -> Result<(), Failure> {
    let to = args.to.map_or_else(|| read_secret("URL"), Ok)?.trim().to_owned();
    if to == EMBEDDED {
        return to_embedded(config).await;
    }
    let url = SecretString::from(to);
    let target = parse_url(config, &url).context("failed to use the URL of --to")?;
    // Locks the data folder, if the source is the portal's own server.
    let source = Database::serve(config).await?;
    let moved = copy_and_compare(config, source.owner(), &target).await;
    source.close().await?;
    report(&moved?);
    println!("Set PORTAL_DATABASE_URL (database_url) to the URL of --to, for all processes, and start them.");
    if config.database_url.is_none() {
        let folder = ServerDir::in_data_dir(&config.data_dir);
        println!("The old database is kept in {}: remove it when the portal works.", folder.path().display());
    }
    Ok(())
}

async fn to_embedded(config: &Config) -> Result<(), Failure> {
    let Some(url) = &config.database_url else {
        return Err(Failure::new("database_url is not set: the portal uses its own PostgreSQL already"));
    };
    let source = parse_url(config, url).context("failed to use database_url")?;
    let bytes = inspect_side(&source).await.context("failed to inspect the source")?.bytes;
    let embedded = EmbeddedConfig::new(&config.data_dir, config.pg_bin.clone());
    ensure_space(&embedded, bytes.unsigned_abs()).map_err(|error| Failure::new(error.to_string()))?;
    let own = Config { database_url: None, database_replica_url: None, ..config.clone() };
    let target = Database::serve(&own).await?;
    let moved = match copy_and_compare(config, &source, target.owner()).await {
        Ok(contents) => {
            let prepared = migrate::prepare_serving_role(target.owner()).await;
            prepared.map(|()| contents).context("failed to prepare the database's serving role")
        }
        Err(failure) => Err(failure),
    };
    target.close().await?;
    report(&moved?);
    println!("Remove PORTAL_DATABASE_URL (database_url) and the replica's URL from the configuration, and start the");
    println!("portal. The given server still has the old database: drop it when the portal works.");
    Ok(())
}

fn report(contents: &DatabaseContents) {
    println!("{} rows of {} tables and all sequences are equal.", contents.rows(), contents.tables.len());
}

async fn copy_and_compare(
    config: &Config,
    source: &ConnectionConfig,
    target: &ConnectionConfig,
) -> Result<DatabaseContents, Failure> {
    let from = inspect_side(source).await.context("failed to inspect the source")?;
    refuse_source(&from)?;
    let to = inspect_side(target).await.context("failed to inspect the target")?;
    refuse_target(&from, &to)?;
    let programs = client_programs(config.pg_bin.as_deref(), major(&from))?;
    refuse_programs(programs.major(), major(&to))?;
    copy(programs, source, target, CopiedRoles::Connection, from.bytes).await?;
    let compared = compare(source, target, CopiedRoles::Connection).await;
    let contents = compared.context("the move failed; empty the target before the next one")?;
    // A portal that was started too early.
    let after = inspect_side(source).await.context("failed to inspect the source")?;
    refuse_source(&after).context("changes may be missing in the copy: empty the target and move again")?;
    Ok(contents)
}

fn major(side: &CopySide) -> u32 {
    server_major(side.version)
}

fn refuse_source(source: &CopySide) -> Result<(), Failure> {
    if source.portal_connections > 0 {
        return Err(Failure::new(format!(
            "{} connections of portals use the database: stop all processes that use it first",
            source.portal_connections
        )));
    }
    if source.objects == 0 {
        return Err(Failure::new("the source has no tables: there is nothing to move"));
    }
    Ok(())
}

fn refuse_target(source: &CopySide, target: &CopySide) -> Result<(), Failure> {
    let (oldest, version) = (major(source).max(OLDEST_MAJOR), major(target));
    let reason = if target.objects > 0 {
        format!("it is not empty ({} tables and other objects): use an empty database", target.objects)
    } else if target.portal_connections > 0 {
        format!("{} connections of portals use it: stop them first", target.portal_connections)
    } else if target.is_replica {
        "it is a replica, which cannot be written".to_owned()
    } else if version < oldest {
        format!("its version is PostgreSQL {version}, but {oldest} or newer is needed for this data")
    } else if target.encoding != "UTF8" {
        format!("its encoding is {}, but UTF8 is needed", target.encoding)
    } else if !target.has_german_collation {
        "its PostgreSQL was built without ICU (the collation de-x-icu is missing)".to_owned()
    } else if !target.missing_extensions.is_empty() {
        format!(
            "extensions are not installed on it: {} (Debian and Ubuntu: they are part of the server's package)",
            target.missing_extensions
        )
    } else if !target.may_create {
        "the role of its URL may not create tables and extensions: make it the owner of the database".to_owned()
    } else {
        return Ok(());
    };
    Err(Failure::new(format!("the target cannot be used: {reason}")))
}

/// From this version on, `pg_restore` sets a parameter that older servers do not know.
const TRANSACTION_TIMEOUT: u32 = 17;

/// `target` is the major version of the server.
pub(crate) fn refuse_programs(version: u32, target: u32) -> Result<(), Failure> {
    if version >= TRANSACTION_TIMEOUT && target < TRANSACTION_TIMEOUT {
        return Err(Failure::new(format!(
            "pg_restore {version} cannot write to PostgreSQL {target}: install the older programs as well (Debian and \
             Ubuntu: `apt-get install postgresql-client-{target}`)"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side() -> CopySide {
        CopySide {
            version: 150_004,
            is_replica: false,
            encoding: "UTF8".into(),
            objects: 0,
            has_german_collation: true,
            missing_extensions: String::new(),
            may_create: true,
            portal_connections: 0,
            bytes: 1,
        }
    }

    #[test]
    fn refuse_target_names_what_is_missing() {
        let source = CopySide { objects: 90, ..side() };
        assert!(refuse_target(&source, &side()).is_ok());
        assert!(refuse_target(&source, &CopySide { version: 180_006, ..side() }).is_ok());
        for (target, reason) in [
            (CopySide { objects: 1, ..side() }, "not empty"),
            (CopySide { portal_connections: 2, ..side() }, "2 connections"),
            (CopySide { is_replica: true, ..side() }, "replica"),
            (CopySide { version: 140_011, ..side() }, "15 or newer"),
            (CopySide { encoding: "LATIN1".into(), ..side() }, "LATIN1"),
            (CopySide { has_german_collation: false, ..side() }, "without ICU"),
            (CopySide { missing_extensions: "pg_trgm".into(), ..side() }, "pg_trgm"),
            (CopySide { may_create: false, ..side() }, "owner of the database"),
        ] {
            let failure = refuse_target(&source, &target).unwrap_err().to_string();
            assert!(failure.contains(reason), "{failure}");
        }
    }

    #[test]
    fn refuse_programs_that_set_parameters_unknown_to_the_target() {
        for (programs, target, is_refused) in [(18, 15, true), (17, 16, true), (16, 15, false), (18, 17, false)] {
            let refused = refuse_programs(programs, target).is_err();
            assert_eq!(refused, is_refused, "{programs} to {target}");
        }
    }

    #[test]
    fn refuse_source_in_use_or_without_tables() {
        assert!(refuse_source(&CopySide { objects: 90, ..side() }).is_ok());
        assert!(refuse_source(&side()).is_err());
        let failure = refuse_source(&CopySide { portal_connections: 3, ..side() }).unwrap_err().to_string();
        assert!(failure.contains("3 connections of portals") && failure.contains("stop all processes"), "{failure}");
    }
}
