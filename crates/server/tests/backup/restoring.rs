//! The whole cycle: load, back up while writers run, destroy everything, restore, compare.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use age::secrecy::ExposeSecret;

use crate::machine::{Machine, register};
use crate::running::wait_until;

/// Tables whose rows the worker changes by itself: queues, counters and logs with an end.
const CHANGING: [&str; 7] = [
    "public.outbox",
    "public.attempt_counters",
    "public.listing_changes",
    "public.file_removals",
    "public.backups",
    "public.erasures",
    "public.search_words",
];

fn lasting(rows: Vec<String>) -> BTreeSet<String> {
    rows.into_iter().filter(|row| !CHANGING.iter().any(|table| row.starts_with(&format!("{table} ")))).collect()
}

#[test]
fn restore_returns_every_row_and_byte_that_was_acknowledged_before_the_backup() {
    let mut machine = Machine::seeded();
    let serving = machine.serve();
    let acknowledged = Arc::new(Mutex::new(Vec::new()));
    let stop = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..3)
        .map(|writer| {
            let (url, acknowledged, stop) = (serving.url.clone(), Arc::clone(&acknowledged), Arc::clone(&stop));
            std::thread::spawn(move || {
                for number in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let email = format!("writer-{writer}-{number}@portal.test");
                    assert!(register(&url, &email));
                    acknowledged.lock().unwrap().push(email);
                }
            })
        })
        .collect();
    wait_until(Duration::from_mins(1), "too few registrations", || acknowledged.lock().unwrap().len() >= 5);
    // The worker's first reminders change rows; those of students come last.
    let reminded = || machine.sql("SELECT count(student_told_at) > 0 FROM applications") == "t";
    wait_until(Duration::from_mins(1), "the worker sent no reminders", reminded);
    let (rows, objects) = (lasting(machine.rows()), machine.objects());
    let before: Vec<String> = acknowledged.lock().unwrap().clone();
    let report = machine.back_up();
    stop.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.join().unwrap();
    }
    assert!(objects.len() > 50 && report.contains(&format!("{} files copied", objects.len())), "{report}");
    assert!(report.contains("0 were there already"), "{report}");

    // Only new files are copied, and those of erased rows are kept for the first backup.
    let again = machine.back_up();
    assert!(again.contains(&format!("0 files copied (0 B), {} were there already", objects.len())), "{again}");
    assert!(serving.stop("TERM").0);
    let id = report.split_whitespace().next().unwrap().to_owned();
    let listed = machine.run(&["backup", "list", machine.place()]);
    assert!(listed.lines().count() == 2 && listed.starts_with(&id), "{listed}");

    machine.replace_data();
    let restored = machine.run(&["restore", "--from", machine.place(), "--backup", &id]);
    assert!(restored.contains(&format!("Restored backup {id}")), "{restored}");
    assert!(restored.contains(" s, too little data to say how long each GB takes."), "{restored}");
    assert_eq!(machine.objects(), objects);
    let serving = machine.serve();
    let after = lasting(machine.rows());
    let lost: Vec<&String> = rows.difference(&after).collect();
    assert!(lost.is_empty(), "{lost:?}");
    for email in before {
        assert!(after.iter().any(|row| row.contains(&email)), "{email}");
    }
    assert_eq!(machine.sql("SELECT count(*) FROM backups"), "0", "no lease is restored");

    // A restored portal is full, and serves.
    let refused = machine.fail(&["restore", "--from", machine.place()]);
    assert!(refused.contains("already running"), "{refused}");
    assert!(register(&serving.url, "afterwards@portal.test"));
    assert!(serving.stop("TERM").0);
    let refused = machine.fail(&["restore", "--from", machine.place()]);
    assert!(refused.contains("the database holds users already"), "{refused}");
    std::fs::remove_dir_all(machine.data.path().join("postgres")).unwrap();
    let refused = machine.fail(&["restore", "--from", machine.place()]);
    assert!(refused.contains("the object store holds files already"), "{refused}");
}

#[test]
fn restore_after_first_start_without_users_replaces_the_empty_schema() {
    let mut machine = Machine::seeded();
    machine.back_up();
    machine.replace_data();
    machine.run(&["migrate"]);
    machine.restore();
    let serving = machine.serve();
    assert_ne!(machine.sql("SELECT count(*) FROM listings"), "0");
    assert!(serving.stop("TERM").0);
}

