//! Handlers of listings.

mod by_ids;
mod copy;
mod images;
mod managed;
mod moderation;
mod near;
mod places;
mod requests;
mod responses;
mod search;
mod search_filters;
mod search_results;
mod towns;

pub(crate) use by_ids::list_listings_by_ids;
pub(crate) use copy::copy_listing;
pub(crate) use images::{
    delete_listing_image, describe_listing_image, reorder_listing_images, transform_listing_image,
    upload_listing_images,
};
use managed::ManagedListingResponse;
pub(crate) use moderation::{report_listing, take_down_listing};
pub(crate) use near::{NearFilter, RadiusKm};
pub(crate) use places::suggest_places;
pub(crate) use requests::{
    AdditionalCostRequest, DescribeImageRequest, ListingAddressRequest, ReorderImagesRequest, SaveListingRequest,
};
pub use responses::JsonCardSerializer;
pub(crate) use responses::{
    ImageResponse, LandlordResponse, ListingAddressResponse, ListingResponse, ListingSummaryResponse,
};
pub(crate) use search::{SearchSortField, search_listings};
pub(crate) use search_filters::{AreaRange, PlaceFilter, PriceRange, SearchFiltersRequest};
pub(crate) use towns::list_towns;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use portal_domain::ids::ListingId;
use portal_domain::listing::ListingStatus;
use portal_services::listings::{self, Visitor};
use portal_services::ports::{ListingListQuery, ListingReadModel, ListingSortField as Field};

use crate::Api;
use crate::error::{ApiError, logged};
use crate::extract::enums;
use crate::extract::sort_field::sort_field;
use crate::extract::{
    Authenticated, Body, FromParams, Landlord, LandlordOrAdministrator, ListParams, MaybeActor, Params, ParamsReader,
    PathId,
};
use crate::response::envelope::{envelope, page};

envelope!(ListingEnvelope(ListingResponse), ImageEnvelope(ImageResponse), ImageListEnvelope(Vec<ImageResponse>));
page!(ListingPage(ManagedListingResponse));

fn envelope_of(view: ListingReadModel) -> ListingEnvelope {
    ListingEnvelope { payload: view.into() }
}

sort_field! {
    ListingSortField: Field {
        DateCreated = "dateCreated",
        LastModified = "lastModified",
        Title = "listing.title",
        Title = "title",
    }
}

impl FromParams for ListingListQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let common = ListParams::read(reader, Field::LastModified, ListingSortField::parse);
        let statuses = reader.choices(&["status", "statuses"], ListingStatus::parse);
        Some(Self { keyword: common.keyword, statuses, sort: common.sort, page: common.page })
    }
}

/// Lists listings in every status.
///
/// Landlords get their own listings, administrators all. Each comes with what happens to it.
#[utoipa::path(
    operation_id = "listListings",
    tag = "listing",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<ListingSortField>, Query,
            description = "Default: `lastModified`. `title` is an alias of `listing.title`."),
        ("status" = Option<Vec<enums::ListingStatus>>, Query, description = "Repeatable."),
        ("statuses" = Option<Vec<enums::ListingStatus>>, Query, description = "Alias of `status`."),
    ),
    responses((status = 200, description = "A page of listings.", body = ListingPage))
)]
#[get("/listings")]
pub(crate) async fn list_listings(
    manager: Authenticated<LandlordOrAdministrator>,
    query: Params<ListingListQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<ListingPage>, ApiError> {
    let query = query.0;
    Ok(web::Json(ListingPage::new(listings::list_listings(&api.ports, manager.actor, &query).await?, query.page)))
}

/// Returns a listing, and counts a view if it is public.
///
/// Drafts and archived listings are visible to their landlord, administrators and applicants.
#[utoipa::path(
    operation_id = "getListing",
    tag = "listing",
    security((), ("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses(
        (status = 200, description = "The listing.", body = ListingEnvelope),
        (status = 403),
        (status = 429),
    )
)]
#[get("/listings/{id}")]
pub(crate) async fn get_listing(
    actor: MaybeActor,
    id: PathId<ListingId>,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    api.limits.check_listing(api.client_address(&request))?;
    let view = listings::get_listing(&api.ports, actor.0, id.0, visit(&api, &request)).await?;
    Ok(web::Json(envelope_of(view)))
}

/// The length of a program's name that tells visitors of one network apart, in bytes. Views wait in
/// memory until they are written.
const MAX_USER_AGENT_BYTES: usize = 512;

