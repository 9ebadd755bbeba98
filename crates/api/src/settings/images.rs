//! Handlers of the images that administrators replace.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use portal_domain::ids::SettingId;
use portal_domain::setting::Setting;
use portal_services::ports::{SettingListQuery, SettingSortField as Field, VariantSize};
use portal_services::settings;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Api;
use crate::error::ApiError;
use crate::extract::sort_field::sort_field;
use crate::extract::{Administrator, Authenticated, FromParams, ListParams, Params, ParamsReader, PathId};
use crate::extract::{enums, upload};
use crate::response::envelope::{envelope, page};
use crate::response::timestamp::Timestamp;

sort_field! {
    SettingSortField: Field {
        Key = "key",
        DateCreated = "dateCreated",
    }
}

/// A setting: an image of the portal that administrators can replace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettingResponse {
    external_id: Uuid,
    /// For example `home.hero`.
    key: String,
    #[serde(rename = "type")]
    setting_type: enums::SettingType,
    /// The path of the image (`/images/1200x800/…`), at most 1200 by 800 pixels. Null for the front
    /// end's default image.
    #[schema(required)]
    value: Option<String>,
    date_created: Timestamp,
    last_modified: Timestamp,
}

envelope!(SettingEnvelope(SettingResponse));
page!(SettingPage(SettingResponse));

impl From<Setting> for SettingResponse {
    fn from(setting: Setting) -> Self {
        Self {
            external_id: setting.id.0,
            key: setting.key,
            setting_type: enums::SettingType(setting.setting_type),
            value: setting.value.map(|location| VariantSize::Page.path(&location)),
            date_created: Timestamp(setting.date_created),
            last_modified: Timestamp(setting.last_modified),
        }
    }
}

impl FromParams for SettingListQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let common = ListParams::read(reader, Field::DateCreated, SettingSortField::parse);
        Some(Self { sort: common.sort, page: common.page })
    }
}

/// Lists the settings.
#[utoipa::path(
    operation_id = "listSettings",
    tag = "setting",
    security(("bearer" = [])),
    params(
        crate::openapi::PageParameters,
        ("sortField" = Option<SettingSortField>, Query, description = "Default: `dateCreated`."),
    ),
    responses((status = 200, description = "A page of settings.", body = SettingPage))
)]
#[get("/settings")]
pub(crate) async fn list_settings(
    _administrator: Authenticated<Administrator>,
    query: Params<SettingListQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<SettingPage>, ApiError> {
    let query = query.0;
    Ok(web::Json(SettingPage::new(settings::list_settings(&api.ports, &query).await?, query.page)))
}

/// The form of an upload of one image.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart form in OpenAPI")]
pub(super) struct UploadSettingImageForm {
    /// JPEG, PNG or WebP, at most 10,485,760 bytes.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Replaces the image of a setting.
#[utoipa::path(
    operation_id = "uploadSettingImage",
    tag = "setting",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body(content = UploadSettingImageForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The setting with its new image.", body = SettingEnvelope),
        (status = 429),
    )
)]
#[post("/settings/{id}/upload-image")]
pub(crate) async fn upload_setting_image(
    administrator: Authenticated<Administrator>,
    id: PathId<SettingId>,
    request: HttpRequest,
    api: web::Data<Api>,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_upload(api.client_address(&request))?;
    let file = upload::receive_one(&api, &request, payload, "file").await?;
    let setting = settings::upload_setting_image(&api.ports, administrator.actor, id.0, file.path()).await?;
    Ok(HttpResponse::Created().json(SettingEnvelope { payload: setting.into() }))
}

/// Removes the image of a setting, so that the default image is shown again.
///
/// Removing it again has no effect.
#[utoipa::path(
    operation_id = "removeSettingImage",
    tag = "setting",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, description = "The setting without an image.", body = SettingEnvelope))
)]
#[delete("/settings/{id}/image")]
pub(crate) async fn remove_setting_image(
    administrator: Authenticated<Administrator>,
    id: PathId<SettingId>,
    api: web::Data<Api>,
) -> Result<web::Json<SettingEnvelope>, ApiError> {
    let setting = settings::remove_setting_image(&api.ports, administrator.actor, id.0).await?;
    Ok(web::Json(SettingEnvelope { payload: setting.into() }))
}
