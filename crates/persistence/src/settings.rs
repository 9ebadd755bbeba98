//! Settings that administrators change while the portal runs.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_services::ports::{ImageSetting, SettingQueries, StoreError};

use crate::errors::failed;
use crate::schema::settings;
use crate::store::PgStore;

const IMAGE: &str = "IMAGE";

#[async_trait]
impl SettingQueries for PgStore {
    async fn list_images(&self) -> Result<Vec<ImageSetting>, StoreError> {
        let rows: Vec<(String, Option<String>)> = settings::table
            .filter(settings::setting_type.eq(IMAGE))
            .order(settings::key)
            .select((settings::key, settings::value))
            .load(&mut *self.pool.get().await?)
            .await
            .map_err(failed)?;
        Ok(rows.into_iter().map(|(key, location)| ImageSetting { key, location }).collect())
    }
}
