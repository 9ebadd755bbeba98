//! The handler of donation requests.

use actix_web::{HttpResponse, post, web};
use portal_domain::ids::{ListingId, UserId};
use portal_services::donations;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{Administrator, Authenticated, Id, OptionalBody};
use crate::state::Api;

/// The subject of a donation request.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestDonationRequest {
    /// One of the landlord's listings. Optional.
    listing_id: Option<Uuid>,
}

/// Requests a voluntary donation from a landlord by mail, at most once in 24 hours for the same
/// subject.
#[utoipa::path(
    operation_id = "requestDonation",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the landlord.")),
    request_body(content = RequestDonationRequest, description = "Optional."),
    responses(
        (status = 204),
        (status = 409, body = ErrorResponse),
    )
)]
#[post("/users/{id}/request-donation")]
pub async fn request_donation(
    administrator: Authenticated<Administrator>,
    id: Id,
    api: web::Data<Api>,
    body: OptionalBody<RequestDonationRequest>,
) -> Result<HttpResponse, ApiError> {
    let listing = body.0.listing_id.map(ListingId);
    donations::request_donation(&api.ports, administrator.actor, UserId(id.0[0]), listing).await?;
    Ok(HttpResponse::NoContent().finish())
}
