//! Removes the image of a setting.

use portal_domain::audit::AuditAction;
use portal_domain::ids::SettingId;
use portal_domain::policy::Actor;
use portal_domain::setting::Setting;

use super::get_for_update;
use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, outbox};

/// Returns to the default image and removes the file. Repeating it changes nothing and is no error.
pub async fn remove_setting_image(ports: &Ports, actor: Actor, id: SettingId) -> Result<Setting, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut setting = get_for_update(work.as_mut(), id).await?;
    let Some(removed) = setting.remove_image(ports.clock.now()) else { return Ok(setting) };
    work.settings().save(&setting).await?;
    outbox::push_file_removals(ports, work.as_mut(), [removed]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::SettingChanged, id).await?;
    work.commit().await?;
    Ok(setting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::testing::{SETTING, expecting_lock, setting};
    use crate::testing::samples::ADMINISTRATOR;
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn remove(work: MockUnitOfWork) -> Result<Setting, ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        remove_setting_image(&ports.build(), ADMINISTRATOR, SETTING).await
    }

    #[tokio::test]
    async fn remove_setting_image_removes_file_and_records_the_change() {
        let mut work = expecting_lock(MockUnitOfWork::committed(), Some(setting(Some("/old.jpg"))))
            .expecting_audit_entries([(AuditAction::SettingChanged, Some(SETTING.into()))]);
        let expected = Setting { last_modified: MockPorts::now(), ..setting(None) };
        let saved = expected.clone();
        work.settings.expect_save().once().withf(move |setting| *setting == saved).returning(|_| Ok(()));
        work.file_removals
            .expect_push()
            .once()
            .withf(|removal, due| removal.location == "/old.jpg" && *due == MockPorts::now())
            .returning(|_, _| Ok(()));
        assert_eq!(remove(work).await.unwrap(), expected);
    }

    #[tokio::test]
    async fn remove_setting_image_without_image_changes_nothing() {
        let work = expecting_lock(MockUnitOfWork::dropped(), Some(setting(None)));
        assert_eq!(remove(work).await.unwrap(), setting(None));
    }

    #[tokio::test]
    async fn remove_setting_image_unknown_setting_is_not_found() {
        let result = remove(expecting_lock(MockUnitOfWork::dropped(), None)).await;
        assert!(matches!(result, Err(ServiceError::SettingNotFound)), "{result:?}");
    }
}
