//! `portal database upgrade`: the portal's own PostgreSQL to a newer major version, by dump and
//! restore into a new cluster beside the old one.

use portal_embedded_postgres::{CopiedRoles, EmbeddedConfig, EmbeddedError, Upgrade, remove_old_clusters};
use portal_persistence::database_copy::{DatabaseContents, copy_roles, inspect_side, list_other_databases, read_roles};
use portal_persistence::{ConnectionConfig, PlainText};

use super::args::UpgradeArgs;
use super::copying::{client_programs, compare, copy};
use crate::config::Config;
use crate::failure::{Context, Failure};

pub(super) async fn run(config: &Config, args: UpgradeArgs) -> Result<(), Failure> {
    if config.database_url.is_some() {
        return Err(Failure::new(
            "database_url is set: only the portal's own PostgreSQL can be upgraded here, another server by its own means",
        ));
    }
    let embedded = EmbeddedConfig::new(&config.data_dir, config.pg_bin.clone());
    if args.remove_old {
        return remove_old(embedded).await;
    }
    let begun = blocking(move || Upgrade::begin(&embedded, args.pg_bin.as_deref())).await;
    let upgrade = begun.context("failed to begin the upgrade")?;
    println!("Upgrading the database from PostgreSQL {} to {}.", upgrade.from(), upgrade.to());
    match fill(&upgrade).await {
        Ok(contents) => finish(config, upgrade, &contents).await,
        Err(failure) => {
            // It stops the servers and removes the new cluster.
            blocking(move || {
                drop(upgrade);
                Ok::<_, EmbeddedError>(())
            })
            .await
            .context("failed to remove the new database")?;
            Err(failure).context("the upgrade failed, and the old database stays in use")
        }
    }
}

/// Fills the new cluster and compares it with the old one.
async fn fill(upgrade: &Upgrade) -> Result<DatabaseContents, Failure> {
    let local = |url: Option<String>| {
        let url = url.ok_or_else(|| Failure::new("the server has been stopped"))?;
        ConnectionConfig::parse(&url, PlainText::LocalOnly).context("failed to use the URL of the embedded PostgreSQL")
    };
    let (old, new) = (local(upgrade.old_url())?, local(upgrade.new_url())?);
    let others = list_other_databases(&old).await.context("failed to list the databases")?;
    if !others.is_empty() {
        return Err(Failure::new(format!(
            "the server has databases that are not the portal's and would not be copied: {}; move or drop them first",
            others.join(", ")
        )));
    }
    let side = inspect_side(&old).await.context("failed to inspect the old database")?;
    let programs = client_programs(Some(upgrade.target_bin()), upgrade.to())?;
    copy_roles(&old, &new).await.context("failed to copy the roles")?;
    copy(programs, &old, &new, CopiedRoles::Same, side.bytes).await?;
    let contents = compare(&old, &new, CopiedRoles::Same).await?;
    let roles = read_roles(&old).await.context("failed to read the roles")?;
    if roles != read_roles(&new).await.context("failed to read the new roles")? {
        return Err(Failure::new("the roles of the new server are not those of the old one"));
    }
    Ok(contents)
}

async fn finish(config: &Config, upgrade: Upgrade, contents: &DatabaseContents) -> Result<(), Failure> {
    let (from, to, bin) = (upgrade.from(), upgrade.to(), upgrade.target_bin().to_owned());
    let settings = upgrade.own_settings().context("failed to read the settings of the old server")?;
    let is_found = upgrade.is_target_found_by_default();
    let kept = blocking(move || upgrade.finish()).await.context("failed to put the new database in place")?;
    println!(
        "{} rows of {} tables, sequences, roles and privileges are equal. PostgreSQL {to} is in use from the next start.",
        contents.rows(),
        contents.tables.len()
    );
    println!(
        "The database of PostgreSQL {from} is kept in {}: remove it with `portal database upgrade --remove-old` when \
         the portal works.",
        kept.display()
    );
    let is_configured = config.pg_bin.as_deref() == Some(bin.as_path());
    if config.pg_bin.is_some() && !is_configured || config.pg_bin.is_none() && !is_found {
        println!("Set PORTAL_PG_BIN (pg_bin) to {} before the next start.", bin.display());
    }
    if !settings.is_empty() {
        println!("These settings of the old server were not copied (ALTER SYSTEM sets them again):");
        for setting in settings {
            println!("  {setting}");
        }
    }
    Ok(())
}

async fn remove_old(embedded: EmbeddedConfig) -> Result<(), Failure> {
    let removed = blocking(move || remove_old_clusters(&embedded)).await.context("failed to remove old databases")?;
    if removed.is_empty() {
        println!("There is no old database.");
    }
    for cluster in removed {
        println!("Removed {} ({} MB).", cluster.path.display(), cluster.bytes / 1_000_000);
    }
    Ok(())
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, EmbeddedError> + Send + 'static,
) -> Result<T, Failure> {
    let outcome = tokio::task::spawn_blocking(work).await.context("the task of the upgrade panicked")?;
    outcome.map_err(|error| Failure::new(error.to_string()))
}