#[test]
fn backup_keeps_as_many_as_asked_for_and_removes_files_that_none_names() {
    let machine = Machine::seeded();
    machine.back_up();
    let serving = machine.serve();
    // A file of no row any more, as after the removal of an image that is not shared.
    let unnamed = machine.sql(
        "WITH chosen AS (SELECT location FROM listing_images GROUP BY location ORDER BY count(*), location LIMIT 1) \
         DELETE FROM listing_images WHERE location = (SELECT location FROM chosen) RETURNING location",
    );
    let unnamed = unnamed.lines().next().unwrap().to_owned();
    let stored = machine.place.path().join("objects/plain/masters").join(unnamed.trim_start_matches('/'));
    assert!(stored.exists());
    machine.back_up();
    assert!(stored.exists(), "the first backup names it");
    let report = machine.run(&["backup", "--to", machine.place(), "--keep", "2"]);
    assert!(report.contains("1 old backups and 1 files removed"), "{report}");
    assert!(!stored.exists());
    assert_eq!(machine.run(&["backup", "list", machine.place()]).lines().count(), 2);
    assert!(serving.stop("TERM").0);
    machine.run(&["backup", "verify", machine.place()]);
}

#[test]
fn backup_to_public_key_is_restored_with_the_private_key_only() {
    let mut machine = Machine::seeded();
    let (identity, other) = (age::x25519::Identity::generate(), age::x25519::Identity::generate());
    let keys = tempfile::tempdir().unwrap();
    let write = |name: &str, key: &age::x25519::Identity| {
        let path = keys.path().join(name);
        std::fs::write(&path, format!("{}\n", key.to_string().expose_secret())).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (right, wrong) = (write("right", &identity), write("wrong", &other));
    let objects = machine.objects();
    let recipient = identity.to_public().to_string();
    let mut command = machine.command(&["backup", "--to", machine.place()]);
    command.env("PORTAL_BACKUP_RECIPIENT", &recipient);
    let report = crate::running::succeed(command);
    assert!(report.contains("encrypted") && !report.contains("not encrypted"), "{report}");
    for (path, _) in crate::machine::digests(machine.place.path()) {
        let bytes = std::fs::read(machine.place.path().join(&path)).unwrap();
        let is_list = path.contains("/objects/") || path.ends_with("manifest.json");
        assert!(is_list || bytes.starts_with(b"age-encryption.org/v1\n"), "{path}");
        assert!(!String::from_utf8_lossy(&bytes).contains(&recipient), "{path} shows the key");
    }
    let again = machine.run(&["backup", "--to", machine.place(), "--recipient", &recipient]);
    assert!(again.contains("0 files copied"), "{again}");

    let place = machine.place().to_owned();
    let refused = machine.fail(&["backup", "verify", &place]);
    assert!(refused.contains("--identity-file"), "{refused}");
    let refused = machine.fail(&["backup", "verify", &place, "--identity-file", &wrong]);
    assert!(refused.contains("failed to decrypt"), "{refused}");
    machine.run(&["backup", "verify", &place, "--identity-file", &right]);
    machine.replace_data();
    machine.run(&["restore", "--from", &place, "--identity-file", &right]);
    assert_eq!(machine.objects(), objects);
    let serving = machine.serve();
    assert_ne!(machine.sql("SELECT count(*) FROM users"), "0");
    assert!(serving.stop("TERM").0);
}

#[test]
fn backup_into_place_of_other_portal_is_refused() {
    let (machine, other) = (Machine::seeded(), Machine::empty());
    machine.back_up();
    other.run(&["migrate"]);
    let refused = other.fail(&["backup", "--to", machine.place()]);
    assert!(refused.contains("the place holds backups of another portal"), "{refused}");
    machine.run(&["backup", "verify", machine.place()]);
}

#[test]
fn backup_into_the_data_folder_is_refused() {
    let machine = Machine::empty();
    let inside = machine.data.path().join("backups");
    let refused = machine.fail(&["backup", "--to", inside.to_str().unwrap()]);
    assert!(refused.contains("is in the data folder"), "{refused}");
    let refused = machine.fail(&["backup", "--to", machine.place(), "--recipient", "age1wrong"]);
    assert!(refused.contains("not a public key of age"), "{refused}");
    let refused = machine.fail(&["restore", "--from", "/nonexistent"]);
    assert!(refused.contains("/nonexistent does not exist"), "{refused}");
}
