//! Pictures of a listing over HTTP.

use actix_web::{HttpRequest, HttpResponse, delete, post, put, web};
use portal_domain::ids::{ImageId, ListingId};
use portal_domain::image::{MAX_IMAGES, Rotation};
use portal_domain::listing::ListingError;
use portal_services::{ServiceError, listings};
use utoipa::ToSchema;

use super::{ImageEnvelope, ImageListEnvelope, ListingEnvelope, ReorderImagesRequest, envelope_of};
use crate::closed_set;
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, Body, Id, LandlordOrAdministrator, ParamsReader};
use crate::state::Api;
use crate::upload::{self, Upload};

/// The form of an upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form in OpenAPI; it is read field by field")]
pub struct UploadImagesForm {
    /// JPEG, PNG or WebP, each at most 10,485,760 bytes; at most 20.
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1, max_items = 20)]
    files: Vec<Vec<u8>>,
}

/// Adds pictures at the end: all of the files, or none and the bad one named.
#[utoipa::path(
    operation_id = "uploadListingImages",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body(content = UploadImagesForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The new pictures.", body = ImageListEnvelope),
        (status = 409, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/listings/{id}/images")]
pub async fn upload_images(
    manager: As<LandlordOrAdministrator>,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    api.limits.upload(api.client_address(&request))?;
    let too_many = || ApiError::from(ServiceError::from(ListingError::TooManyImages));
    let files: Vec<Upload> = upload::receive(&api, &request, payload, "files", MAX_IMAGES, too_many).await?;
    let paths = files.iter().map(|file| file.path().to_owned()).collect();
    let images = listings::add_images(&api.ports, manager.actor, ListingId(id.0[0]), paths).await?;
    Ok(HttpResponse::Created().json(ImageListEnvelope { payload: images.into_iter().map(Into::into).collect() }))
}

/// Takes a picture out. An available listing keeps its last one.
#[utoipa::path(
    operation_id = "deleteListingImage",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("imageId" = Uuid, Path)),
    responses(
        (status = 204),
        (status = 409, body = ErrorResponse),
    )
)]
#[delete("/listings/{id}/images/{imageId}")]
pub async fn delete_image(
    manager: As<LandlordOrAdministrator>,
    id: Id<2>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let [listing, image] = id.0;
    listings::remove_image(&api.ports, manager.actor, ListingId(listing), ImageId(image)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Puts all pictures in order; the first is the one on the card. An order of other pictures than there are is stale.
#[utoipa::path(
    operation_id = "reorderListingImages",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = ReorderImagesRequest,
    responses(
        (status = 200, description = "The listing as it is now.", body = ListingEnvelope),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/listings/{id}/images/order")]
pub async fn reorder_images(
    manager: As<LandlordOrAdministrator>,
    id: Id,
    api: web::Data<Api>,
    body: Body<ReorderImagesRequest>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let order = body.0.into_order()?;
    let view = listings::reorder_images(&api.ports, manager.actor, ListingId(id.0[0]), order).await?;
    Ok(web::Json(envelope_of(view)))
}

/// Turns a picture clockwise. Its location changes.
#[utoipa::path(
    operation_id = "transformListingImage",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("imageId" = Uuid, Path), ("action" = closed_set::Rotation, Query)),
    responses(
        (status = 200, description = "The picture under its new location.", body = ImageEnvelope),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/listings/{id}/images/{imageId}/transform")]
pub async fn transform_image(
    manager: As<LandlordOrAdministrator>,
    id: Id<2>,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<ImageEnvelope>, ApiError> {
    let rotation = ParamsReader::new(request.query_string()).required("action", Rotation::parse)?;
    let [listing, image] = id.0;
    let image = listings::rotate_image(&api.ports, manager.actor, ListingId(listing), ImageId(image), rotation).await?;
    Ok(web::Json(ImageEnvelope { payload: image.into() }))
}
