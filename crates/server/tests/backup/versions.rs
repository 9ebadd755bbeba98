//! Backups of other versions.

use std::process::Command;
use std::time::Duration;

use portal_persistence::testing::postgresql_program;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::machine::{Machine, register};
use crate::running::wait_until;

fn hexadecimal(bytes: &[u8]) -> String {
    let digits: Vec<String> = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

/// Changes the manifest of the only backup, and its seal.
fn change_manifest(machine: &Machine, change: impl FnOnce(&mut Value)) {
    let backups = machine.place.path().join("backups");
    let backup = std::fs::read_dir(backups).unwrap().next().unwrap().unwrap().path();
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(backup.join("manifest.json")).unwrap()).unwrap();
    change(&mut manifest);
    let bytes = serde_json::to_vec(&manifest).unwrap();
    std::fs::write(backup.join("manifest.seal"), format!("{}\n", hexadecimal(&bytes))).unwrap();
    std::fs::write(backup.join("manifest.json"), bytes).unwrap();
}

/// The migrations of backups themselves, which an older version did not have.
const NEW: [&str; 2] = ["20261125000001_erasures", "20261125000002_backups"];

/// Waits until the worker has sent all mails and summed up the counted rows: both would change rows
/// between the backup and the dump.
fn wait_for_worker(machine: &Machine) {
    let open = "SELECT (SELECT count(*) FROM outbox)
        + (SELECT count(*) - count(DISTINCT (relation, kind, state)) FROM row_counts)";
    wait_until(Duration::from_mins(1), "the worker has not finished", || machine.sql(open) == "0");
}

#[test]
fn restore_of_old_backup_applies_missing_migrations() {
    let mut machine = Machine::empty();
    let serving = machine.serve();
    assert!(register(&serving.url, "old@portal.test"));
    wait_for_worker(&machine);
    machine.back_up();
    for migration in NEW.iter().rev() {
        let path = format!("{}/../../migrations/{migration}/down.sql", env!("CARGO_MANIFEST_DIR"));
        machine.sql(&std::fs::read_to_string(path).unwrap());
        let version = migration.split('_').next().unwrap();
        machine.sql(&format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'"));
    }
    let mut dump = Command::new(postgresql_program("pg_dump"));
    dump.arg("--format=custom").arg("--dbname");
    dump.arg(format!("host={} user=portal dbname=portal", machine.socket().display()));
    let dump = dump.output().unwrap();
    assert!(dump.status.success());
    assert!(serving.stop("TERM").0);
    change_manifest(&machine, |manifest| {
        let path = machine.place.path().join(manifest["database"]["path"].as_str().unwrap());
        std::fs::write(path, &dump.stdout).unwrap();
        manifest["database"]["bytes"] = json!(dump.stdout.len());
        manifest["database"]["sha256"] = json!(hexadecimal(&dump.stdout));
        let migrations = manifest["migrations"].as_array_mut().unwrap();
        migrations.retain(|version| !NEW.iter().any(|new| new.starts_with(version.as_str().unwrap())));
        let rows = manifest["rows"].as_array_mut().unwrap();
        rows.retain(|counted| counted["table"] != "erasures");
        let applied = rows.iter_mut().find(|counted| counted["table"] == "__diesel_schema_migrations").unwrap();
        applied["rows"] = json!(applied["rows"].as_u64().unwrap() - 2);
    });
    machine.replace_data();
    let restored = machine.restore();
    assert!(restored.contains("2 migrations applied"), "{restored}");
    let serving = machine.serve();
    assert_eq!(machine.sql("SELECT email FROM users"), "old@portal.test");
    assert_eq!(machine.sql("SELECT count(*) FROM erasures"), "0");
    assert!(serving.stop("TERM").0);
}

#[test]
fn restore_of_newer_backup_is_refused() {
    let mut machine = Machine::empty();
    machine.run(&["migrate"]);
    machine.back_up();
    machine.replace_data();
    change_manifest(&machine, |manifest| {
        manifest["program"] = json!("9.0.0");
        manifest["migrations"].as_array_mut().unwrap().push(json!("29990101000000"));
    });
    let refused = machine.fail(&["restore", "--from", machine.place()]);
    assert!(refused.contains("version 9.0.0 with 1 migrations that this program does not know"), "{refused}");
    change_manifest(&machine, |manifest| manifest["format"] = json!(2));
    let refused = machine.fail(&["restore", "--from", machine.place()]);
    assert!(refused.contains("has format 2, but this program knows only 1"), "{refused}");
    change_manifest(&machine, |manifest| {
        manifest["format"] = json!(1);
        manifest["migrations"].as_array_mut().unwrap().pop();
        manifest["postgresql"] = json!(990_001);
    });
    let refused = machine.fail(&["restore", "--from", machine.place()]);
    assert!(refused.contains("the backup is of PostgreSQL 99"), "{refused}");
}
