//! The operating system account that runs PostgreSQL: PostgreSQL refuses to run as root, but a
//! portal in a container usually does.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{getegid, geteuid};

use crate::error::{EmbeddedError, IoContext};

const ROOT: u32 = 0;

/// The only variables that PostgreSQL inherits: the portal's environment contains secrets, and a
/// stray `PGPORT` would take effect.
const INHERITED_ENV: [&str; 4] = ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "LOCALE_ARCHIVE"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub uid: u32,
    pub gid: u32,
    pub name: String,
    switch: Switch,
}

/// How a process changes to the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Switch {
    /// The portal runs as this account.
    None,
    /// As root: set uid and gid.
    SetIds,
    /// As root: set uid and gid but keep `CAP_DAC_OVERRIDE`, to traverse folders that are closed to
    /// the account, such as `/root`.
    SetIdsKeepDacOverride,
}

impl Account {
    /// As root: the owner of an existing cluster, else `postgres` or `nobody`. Otherwise the
    /// current user.
    pub(crate) fn choose(server_dir: &Path, cluster: &Path) -> Result<Self, EmbeddedError> {
        let uid = geteuid().as_raw();
        if uid != ROOT {
            return Self::current(uid, server_dir);
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let owner = fs::metadata(cluster).ok().map(|data| (data.uid(), data.gid()));
        if let Some((uid, gid)) = owner.filter(|(uid, _)| *uid != ROOT) {
            let name = name_of(&users, uid).unwrap_or_else(|| uid.to_string());
            return Ok(Self { uid, gid, name, switch: Switch::SetIds });
        }
        let named = |name| {
            let (uid, gid) = ids_of(&users, name)?;
            Some(Self { uid, gid, name: name.to_owned(), switch: Switch::SetIds })
        };
        named("postgres").or_else(|| named("nobody")).ok_or(EmbeddedError::NoAccount)
    }

    fn current(uid: u32, server_dir: &Path) -> Result<Self, EmbeddedError> {
        match fs::metadata(server_dir) {
            Ok(data) if data.uid() != uid => {
                Err(EmbeddedError::ForeignOwner { path: server_dir.to_owned(), owner: data.uid(), current: uid })
            }
            _ => Ok(Self { uid, gid: getegid().as_raw(), name: uid.to_string(), switch: Switch::None }),
        }
    }

    /// Makes sure that the account can run `program` inside `folder`; adds `CAP_DAC_OVERRIDE` if
    /// needed.
    pub(crate) fn with_access_to(mut self, folder: &Path, program: &Path) -> Result<Self, EmbeddedError> {
        let run = |account: &Self| {
            account
                .command(program, folder)
                .arg("--version")
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .output()
        };
        let Err(error) = run(&self) else { return Ok(self) };
        let unreachable = |account: &Self, reason: String| EmbeddedError::Unreachable {
            path: folder.to_owned(),
            account: account.name.clone(),
            reason,
        };
        if error.kind() != ErrorKind::PermissionDenied {
            return Err(error).context("run", program);
        }
        if self.switch == Switch::None {
            return Err(unreachable(&self, error.to_string()));
        }
        self.switch = Switch::SetIdsKeepDacOverride;
        match run(&self) {
            Ok(output) if output.status.success() => {
                tracing::warn!(
                    folder = %folder.display(),
                    account = self.name,
                    "PostgreSQL gets CAP_DAC_OVERRIDE, because its account cannot reach the data folder otherwise"
                );
                Ok(self)
            }
            Ok(output) => {
                let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                Err(unreachable(&self, reason))
            }
            Err(error) => Err(unreachable(&self, format!("setpriv: {error}"))),
        }
    }

    /// A command that runs as this account inside `folder`, with only the inherited variables.
    pub(crate) fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = match self.switch {
            Switch::None => Command::new(program),
            Switch::SetIds => {
                let mut command = Command::new(program);
                command.uid(self.uid).gid(self.gid);
                command
            }
            Switch::SetIdsKeepDacOverride => {
                let mut command = Command::new("setpriv");
                command
                    .arg(format!("--reuid={}", self.uid))
                    .arg(format!("--regid={}", self.gid))
                    .args(["--clear-groups", "--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--"])
                    .arg(program);
                command
            }
        };
        command.env_clear().current_dir(folder);
        command.envs(INHERITED_ENV.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command
    }

    /// Makes the account the only one that may access the folder.
    pub(crate) fn take_ownership(&self, folder: &Path) -> Result<(), EmbeddedError> {
        use std::os::unix::fs::{PermissionsExt, chown};
        if self.switch != Switch::None {
            chown(folder, Some(self.uid), Some(self.gid)).context("change the owner of", folder)?;
        }
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).context("set the permissions of", folder)
    }
}

/// Name, uid and gid of each entry of `/etc/passwd`.
fn entries(users: &str) -> impl Iterator<Item = (&str, u32, u32)> {
    users.lines().filter_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let uid = fields.nth(1)?.parse().ok()?;
        let gid = fields.next()?.parse().ok()?;
        Some((name, uid, gid))
    })
}

fn ids_of(users: &str, wanted: &str) -> Option<(u32, u32)> {
    entries(users).find(|(name, ..)| *name == wanted).map(|(_, uid, gid)| (uid, gid))
}

fn name_of(users: &str, wanted: u32) -> Option<String> {
    entries(users).find(|(_, uid, _)| *uid == wanted).map(|(name, ..)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const USERS: &str = "root:x:0:0:root:/root:/bin/bash\n\
                         broken line\n\
                         nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n\
                         postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash\n";

    #[test]
    fn passwd_entries_are_found_by_name_and_uid() {
        assert_eq!(ids_of(USERS, "postgres"), Some((101, 104)));
        assert_eq!(ids_of(USERS, "nobody"), Some((65534, 65533)));
        assert_eq!(ids_of(USERS, "post"), None);
        assert_eq!(name_of(USERS, 101).as_deref(), Some("postgres"));
        assert_eq!(name_of(USERS, 102), None);
    }

    #[test]
    fn command_inherits_only_allowed_variables() {
        let account = Account { uid: 1, gid: 1, name: "one".into(), switch: Switch::None };
        let command = account.command(Path::new("/bin/true"), Path::new("/"));
        let names: Vec<_> = command.get_envs().map(|(name, _)| name.to_owned()).collect();
        assert!(names.iter().all(|name| INHERITED_ENV.iter().any(|allowed| name == allowed)), "{names:?}");
    }
}
