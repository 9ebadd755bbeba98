//! The handler of the towns of a postal code.

use actix_web::http::header;
use actix_web::{HttpResponse, get};
use portal_domain::town::TownId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::enums::Region;
use crate::extract::text::PostalCode;
use crate::extract::{FromParams, Params, ParamsReader, Scalar};
use crate::response::envelope::envelope;

envelope!(TownListEnvelope(Vec<TownResponse>));

/// Towns change with the program only.
const CACHE_CONTROL: &str = "public, max-age=86400";

/// A town.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TownResponse {
    city: String,
    region: Region,
}

impl From<TownId> for TownResponse {
    fn from(town: TownId) -> Self {
        Self { city: town.name().to_owned(), region: Region(town.region()) }
    }
}

impl FromParams for PostalCode {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        reader.required("postalCode", |text| Self::check(text.to_owned()).ok().flatten())
    }
}

/// Lists the towns with a postal code, the largest first; none for an unknown one.
#[utoipa::path(
    operation_id = "listTowns",
    tag = "listing",
    params(("postalCode" = String, Query, description = "Five digits.", pattern = "^[0-9]{5}$")),
    responses((status = 200, description = "The towns.", body = TownListEnvelope))
)]
#[get("/listings/towns")]
pub(crate) async fn list_towns(postal_code: Params<PostalCode>) -> HttpResponse {
    let PostalCode(postal_code) = postal_code.0;
    let towns = TownId::list_by_postal_code(&postal_code);
    let payload = towns.iter().copied().map(Into::into).collect();
    HttpResponse::Ok().insert_header((header::CACHE_CONTROL, CACHE_CONTROL)).json(TownListEnvelope { payload })
}
