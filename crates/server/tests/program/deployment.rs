//! The files for deployment, read by the program.

use crate::running::{output, portal_command};

/// The template of the package, in which nearly all keys are comments.
const TEMPLATE: &str = include_str!("../../../../config/deploy/debian/portal.toml");

#[test]
fn config_accepts_package_template_and_each_key_in_its_comments() {
    let uncommented: Vec<&str> = TEMPLATE
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|rest| starts_with_key(rest)).unwrap_or(line))
        .collect();
    assert!(uncommented.iter().filter(|line| starts_with_key(line)).count() > 10);
    for text in [TEMPLATE.to_owned(), uncommented.join("\n")] {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("portal.toml");
        std::fs::write(&file, text).unwrap();
        let mut command = portal_command(data.path(), &["config"]);
        command.env("PORTAL_CONFIG_FILE", &file).env_remove("PORTAL_DATA_DIR");
        let (success, stdout, stderr) = output(command);
        assert!(success && stdout.contains("data_dir = \"/var/lib/fensterplatz\""), "{stdout}{stderr}");
    }
}

/// `key = value`, not a sentence.
fn starts_with_key(line: &str) -> bool {
    line.split_once(" = ").is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
}
