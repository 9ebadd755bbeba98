//! The list of erased users: an empty file for each, `erased/<day>/<id>`.

use async_trait::async_trait;
use bytes::Bytes;
use chrono::NaiveDate;
use futures_util::TryStreamExt;
use portal_domain::ids::UserId;
use portal_services::ports::{ErasedUser, ErasureList, Source};

use crate::storage::ObjectStorage;

const FOLDER: &str = "erased";

fn key(user: ErasedUser) -> String {
    format!("{FOLDER}/{}/{}", user.day, user.id)
}

/// The user of a file; `None` if the portal did not write it.
fn parse(key: &str) -> Option<ErasedUser> {
    let (day, id) = key.strip_prefix(FOLDER)?.strip_prefix('/')?.split_once('/')?;
    Some(ErasedUser { day: day.parse().ok()?, id: UserId(id.parse().ok()?) })
}

#[async_trait]
impl ErasureList for ObjectStorage {
    async fn add(&self, user: ErasedUser) -> Result<(), Source> {
        Ok(self.put(&key(user), Bytes::new()).await?)
    }

    async fn list(&self) -> Result<Vec<ErasedUser>, Source> {
        let mut users = Vec::new();
        let mut files = self.list(FOLDER);
        while let Some(file) = files.try_next().await? {
            users.extend(parse(&file.key));
        }
        users.sort_unstable();
        Ok(users)
    }

    async fn prune(&self, before: NaiveDate) -> Result<u64, Source> {
        let mut pruned = 0;
        for user in ErasureList::list(self).await?.into_iter().take_while(|user| user.day < before) {
            self.remove(&key(user)).await?;
            pruned += 1;
        }
        Ok(pruned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(day: u32, id: u128) -> ErasedUser {
        let day = NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
        ErasedUser { day, id: UserId(format!("{id:032x}").parse().unwrap()) }
    }

    #[tokio::test]
    async fn list_returns_added_users_until_they_are_pruned() {
        let folder = tempfile::tempdir().unwrap();
        let storage = ObjectStorage::folder(folder.path()).unwrap();
        assert_eq!(ErasureList::list(&storage).await.unwrap(), []);
        let users = [user(19, 3), user(20, 1), user(20, 2)];
        for user in users.iter().rev() {
            storage.add(*user).await.unwrap();
            storage.add(*user).await.unwrap();
        }
        assert_eq!(ErasureList::list(&storage).await.unwrap(), users);
        assert_eq!(storage.prune(users[1].day).await.unwrap(), 1);
        assert_eq!(ErasureList::list(&storage).await.unwrap(), users[1..]);
    }

    #[test]
    fn parse_ignores_other_files() {
        for other in ["erased/2026-11-24", "erased/today/1", "erased/2026-11-24/x", "masters/2026-11-24/x"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
