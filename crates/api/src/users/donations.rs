//! The handler of donation requests.

use actix_web::{HttpResponse, post, web};
use portal_domain::ids::{ListingId, UserId};
use portal_services::donations;

use crate::Api;
use crate::error::ApiError;
use crate::extract::{Administrator, Authenticated, OptionalBody, PathId, request};

request! {
    /// The subject of a donation request.
    pub(crate) struct RequestDonationRequest {
        /// One of the landlord's listings. Optional.
        listing_id: Option<ListingId>,
    }
}

/// Requests a voluntary donation from a landlord by mail, at most once in 24 hours for the same
/// subject.
#[utoipa::path(
    operation_id = "requestDonation",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the landlord.")),
    request_body(content = Option<RequestDonationRequest>, content_type = "application/json"),
    responses(
        (status = 204),
        (status = 409),
    )
)]
#[post("/users/{id}/request-donation")]
pub(crate) async fn request_donation(
    administrator: Authenticated<Administrator>,
    id: PathId<UserId>,
    api: web::Data<Api>,
    body: OptionalBody<RequestDonationRequest>,
) -> Result<HttpResponse, ApiError> {
    donations::request_donation(&api.ports, administrator.actor, id.0, body.0.listing_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
