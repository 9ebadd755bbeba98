//! The upgrade of the cluster to a newer major version, in a new cluster beside the old one.
//!
//! This module creates the new cluster, runs both servers, and replaces the old cluster at the end;
//! the caller copies and compares the data. Killed at any point, it leaves one complete cluster in
//! use: the old one until the new one is complete and stopped (`cluster.complete`), then the new
//! one. A start between the two renames of the replacement executes the second one
//! ([`complete_replacement`]).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::account::Account;
use crate::binaries::{self, Binaries, SearchPaths};
use crate::error::{EmbeddedError, IoContext};
use crate::lock::LockFile;
use crate::postmaster::{self, Postmaster};
use crate::process::Process;
use crate::server_dir::ServerDir;
use crate::{EmbeddedConfig, create_data_dir, disk, find_or_launch, lock, lock_for_serve, lock_lifecycle, socket};

/// Parameters of the new server while it is filled: less WAL, and nothing beside the copy. None of
/// them makes it lose data in a crash. Commits are synchronous: VACUUM marks no page as visible whose
/// transaction has not reached the disk.
const LOADING_PARAMETERS: [(&str, &str); 5] = [
    ("wal_level", "minimal"),
    ("max_wal_senders", "0"),
    ("max_wal_size", "2GB"),
    ("maintenance_work_mem", "256MB"),
    ("autovacuum", "off"),
];

/// A shutdown writes all changes to the data files.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_mins(10);

/// The WAL of the new cluster is not part of the old one's size.
const WAL_FOLDER: &str = "pg_wal";
const WAL_BYTES: u64 = 256 << 20;

/// Lines with this prefix in `postgresql.auto.conf` are no settings.
const COMMENT: &str = "#";

/// An upgrade in progress: both servers run, and no other process uses them. Dropping it before
/// [`finish`](Self::finish) removes the new cluster.
#[derive(Debug)]
pub struct Upgrade {
    server_dir: ServerDir,
    from: u32,
    to: Binaries,
    /// `None` after they have been stopped.
    old: Option<Postmaster>,
    new: Option<Postmaster>,
    // Released last.
    _locks: [LockFile; 3],
}

/// An old cluster that was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedCluster {
    pub path: PathBuf,
    pub bytes: u64,
}

impl Upgrade {
    /// Creates an empty cluster of the newest installed version, or of the one in `target_bin`, and
    /// starts both servers. Fails while `serve` or a command uses the old one.
    pub fn begin(config: &EmbeddedConfig, target_bin: Option<&Path>) -> Result<Self, EmbeddedError> {
        let data_dir = create_data_dir(&config.data_dir)?;
        let serve_lock = lock_for_serve(&data_dir)?;
        let server_dir = ServerDir::in_data_dir(&data_dir);
        let account = Account::choose(server_dir.path(), &server_dir.cluster())?;
        server_dir.prepare(&account)?;
        let lifecycle_lock = lock::open(&server_dir.lifecycle_lock()).context("open", &server_dir.lifecycle_lock())?;
        lock_lifecycle(&lifecycle_lock, &server_dir)?;
        let usage_lock = lock::open(&server_dir.shared_lock()).context("open", &server_dir.shared_lock())?;
        if !lock::try_lock(&usage_lock).context("lock", &server_dir.shared_lock())? {
            return Err(EmbeddedError::InUse { path: server_dir.path().to_owned() });
        }
        complete_replacement(&server_dir)?;
        let cluster = server_dir.cluster();
        let from = server_dir.major_version()?;
        let from = from.ok_or_else(|| EmbeddedError::NothingToUpgrade { path: cluster.clone() })?;
        let to = find_target(config, target_bin, from)?;
        let kept = server_dir.old_cluster(from);
        if kept.exists() {
            return Err(EmbeddedError::OldClusterKept { path: kept });
        }
        discard_unfinished(&server_dir)?;
        check_space(server_dir.path(), disk::used_bytes(&cluster, WAL_FOLDER)?)?;
        let source = binaries_of(config, &cluster, from)?;
        let account = Account::choose(server_dir.path(), &cluster)?;
        let account = account.with_access_to(server_dir.path(), &to.postgres())?;
        let config = EmbeddedConfig { pg_bin: Some(source.folder), ..config.clone() };
        let (old, _) = find_or_launch(&config, &server_dir)?;
        let locks = [lifecycle_lock, usage_lock, serve_lock];
        let mut upgrade = Self { server_dir, from, to, old: Some(old), new: None, _locks: locks };
        upgrade.start_new(&account, &config)?;
        Ok(upgrade)
    }

    fn start_new(&mut self, account: &Account, config: &EmbeddedConfig) -> Result<(), EmbeddedError> {
        let unfinished = self.server_dir.unfinished_upgrade();
        unfinished.prepare(account)?;
        unfinished.create_cluster(account, &self.to)?;
        let parameters: Vec<_> = config.extra_parameters.iter().copied().chain(LOADING_PARAMETERS).collect();
        self.new = Some(Postmaster::start(&unfinished, account, &self.to, &parameters)?);
        tracing::info!(from = self.from, to = self.to.major, "a new PostgreSQL cluster was created for the upgrade");
        Ok(())
    }

