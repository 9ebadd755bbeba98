//! Finds PostgreSQL's programs on this machine.
//!
//! Nothing is downloaded: the distribution's PostgreSQL gets its security updates.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::error::EmbeddedError;

/// The oldest supported major version: the first one with all parameters that the server is started with.
pub const OLDEST_MAJOR: u32 = 14;

/// An installed version: the folder of `postgres` and `initdb`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binaries {
    pub folder: PathBuf,
    pub major: u32,
}

impl Binaries {
    pub(crate) fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    pub(crate) fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }
}

/// The paths to search if `pg_bin` is not configured.
#[derive(Debug, Clone)]
pub(crate) struct SearchPaths {
    /// Contains a folder per installed major version (Debian's layout).
    versions: PathBuf,
    path: Option<OsString>,
}

impl Default for SearchPaths {
    fn default() -> Self {
        Self { versions: PathBuf::from("/usr/lib/postgresql"), path: env::var_os("PATH") }
    }
}

impl SearchPaths {
    /// Only versions in this folder.
    #[cfg(test)]
    pub(crate) fn of(versions: PathBuf) -> Self {
        Self { versions, path: None }
    }

    /// Debian's versions, newest first, then the folders of `PATH`.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
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

/// The programs to run: those of the cluster's major version if a cluster exists, else the newest.
///
/// A configured folder is the only one searched: a fallback to another version would hide the
/// mistake.
pub(crate) fn find(
    configured: Option<&Path>,
    search_paths: &SearchPaths,
    cluster: Option<(&Path, u32)>,
) -> Result<Binaries, EmbeddedError> {
    let folders = configured.map_or_else(|| search_paths.folders(), |folder| vec![folder.to_owned()]);
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
            let searched =
                if configured.is_some() { folders } else { vec![search_paths.versions.clone(), "PATH".into()] };
            Err(EmbeddedError::NotInstalled { searched })
        }
        Some((path, wanted)) => Err(EmbeddedError::OtherMajorVersion { path: path.to_owned(), cluster: wanted, found }),
        None => Err(EmbeddedError::TooOld { found, oldest: OLDEST_MAJOR }),
    }
}

/// The newest installed version after `cluster`. A folder that is given is the only one searched.
pub(crate) fn find_newer(
    given: Option<&Path>,
    search_paths: &SearchPaths,
    cluster: u32,
) -> Result<Binaries, EmbeddedError> {
    let folders = given.map_or_else(|| search_paths.folders(), |folder| vec![folder.to_owned()]);
    let installed: Vec<Binaries> = folders
        .into_iter()
        .filter_map(|folder| major_version(&folder).map(|major| Binaries { folder, major }))
        .collect();
    let newer = installed.iter().filter(|binaries| binaries.major > cluster);
    // Of equal versions the first one found.
    if let Some(newest) = newer.rev().max_by_key(|binaries| binaries.major) {
        return Ok(newest.clone());
    }
    let mut found: Vec<u32> = installed.iter().map(|binaries| binaries.major).collect();
    found.sort_unstable();
    found.dedup();
    Err(EmbeddedError::NoNewerVersion { cluster, found })
}

/// Runs `postgres --version`, because names of folders are not reliable and `PATH` contains no
/// version.
fn major_version(folder: &Path) -> Option<u32> {
    if !folder.join("initdb").is_file() {
        return None;
    }
    run_version(&folder.join("postgres"))
}

/// The major version that a program of PostgreSQL prints; `None` if it cannot be run.
pub(crate) fn run_version(program: &Path) -> Option<u32> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
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

    /// Creates a fake installation whose `postgres` only prints its version.
    fn install(folder: &Path, version: &str) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in [
            ("postgres", format!("#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")),
            ("initdb", "#!/bin/sh\n".to_owned()),
        ] {
            let file = folder.join(name);
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
            // A process that another test forks at this moment inherits the open file until its
            // exec; until then running the file fails with ETXTBSY.
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

        fn search_paths(&self) -> SearchPaths {
            SearchPaths {
                versions: self.root.path().join("versions"),
                path: Some(self.root.path().join("path").into()),
            }
        }

        fn find(&self, cluster: Option<u32>) -> Result<u32, EmbeddedError> {
            let path = Path::new("data/postgres/cluster");
            find(None, &self.search_paths(), cluster.map(|major| (path, major))).map(|binaries| binaries.major)
        }
    }

    #[test]
    fn find_without_cluster_returns_newest_version() {
        let machine = Machine::with(&["9.6", "15.18", "17.2"], Some("18beta2"));
        assert_eq!(machine.find(None).unwrap(), 17);
    }

    #[test]
    fn find_with_cluster_returns_its_version_from_debian_or_path() {
        let machine = Machine::with(&["15.18", "17.2"], Some("16.4"));
        assert_eq!(machine.find(Some(15)).unwrap(), 15);
        assert_eq!(machine.find(Some(16)).unwrap(), 16);
    }

    #[test]
    fn find_without_debian_versions_searches_path() {
        assert_eq!(Machine::with(&[], Some("16.4")).find(None).unwrap(), 16);
    }

    #[test]
    fn find_other_major_version_error_lists_installed_versions() {
        let error = Machine::with(&["15.18", "17.2"], None).find(Some(18)).unwrap_err();
        assert!(matches!(&error, EmbeddedError::OtherMajorVersion { cluster: 18, found, .. } if *found == [17, 15]));
        let text = error.to_string();
        assert!(text.contains("made by PostgreSQL 18, but only 17, 15 is installed"), "{text}");
        assert!(text.contains("postgresql-18") && text.contains("`portal database upgrade`"), "{text}");
    }

    #[test]
    fn find_newer_returns_newest_of_debian_or_path_or_that_of_given_folder() {
        let machine = Machine::with(&["15.18", "16.4", "17.2"], Some("18beta2"));
        let find = |given: Option<&Path>, cluster| find_newer(given, &machine.search_paths(), cluster);
        assert_eq!(find(None, 15).unwrap().major, 18);
        let given = machine.root.path().join("versions/16/bin");
        assert_eq!(find(Some(&given), 15).unwrap(), Binaries { folder: given.clone(), major: 16 });
        for (given, cluster, installed) in [(Some(given.as_path()), 16, vec![16]), (None, 18, vec![15, 16, 17, 18])] {
            let error = find(given, cluster).unwrap_err();
            assert!(matches!(&error, EmbeddedError::NoNewerVersion { found, .. } if *found == installed), "{error}");
        }
    }

    #[test]
    fn find_without_postgresql_error_names_package() {
        let error = Machine::with(&[], None).find(None).unwrap_err();
        assert!(matches!(error, EmbeddedError::NotInstalled { .. }));
        assert!(error.to_string().contains("apt-get install postgresql"), "{error}");
    }

    #[test]
    fn find_too_old_version_is_rejected() {
        let error = Machine::with(&["13.1"], None).find(None).unwrap_err();
        assert!(matches!(error, EmbeddedError::TooOld { oldest: OLDEST_MAJOR, .. }), "{error}");
    }

    #[test]
    fn find_configured_folder_has_no_fallback() {
        let machine = Machine::with(&["15.18"], None);
        let empty = machine.root.path().join("empty");
        let error = find(Some(&empty), &machine.search_paths(), None).unwrap_err();
        assert!(matches!(error, EmbeddedError::NotInstalled { searched } if searched == [empty]));
    }

    #[test]
    fn parse_version_reads_releases_and_betas() {
        assert_eq!(parse_version("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(parse_version("postgres (PostgreSQL) 18beta2\n"), Some(18));
        assert_eq!(parse_version("something else"), None);
    }
}
