//! Killed backups.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::machine::Machine;
use crate::running::wait_until;

/// The stored files, and when each was written.
fn stored(place: &Path) -> BTreeMap<String, SystemTime> {
    let folder = place.join("objects/plain/masters");
    let files = std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap);
    files
        .filter_map(|file| Some((file.file_name().into_string().unwrap(), file.metadata().ok()?.modified().unwrap())))
        .filter(|(name, _)| !name.contains('#'))
        .collect()
}

#[test]
fn killed_backup_is_continued_and_its_lease_ends() {
    let machine = Machine::seeded();
    // The embedded server must outlive the killed command.
    let serving = machine.serve();
    let objects = machine.objects();
    let last = objects.keys().rfind(|key| key.starts_with("masters/")).unwrap();
    // A pipe that no process writes to: the backup waits for the last image.
    let last = machine.data.path().join("objects").join(last);
    let kept = std::fs::read(&last).unwrap();
    std::fs::remove_file(&last).unwrap();
    assert!(Command::new("mkfifo").arg(&last).status().unwrap().success());
    let images = objects.keys().filter(|key| key.starts_with("masters/")).count();
    let mut command = machine.command(&["backup", "--to", machine.place()]);
    command.env("PORTAL_BACKUP_CONNECTIONS", "1").stdout(Stdio::null()).stderr(Stdio::null());
    let mut killed = command.spawn().unwrap();
    wait_until(Duration::from_mins(1), "the backup does not copy files", || {
        stored(machine.place.path()).len() >= images - 1
    });
    let other = tempfile::tempdir().unwrap();
    let refused = machine.fail(&["backup", "--to", other.path().to_str().unwrap()]);
    assert!(refused.contains("another backup of this database is running"), "{refused}");
    killed.kill().unwrap();
    killed.wait().unwrap();
    std::fs::remove_file(&last).unwrap();
    std::fs::write(&last, kept).unwrap();

    let complete = stored(machine.place.path());
    let listed = machine.run(&["backup", "list", machine.place()]);
    assert!(listed.contains("no backup"), "{listed}");
    assert_eq!(machine.sql("SELECT count(*) FROM backups WHERE lease_until > now()"), "1", "files are kept");
    machine.back_up();
    let after = stored(machine.place.path());
    assert_eq!(after.len(), images);
    assert!(complete.iter().all(|(name, written)| after.get(name) == Some(written)), "a file was copied again");
    assert_eq!(machine.sql("SELECT count(*) FROM backups WHERE lease_until > now()"), "0");
    assert_eq!(machine.sql("SELECT count(*) FROM backups WHERE finished_at IS NOT NULL"), "1");
    assert!(serving.stop("TERM").0);
    machine.run(&["backup", "verify", machine.place()]);
    let folders = std::fs::read_dir(machine.place.path().join("backups")).unwrap();
    let dumps = folders.filter(|folder| folder.as_ref().unwrap().path().join("database.dump").exists());
    assert_eq!(dumps.count(), 1, "the killed backup is removed");
}
