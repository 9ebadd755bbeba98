//! Replaces the image of a setting.

use std::path::Path;

use portal_domain::audit::AuditAction;
use portal_domain::ids::SettingId;
use portal_domain::policy::Actor;
use portal_domain::setting::Setting;

use super::get_for_update;
use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, outbox};

/// Replaces the setting's image and removes the previous file. Of two concurrent uploads the later
/// one wins.
pub async fn upload_setting_image(
    ports: &Ports,
    actor: Actor,
    id: SettingId,
    file: &Path,
) -> Result<Setting, ServiceError> {
    let mut work = ports.store.begin().await?;
    get_for_update(work.as_mut(), id).await?;
    drop(work);
    let prepared = ports.images.prepare(file).await.map_err(ServiceError::SingleFileRejected)?;
    let location = format!("/{}.jpg", ports.identifiers.next().simple());
    let guards = outbox::schedule_file_removals(ports, [location.clone()]).await?;
    ports.images.store(&location, prepared.master).await?;

    let mut work = ports.store.begin().await?;
    let mut setting = get_for_update(work.as_mut(), id).await?;
    let replaced = setting.replace_image(location, ports.clock.now());
    work.settings().save(&setting).await?;
    outbox::push_file_removals(ports, work.as_mut(), replaced).await?;
    outbox::cancel_file_removals(work.as_mut(), guards).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::SettingChanged, id).await?;
    work.commit().await?;
    Ok(setting)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use bytes::Bytes;
    use chrono::TimeDelta;
    use mockall::Sequence;
    use portal_domain::ids::FileRemovalId;

    use super::*;
    use crate::ports::{EncodedImage, FileRemoval, ImageStoreError, PreparedImage};
    use crate::settings::testing::{SETTING, expecting_lock, setting};
    use crate::testing::samples::ADMINISTRATOR;
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn master() -> EncodedImage {
        EncodedImage { bytes: Bytes::from_static(b"master"), content_type: "image/jpeg" }
    }

    /// The location of the uploaded image, which gets the first identifier.
    fn location() -> String {
        format!("/{}.jpg", MockPorts::identifier(1).simple())
    }

    fn removal_id(n: u128) -> FileRemovalId {
        FileRemovalId(MockPorts::identifier(n))
    }

    fn expecting_removal(work: &mut MockUnitOfWork, id: FileRemovalId, location: &str, in_hours: i64) {
        let (expected, due) =
            (FileRemoval { id, location: location.to_owned() }, MockPorts::now() + TimeDelta::hours(in_hours));
        let is_expected = move |removal: &FileRemoval, at: &_| *removal == expected && *at == due;
        work.file_removals.expect_push().once().withf(is_expected).returning(|_, _| Ok(()));
    }

    fn expecting_save(work: &mut MockUnitOfWork) {
        let expected = Setting { last_modified: MockPorts::now(), ..setting(Some(&location())) };
        work.settings.expect_save().once().withf(move |saved| *saved == expected).returning(|_| Ok(()));
        work.file_removals.expect_cancel().once().withf(|id| *id == removal_id(2)).returning(|_| Ok(()));
    }

    /// Expects the image to be prepared, its removal scheduled, and the image stored, in this
    /// order; then `row` changes the setting.
    fn ports(
        store_result: Result<(), ImageStoreError>,
        row: impl FnOnce(&mut Sequence) -> Option<MockUnitOfWork>,
    ) -> MockPorts {
        let mut order = Sequence::new();
        let mut ports = MockPorts::default();
        let is_uploaded_file = |file: &Path| file.as_os_str() == "a.png";
        ports
            .images
            .expect_prepare()
            .once()
            .in_sequence(&mut order)
            .withf(is_uploaded_file)
            .return_once(|_| Ok(PreparedImage { master: master(), hash: None }));
        let mut scheduling = MockUnitOfWork::committed_in(&mut order);
        expecting_removal(&mut scheduling, removal_id(2), &location(), 1);
        let is_expected = |at: &str, image: &EncodedImage| at == location() && *image == master();
        ports.images.expect_store().once().in_sequence(&mut order).withf(is_expected).return_once(|_, _| store_result);
        let first_read = expecting_lock(MockUnitOfWork::dropped(), Some(setting(Some("/old.jpg"))));
        ports.store = MockUnitOfWork::store_of([first_read, scheduling].into_iter().chain(row(&mut order)));
        ports
    }

    async fn upload(ports: MockPorts) -> Result<Setting, ServiceError> {
        upload_setting_image(&ports.build(), ADMINISTRATOR, SETTING, &PathBuf::from("a.png")).await
    }

    #[tokio::test]
    async fn upload_setting_image_removes_previous_file() {
        let ports = ports(Ok(()), |order| {
            let mut row = expecting_lock(MockUnitOfWork::committed_in(order), Some(setting(Some("/old.jpg"))));
            expecting_save(&mut row);
            expecting_removal(&mut row, removal_id(3), "/old.jpg", 0);
            Some(row)
        });
        let changed = upload(ports).await.unwrap();
        assert_eq!((changed.value, changed.last_modified), (Some(location()), MockPorts::now()));
    }

    #[tokio::test]
    async fn upload_setting_image_without_previous_image_removes_nothing() {
        let ports = ports(Ok(()), |order| {
            let mut row = expecting_lock(MockUnitOfWork::committed_in(order), Some(setting(None)));
            expecting_save(&mut row);
            Some(row)
        });
        assert_eq!(upload(ports).await.unwrap().value, Some(location()));
    }

    #[tokio::test]
    async fn upload_setting_image_removes_image_of_concurrent_upload() {
        let ports = ports(Ok(()), |order| {
            let mut row = expecting_lock(MockUnitOfWork::committed_in(order), Some(setting(Some("/concurrent.jpg"))));
            expecting_save(&mut row);
            expecting_removal(&mut row, removal_id(3), "/concurrent.jpg", 0);
            Some(row)
        });
        upload(ports).await.unwrap();
    }

    #[tokio::test]
    async fn upload_setting_image_store_failure_writes_no_row() {
        let result =
            upload(ports(Err(ImageStoreError::Unavailable("the object store is down".into())), |_| None)).await;
        assert!(matches!(result, Err(ServiceError::Image(ImageStoreError::Unavailable(_)))), "{result:?}");
    }

    #[tokio::test]
    async fn upload_setting_image_setting_deleted_during_upload_is_not_found() {
        let result = upload(ports(Ok(()), |_| Some(expecting_lock(MockUnitOfWork::dropped(), None)))).await;
        assert!(matches!(result, Err(ServiceError::SettingNotFound)), "{result:?}");
    }

    #[tokio::test]
    async fn upload_setting_image_invalid_file_stores_nothing() {
        for error in [ImageStoreError::FileType, ImageStoreError::TooLarge, ImageStoreError::Damaged] {
            let first_read = expecting_lock(MockUnitOfWork::dropped(), Some(setting(None)));
            let mut ports = MockPorts { store: MockUnitOfWork::store_of([first_read]), ..MockPorts::default() };
            ports.images.expect_prepare().once().return_once(|_| Err(error));
            let result = upload(ports).await;
            assert!(matches!(result, Err(ServiceError::SingleFileRejected(_))), "{result:?}");
        }
    }

    #[tokio::test]
    async fn upload_setting_image_unknown_setting_reads_no_file() {
        let first_read = expecting_lock(MockUnitOfWork::dropped(), None);
        let result = upload(MockPorts { store: MockUnitOfWork::store_of([first_read]), ..MockPorts::default() }).await;
        assert!(matches!(result, Err(ServiceError::SettingNotFound)), "{result:?}");
    }
}