    /// The major version of the old cluster.
    pub fn from(&self) -> u32 {
        self.from
    }

    /// The major version of the new cluster.
    pub fn to(&self) -> u32 {
        self.to.major
    }

    /// The folder of the programs of the new version.
    pub fn target_bin(&self) -> &Path {
        &self.to.folder
    }

    /// Whether the new version is found without configuration.
    pub fn is_target_found_by_default(&self) -> bool {
        let cluster = self.server_dir.cluster();
        binaries::find(None, &SearchPaths::default(), Some((&cluster, self.to.major))).is_ok()
    }

    /// The URL of the database in the old cluster, for its owner.
    pub fn old_url(&self) -> Option<String> {
        self.old.as_ref().map(Postmaster::url)
    }

    /// The URL of the empty database in the new cluster, for its owner.
    pub fn new_url(&self) -> Option<String> {
        self.new.as_ref().map(Postmaster::url)
    }

    /// Settings of `ALTER SYSTEM` in the old cluster, which are not copied: the new version may not
    /// know them.
    pub fn own_settings(&self) -> Result<Vec<String>, EmbeddedError> {
        let file = self.server_dir.cluster().join("postgresql.auto.conf");
        let text = fs::read_to_string(&file).context("read", &file)?;
        let settings = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(COMMENT));
        Ok(settings.map(str::to_owned).collect())
    }

    /// Stops both servers and replaces the old cluster by the new one. Returns the folder of the old
    /// one.
    pub fn finish(mut self) -> Result<PathBuf, EmbeddedError> {
        let unfinished = self.server_dir.unfinished_upgrade();
        self.stop_servers()?;
        let kept = self.server_dir.old_cluster(self.from);
        disk::rename_durably(&unfinished.cluster(), &self.server_dir.complete_upgrade())?;
        disk::rename_durably(&self.server_dir.cluster(), &kept)?;
        complete_replacement(&self.server_dir)?;
        if let Err(error) = disk::remove_folder(unfinished.path()) {
            tracing::warn!(%error, "failed to remove the folder of the upgrade");
        }
        Ok(kept)
    }

    fn stop_servers(&mut self) -> Result<(), EmbeddedError> {
        let unfinished = self.server_dir.unfinished_upgrade();
        let new = self.new.take().map(|new| new.stop_within(SHUTDOWN_TIMEOUT, &unfinished.cluster()));
        let old = self.old.take().map(|old| old.stop_within(SHUTDOWN_TIMEOUT, &self.server_dir.cluster()));
        for server_dir in [&unfinished, &self.server_dir] {
            socket::remove_short_dir(server_dir.path());
        }
        new.transpose().and(old.transpose()).map(drop)
    }
}

impl Drop for Upgrade {
    fn drop(&mut self) {
        let stopped = self.stop_servers().and_then(|()| discard_unfinished(&self.server_dir));
        if let Err(error) = stopped {
            tracing::warn!(%error, "failed to remove the new cluster of an upgrade");
        }
    }
}

/// Fails if the disk of the data folder has no space for a copy of a database of this size.
pub fn ensure_space(config: &EmbeddedConfig, database_bytes: u64) -> Result<(), EmbeddedError> {
    check_space(&create_data_dir(&config.data_dir)?, database_bytes)
}

/// Removes the old clusters that upgrades have left.
pub fn remove_old_clusters(config: &EmbeddedConfig) -> Result<Vec<RemovedCluster>, EmbeddedError> {
    let data_dir = create_data_dir(&config.data_dir)?;
    let server_dir = ServerDir::in_data_dir(&data_dir);
    let current = server_dir.major_version()?;
    let current = current.ok_or_else(|| EmbeddedError::NothingToUpgrade { path: server_dir.cluster() })?;
    let mut removed = Vec::new();
    for (_, path) in server_dir.old_clusters()?.into_iter().filter(|(major, _)| *major < current) {
        if !Process::list_serving(&path).context("list the processes of", &path)?.is_empty() {
            return Err(EmbeddedError::InUse { path });
        }
        let bytes = disk::used_bytes(&path, "")?;
        disk::remove_folder(&path)?;
        removed.push(RemovedCluster { path, bytes });
    }
    Ok(removed)
}

/// Executes the last step of a replacement that was interrupted before it: the new cluster is
/// complete, and the old one has been renamed.
pub(crate) fn complete_replacement(server_dir: &ServerDir) -> Result<(), EmbeddedError> {
    let (cluster, complete) = (server_dir.cluster(), server_dir.complete_upgrade());
    if cluster.exists() || !complete.exists() {
        return Ok(());
    }
    disk::rename_durably(&complete, &cluster)
}

