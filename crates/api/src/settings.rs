//! Handlers of settings: the public settings, and the images that administrators replace.

mod images;

pub(crate) use images::{SettingSortField, list_settings, remove_setting_image, upload_setting_image};

use std::collections::BTreeMap;

use actix_web::{get, web};
use portal_services::settings::{self, PublicSettings};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::error::{ApiError, logged};
use crate::extract::enums::{Amenity, Locale};
use crate::response::envelope::envelope;

/// The public configuration and images of the portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublicSettingsResponse {
    brand_name: String,
    contact_email: String,
    /// A path of the portal or an external URL.
    terms_url: String,
    /// A path of the portal or an external URL.
    privacy_url: String,
    /// A path of the portal or an external URL.
    imprint_url: String,
    /// A path of the portal or an external URL.
    accessibility_url: String,
    default_locale: Locale,
    /// The locations of images by key, for example `home.hero`. Null for the front end's default
    /// image.
    images: BTreeMap<String, Option<String>>,
}

envelope!(PublicSettingsEnvelope(PublicSettingsResponse), AmenityListEnvelope(Vec<Amenity>));

impl From<PublicSettings> for PublicSettingsResponse {
    fn from(PublicSettings { config, images }: PublicSettings) -> Self {
        Self {
            brand_name: config.brand_name,
            contact_email: config.contact_email,
            terms_url: config.terms_url,
            privacy_url: config.privacy_url,
            imprint_url: config.imprint_url,
            accessibility_url: config.accessibility_url,
            default_locale: Locale(config.default_locale),
            images: images.into_iter().map(|image| (image.key, image.location)).collect(),
        }
    }
}

/// Returns the public settings.
#[utoipa::path(
    operation_id = "getPublicSettings",
    tag = "setting",
    responses((status = 200, description = "The public settings.", body = PublicSettingsEnvelope))
)]
#[get("/settings/public")]
pub(crate) async fn get_public_settings(api: web::Data<Api>) -> Result<web::Json<PublicSettingsEnvelope>, ApiError> {
    let settings = settings::get_public_settings(&api.ports).await?;
    Ok(web::Json(PublicSettingsEnvelope { payload: settings.into() }))
}

impl Api {
    /// The JSON response of `getPublicSettings`; `None` if it fails.
    pub async fn public_settings_json(&self) -> Option<Vec<u8>> {
        let settings = logged(settings::get_public_settings(&self.ports).await)?;
        serde_json::to_vec(&PublicSettingsEnvelope { payload: settings.into() }).ok()
    }
}

/// Lists the codes of all amenities.
#[utoipa::path(
    operation_id = "listAmenities",
    tag = "listing",
    responses((status = 200, description = "The codes.", body = AmenityListEnvelope))
)]
#[get("/commons/amenities")]
pub(crate) async fn list_amenities() -> web::Json<AmenityListEnvelope> {
    let payload = portal_domain::listing::Amenity::ALL.iter().copied().map(Amenity).collect();
    web::Json(AmenityListEnvelope { payload })
}
