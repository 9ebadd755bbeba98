//! Handlers of favourites, for students only.

use actix_web::{HttpResponse, delete, get, post, put, web};
use portal_domain::ids::ListingId;
use portal_domain::limits::MAX_LISTING_IDS;
use portal_services::favourites;
use portal_services::ports::{Favourite, FavouriteDetails, FavouriteListQuery};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Api;
use crate::error::ApiError;
use crate::extract::enums::UnitType;
use crate::extract::number::Euro;
use crate::extract::sort_field::{CreationDateSort, sort_field};
use crate::extract::{Authenticated, Body, FromParams, List, Params, ParamsReader, PathId, Student, request};
use crate::listings::ListingSummaryResponse;
use crate::response::envelope::{envelope, page};
use crate::response::timestamp::Timestamp;

/// A marked listing that the student cannot open any more: deleted, or not public.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GoneListingResponse {
    external_id: Uuid,
    title: String,
    /// Always true.
    gone: bool,
    /// What it was like, to search for similar ones.
    city: String,
    unit_type: UnitType,
    total_rent: Euro,
}

impl From<Favourite> for GoneListingResponse {
    fn from(favourite: Favourite) -> Self {
        Self {
            external_id: favourite.listing_id.0,
            title: favourite.title,
            gone: true,
            city: favourite.city,
            unit_type: UnitType(favourite.unit_type),
            total_rent: Euro(favourite.total_rent),
        }
    }
}

/// A favourite: the card of its listing, or what is left of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum FavouriteResponse {
    Listing(Box<ListingSummaryResponse>),
    Gone(GoneListingResponse),
}

impl From<FavouriteDetails> for FavouriteResponse {
    fn from(details: FavouriteDetails) -> Self {
        match details.listing {
            Some(listing) => Self::Listing(Box::new(listing.into())),
            None => Self::Gone(details.favourite.into()),
        }
    }
}

/// A favourite in the export of the student's data.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedFavourite {
    external_id: Uuid,
    title: String,
    date_created: Timestamp,
}

impl From<FavouriteDetails> for ExportedFavourite {
    fn from(FavouriteDetails { favourite, .. }: FavouriteDetails) -> Self {
        Self {
            external_id: favourite.listing_id.0,
            title: favourite.title,
            date_created: Timestamp(favourite.date_created),
        }
    }
}

page!(FavouritePage(FavouriteResponse));
envelope!(FavouriteIdsEnvelope(Vec<Uuid>));

sort_field! {
    FavouriteSortField: CreationDateSort { DateCreated = "dateCreated" }
}

impl FromParams for FavouriteListQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let sort = reader.sort(CreationDateSort::DateCreated, FavouriteSortField::parse);
        Some(Self { direction: sort.direction, page: reader.page() })
    }
}

/// Lists the student's favourites, by default the newest first.
///
/// What was deleted or is no longer public stays in the list with its title.
#[utoipa::path(
    operation_id = "listFavourites",
    tag = "favourite",
    security(("bearer" = [])),
    params(
        crate::openapi::PageParameters,
        ("sortField" = Option<FavouriteSortField>, Query, description = "Only `dateCreated`."),
    ),
    responses((status = 200, description = "A page of favourites.", body = FavouritePage))
)]
#[get("/favourites")]
pub(crate) async fn list_favourites(
    student: Authenticated<Student>,
    query: Params<FavouriteListQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<FavouritePage>, ApiError> {
    let query = query.0;
    let found = favourites::list_favourites(&api.ports, student.actor, &query).await?;
    Ok(web::Json(FavouritePage::new(found, query.page)))
}

/// Lists the ids of the listings that the student has marked, newest first.
#[utoipa::path(
    operation_id = "listFavouriteIds",
    tag = "favourite",
    security(("bearer" = [])),
    responses((status = 200, description = "At most 200 ids.", body = FavouriteIdsEnvelope))
)]
#[get("/favourites/ids")]
pub(crate) async fn list_favourite_ids(
    student: Authenticated<Student>,
    api: web::Data<Api>,
) -> Result<web::Json<FavouriteIdsEnvelope>, ApiError> {
    let ids = favourites::list_favourite_ids(&api.ports, student.actor).await?;
    Ok(web::Json(FavouriteIdsEnvelope { payload: ids.into_iter().map(|id| id.0).collect() }))
}

/// Marks a listing as a favourite. Marking it again changes nothing.
///
/// Responds with 409 if the student has 200 favourites.
#[utoipa::path(
    operation_id = "addFavourite",
    tag = "favourite",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the listing.")),
    responses((status = 204), (status = 409))
)]
#[put("/favourites/{id}")]
pub(crate) async fn add_favourite(
    student: Authenticated<Student>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    favourites::add_favourite(&api.ports, student.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes a listing from the favourites. Removing it again changes nothing.
#[utoipa::path(
    operation_id = "removeFavourite",
    tag = "favourite",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the listing.")),
    responses((status = 204))
)]
#[delete("/favourites/{id}")]
pub(crate) async fn remove_favourite(
    student: Authenticated<Student>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    favourites::remove_favourite(&api.ports, student.actor, id.well_formed()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

request! {
    /// The listings that a device has kept for a visitor.
    pub(crate) struct MergeFavouritesRequest {
        /// The newest first. Those that the student may not see are left out.
        ids: List<ListingId, MAX_LISTING_IDS>,
    }
}

/// Adds listings to the favourites, all or none. What is marked already stays.
///
/// Responds with 409 if the student would have more than 200 favourites.
#[utoipa::path(
    operation_id = "mergeFavourites",
    tag = "favourite",
    security(("bearer" = [])),
    request_body = MergeFavouritesRequest,
    responses((status = 204), (status = 409))
)]
#[post("/favourites")]
pub(crate) async fn merge_favourites(
    student: Authenticated<Student>,
    api: web::Data<Api>,
    body: Body<MergeFavouritesRequest>,
) -> Result<HttpResponse, ApiError> {
    favourites::merge_favourites(&api.ports, student.actor, body.0.ids.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