/// Removes what an interrupted upgrade has left beside the cluster in use, and stops its server. The
/// caller must hold the lock of `serve`, which an upgrade holds too.
pub(crate) fn discard_unfinished(server_dir: &ServerDir) -> Result<(), EmbeddedError> {
    let unfinished = server_dir.unfinished_upgrade();
    if unfinished.path().exists() {
        if let Some(server) = Postmaster::find(&unfinished)? {
            server.stop(&unfinished.cluster())?;
        }
        // Those that create a cluster outlive a killed upgrade too.
        postmaster::kill_all(&unfinished.new_cluster())?;
        socket::remove_short_dir(unfinished.path());
    }
    disk::remove_folder(unfinished.path())?;
    // It was not used: the old cluster may have changed since.
    if server_dir.cluster().exists() { disk::remove_folder(&server_dir.complete_upgrade()) } else { Ok(()) }
}

fn find_target(config: &EmbeddedConfig, given: Option<&Path>, from: u32) -> Result<Binaries, EmbeddedError> {
    let paths = SearchPaths::default();
    // The configured folder is that of the old version until the operator changes it.
    let configured = config.pg_bin.as_deref().filter(|_| given.is_none());
    let of_configured = configured.and_then(|folder| binaries::find_newer(Some(folder), &paths, from).ok());
    of_configured.map_or_else(|| binaries::find_newer(given, &paths, from), Ok)
}

/// The programs of the old version: in the configured folder, unless that is the new version's
/// already.
fn binaries_of(config: &EmbeddedConfig, cluster: &Path, major: u32) -> Result<Binaries, EmbeddedError> {
    let find = |folder| binaries::find(folder, &SearchPaths::default(), Some((cluster, major)));
    find(config.pg_bin.as_deref()).or_else(|error| find(None).map_err(|_| error))
}

fn check_space(folder: &Path, bytes: u64) -> Result<(), EmbeddedError> {
    let (needed, free) = (needed_bytes(bytes), disk::free_bytes(folder)?);
    if free < needed {
        return Err(EmbeddedError::NoSpace { path: folder.to_owned(), needed, free });
    }
    Ok(())
}

/// The new cluster is at most as large as the old one, whose removed rows it does not contain. No
/// dump is written to the disk.
fn needed_bytes(cluster: u64) -> u64 {
    cluster + cluster / 10 + WAL_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server_dir(folders: &[&str]) -> (tempfile::TempDir, ServerDir) {
        let data = tempfile::tempdir().unwrap();
        let server_dir = ServerDir::in_data_dir(data.path());
        for folder in folders {
            fs::create_dir_all(server_dir.path().join(folder)).unwrap();
        }
        (data, server_dir)
    }

    fn names(server_dir: &ServerDir) -> Vec<String> {
        let entries = fs::read_dir(server_dir.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn complete_replacement_renames_new_cluster_only_after_the_old_one() {
        let (_data, between) = server_dir(&["cluster-15/base", "cluster.complete/base"]);
        complete_replacement(&between).unwrap();
        assert_eq!(names(&between), ["cluster", "cluster-15"]);
        let (_data, before) = server_dir(&["cluster/base", "cluster.complete/base"]);
        complete_replacement(&before).unwrap();
        assert_eq!(names(&before), ["cluster", "cluster.complete"]);
    }

    #[test]
    fn discard_unfinished_removes_new_clusters_beside_the_one_in_use() {
        let (_data, unfinished) = server_dir(&["cluster", "cluster-14", "cluster.complete/base", "upgrade/cluster"]);
        discard_unfinished(&unfinished).unwrap();
        assert_eq!(names(&unfinished), ["cluster", "cluster-14"]);
        let (_data, complete) = server_dir(&["cluster-15", "cluster.complete"]);
        discard_unfinished(&complete).unwrap();
        assert_eq!(names(&complete), ["cluster-15", "cluster.complete"]);
    }

    #[test]
    fn remove_old_clusters_keeps_current_and_newer_ones() {
        let (data, server_dir) = server_dir(&["cluster", "cluster-14/base", "cluster-15", "cluster-18", "cluster-x"]);
        fs::write(server_dir.cluster().join("PG_VERSION"), "17\n").unwrap();
        let config = EmbeddedConfig::new(data.path(), None);
        let removed = remove_old_clusters(&config).unwrap();
        assert_eq!(removed.len(), 2);
        assert_eq!(names(&server_dir), ["cluster", "cluster-18", "cluster-x"]);
        assert!(remove_old_clusters(&config).unwrap().is_empty());
    }

    #[test]
    fn ensure_space_compares_needed_and_free_bytes() {
        let data = tempfile::tempdir().unwrap();
        let config = EmbeddedConfig::new(data.path(), None);
        ensure_space(&config, 0).unwrap();
        let error = ensure_space(&config, 1 << 60).unwrap_err();
        assert!(matches!(error, EmbeddedError::NoSpace { needed, free, .. } if needed > free), "{error}");
    }

    #[test]
    fn needed_bytes_has_a_tenth_and_the_wal_in_reserve() {
        assert_eq!(needed_bytes(0), WAL_BYTES);
        assert_eq!(needed_bytes(10_000_000_000), 11_000_000_000 + WAL_BYTES);
    }
}
