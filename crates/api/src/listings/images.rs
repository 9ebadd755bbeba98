//! Handlers of a listing's images.

use actix_web::{HttpRequest, HttpResponse, delete, post, put, web};
use portal_domain::ids::{ImageId, ListingId};
use portal_domain::image::Rotation;
use portal_domain::limits::MAX_IMAGES;
use portal_services::listings;
use utoipa::ToSchema;

use super::{
    DescribeImageRequest, ImageEnvelope, ImageListEnvelope, ListingEnvelope, ReorderImagesRequest, envelope_of,
};
use crate::Api;
use crate::error::ApiError;
use crate::extract::enums;
use crate::extract::upload::{self, Upload};
use crate::extract::{Authenticated, Body, FromParams, LandlordOrAdministrator, Params, ParamsReader, PathId};

/// The form of an upload of images.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart form in OpenAPI")]
pub(super) struct UploadImagesForm {
    /// At most 20 files: JPEG, PNG or WebP, each at most 10,485,760 bytes.
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1, max_items = 20)]
    files: Vec<Vec<u8>>,
}

/// Appends images to a listing.
///
/// If one file is rejected, none is added, and `fields` names it.
#[utoipa::path(
    operation_id = "uploadListingImages",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body(content = UploadImagesForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The new images.", body = ImageListEnvelope),
        (status = 409),
        (status = 429),
    )
)]
#[post("/listings/{id}/images")]
pub(crate) async fn upload_listing_images(
    manager: Authenticated<LandlordOrAdministrator>,
    id: PathId<ListingId>,
    request: HttpRequest,
    api: web::Data<Api>,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_upload(api.client_address(&request))?;
    let files: Vec<Upload> = upload::receive(&api, &request, payload, "files", MAX_IMAGES).await?;
    let paths = files.iter().map(|file| file.path().to_owned()).collect();
    let images = listings::upload_listing_images(&api.ports, manager.actor, id.0, paths).await?;
    Ok(HttpResponse::Created().json(ImageListEnvelope { payload: images.into_iter().map(Into::into).collect() }))
}

/// Deletes an image of a listing.
///
/// The last image of an available listing cannot be deleted.
#[utoipa::path(
    operation_id = "deleteListingImage",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("imageId" = Uuid, Path)),
    responses(
        (status = 204),
        (status = 409),
    )
)]
#[delete("/listings/{id}/images/{imageId}")]
pub(crate) async fn delete_listing_image(
    manager: Authenticated<LandlordOrAdministrator>,
    ids: PathId<(ListingId, ImageId)>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let (listing, image) = ids.0;
    listings::delete_listing_image(&api.ports, manager.actor, listing, image).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Reorders the images of a listing.
///
/// The first one is shown on the card. Responds with 409 if `imageIds` are not the current images.
#[utoipa::path(
    operation_id = "reorderListingImages",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = ReorderImagesRequest,
    responses(
        (status = 200, description = "The updated listing.", body = ListingEnvelope),
        (status = 409),
    )
)]
#[put("/listings/{id}/images/order")]
pub(crate) async fn reorder_listing_images(
    manager: Authenticated<LandlordOrAdministrator>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
    body: Body<ReorderImagesRequest>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let order = body.0.image_ids.0;
    let view = listings::reorder_listing_images(&api.ports, manager.actor, id.0, order).await?;
    Ok(web::Json(envelope_of(view)))
}

impl FromParams for Rotation {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        reader.required("action", Self::parse)
    }
}

/// Rotates an image clockwise.
///
/// This changes its location.
#[utoipa::path(
    operation_id = "transformListingImage",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("imageId" = Uuid, Path), ("action" = enums::Rotation, Query)),
    responses(
        (status = 200, description = "The image with its new location.", body = ImageEnvelope),
        (status = 409),
    )
)]
#[put("/listings/{id}/images/{imageId}/transform")]
pub(crate) async fn transform_listing_image(
    manager: Authenticated<LandlordOrAdministrator>,
    ids: PathId<(ListingId, ImageId)>,
    rotation: Params<Rotation>,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<ImageEnvelope>, ApiError> {
    // It costs as much as an upload.
    api.limits.check_upload(api.client_address(&request))?;
    let (listing, image) = ids.0;
    let image = listings::transform_listing_image(&api.ports, manager.actor, listing, image, rotation.0).await?;
    Ok(web::Json(ImageEnvelope { payload: image.into() }))
}

/// Says what an image shows, for readers who do not see it.
#[utoipa::path(
    operation_id = "describeListingImage",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("imageId" = Uuid, Path)),
    request_body = DescribeImageRequest,
    responses((status = 200, description = "The image.", body = ImageEnvelope), (status = 409))
)]
#[put("/listings/{id}/images/{imageId}")]
pub(crate) async fn describe_listing_image(
    manager: Authenticated<LandlordOrAdministrator>,
    ids: PathId<(ListingId, ImageId)>,
    api: web::Data<Api>,
    body: Body<DescribeImageRequest>,
) -> Result<web::Json<ImageEnvelope>, ApiError> {
    let (listing, image) = ids.0;
    let text = body.0.description.map(|description| description.0).unwrap_or_default();
    let image = listings::describe_listing_image(&api.ports, manager.actor, listing, image, text).await?;
    Ok(web::Json(ImageEnvelope { payload: image.into() }))
}
