//! Donations that landlords are asked for.

use actix_web::{HttpResponse, post, web};
use portal_domain::ids::{ListingId, UserId};
use portal_services::donations;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, Id, OnlyAdministrator, OptionalBody};
use crate::state::Api;

/// What a landlord is asked for.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestDonationRequest {
    /// One of their listings; in general unless given.
    listing_id: Option<Uuid>,
}

/// Asks a landlord for a donation by mail: once in 24 hours for the same. It is voluntary.
#[utoipa::path(
    operation_id = "requestDonation",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "Of the landlord")),
    request_body(content = RequestDonationRequest, description = "May be left out"),
    responses(
        (status = 204),
        (status = 409, body = ErrorResponse),
    )
)]
#[post("/users/{id}/request-donation")]
pub async fn request_donation(
    administrator: As<OnlyAdministrator>,
    id: Id,
    api: web::Data<Api>,
    body: OptionalBody<RequestDonationRequest>,
) -> Result<HttpResponse, ApiError> {
    let listing = body.0.listing_id.map(ListingId);
    donations::request(&api.ports, administrator.actor, UserId(id.0[0]), listing).await?;
    Ok(HttpResponse::NoContent().finish())
}
