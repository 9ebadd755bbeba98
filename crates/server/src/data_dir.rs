//! The data folder: identity papers and mails with links are in it, so other users of the machine
//! must not read it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, statvfs};
use rustix::process::{geteuid, umask};

use crate::config::Config;
use crate::failure::{Context, Failure};

const OWNER_ONLY: u32 = 0o700;
/// Others may pass through the folder, but not list it.
const PASSABLE: u32 = 0o711;

/// Makes every file and folder that this process creates inaccessible to other users.
pub fn restrict_new_files() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Creates the data folder and closes it to other users, also what an earlier version left open.
/// As root, the embedded PostgreSQL runs as another account and must be able to pass through it.
pub fn prepare(config: &Config) -> Result<(), Failure> {
    let data_dir = &config.data_dir;
    fs::create_dir_all(data_dir).context(format!("failed to create the data folder {}", data_dir.display()))?;
    let has_other_account = config.database_url.is_none() && geteuid().is_root();
    close(data_dir, if has_other_account { PASSABLE } else { OWNER_ONLY });
    for folder in config.private_dirs() {
        if folder.is_dir() {
            close(&folder, OWNER_ONLY);
        }
    }
    Ok(())
}

impl Config {
    /// The object store, unless another one is configured.
    pub(crate) fn objects_dir(&self) -> PathBuf {
        self.data_dir.join("objects")
    }

    /// Mails, while no mail server is configured.
    pub(crate) fn mail_dir(&self) -> PathBuf {
        self.data_dir.join("mail")
    }

    /// Files that are being received.
    pub(crate) fn uploads_dir(&self) -> PathBuf {
        self.data_dir.join("uploads")
    }

    /// What only the portal's account may open. PostgreSQL's folder belongs to an account of its own.
    pub(crate) fn private_dirs(&self) -> [PathBuf; 3] {
        [self.objects_dir(), self.mail_dir(), self.uploads_dir()]
    }
}

/// The space of the disk that contains a folder, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DiskSpace {
    /// For this account: file systems reserve some for root.
    pub free: u64,
    pub total: u64,
}

pub(crate) fn disk_space(folder: &Path) -> std::io::Result<DiskSpace> {
    let space = statvfs(folder)?;
    Ok(DiskSpace { free: space.f_bavail * space.f_frsize, total: space.f_blocks * space.f_frsize })
}

impl DiskSpace {
    #[expect(clippy::cast_precision_loss, reason = "gauges")]
    pub(crate) fn record(self) {
        metrics::gauge!("portal_disk_free_bytes").set(self.free as f64);
        metrics::gauge!("portal_disk_total_bytes").set(self.total as f64);
    }
}

/// A folder that belongs to another user keeps its permissions: they may be intended.
fn close(folder: &Path, mode: u32) {
    if let Err(error) = fs::set_permissions(folder, Permissions::from_mode(mode)) {
        tracing::warn!(folder = %folder.display(), error = %error, "failed to close a folder to other users");
    }
}
