//! Another picture for a setting.

use std::path::Path;

use portal_domain::audit::AuditAction;
use portal_domain::ids::SettingId;
use portal_domain::policy::Actor;
use portal_domain::setting::Setting;

use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{Ports, UnitOfWork};

/// Puts this picture in the place of the setting's own, whose file goes. Of two at once the later one stays.
pub async fn upload_image(ports: &Ports, actor: Actor, id: SettingId, file: &Path) -> Result<Setting, ServiceError> {
    let mut work = ports.store.begin().await?;
    get(work.as_mut(), id).await?;
    drop(work);
    let master = ports.pictures.prepare(file).await.map_err(ServiceError::OnlyFile)?;
    let location = format!("/{}.jpg", ports.identifiers.next().simple());
    let guards = outbox::guard_files(ports, [location.clone()]).await?;
    ports.pictures.store(&location, master).await?;

    let mut work = ports.store.begin().await?;
    let mut setting = get(work.as_mut(), id).await?;
    let replaced = setting.exchange_image(location, ports.clock.now());
    work.settings().save(&setting).await?;
    outbox::discard_files(ports, work.as_mut(), replaced).await?;
    outbox::keep_files(work.as_mut(), guards).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::SettingChanged, id).await?;
    work.commit().await?;
    Ok(setting)
}

async fn get(work: &mut dyn UnitOfWork, id: SettingId) -> Result<Setting, ServiceError> {
    work.settings().find_for_update(id).await?.ok_or(ServiceError::SettingNotFound)
}

#[cfg(test)]
mod tests;
