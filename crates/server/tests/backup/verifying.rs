//! Damaged backups.

use std::path::PathBuf;

use crate::machine::Machine;

/// Changes a byte in the middle of a file.
fn damage(path: &PathBuf) {
    let mut bytes = std::fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn verify_and_restore_find_each_kind_of_damage() {
    let mut machine = Machine::seeded();
    let report = machine.back_up();
    let id = report.split_whitespace().next().unwrap();
    let verified = machine.run(&["backup", "verify", machine.place()]);
    assert!(verified.contains("is complete"), "{verified}");
    let place = machine.place.path().to_owned();
    let image = std::fs::read_dir(place.join("objects/plain/masters")).unwrap().next().unwrap().unwrap().path();
    let backup = place.join("backups").join(id);
    machine.replace_data();
    for (path, expected) in [
        (image.clone(), "1 files are missing or changed"),
        (backup.join("database.dump"), "database.dump is damaged"),
        (backup.join("objects/plain/000000"), "its checksum differs"),
        (backup.join("manifest.json"), "manifest"),
    ] {
        let kept = std::fs::read(&path).unwrap();
        damage(&path);
        let found = machine.fail(&["backup", "verify", machine.place()]);
        assert!(found.contains(expected), "{}: {found}", path.display());
        let refused = machine.fail(&["restore", "--from", machine.place()]);
        assert!(refused.contains(expected), "{}: {refused}", path.display());
        std::fs::write(&path, kept).unwrap();
    }
    let found = {
        let kept = std::fs::read(&image).unwrap();
        std::fs::remove_file(&image).unwrap();
        let found = machine.fail(&["backup", "verify", machine.place()]);
        std::fs::write(&image, kept).unwrap();
        found
    };
    assert!(found.contains(image.file_name().unwrap().to_str().unwrap()), "{found}");
    assert!(machine.objects().is_empty(), "nothing of a damaged backup is restored");
    machine.restore();
}
