//! Settings: the images that administrators exchange while the portal runs.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::IntoBoxed;
use diesel::pg::Pg;
use diesel::prelude::*;
use portal_domain::ids::SettingId;
use portal_domain::setting::{Setting, SettingType};
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{
    ImageSetting, SettingListQuery, SettingQueries, SettingRepository, SettingSortField, StoreError,
};
use uuid::Uuid;

use crate::errors::parse_column;
use crate::page;
use crate::schema::settings;
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};
use crate::unknown_values::known_rows;

#[derive(Queryable, Selectable)]
#[diesel(table_name = settings, check_for_backend(Pg))]
struct SettingRow {
    id: Uuid,
    key: String,
    setting_type: String,
    value: Option<String>,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl TryFrom<SettingRow> for Setting {
    type Error = StoreError;

    fn try_from(row: SettingRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: SettingId(row.id),
            key: row.key,
            setting_type: parse_column(&row.setting_type, SettingType::parse)?,
            value: row.value,
            date_created: row.date_created,
            last_modified: row.last_modified,
        })
    }
}

#[async_trait]
impl SettingRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: SettingId) -> Result<Option<Setting>, StoreError> {
        settings::table.find(id.0).select(SettingRow::as_select()).for_update().find_entity(self.connection()?).await
    }

    async fn save(&mut self, setting: &Setting) -> Result<(), StoreError> {
        diesel::update(settings::table.find(setting.id.0))
            .set((settings::value.eq(&setting.value), settings::last_modified.eq(setting.last_modified)))
            .run(self.connection()?)
            .await?;
        Ok(())
    }
}

#[async_trait]
impl SettingQueries for PgStore {
    async fn list_images(&self) -> Result<Vec<ImageSetting>, StoreError> {
        let rows: Vec<(String, Option<String>)> = settings::table
            .filter(settings::setting_type.eq(SettingType::Image.as_str()))
            .order(settings::key)
            .select((settings::key, settings::value))
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        Ok(rows.into_iter().map(|(key, location)| ImageSetting { key, location }).collect())
    }

    async fn list_settings(&self, query: &SettingListQuery) -> Result<Page<Setting>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let found = sorted(query).select(SettingRow::as_select());
        let (rows, total): (Vec<SettingRow>, _) =
            page::load(connection, query.page, found, None, || settings::table.count()).await?;
        Ok(Page { rows: known_rows("settings", rows, Setting::try_from)?, total })
    }
}

fn sorted(query: &SettingListQuery) -> IntoBoxed<'static, settings::table, Pg> {
    use SettingSortField::{DateCreated, Key};
    use SortDirection::{Ascending, Descending};
    let (key, created, id) = (settings::key, settings::date_created, settings::id);
    let all = settings::table.into_boxed();
    match (query.sort.by, query.sort.direction) {
        (Key, Ascending) => all.order((key.asc(), id.asc())),
        (Key, Descending) => all.order((key.desc(), id.desc())),
        (DateCreated, Ascending) => all.order((created.asc(), id.asc())),
        (DateCreated, Descending) => all.order((created.desc(), id.desc())),
    }
}
