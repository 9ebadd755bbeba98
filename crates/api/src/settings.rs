//! Settings over HTTP: what everybody may know, and the pictures that administrators exchange.

mod images;

pub use images::{SettingSortField, list, upload_image};

use std::collections::BTreeMap;

use actix_web::{get, web};
use portal_services::settings::{self, PublicSettings};
use serde::Serialize;
use utoipa::ToSchema;

use crate::closed_set::{Amenity, Locale};
use crate::envelope::envelope;
use crate::error::ApiError;
use crate::state::Api;

/// What the portal says of itself to everybody.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicSettingsResponse {
    brand_name: String,
    contact_email: String,
    /// A path of the portal, or an address elsewhere.
    terms_url: String,
    /// A path of the portal, or an address elsewhere.
    privacy_url: String,
    /// A path of the portal, or an address elsewhere.
    imprint_url: String,
    default_locale: Locale,
    /// Locations by key, for example `home.hero`; null where the front end shows its own picture.
    images: BTreeMap<String, Option<String>>,
}

envelope!(PublicSettingsEnvelope(PublicSettingsResponse), AmenityListEnvelope(Vec<Amenity>));

impl From<PublicSettings> for PublicSettingsResponse {
    fn from(PublicSettings { facts, images }: PublicSettings) -> Self {
        Self {
            brand_name: facts.brand_name,
            contact_email: facts.contact_email,
            terms_url: facts.terms_url,
            privacy_url: facts.privacy_url,
            imprint_url: facts.imprint_url,
            default_locale: Locale(facts.default_locale),
            images: images.into_iter().map(|image| (image.key, image.location)).collect(),
        }
    }
}

/// The public settings; the app asks once at its start.
#[utoipa::path(
    operation_id = "getPublicSettings",
    tag = "setting",
    responses((status = 200, description = "The public settings.", body = PublicSettingsEnvelope))
)]
#[get("/settings/public")]
pub async fn public(api: web::Data<Api>) -> Result<web::Json<PublicSettingsEnvelope>, ApiError> {
    let settings = settings::public(&api.ports).await?;
    Ok(web::Json(PublicSettingsEnvelope { payload: settings.into() }))
}

/// The answer of `getPublicSettings`, as JSON.
pub(crate) async fn public_answer(api: &Api) -> Option<Vec<u8>> {
    let settings = settings::public(&api.ports).await.ok()?;
    serde_json::to_vec(&PublicSettingsEnvelope { payload: settings.into() }).ok()
}

/// The codes of all amenities.
#[utoipa::path(
    operation_id = "listAmenities",
    tag = "listing",
    responses((status = 200, description = "The codes.", body = AmenityListEnvelope))
)]
#[get("/commons/amenities")]
pub async fn amenities() -> web::Json<AmenityListEnvelope> {
    let payload = portal_domain::listing::Amenity::ALL.iter().copied().map(Amenity).collect();
    web::Json(AmenityListEnvelope { payload })
}
