//! `portal objects copy`: all images and documents to another store.

use std::path::Path;

use clap::{Args, Subcommand};
use portal_demo::Progress;
use portal_media::{CopyOptions, CopyOutcome, ObjectStorage};

use super::ProgressBar;
use crate::failure::{Context, Failure};
use crate::wiring::environment;

const MEGABYTE: u64 = 1_000_000;

#[derive(Debug, Args)]
pub(crate) struct ObjectsArgs {
    #[command(subcommand)]
    command: ObjectsCommand,
}

#[derive(Debug, Subcommand)]
enum ObjectsCommand {
    /// Copy all files; repeat it to go on after an interruption, or to add new files
    Copy(CopyObjectsArgs),
}

#[derive(Debug, Args)]
struct CopyObjectsArgs {
    /// A folder, such as data/objects, or the URL of a bucket, as in `storage_url`
    #[arg(long, value_name = "FOLDER|URL")]
    from: String,
    /// A folder, which is created if it is missing, or the URL of a bucket
    #[arg(long, value_name = "FOLDER|URL")]
    to: String,
    /// How many files are copied at the same time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=128))]
    concurrency: u16,
    /// Take files of equal size for equal, instead of comparing their content
    #[arg(long)]
    sizes_only: bool,
}

pub(crate) async fn run(args: ObjectsArgs) -> Result<(), Failure> {
    let ObjectsCommand::Copy(args) = args.command;
    let is_same = args.from.trim_end_matches('/') == args.to.trim_end_matches('/');
    if is_same || overlap(Path::new(&args.from), Path::new(&args.to)) {
        return Err(Failure::new("--from and --to are the same store, or one is within the other"));
    }
    if !is_bucket(&args.from) && !Path::new(&args.from).is_dir() {
        return Err(Failure::new(format!("--from {}: there is no such folder", args.from)));
    }
    let source = open(&args.from).context("failed to open the store of --from")?;
    let target = open(&args.to).context("failed to open the store of --to")?;
    let bar = ProgressBar::new();
    let size = source.measure().await.context("failed to measure the store of --from")?;
    bar.begin("Copying (files)", size.files);
    let options = CopyOptions { concurrency: args.concurrency.into(), compare_sizes_only: args.sizes_only };
    let copied = source.copy_to(&target, options, |_| bar.advance(1)).await;
    bar.finish();
    let outcome = copied.context("failed to copy the files; repeat the command to go on")?;
    println!(
        "{} files ({} MB): {} copied and compared, {} were there already, {} were removed from the source during the copy.",
        size.files,
        size.bytes / MEGABYTE,
        outcome.copied,
        outcome.present,
        outcome.removed
    );
    refuse_differences(&outcome)
}

fn refuse_differences(outcome: &CopyOutcome) -> Result<(), Failure> {
    if outcome.different == 0 {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{} files have another content in the target, which was not overwritten; the first are:\n  {}",
        outcome.different,
        outcome.different_keys.join("\n  ")
    )))
}

fn open(address: &str) -> Result<ObjectStorage, Failure> {
    let opened = if is_bucket(address) {
        ObjectStorage::bucket(address, environment())
    } else {
        ObjectStorage::folder(Path::new(address))
    };
    opened.context(format!("failed to open {address}"))
}

fn is_bucket(address: &str) -> bool {
    address.contains("://")
}

/// Whether one of two existing folders contains the other.
fn overlap(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one.starts_with(&other) || other.starts_with(&one),
        _ => false,
    }
}
