//! Where PostgreSQL's programs are on this machine.
//!
//! Nothing is downloaded: the server is the distribution's, so that its security updates arrive with the machine's.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::EmbeddedError;

/// The first version that has every setting the server is started with.
const OLDEST_MAJOR: u32 = 14;

/// One installed version: the folder that holds `postgres` and `initdb`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binaries {
    pub folder: PathBuf,
    pub major: u32,
}

impl Binaries {
    pub fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    pub fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }
}

/// Where to look when the setting `pg_bin` names no folder.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// Holds one folder for each installed major version, as Debian lays it out.
    versions: PathBuf,
    path: Option<OsString>,
}

impl Default for Places {
    fn default() -> Self {
        Self { versions: PathBuf::from("/usr/lib/postgresql"), path: env::var_os("PATH") }
    }
}

impl Places {
    /// All folders worth a look, the newest version first.
    fn folders(&self) -> Vec<PathBuf> {
        let mut versions: Vec<(u32, PathBuf)> = fs::read_dir(&self.versions)
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let major = entry.file_name().to_str()?.parse().ok()?;
                Some((major, entry.path().join("bin")))
            })
            .collect();
        versions.sort_by_key(|(major, _)| std::cmp::Reverse(*major));
        let on_path = self.path.iter().flat_map(env::split_paths);
        versions.into_iter().map(|(_, folder)| folder).chain(on_path.filter(|folder| folder.is_absolute())).collect()
    }
}

/// The programs to run: those of `cluster`'s major version when a database exists, else the newest.
///
/// A folder named by the setting is the only one looked at: falling back to another version would hide the mistake.
pub(crate) fn find(
    named: Option<&Path>,
    places: &Places,
    cluster: Option<(&Path, u32)>,
) -> Result<Binaries, EmbeddedError> {
    let folders = named.map_or_else(|| places.folders(), |folder| vec![folder.to_owned()]);
    let mut found = Vec::new();
    for folder in &folders {
        let Some(major) = major_version(folder) else { continue };
        let fits = cluster.map_or(major >= OLDEST_MAJOR, |(_, wanted)| major == wanted);
        if fits {
            return Ok(Binaries { folder: folder.clone(), major });
        }
        if !found.contains(&major) {
            found.push(major);
        }
    }
    match cluster {
        _ if found.is_empty() => {
            let looked_in = if named.is_some() { folders } else { vec![places.versions.clone(), "PATH".into()] };
            Err(EmbeddedError::NotInstalled { looked_in })
        }
        Some((path, wanted)) => Err(EmbeddedError::OtherMajorVersion { path: path.to_owned(), cluster: wanted, found }),
        None => Err(EmbeddedError::TooOld { found, oldest: OLDEST_MAJOR }),
    }
}

/// Asks the program itself: a folder's name proves nothing, and `PATH` has no version in it.
fn major_version(folder: &Path) -> Option<u32> {
    if !folder.join("initdb").is_file() {
        return None;
    }
    let output = Command::new(folder.join("postgres"))
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    parse_version(std::str::from_utf8(&output.stdout).ok()?)
}

/// `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)` or, before a release, `18beta2`.
fn parse_version(text: &str) -> Option<u32> {
    let version = text.split_once("(PostgreSQL) ")?.1;
    let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A folder whose `postgres` only knows its version.
    fn install(folder: &Path, version: &str) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in [
            ("postgres", format!("#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")),
            ("initdb", "#!/bin/sh\n".to_owned()),
        ] {
            let file = folder.join(name);
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
            // A process that another test begins at this moment holds the file open for writing, until it has begun: so
            // long nobody can run it.
            while Command::new(&file).output().is_err_and(|error| error.kind() == ErrorKind::ExecutableFileBusy) {
                std::thread::yield_now();
            }
        }
    }

    struct Machine {
        root: tempfile::TempDir,
    }

    impl Machine {
        fn with(versions: &[&str], on_path: Option<&str>) -> Self {
            let root = tempfile::tempdir().unwrap();
            for version in versions {
                let major = version.split('.').next().unwrap();
                install(&root.path().join("versions").join(major).join("bin"), version);
            }
            if let Some(version) = on_path {
                install(&root.path().join("path"), version);
            }
            Self { root }
        }

        fn places(&self) -> Places {
            Places { versions: self.root.path().join("versions"), path: Some(self.root.path().join("path").into()) }
        }

        fn find(&self, cluster: Option<u32>) -> Result<u32, EmbeddedError> {
            let path = Path::new("data/postgres/cluster");
            find(None, &self.places(), cluster.map(|major| (path, major))).map(|binaries| binaries.major)
        }
    }

    #[test]
    fn the_newest_version_is_taken_for_a_new_database() {
        let machine = Machine::with(&["9.6", "15.18", "17.2"], Some("18beta2"));
        assert_eq!(machine.find(None).unwrap(), 17);
    }

    #[test]
    fn an_existing_database_gets_its_own_version_wherever_it_is() {
        let machine = Machine::with(&["15.18", "17.2"], Some("16.4"));
        assert_eq!(machine.find(Some(15)).unwrap(), 15);
        assert_eq!(machine.find(Some(16)).unwrap(), 16);
    }

    #[test]
    fn the_path_is_searched_when_the_usual_place_is_empty() {
        assert_eq!(Machine::with(&[], Some("16.4")).find(None).unwrap(), 16);
    }

    #[test]
    fn another_major_version_is_an_error_that_names_all_of_them() {
        let error = Machine::with(&["15.18", "17.2"], None).find(Some(18)).unwrap_err();
        assert!(matches!(&error, EmbeddedError::OtherMajorVersion { cluster: 18, found, .. } if *found == [17, 15]));
        let text = error.to_string();
        assert!(text.contains("made by PostgreSQL 18, but only 17, 15 is installed"), "{text}");
        assert!(text.contains("postgresql-18"), "{text}");
    }

    #[test]
    fn a_machine_without_postgresql_is_told_what_to_install() {
        let error = Machine::with(&[], None).find(None).unwrap_err();
        assert!(matches!(error, EmbeddedError::NotInstalled { .. }));
        assert!(error.to_string().contains("apt-get install postgresql"), "{error}");
    }

    #[test]
    fn a_version_without_the_needed_settings_is_refused() {
        let error = Machine::with(&["13.1"], None).find(None).unwrap_err();
        assert!(matches!(error, EmbeddedError::TooOld { oldest: OLDEST_MAJOR, .. }), "{error}");
    }

    #[test]
    fn the_named_folder_is_the_only_one_looked_at() {
        let machine = Machine::with(&["15.18"], None);
        let empty = machine.root.path().join("empty");
        let error = find(Some(&empty), &machine.places(), None).unwrap_err();
        assert!(matches!(error, EmbeddedError::NotInstalled { looked_in } if looked_in == [empty]));
    }

    #[test]
    fn versions_are_read_from_releases_and_betas() {
        assert_eq!(parse_version("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(parse_version("postgres (PostgreSQL) 18beta2\n"), Some(18));
        assert_eq!(parse_version("something else"), None);
    }
}