fn visit(api: &Api, request: &HttpRequest) -> Visitor {
    let agent = request.headers().get(header::USER_AGENT).map(HeaderValue::as_bytes).unwrap_or_default();
    let agent = agent.get(..MAX_USER_AGENT_BYTES).unwrap_or(agent);
    Visitor {
        address: api.client_address(request).to_string(),
        user_agent: String::from_utf8_lossy(agent).into_owned(),
    }
}

/// Records a view of a listing that was part of the HTML page.
///
/// `getListing` records its view itself.
#[utoipa::path(
    operation_id = "recordListingView",
    tag = "listing",
    security((), ("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 403), (status = 429))
)]
#[post("/listings/{id}/views")]
pub(crate) async fn record_listing_view(
    actor: MaybeActor,
    id: PathId<ListingId>,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_listing(api.client_address(&request))?;
    listings::record_listing_view(&api.ports, actor.0, id.0, visit(&api, &request)).await?;
    Ok(HttpResponse::NoContent().finish())
}

impl Api {
    /// The JSON response of `getListing` to a visitor; `None` if the listing is not public.
    pub async fn listing_json(&self, id: ListingId) -> Option<Vec<u8>> {
        let view = logged(listings::find_public_listing(&self.ports, id).await)??;
        serde_json::to_vec(&envelope_of(view)).ok()
    }
}

/// Creates a listing as a draft.
///
/// If the `draftId` was sent before, updates the listing that it created.
#[utoipa::path(
    operation_id = "createListing",
    tag = "listing",
    security(("bearer" = [])),
    request_body = SaveListingRequest,
    responses(
        (status = 201, description = "The new draft.", body = ListingEnvelope),
        (status = 409),
    )
)]
#[post("/listings")]
pub(crate) async fn create_listing(
    landlord: Authenticated<Landlord>,
    api: web::Data<Api>,
    body: Body<SaveListingRequest>,
) -> Result<HttpResponse, ApiError> {
    let draft = body.0.draft_id;
    let (facts, texts) = body.0.into_parts();
    let view = listings::create_listing(&api.ports, landlord.actor, facts, texts, draft).await?;
    Ok(HttpResponse::Created().json(envelope_of(view)))
}

/// Updates a listing.
///
/// If `lastModified` is given, responds with 409 if the listing was changed since.
#[utoipa::path(
    operation_id = "updateListing",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = SaveListingRequest,
    responses(
        (status = 200, description = "The updated listing.", body = ListingEnvelope),
        (status = 409),
    )
)]
#[put("/listings/{id}")]
pub(crate) async fn update_listing(
    manager: Authenticated<LandlordOrAdministrator>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
    body: Body<SaveListingRequest>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let last_modified = body.0.last_modified.map(|timestamp| timestamp.0);
    let (facts, texts) = body.0.into_parts();
    let view = listings::update_listing(&api.ports, manager.actor, id.0, facts, texts, last_modified).await?;
    Ok(web::Json(envelope_of(view)))
}

impl FromParams for ListingStatus {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        reader.required("status", Self::parse)
    }
}

/// Changes the status of a listing.
#[utoipa::path(
    operation_id = "changeListingStatus",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("status" = enums::ListingStatus, Query)),
    responses(
        (status = 200, description = "The updated listing.", body = ListingEnvelope),
        (status = 409),
    )
)]
#[put("/listings/{id}/status")]
pub(crate) async fn change_listing_status(
    manager: Authenticated<LandlordOrAdministrator>,
    id: PathId<ListingId>,
    status: Params<ListingStatus>,
    api: web::Data<Api>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let view = listings::change_listing_status(&api.ports, manager.actor, id.0, status.0).await?;
    Ok(web::Json(envelope_of(view)))
}

/// Deletes a listing with its images, and rejects its open applications.
#[utoipa::path(
    operation_id = "deleteListing",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204))
)]
#[delete("/listings/{id}")]
pub(crate) async fn delete_listing(
    manager: Authenticated<LandlordOrAdministrator>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    listings::delete_listing(&api.ports, manager.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[actix_web::test]
    async fn visit_cuts_a_long_user_agent() {
        let agent = |length: usize| {
            let request = TestRequest::default().insert_header((header::USER_AGENT, "a".repeat(length)));
            visit(&crate::routes::testing::api(), &request.to_http_request()).user_agent.len()
        };
        assert_eq!([0, 511, 512, 513, 100_000].map(agent), [0, 511, 512, 512, 512]);
    }
}
