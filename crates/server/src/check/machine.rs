//! Checks the data folder: who may read it, and how full its disk is.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Finding;
use crate::config::Config;
use crate::data_dir::{DiskSpace, disk_space};

/// The permissions of others and of the group.
const OTHERS: u32 = 0o077;
/// Less free space is an error, in bytes.
const MIN_FREE_BYTES: u64 = 1_000_000_000;
/// A smaller share of free space is a warning, in percent.
const MIN_FREE_PERCENT: u64 = 10;

pub(super) fn check(config: &Config) -> Vec<Finding> {
    let mut findings: Vec<Finding> = config.private_dirs().iter().filter_map(|folder| permissions(folder)).collect();
    findings.extend(disk(&config.data_dir));
    findings
}

fn permissions(folder: &Path) -> Option<Finding> {
    let mode = fs::metadata(folder).ok()?.permissions().mode();
    (mode & OTHERS != 0).then(|| {
        Finding::error(
            folder.display().to_string(),
            format!(
                "its permissions are {:o}: other accounts can reach identity papers or mails; use 700",
                mode & 0o777
            ),
        )
    })
}

/// Of the folder, or of the closest one above that exists.
fn disk(folder: &Path) -> Option<Finding> {
    let existing = std::path::absolute(folder).ok()?.ancestors().find(|path| path.exists()).map(PathBuf::from)?;
    let space = match disk_space(&existing) {
        Ok(space) => space,
        Err(error) => {
            let text = format!("failed to read the free space: {error}");
            return Some(Finding::warning(existing.display().to_string(), text));
        }
    };
    let DiskSpace { free, total } = space;
    free_space(&existing, free, total)
}

fn free_space(folder: &Path, free: u64, total: u64) -> Option<Finding> {
    let text = format!("{} MB of {} MB are free", free / 1_000_000, total / 1_000_000);
    if free < MIN_FREE_BYTES {
        let text = format!("{text}: uploads fail when the disk is full, and PostgreSQL stops");
        return Some(Finding::error(folder.display().to_string(), text));
    }
    (free * 100 < total * MIN_FREE_PERCENT).then(|| Finding::warning(folder.display().to_string(), text))
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;
    use crate::check::Severity;

    #[test]
    fn free_space_is_judged_by_bytes_and_by_share() {
        let severity = |free, total| free_space(Path::new("/data"), free, total).map(|finding| finding.severity);
        assert_eq!(severity(999_999_999, 2_000_000_000), Some(Severity::Error));
        assert_eq!(severity(9_000_000_000, 100_000_000_000), Some(Severity::Warning));
        assert_eq!(severity(10_000_000_000, 100_000_000_000), None);
    }

    #[test]
    fn permissions_of_folder_that_others_can_open_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let found = |mode: u32| {
            fs::set_permissions(folder.path(), Permissions::from_mode(mode)).unwrap();
            permissions(folder.path()).map(|finding| finding.severity)
        };
        assert_eq!(found(0o700), None);
        for mode in [0o750, 0o701, 0o744] {
            assert_eq!(found(mode), Some(Severity::Error), "{mode:o}");
        }
        assert_eq!(permissions(&folder.path().join("nothing")), None);
    }

    #[test]
    fn disk_of_missing_folder_is_that_above_it() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(disk(&folder.path().join("a/b")), disk(folder.path()));
    }
}
