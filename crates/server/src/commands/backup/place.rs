//! The place of backups: a folder or a bucket.

use std::path::{Path, absolute};

use bytes::Bytes;
use futures_util::TryStreamExt;
use portal_media::Archive;

use super::checksum::sha256;
use super::encryption::{Identities, PublicKey, SUFFIX};
use super::manifest::{Manifest, StoredFile, seal};
use super::retry::retry;
use crate::config::Config;
use crate::failure::{Context, Failure};
use crate::wiring;

const BACKUPS: &str = "backups";
const MANIFEST: &str = "manifest.json";
const SEAL: &str = "manifest.seal";

/// The folder of the files that backups share.
pub(super) const OBJECTS: &str = "objects";

/// Precedes variables of the environment that are for the place only.
const VARIABLE_PREFIX: &str = "BACKUP_";

pub(super) struct Place {
    pub(super) archive: Archive,
}

/// A file of a backup, below its folder.
pub(super) fn path_in(id: &str, name: &str) -> String {
    format!("{BACKUPS}/{id}/{name}")
}

impl Place {
    /// For writing: a folder is created. It must not be inside the data folder, which it protects.
    pub(super) fn open(config: &Config, name: &str) -> Result<Self, Failure> {
        if !name.contains("://") {
            let folder = absolute(name).context(format!("failed to find the folder {name}"))?;
            std::fs::create_dir_all(&folder).context(format!("failed to create the folder {name}"))?;
            let resolve = |path: &Path| path.canonicalize().context(format!("failed to find {}", path.display()));
            if resolve(&folder)?.starts_with(resolve(&config.data_dir)?) {
                return Err(Failure::new(format!(
                    "{name} is in the data folder, and would be lost with it: use another disk or machine"
                )));
            }
        }
        Self::open_existing(name)
    }

    /// For reading: a folder must exist.
    pub(super) fn open_existing(name: &str) -> Result<Self, Failure> {
        let archive = if name.contains("://") {
            Archive::bucket(name, variables(wiring::environment()))
        } else {
            let folder = Path::new(name);
            if !folder.is_dir() {
                return Err(Failure::new(format!("the folder {name} does not exist")));
            }
            Archive::folder(folder)
        };
        Ok(Self { archive: archive.context(format!("failed to open {name}"))? })
    }

    /// The complete backups, oldest first.
    pub(super) async fn manifests(&self) -> Result<Vec<Manifest>, Failure> {
        let mut manifests = Vec::new();
        for id in self.ids().await?.0 {
            manifests.push(self.manifest(&id).await?.0);
        }
        Ok(manifests)
    }

    /// The ids of complete and of incomplete backups, oldest first.
    pub(super) async fn ids(&self) -> Result<(Vec<String>, Vec<String>), Failure> {
        let (mut complete, mut all) = (Vec::new(), std::collections::BTreeSet::new());
        let mut files = self.archive.list(BACKUPS);
        while let Some(file) = files.try_next().await.context("failed to list the backups")? {
            let Some((id, name)) = file.path.strip_prefix(BACKUPS).and_then(|path| path.get(1..)?.split_once('/'))
            else {
                continue;
            };
            if name == MANIFEST {
                complete.push(id.to_owned());
            }
            all.insert(id.to_owned());
        }
        complete.sort_unstable();
        let incomplete = all.into_iter().filter(|id| !complete.contains(id)).collect();
        Ok((complete, incomplete))
    }

    /// The chosen backup, or the newest.
    pub(super) async fn choose(&self, id: Option<&str>) -> Result<(Manifest, Vec<u8>), Failure> {
        let (complete, _) = self.ids().await?;
        let chosen = match id {
            Some(id) => complete.iter().find(|found| *found == id),
            None => complete.last(),
        };
        let chosen = chosen.ok_or_else(|| match id {
            Some(id) => Failure::new(format!("there is no complete backup {id}; see `portal backup list`")),
            None => Failure::new("there is no complete backup"),
        })?;
        self.manifest(chosen).await
    }

    /// The manifest of a backup, as it is and as it is stored.
    async fn manifest(&self, id: &str) -> Result<(Manifest, Vec<u8>), Failure> {
        let path = path_in(id, MANIFEST);
        let bytes = self.read(&path).await?;
        let manifest = Manifest::parse(&path, &bytes)?;
        if manifest.id != id {
            return Err(Failure::new(format!("{path} is that of backup {}", manifest.id)));
        }
        Ok((manifest, bytes.into()))
    }

    /// Writes seal and manifest, which makes the backup complete.
    pub(super) async fn complete(&self, manifest: &Manifest, key: Option<&PublicKey>) -> Result<(), Failure> {
        let bytes = manifest.to_json()?;
        let seal = seal(&bytes).into_bytes();
        let (name, seal) = match key {
            Some(key) => (format!("{SEAL}{SUFFIX}"), key.encrypt(&seal)?),
            None => (SEAL.to_owned(), seal),
        };
        self.write(&path_in(&manifest.id, &name), seal.into()).await?;
        self.write(&path_in(&manifest.id, MANIFEST), bytes.into()).await
    }

    /// Checks that a manifest is the one that was written.
    pub(super) async fn check_seal(
        &self,
        manifest: &Manifest,
        stored: &[u8],
        identities: Option<&Identities>,
    ) -> Result<(), Failure> {
        let found = if manifest.is_encrypted() {
            let identities = identities.ok_or_else(|| {
                Failure::new(format!("backup {} is encrypted: name the private key by --identity-file", manifest.id))
            })?;
            identities.decrypt(&self.read(&path_in(&manifest.id, &format!("{SEAL}{SUFFIX}"))).await?)?
        } else {
            self.read(&path_in(&manifest.id, SEAL)).await?.into()
        };
        if found == seal(stored).as_bytes() {
            return Ok(());
        }
        Err(Failure::new(format!("the manifest of backup {} was changed: it does not match its seal", manifest.id)))
    }

