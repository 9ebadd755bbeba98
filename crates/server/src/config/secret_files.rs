//! Secrets in files: `PORTAL_<KEY>_FILE` names the file of a key, as containers and systemd provide
//! them.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::PREFIX;
use crate::failure::{Context, Failure};

/// The keys whose value is secret or contains a password.
const KEYS: [&str; 6] = [
    "database_url",
    "database_replica_url",
    "smtp_url",
    "signing_secret",
    "signing_secret_previous",
    "encryption_secret",
];

/// Longer files are no secrets, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// What is appended to the name of a key.
const SUFFIX: &str = "_file";

/// The keys that name a file, in lower case and without prefix.
pub(super) fn file_keys() -> impl Iterator<Item = String> {
    KEYS.iter().map(|key| format!("{key}{SUFFIX}"))
}

/// The keys whose file is named by a variable, with the text of the file without the line break at
/// its end. `variable` returns a variable of the environment.
pub(super) fn read(variable: impl Fn(&str) -> Option<OsString>) -> Result<Vec<(&'static str, String)>, Failure> {
    let mut secrets = Vec::new();
    for key in KEYS {
        let name = format!("{PREFIX}{}", key.to_ascii_uppercase());
        let file_name = format!("{name}{}", SUFFIX.to_ascii_uppercase());
        let Some(path) = variable(&file_name).map(PathBuf::from) else { continue };
        if variable(&name).is_some() {
            return Err(Failure::new(format!("both {name} and {file_name} are set; remove one")));
        }
        let text = read_file(&path).context(format!("failed to read {}, named by {file_name}", path.display()))?;
        secrets.push((key, text));
    }
    Ok(secrets)
}

fn read_file(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(std::io::Error::other(format!("it has more than {MAX_BYTES} bytes")));
    }
    let text = text.trim_end_matches(['\r', '\n']);
    if text.is_empty() { Err(std::io::Error::other("it is empty")) } else { Ok(text.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the secrets with variables of these names and values.
    fn read_with(variables: &[(&str, &str)]) -> Result<Vec<(&'static str, String)>, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        };
        read(variable).map_err(|error| error.to_string())
    }

    fn file(text: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        file
    }

    #[test]
    fn read_returns_text_without_final_line_break() {
        let file = file(b" swordfish \r\n\n");
        let variables = [("PORTAL_SMTP_URL_FILE", file.path().to_str().unwrap())];
        assert_eq!(read_with(&variables), Ok(vec![("smtp_url", " swordfish ".to_owned())]));
        assert_eq!(read_with(&[("PORTAL_SMTP_URL", "smtp://a")]), Ok(Vec::new()));
    }

    #[test]
    fn read_rejects_key_with_both_variables_by_name() {
        let error =
            read_with(&[("PORTAL_SIGNING_SECRET", "a"), ("PORTAL_SIGNING_SECRET_FILE", "/nothing")]).unwrap_err();
        assert_eq!(error, "both PORTAL_SIGNING_SECRET and PORTAL_SIGNING_SECRET_FILE are set; remove one");
    }

    #[test]
    fn read_rejects_missing_empty_long_and_binary_file_by_variable() {
        let long = vec![b'a'; 64 * 1024 + 1];
        let files = [b"".as_slice(), b"\n", &long, b"\xff\xfe"].map(file);
        let paths = files.iter().map(|file| file.path().to_str().unwrap()).chain(["/nothing/here", "/"]);
        for path in paths {
            let error = read_with(&[("PORTAL_DATABASE_URL_FILE", path)]).unwrap_err();
            let expected = format!("failed to read {path}, named by PORTAL_DATABASE_URL_FILE: ");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
