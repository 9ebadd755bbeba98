//! Copies a database into an empty one: the output of `pg_dump` is the input of `pg_restore`, so that
//! no copy of the data needs space on a disk.

use std::io::Read;
use std::process::Stdio;

use super::{
    ClientEnvironment, ClientProgramError, ClientPrograms, DUMP, Dump, LOCK_TIMEOUT, RESTORE, Restore, Running,
};

const PART_BYTES: usize = 256 * 1024;

/// Which roles own the objects of the copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopiedRoles {
    /// The same, with the same privileges: the target must have them.
    Same,
    /// The role of the connection, without privileges of others.
    Connection,
}

impl ClientPrograms {
    /// Copies all of the source, in one transaction: after a failure the target is empty as before.
    /// `copied` receives the number of bytes so far.
    pub fn copy(
        &self,
        source: &ClientEnvironment,
        target: &ClientEnvironment,
        roles: CopiedRoles,
        mut copied: impl FnMut(u64),
    ) -> Result<(), ClientProgramError> {
        let mut restore = self.restore_copy(target, roles)?;
        let mut dump = self.dump_copy(source, roles)?;
        let (mut part, mut bytes) = (vec![0; PART_BYTES], 0);
        loop {
            let length = dump.read(&mut part).map_err(|source| ClientProgramError::Io { program: DUMP, source })?;
            let part = part.get(..length).unwrap_or_default();
            if part.is_empty() {
                break;
            }
            if !restore.feed(part)? {
                // It has failed: its messages say why.
                return restore.finish().and_then(|()| dump.finish());
            }
            bytes += part.len() as u64;
            copied(bytes);
        }
        // Before the end of the input, with which an incomplete copy might be committed.
        dump.finish()?;
        restore.finish()
    }

    fn dump_copy(&self, source: &ClientEnvironment, roles: CopiedRoles) -> Result<Dump, ClientProgramError> {
        let mut command = self.command(DUMP, source);
        command.args(["--format=custom", "--compress=0", "--no-password", LOCK_TIMEOUT]).args(roles.arguments());
        let mut running = Running::start(command.stdin(Stdio::null()).stdout(Stdio::piped()), DUMP)?;
        let output = running.child.stdout.take();
        Ok(Dump { running, output })
    }

    fn restore_copy(&self, target: &ClientEnvironment, roles: CopiedRoles) -> Result<Restore, ClientProgramError> {
        let mut command = self.command(RESTORE, target);
        command.args(["--format=custom", "--no-password", "--single-transaction", "--exit-on-error"]);
        command.args(roles.arguments()).arg("--dbname").arg(target.get("PGDATABASE").unwrap_or_default());
        Restore::start(command)
    }
}

impl CopiedRoles {
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Same => &[],
            // Comments are on extensions only, which may belong to another role.
            Self::Connection => &["--no-owner", "--no-privileges", "--no-comments"],
        }
    }
}