    /// A whole small file, which must exist.
    pub(super) async fn read(&self, path: &str) -> Result<Bytes, Failure> {
        let found = retry(|| self.archive.read(path)).await.context("failed to read the backup")?;
        found.ok_or_else(|| Failure::new(format!("{path} is missing in the backup")))
    }

    /// A whole small file with this checksum.
    pub(super) async fn read_checked(&self, file: &StoredFile) -> Result<Bytes, Failure> {
        let bytes = self.read(&file.path).await?;
        if sha256(&bytes) == file.sha256 {
            return Ok(bytes);
        }
        Err(Failure::new(format!("{} is damaged: its checksum differs", file.path)))
    }

    pub(super) async fn write(&self, path: &str, file: Bytes) -> Result<(), Failure> {
        retry(|| self.archive.write(path, file.clone())).await.context("failed to write the backup")
    }

    /// Writes a file and returns what the manifest says about it.
    pub(super) async fn store(&self, path: String, file: Vec<u8>) -> Result<StoredFile, Failure> {
        let (bytes, sha256) = (file.len() as u64, sha256(&file));
        self.write(&path, file.into()).await?;
        Ok(StoredFile { path, bytes, sha256 })
    }

    /// The names of the files of a backup, complete or not.
    pub(super) async fn files_of(&self, id: &str) -> Result<Vec<String>, Failure> {
        let files: Vec<_> = self
            .archive
            .list(&format!("{BACKUPS}/{id}"))
            .try_collect()
            .await
            .context("failed to list the files of a backup")?;
        let mut paths: Vec<String> = files.into_iter().map(|file| file.path).collect();
        paths.sort_unstable();
        Ok(paths)
    }

    /// Removes a backup, its manifest first: what remains after a failure is incomplete.
    pub(super) async fn remove(&self, id: &str) -> Result<(), Failure> {
        self.archive.remove(&path_in(id, MANIFEST)).await.context("failed to remove a backup")?;
        for path in self.files_of(id).await? {
            self.archive.remove(&path).await.context("failed to remove a backup")?;
        }
        Ok(())
    }
}

/// The environment, in which `BACKUP_AWS_…` replaces `AWS_…`: the place may have other credentials than
/// the object store, so that a stolen portal cannot remove its backups.
fn variables(environment: impl Iterator<Item = (String, String)>) -> Vec<(String, String)> {
    let (mut variables, mut own) = (Vec::new(), Vec::new());
    for (name, value) in environment {
        match name.strip_prefix(VARIABLE_PREFIX) {
            Some(name) => own.push((name.to_owned(), value)),
            None => variables.push((name, value)),
        }
    }
    variables.retain(|(name, _)| !own.iter().any(|(replaced, _)| replaced == name));
    variables.extend(own);
    variables
}

#[cfg(test)]
mod tests {
    use super::super::manifest::tests::manifest;
    use super::*;

    fn place() -> (tempfile::TempDir, Place) {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::open_existing(folder.path().to_str().unwrap()).unwrap();
        (folder, place)
    }

    #[test]
    fn variables_of_the_place_replace_those_of_the_object_store() {
        let of = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let environment =
            [of("AWS_REGION", "eu"), of("AWS_ACCESS_KEY_ID", "portal"), of("BACKUP_AWS_ACCESS_KEY_ID", "backup")];
        let expected = [of("AWS_REGION", "eu"), of("AWS_ACCESS_KEY_ID", "backup")];
        assert_eq!(variables(environment.into_iter()), expected);
    }

    #[tokio::test]
    async fn choose_returns_newest_complete_backup_or_the_named_one() {
        let (_folder, place) = place();
        assert!(place.choose(None).await.unwrap_err().to_string().contains("no complete backup"));
        for id in ["2026-1", "2026-2"] {
            place.complete(&manifest(id), None).await.unwrap();
        }
        place.write("backups/2026-3/database.dump", Bytes::from_static(b"half")).await.unwrap();
        assert_eq!(place.choose(None).await.unwrap().0.id, "2026-2");
        assert_eq!(place.choose(Some("2026-1")).await.unwrap().0.id, "2026-1");
        assert!(place.choose(Some("2026-3")).await.is_err());
        assert_eq!(place.ids().await.unwrap().1, ["2026-3"]);
    }

    #[tokio::test]
    async fn check_seal_refuses_changed_manifest() {
        let (_folder, place) = place();
        place.complete(&manifest("1"), None).await.unwrap();
        let (found, stored) = place.choose(None).await.unwrap();
        place.check_seal(&found, &stored, None).await.unwrap();
        let changed = String::from_utf8(stored).unwrap().replace("\"rows\": 1", "\"rows\": 2");
        place.write("backups/1/manifest.json", changed.into()).await.unwrap();
        let (found, stored) = place.choose(None).await.unwrap();
        let error = place.check_seal(&found, &stored, None).await.unwrap_err();
        assert!(error.to_string().contains("does not match its seal"), "{error}");
    }

    #[tokio::test]
    async fn remove_leaves_other_backups() {
        let (_folder, place) = place();
        for id in ["1", "2"] {
            place.complete(&manifest(id), None).await.unwrap();
        }
        place.remove("1").await.unwrap();
        assert_eq!(place.ids().await.unwrap(), (vec!["2".to_owned()], vec![]));
    }
}
