//! The handler that copies a listing.

use actix_web::{HttpResponse, post, web};
use portal_domain::ids::ListingId;
use portal_services::listings;

use super::{ListingEnvelope, envelope_of};
use crate::Api;
use crate::error::ApiError;
use crate::extract::{Authenticated, Body, Landlord, PathId, request};

request! {
    /// A copy of a listing.
    pub(crate) struct CopyListingRequest {
        /// Whether the copy has the images as well.
        images: bool,
    }
}

/// Creates a draft from a listing of the landlord, with or without its images.
#[utoipa::path(
    operation_id = "copyListing",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = CopyListingRequest,
    responses(
        (status = 201, description = "The new draft.", body = ListingEnvelope),
        (status = 409),
    )
)]
#[post("/listings/{id}/copy")]
pub(crate) async fn copy_listing(
    landlord: Authenticated<Landlord>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
    body: Body<CopyListingRequest>,
) -> Result<HttpResponse, ApiError> {
    let view = listings::copy_listing(&api.ports, landlord.actor, id.0, body.0.images).await?;
    Ok(HttpResponse::Created().json(envelope_of(view)))
}
