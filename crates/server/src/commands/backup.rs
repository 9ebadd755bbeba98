//! Backups: the commands `portal backup` and `portal restore`.
//!
//! A backup is one state of the database and every file that its rows name. It is written to a
//! *place*, a folder or a bucket, which holds several backups:
//!
//! - `backups/<id>/manifest.json`, written last: without it a backup is incomplete. It names all other
//!   files with their checksums; `manifest.seal` holds its own.
//! - `backups/<id>/database.dump`: `pg_dump` in custom format.
//! - `backups/<id>/objects/<scope>/<number>`: the lists of the files that the rows name.
//! - `backups/<id>/erased`: ids of erased users, who are erased again after a restore.
//! - `objects/<scope>/<key>`: the files, shared by all backups because they never change.
//!
//! The scope is `plain` or a digest of the public key. With a key, everything but the manifests and the
//! lists is encrypted and has the suffix `.age`. Each file appears under its name when it is complete.

mod arguments;
mod checksum;
mod create;
mod dump;
mod encryption;
mod erased;
mod manifest;
mod object_copy;
mod object_lists;
mod place;
mod prune;
mod restore;
mod retry;
mod verify;

pub use arguments::{BackupArgs, RestoreArgs};
use arguments::{BackupCommand, ListArgs};

use self::encryption::Identities;
use self::place::Place;
use crate::config::Config;
use crate::failure::Failure;

/// Makes a backup, or runs a subcommand.
pub async fn backup(config: &Config, args: BackupArgs) -> Result<(), Failure> {
    match args.command {
        Some(BackupCommand::List(args)) => list(&args).await,
        Some(BackupCommand::Verify(args)) => {
            let place = Place::open_existing(&args.place)?;
            let identities = args.identity_file.as_deref().map(Identities::read).transpose()?;
            let verified = verify::verify(config, &place, args.backup.as_deref(), identities.as_ref()).await?;
            println!("{verified}");
            Ok(())
        }
        None => {
            let to = args.to.ok_or_else(|| Failure::new("--to is missing"))?;
            create::create(config, &to, args.keep, args.recipient.as_deref()).await
        }
    }
}

/// Restores a backup.
pub async fn restore(config: &Config, args: RestoreArgs) -> Result<(), Failure> {
    let place = Place::open_existing(&args.from)?;
    let identities = args.identity_file.as_deref().map(Identities::read).transpose()?;
    restore::restore(config, &place, args.backup.as_deref(), identities.as_ref()).await
}

async fn list(args: &ListArgs) -> Result<(), Failure> {
    let place = Place::open_existing(&args.place)?;
    let manifests = place.manifests().await?;
    for manifest in &manifests {
        println!("{}", manifest.summary());
    }
    if manifests.is_empty() {
        println!("There is no backup in {}.", args.place);
    }
    Ok(())
}
