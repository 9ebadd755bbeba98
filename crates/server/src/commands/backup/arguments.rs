//! The arguments of the commands.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct BackupArgs {
    #[command(subcommand)]
    pub(super) command: Option<BackupCommand>,
    /// A folder, or the URL of a bucket (s3, gs or az)
    #[arg(long, value_name = "PLACE", required = true)]
    pub(super) to: Option<String>,
    /// Remove all but the newest N backups, and the files that none of these names
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) keep: Option<u32>,
    /// The public key to encrypt to (age1…); default: the configured one
    #[arg(long, value_name = "KEY")]
    pub(super) recipient: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(super) enum BackupCommand {
    /// List the complete backups of a place
    List(ListArgs),
    /// Check a backup without restoring it: checksums, files and dump
    Verify(VerifyArgs),
}

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// A folder or a bucket
    pub(super) place: String,
}

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// A folder or a bucket
    pub(super) place: String,
    /// The id of the backup; default: the newest
    #[arg(long, value_name = "ID")]
    pub(super) backup: Option<String>,
    /// The file with the private key of an encrypted backup
    #[arg(long, value_name = "FILE")]
    pub(super) identity_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The folder or bucket of the backups
    #[arg(long, value_name = "PLACE")]
    pub(super) from: String,
    /// The id of the backup; default: the newest
    #[arg(long, value_name = "ID")]
    pub(super) backup: Option<String>,
    /// The file with the private key of an encrypted backup
    #[arg(long, value_name = "FILE")]
    pub(super) identity_file: Option<PathBuf>,
}
