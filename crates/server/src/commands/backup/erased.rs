//! The erased users of a backup: `day id` a line.

use std::collections::BTreeSet;

use portal_domain::ids::UserId;
use portal_services::ports::{ErasedUser, ErasureList, ErasureQueue};

use super::encryption::{Identities, PublicKey, SUFFIX};
use super::manifest::{Manifest, StoredFile};
use super::place::{Place, path_in};
use crate::failure::{Context, Failure};

/// Users that the database has not passed to the list yet; there are seldom more than a few.
const MAX_QUEUED: usize = 1_000_000;

/// Writes who has been erased.
pub(super) async fn store(
    queue: &dyn ErasureQueue,
    list: &dyn ErasureList,
    place: &Place,
    id: &str,
    key: Option<&PublicKey>,
) -> Result<StoredFile, Failure> {
    // The queue first: what leaves it in between is in the list.
    let queued = queue.list(MAX_QUEUED).await.context("failed to read the erased users")?;
    let listed = list.list().await.context("failed to read the list of erased users")?;
    let users: BTreeSet<ErasedUser> = queued.into_iter().chain(listed).collect();
    let lines: Vec<String> = users.iter().map(|user| format!("{} {}\n", user.day, user.id)).collect();
    let text = lines.concat();
    let (name, file) = match key {
        Some(key) => (format!("erased{SUFFIX}"), key.encrypt(text.as_bytes())?),
        None => ("erased".to_owned(), text.into_bytes()),
    };
    place.store(path_in(id, &name), file).await
}

/// The erased users of all backups of a place: the newest one knows who was erased after the others.
/// A backup that cannot be read is skipped with a warning, unless it is `chosen`.
pub(super) async fn read_all(
    place: &Place,
    chosen: &Manifest,
    identities: Option<&Identities>,
) -> Result<Vec<ErasedUser>, Failure> {
    let mut users: BTreeSet<ErasedUser> = read(place, chosen, identities).await?.into_iter().collect();
    for manifest in place.manifests().await? {
        if manifest.id == chosen.id {
            continue;
        }
        match read(place, &manifest, identities).await {
            Ok(found) => users.extend(found),
            Err(error) => {
                tracing::warn!(backup = manifest.id, error = %error, "failed to read the erased users of a backup");
            }
        }
    }
    Ok(users.into_iter().collect())
}

async fn read(place: &Place, manifest: &Manifest, identities: Option<&Identities>) -> Result<Vec<ErasedUser>, Failure> {
    let file = place.read_checked(&manifest.erased).await?;
    let text = match (manifest.is_encrypted(), identities) {
        (false, _) => file.to_vec(),
        (true, Some(identities)) => identities.decrypt(&file)?,
        (true, None) => return Err(Failure::new("it is encrypted, and there is no identity file")),
    };
    let text = String::from_utf8(text).context("invalid list of erased users")?;
    let users: Option<Vec<ErasedUser>> = text.lines().map(parse).collect();
    users.ok_or_else(|| Failure::new(format!("{} is not a list of erased users", manifest.erased.path)))
}

fn parse(line: &str) -> Option<ErasedUser> {
    let (day, id) = line.split_once(' ')?;
    Some(ErasedUser { day: day.parse().ok()?, id: UserId(id.parse().ok()?) })
}
