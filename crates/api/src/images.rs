//! Serves images at `/images/{width}x{height}{location}`.

use actix_web::http::header::{self, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use portal_services::image_variants;
use portal_services::ports::{VariantFormat, VariantSize};

use crate::Api;
use crate::error::{ApiError, ErrorMessage};
use crate::response::accept::accepts;

/// The pixels of a location never change, but an image can be removed: copies in caches end after a
/// day.
const CACHE_CONTROL: &str = "public, max-age=86400";

pub(crate) fn resource() -> actix_web::Resource {
    web::resource("/images/{size}/{location:.*}")
        .route(web::get().to(serve))
        .route(web::head().to(serve))
        .default_service(web::to(async || ApiError::method_not_allowed("GET, HEAD".to_owned()).into_response()))
}

async fn serve(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let (size_text, name) = path.into_inner();
    let not_found = || ApiError::new(actix_web::http::StatusCode::NOT_FOUND, ErrorMessage::ImageNotFound);
    let size = parse_size(&size_text).ok_or_else(not_found)?;
    api.limits.check_image(api.client_address(&request))?;
    let etag_name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "");
    let etag = |content_type: &str| {
        let format = content_type.trim_start_matches("image/");
        EntityTag::new_strong(format!("{size_text}-{etag_name}-{format}"))
    };
    let accepts_webp = accepts(request.headers(), header::ACCEPT, VariantFormat::WebP.content_type());
    let format = if accepts_webp { VariantFormat::WebP } else { VariantFormat::Jpeg };
    // Also for a copy of the client: that of a removed image must not be renewed.
    let image = image_variants::serve_image(&api.ports, &format!("/{name}"), size, format).await?;
    // The client's copy is current in any format.
    let current = VariantFormat::ALL
        .map(|format| etag(format.content_type()))
        .into_iter()
        .find(|etag| matches_etag(&request, etag));
    if let Some(etag) = current {
        return Ok(cacheable(HttpResponse::NotModified(), etag).finish());
    }
    Ok(cacheable(HttpResponse::Ok(), etag(image.content_type))
        .content_type(image.content_type)
        .insert_header(("cross-origin-resource-policy", "same-site"))
        .body(image.bytes))
}

fn cacheable(mut response: HttpResponseBuilder, etag: EntityTag) -> HttpResponseBuilder {
    response
        .insert_header(header::ETag(etag))
        .insert_header((header::CACHE_CONTROL, CACHE_CONTROL))
        .insert_header((header::VARY, "Accept"));
    response
}

fn parse_size(text: &str) -> Option<VariantSize> {
    VariantSize::ALL.into_iter().find(|size| {
        let (width, height) = size.dimensions();
        text == format!("{width}x{height}")
    })
}

/// Whether `If-None-Match` of the request names this version.
fn matches_etag(request: &HttpRequest, etag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(etag)),
        Err(_) => false,
    }
}
