//! The user as whom PostgreSQL runs: it refuses to be root, and a portal in a container usually is.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{getegid, geteuid};

use super::error::{Doing, EmbeddedError};

const ROOT: u32 = 0;

/// What PostgreSQL's programs may inherit. The portal's settings hold secrets, and a stray `PGPORT` would be obeyed.
const ENVIRONMENT: [&str; 4] = ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "LOCALE_ARCHIVE"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub uid: u32,
    pub gid: u32,
    pub name: String,
    switch: Switch,
}

/// How a program comes to run as that user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Switch {
    /// The portal is that user already.
    None,
    /// From root, by setting the ids.
    Ids,
    /// From root, and keeping the one right to pass folders that the user may not enter (`/root`, a 0700 folder).
    IdsPassingFolders,
}

impl Account {
    /// The owner of an existing database, else `postgres` or `nobody`; without root, oneself.
    pub fn choose(home: &Path, cluster: &Path) -> Result<Self, EmbeddedError> {
        let me = geteuid().as_raw();
        if me != ROOT {
            return Self::oneself(me, home);
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let owner = fs::metadata(cluster).ok().map(|data| (data.uid(), data.gid()));
        if let Some((uid, gid)) = owner.filter(|(uid, _)| *uid != ROOT) {
            let name = name_of(&users, uid).unwrap_or_else(|| uid.to_string());
            return Ok(Self { uid, gid, name, switch: Switch::Ids });
        }
        let named = |name| {
            let (uid, gid) = ids_of(&users, name)?;
            Some(Self { uid, gid, name: name.to_owned(), switch: Switch::Ids })
        };
        named("postgres").or_else(|| named("nobody")).ok_or(EmbeddedError::NoAccount)
    }

    fn oneself(me: u32, home: &Path) -> Result<Self, EmbeddedError> {
        match fs::metadata(home) {
            Ok(data) if data.uid() != me => {
                Err(EmbeddedError::ForeignOwner { path: home.to_owned(), owner: data.uid(), me })
            }
            _ => Ok(Self { uid: me, gid: getegid().as_raw(), name: me.to_string(), switch: Switch::None }),
        }
    }

    /// The same account, able to run `program` inside `folder`.
    pub fn reaching(mut self, folder: &Path, program: &Path) -> Result<Self, EmbeddedError> {
        let attempt = |account: &Self| {
            account
                .command(program, folder)
                .arg("--version")
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .output()
        };
        let Err(refused) = attempt(&self) else { return Ok(self) };
        let unreachable = |account: &Self, reason: String| EmbeddedError::Unreachable {
            path: folder.to_owned(),
            account: account.name.clone(),
            reason,
        };
        if refused.kind() != ErrorKind::PermissionDenied {
            return Err(refused).doing("running", program);
        }
        if self.switch == Switch::None {
            return Err(unreachable(&self, refused.to_string()));
        }
        self.switch = Switch::IdsPassingFolders;
        match attempt(&self) {
            Ok(output) if output.status.success() => Ok(self),
            Ok(output) => {
                let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                Err(unreachable(&self, reason))
            }
            Err(error) => Err(unreachable(&self, format!("setpriv: {error}"))),
        }
    }

    /// A command that runs as this account, inside `folder`, with hardly any of the portal's environment.
    pub fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = match self.switch {
            Switch::None => Command::new(program),
            Switch::Ids => {
                let mut command = Command::new(program);
                command.uid(self.uid).gid(self.gid);
                command
            }
            Switch::IdsPassingFolders => {
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
        command.envs(ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command
    }

    /// Gives the account a folder that the portal has just made, and keeps everybody else out of it.
    pub fn own(&self, folder: &Path) -> Result<(), EmbeddedError> {
        use std::os::unix::fs::{PermissionsExt, chown};
        if self.switch != Switch::None {
            chown(folder, Some(self.uid), Some(self.gid)).doing("changing the owner of", folder)?;
        }
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).doing("protecting", folder)
    }
}

/// The fields of one line of `/etc/passwd`: name, uid, gid.
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
    fn users_are_found_by_name_and_by_number() {
        assert_eq!(ids_of(USERS, "postgres"), Some((101, 104)));
        assert_eq!(ids_of(USERS, "nobody"), Some((65534, 65533)));
        assert_eq!(ids_of(USERS, "post"), None);
        assert_eq!(name_of(USERS, 101).as_deref(), Some("postgres"));
        assert_eq!(name_of(USERS, 102), None);
    }

    #[test]
    fn secrets_of_the_portal_stay_in_the_portal() {
        let account = Account { uid: 1, gid: 1, name: "one".into(), switch: Switch::None };
        let command = account.command(Path::new("/bin/true"), Path::new("/"));
        let names: Vec<_> = command.get_envs().map(|(name, _)| name.to_owned()).collect();
        assert!(names.iter().all(|name| ENVIRONMENT.iter().any(|allowed| name == allowed)), "{names:?}");
    }
}
