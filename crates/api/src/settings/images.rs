//! The pictures that administrators exchange.

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use portal_domain::ids::SettingId;
use portal_domain::setting::Setting;
use portal_services::ports::{PictureSize, SettingSortField as Field};
use portal_services::settings::{self, ListRequest};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::closed_set;
use crate::envelope::{ErrorResponse, envelope, page};
use crate::error::ApiError;
use crate::extract::{As, FromParams, Id, ListParams, OnlyAdministrator, Params, ParamsReader};
use crate::images;
use crate::sort_field::{SortDirection, sort_field};
use crate::state::Api;
use crate::timestamp::Timestamp;
use crate::upload;

sort_field! {
    SettingSortField: Field {
        Key = "key",
        DateCreated = "dateCreated",
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingResponse {
    external_id: Uuid,
    /// For example `home.hero`.
    key: String,
    #[serde(rename = "type")]
    setting_type: closed_set::SettingType,
    /// Where the picture is, at most 1200 by 800 pixels, for the `src` of an image on the portal's own pages:
    /// `/images/1200x800/…`. Null where the front end shows its own.
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
            setting_type: closed_set::SettingType(setting.setting_type),
            value: setting.value.map(|location| images::url(&location, PictureSize::Page)),
            date_created: Timestamp(setting.date_created),
            last_modified: Timestamp(setting.last_modified),
        }
    }
}

/// What the list of settings is asked for. There are few: nobody searches them.
pub struct ListQuery(ListRequest);

impl FromParams for ListQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        let common = ListParams::read(reader, Field::DateCreated, SettingSortField::parse);
        Self(ListRequest { sort: common.sort, page: common.page })
    }
}

/// The settings that administrators change.
#[utoipa::path(
    operation_id = "listSettings",
    tag = "setting",
    security(("bearer" = [])),
    params(
        ("page" = Option<u32>, Query, description = "From 0", minimum = 0),
        ("pageSize" = Option<u32>, Query, description = "10 unless given", minimum = 1, maximum = 100),
        ("paginated" = Option<bool>, Query, description = "`false`: one page of at most 500 rows"),
        ("sortField" = Option<SettingSortField>, Query, description = "dateCreated unless given"),
        ("sortDirection" = Option<SortDirection>, Query, description = "DESC unless given; lower case is taken as well"),
        ("direction" = Option<SortDirection>, Query, description = "Another name of `sortDirection`"),
    ),
    responses((status = 200, description = "A page of settings.", body = SettingPage))
)]
#[get("/settings")]
pub async fn list(
    _administrator: As<OnlyAdministrator>,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<SettingPage>, ApiError> {
    let request = query.0.0;
    Ok(web::Json(SettingPage::new(settings::list(&api.ports, request).await?, request.page)))
}

/// The form of an upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form in OpenAPI; it is read field by field")]
pub struct UploadSettingImageForm {
    /// JPEG, PNG or WebP, at most 10,485,760 bytes.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Shows another picture from now on.
#[utoipa::path(
    operation_id = "uploadSettingImage",
    tag = "setting",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body(content = UploadSettingImageForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The setting with its new picture.", body = SettingEnvelope),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/settings/{id}/upload-image")]
pub async fn upload_image(
    administrator: As<OnlyAdministrator>,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    api.limits.upload(api.client_address(&request))?;
    let file = upload::receive_one(&api, &request, payload, "file").await?;
    let setting = settings::upload_image(&api.ports, administrator.actor, SettingId(id.0[0]), file.path()).await?;
    Ok(HttpResponse::Created().json(SettingEnvelope { payload: setting.into() }))
}
