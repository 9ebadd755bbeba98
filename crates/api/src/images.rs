//! Pictures over HTTP: `/images/{width}x{height}{location}`.

use actix_web::http::header::{self, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use portal_services::pictures;
use portal_services::ports::{PictureFormat, PictureSize};

use crate::accept::accepts;
use crate::error::{ApiError, ErrorMessage};
use crate::state::Api;

/// A location's pixels never change, so that whoever has a picture need not ask again.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

pub fn resource() -> actix_web::Resource {
    web::resource("/images/{size}/{location:.*}")
        .route(web::get().to(serve))
        .route(web::head().to(serve))
        .default_service(web::to(async || ApiError::method_not_allowed("GET, HEAD".to_owned()).into_response()))
}

/// Where a picture is, for an image element on the portal's own pages.
pub(crate) fn url(location: &str, size: PictureSize) -> String {
    let (width, height) = size.dimensions();
    format!("/images/{width}x{height}{location}")
}

/// The sizes of a card's picture for a browser to choose from; the front end's `cardSources` says the same.
pub(crate) fn card_sources(location: &str) -> String {
    format!("{} 500w, {} 1200w", url(location, PictureSize::Card), url(location, PictureSize::Page))
}

async fn serve(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let (size_text, name) = path.into_inner();
    let missing = || ApiError::new(actix_web::http::StatusCode::NOT_FOUND, ErrorMessage::ImageNotFound);
    let size = size(&size_text).ok_or_else(missing)?;
    api.limits.image(api.client_address(&request))?;
    let plain_name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "");
    let tag = |content_type: &str| {
        let format = content_type.trim_start_matches("image/");
        EntityTag::new_strong(format!("{size_text}-{plain_name}-{format}"))
    };
    let names_webp = accepts(request.headers(), header::ACCEPT, PictureFormat::WebP.content_type());
    let best = if names_webp { PictureFormat::WebP } else { PictureFormat::Jpeg };
    // A copy in any format that the client understands is as good as another.
    let known =
        PictureFormat::ALL.map(|format| tag(format.content_type())).into_iter().find(|tag| matches(&request, tag));
    if let Some(tag) = known {
        return Ok(lasting(HttpResponse::NotModified(), tag).finish());
    }
    let picture = pictures::serve(&api.ports, &format!("/{name}"), size, best).await?;
    Ok(lasting(HttpResponse::Ok(), tag(picture.content_type))
        .content_type(picture.content_type)
        .insert_header(("cross-origin-resource-policy", "same-site"))
        .body(picture.bytes))
}

fn lasting(mut response: HttpResponseBuilder, tag: EntityTag) -> HttpResponseBuilder {
    response
        .insert_header(header::ETag(tag))
        .insert_header((header::CACHE_CONTROL, FOR_EVER))
        .insert_header((header::VARY, "Accept"));
    response
}

fn size(text: &str) -> Option<PictureSize> {
    PictureSize::ALL.into_iter().find(|size| {
        let (width, height) = size.dimensions();
        text == format!("{width}x{height}")
    })
}

/// Whether the client has this version already.
pub(crate) fn matches(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}
