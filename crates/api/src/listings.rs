//! Listings over HTTP.

mod found;
mod images;
mod moderation;
mod places;
mod requests;
mod responses;
mod search;

pub use images::{delete_image, reorder_images, transform_image, upload_images};
pub use moderation::{report, take_down};
pub use places::suggest;
pub use requests::{ReorderImagesRequest, SaveListingRequest};
pub use responses::{
    ImageResponse, JsonCards, LandlordResponse, ListingAddressResponse, ListingResponse, ListingSummaryResponse,
};
pub(crate) use search::answer as search_answer;
pub use search::search as find;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use portal_domain::ids::ListingId;
use portal_domain::listing::ListingStatus;
use portal_services::listings::{self, ListRequest, ListingView, Visit};
use portal_services::ports::ListingSortField;

use crate::closed_set;
use crate::envelope::{ErrorResponse, envelope, page};
use crate::error::ApiError;
use crate::extract::{
    Anybody, As, Body, FromParams, Id, LandlordOrAdministrator, ListParams, OnlyLandlord, Params, ParamsReader,
};
use crate::sort_field::sort_field;
use crate::state::Api;

envelope!(ListingEnvelope(ListingResponse), ImageEnvelope(ImageResponse), ImageListEnvelope(Vec<ImageResponse>));
page!(ListingPage(ListingSummaryResponse));

fn envelope_of(view: ListingView) -> ListingEnvelope {
    ListingEnvelope { payload: view.into() }
}

sort_field! {
    ListingSort: ListingSortField {
        DateCreated = "dateCreated",
        LastModified = "lastModified",
        Title = "listing.title",
        Title = "title",
    }
}

/// What the list of listings is asked for.
pub struct ListQuery(ListRequest);

impl FromParams for ListQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        let common = ListParams::read(reader, ListingSortField::LastModified, ListingSort::parse);
        let statuses = reader.choices(&["status", "statuses"], ListingStatus::parse);
        Self(ListRequest { keyword: common.keyword, statuses, sort: common.sort, page: common.page })
    }
}

/// A landlord's own listings in every status; everybody's for an administrator.
#[utoipa::path(
    operation_id = "listListings",
    tag = "listing",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<ListingSort>, Query,
            description = "`lastModified` unless given; `title` is another name of `listing.title`"),
        ("status" = Option<Vec<closed_set::ListingStatus>>, Query, description = "May be repeated"),
        ("statuses" = Option<Vec<closed_set::ListingStatus>>, Query, description = "Another name of `status`"),
    ),
    responses((status = 200, description = "A page of listings.", body = ListingPage))
)]
#[get("/listings")]
pub async fn list(
    manager: As<LandlordOrAdministrator>,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<ListingPage>, ApiError> {
    let request = query.0.0;
    let page = request.page;
    Ok(web::Json(ListingPage::new(listings::list(&api.ports, manager.actor, request).await?, page)))
}

/// A listing's page. Drafts and archived listings exist for their owner, administrators and applicants.
#[utoipa::path(
    operation_id = "getListing",
    tag = "listing",
    params(("id" = Uuid, Path)),
    responses((status = 200, description = "The listing.", body = ListingEnvelope), (status = 403, body = ErrorResponse))
)]
#[get("/listings/{id}")]
pub async fn read(
    reader: Anybody,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let view = listings::read(&api.ports, reader.0, ListingId(id.0[0]), visit(&api, &request)).await?;
    Ok(web::Json(envelope_of(view)))
}

fn visit(api: &Api, request: &HttpRequest) -> Visit {
    let agent =
        request.headers().get(header::USER_AGENT).map(|agent| String::from_utf8_lossy(agent.as_bytes()).into_owned());
    Visit { address: api.client_address(request).to_string(), user_agent: agent.unwrap_or_default() }
}

/// Counts a view of a listing that its page carried along. `GET` of the listing counts its own.
#[utoipa::path(
    operation_id = "recordListingView",
    tag = "listing",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 403, body = ErrorResponse))
)]
#[post("/listings/{id}/views")]
pub async fn record_view(
    reader: Anybody,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    listings::record_view(&api.ports, reader.0, ListingId(id.0[0]), visit(&api, &request)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The answer of `getListing` to a visitor, as JSON. `None`: the listing is not public.
pub(crate) async fn public_answer(api: &Api, id: ListingId) -> Option<Vec<u8>> {
    let view = listings::read_public(&api.ports, id).await.ok()??;
    serde_json::to_vec(&envelope_of(view)).ok()
}

/// Begins a listing, as a draft. With a `draftId` that was sent before, revises the listing that came of it.
#[utoipa::path(
    operation_id = "createListing",
    tag = "listing",
    security(("bearer" = [])),
    request_body = SaveListingRequest,
    responses(
        (status = 201, description = "The new draft.", body = ListingEnvelope),
    )
)]
#[post("/listings")]
pub async fn create(
    landlord: As<OnlyLandlord>,
    api: web::Data<Api>,
    body: Body<SaveListingRequest>,
) -> Result<HttpResponse, ApiError> {
    let draft = body.0.draft();
    let (details, _) = body.0.into_details()?;
    let view = listings::create(&api.ports, landlord.actor, details, draft).await?;
    Ok(HttpResponse::Created().json(envelope_of(view)))
}

/// Revises a listing. With `lastModified`, only if nobody has changed it since.
#[utoipa::path(
    operation_id = "updateListing",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = SaveListingRequest,
    responses(
        (status = 200, description = "The listing as it is now.", body = ListingEnvelope),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/listings/{id}")]
pub async fn update(
    manager: As<LandlordOrAdministrator>,
    id: Id,
    api: web::Data<Api>,
    body: Body<SaveListingRequest>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let (details, seen) = body.0.into_details()?;
    let view = listings::update(&api.ports, manager.actor, ListingId(id.0[0]), details, seen).await?;
    Ok(web::Json(envelope_of(view)))
}

/// Publishes, rents out, archives or takes back a listing.
#[utoipa::path(
    operation_id = "changeListingStatus",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("status" = closed_set::ListingStatus, Query)),
    responses(
        (status = 200, description = "The listing as it is now.", body = ListingEnvelope),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/listings/{id}/status")]
pub async fn change_status(
    manager: As<LandlordOrAdministrator>,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let status = ParamsReader::new(request.query_string()).required("status", ListingStatus::parse)?;
    let view = listings::change_status(&api.ports, manager.actor, ListingId(id.0[0]), status).await?;
    Ok(web::Json(envelope_of(view)))
}

/// Deletes a listing with its pictures; its open applications are answered with a no.
#[utoipa::path(
    operation_id = "deleteListing",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204))
)]
#[delete("/listings/{id}")]
pub async fn delete(
    manager: As<LandlordOrAdministrator>,
    id: Id,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    listings::delete(&api.ports, manager.actor, ListingId(id.0[0])).await?;
    Ok(HttpResponse::NoContent().finish())
}
