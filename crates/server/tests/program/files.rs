//! Who may read the files of the portal.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use rustix::process::geteuid;

use crate::running::{Serving, create_administrator, portal_command, post, wait_until};

/// Every path below the folder that its group or others may read, write or enter.
fn open_paths(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // PostgreSQL removes temporary files at any time.
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        if metadata.is_symlink() {
            continue;
        }
        if metadata.permissions().mode() & 0o077 != 0 {
            found.push(format!("{} {:o}", path.display(), metadata.permissions().mode()));
        }
        if metadata.is_dir() {
            open_paths(&path, found);
        }
    }
}

#[test]
fn files_below_the_data_folder_are_private() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    create_administrator(&data);
    // An earlier version has left these open.
    fs::create_dir_all(data.join("mail")).unwrap();
    for folder in [data.clone(), data.join("mail")] {
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let serving = Serving::start(portal_command(&data, &["serve"]));
    let forgotten = post(&format!("{}/api/v1/auth/forgot-password", serving.url), r#"{"email":"ada@portal.test"}"#);
    assert!(forgotten.is_some_and(|response| response.starts_with("HTTP/1.0 204")));
    wait_until(Duration::from_secs(30), "the mail is not written", || {
        fs::read_dir(data.join("mail")).unwrap().any(|file| file.unwrap().path().extension().is_some())
    });
    let mut found = Vec::new();
    open_paths(&data, &mut found);
    assert!(found.is_empty(), "{found:#?}");
    // As root, PostgreSQL runs as another account, which must be able to enter the folder.
    let expected = if geteuid().is_root() { 0o711 } else { 0o700 };
    assert_eq!(fs::metadata(&data).unwrap().permissions().mode() & 0o777, expected);
    assert!(serving.stop("TERM").0);
}
