//! Handlers of the searches that students save.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use chrono::NaiveDate;
use portal_domain::ids::SavedSearchId;
use portal_domain::saved_search::SavedSearchValues;
use portal_domain::search_filters::SearchFilters;
use portal_services::ports::SavedSearchDetails;
use portal_services::saved_searches;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Api;
use crate::error::ApiError;
use crate::extract::enums::{Amenity, Frequency, UnitType};
use crate::extract::number::{Euro, SquareMetres};
use crate::extract::text::SavedSearchName;
use crate::extract::{Authenticated, Body, FromParams, Params, ParamsReader, PathId, Student, request};
use crate::listings::{RadiusKm, SearchFiltersRequest};
use crate::response::envelope::envelope;
use crate::response::timestamp::Timestamp;

envelope!(SavedSearchEnvelope(SavedSearchResponse), SavedSearchListEnvelope(Vec<SavedSearchResponse>));

/// A search that a student has saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedSearchResponse {
    external_id: Uuid,
    name: String,
    filters: SavedFiltersResponse,
    frequency: Frequency,
    /// The number of listings that it has found since it was last seen, and still finds; counted up to
    /// 1,000.
    new_count: u64,
    date_created: Timestamp,
    last_modified: Timestamp,
}

/// The conditions of a saved search.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedFiltersResponse {
    #[schema(required)]
    keyword: Option<String>,
    #[schema(required)]
    place: Option<SavedPlace>,
    #[schema(required)]
    near: Option<SavedSurroundings>,
    price: SavedPriceRange,
    area: SavedAreaRange,
    unit_types: Vec<UnitType>,
    #[schema(required)]
    available_by: Option<NaiveDate>,
    #[schema(required)]
    available_until: Option<NaiveDate>,
    amenities: Vec<Amenity>,
}

/// A city, or a district of one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedPlace {
    city: String,
    /// Null for the city as a whole.
    #[schema(required)]
    district: Option<String>,
}

/// A town with its surroundings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedSurroundings {
    city: String,
    #[schema(inline)]
    radius_km: RadiusKm,
}

/// A range with inclusive bounds. A null bound is unlimited.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedPriceRange {
    #[schema(required)]
    min: Option<Euro>,
    #[schema(required)]
    max: Option<Euro>,
}

/// A range with inclusive bounds. A null bound is unlimited.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedAreaRange {
    #[schema(required)]
    min: Option<SquareMetres>,
    #[schema(required)]
    max: Option<SquareMetres>,
}

impl From<SavedSearchDetails> for SavedSearchResponse {
    fn from(SavedSearchDetails { search, new_count }: SavedSearchDetails) -> Self {
        Self {
            external_id: search.id.0,
            name: search.name,
            filters: search.filters.into(),
            frequency: Frequency(search.frequency),
            new_count,
            date_created: Timestamp(search.date_created),
            last_modified: Timestamp(search.last_modified),
        }
    }
}

impl From<SearchFilters> for SavedFiltersResponse {
    fn from(filters: SearchFilters) -> Self {
        let place = filters
            .place
            .map(|place| SavedPlace { city: place.city().to_owned(), district: place.district().map(str::to_owned) });
        Self {
            keyword: filters.keyword,
            place,
            near: filters
                .near
                .map(|near| SavedSurroundings { city: near.city().to_owned(), radius_km: RadiusKm(near.radius()) }),
            price: SavedPriceRange { min: filters.price.min.map(Euro), max: filters.price.max.map(Euro) },
            area: SavedAreaRange { min: filters.area.min.map(SquareMetres), max: filters.area.max.map(SquareMetres) },
            unit_types: filters.unit_types.into_iter().map(UnitType).collect(),
            available_by: filters.available_by,
            available_until: filters.available_until,
            amenities: filters.amenities.into_iter().map(Amenity).collect(),
        }
    }
}

request! {
    /// A search to save.
    pub(crate) struct SaveSearchRequest {
        name: SavedSearchName,
        filters: SearchFiltersRequest,
        /// How often a mail tells of new listings.
        frequency: Frequency,
    }
}

impl SaveSearchRequest {
    fn into_values(self) -> Result<SavedSearchValues, ApiError> {
        Ok(SavedSearchValues {
            name: self.name.0,
            filters: self.filters.into_filters("filters.near")?,
            frequency: self.frequency.into(),
        })
    }
}

/// The token of a mail.
pub(crate) struct UnsubscribeQuery {
    token: String,
}

impl FromParams for UnsubscribeQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        Some(Self { token: reader.required("token", |token| Some(token.to_owned()))? })
    }
}

/// Lists the saved searches of the student, last saved first.
#[utoipa::path(
    operation_id = "listSavedSearches",
    tag = "saved-search",
    security(("bearer" = [])),
    responses((status = 200, description = "The saved searches, at most 20.", body = SavedSearchListEnvelope))
)]
#[get("/saved-searches")]
pub(crate) async fn list_saved_searches(
    student: Authenticated<Student>,
    api: web::Data<Api>,
) -> Result<web::Json<SavedSearchListEnvelope>, ApiError> {
    let saved = saved_searches::list_saved_searches(&api.ports, student.actor).await?;
    Ok(web::Json(SavedSearchListEnvelope { payload: saved.into_iter().map(Into::into).collect() }))
}

/// Saves a search, at most 20.
///
/// What it finds at this moment is not new.
#[utoipa::path(
    operation_id = "createSavedSearch",
    tag = "saved-search",
    security(("bearer" = [])),
    request_body = SaveSearchRequest,
    responses(
        (status = 201, description = "The saved search.", body = SavedSearchEnvelope),
        (status = 409),
        (status = 429),
    )
)]
#[post("/saved-searches")]
pub(crate) async fn create_saved_search(
    student: Authenticated<Student>,
    request: HttpRequest,
    api: web::Data<Api>,
    body: Body<SaveSearchRequest>,
) -> Result<HttpResponse, ApiError> {
    // It is a search, too.
    api.check_search_limit(&request)?;
    let values = body.0.into_values()?;
    let saved = saved_searches::create_saved_search(&api.ports, student.actor, values).await?;
    Ok(HttpResponse::Created().json(SavedSearchEnvelope { payload: saved.into() }))
}

/// Changes a saved search.
///
/// With other filters, what it has found is forgotten, and what it finds at this moment is not new.
#[utoipa::path(
    operation_id = "changeSavedSearch",
    tag = "saved-search",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = SaveSearchRequest,
    responses(
        (status = 200, description = "The saved search.", body = SavedSearchEnvelope),
        (status = 429),
    )
)]
#[put("/saved-searches/{id}")]
pub(crate) async fn change_saved_search(
    student: Authenticated<Student>,
    id: PathId<SavedSearchId>,
    request: HttpRequest,
    api: web::Data<Api>,
    body: Body<SaveSearchRequest>,
) -> Result<web::Json<SavedSearchEnvelope>, ApiError> {
    api.check_search_limit(&request)?;
    let values = body.0.into_values()?;
    let saved = saved_searches::change_saved_search(&api.ports, student.actor, id.0, values).await?;
    Ok(web::Json(SavedSearchEnvelope { payload: saved.into() }))
}

/// Deletes a saved search.
#[utoipa::path(
    operation_id = "deleteSavedSearch",
    tag = "saved-search",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204))
)]
#[delete("/saved-searches/{id}")]
pub(crate) async fn delete_saved_search(
    student: Authenticated<Student>,
    id: PathId<SavedSearchId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    saved_searches::delete_saved_search(&api.ports, student.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Marks what a saved search has found as seen.
#[utoipa::path(
    operation_id = "markSavedSearchSeen",
    tag = "saved-search",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204))
)]
#[post("/saved-searches/{id}/seen")]
pub(crate) async fn mark_saved_search_seen(
    student: Authenticated<Student>,
    id: PathId<SavedSearchId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    saved_searches::mark_saved_search_seen(&api.ports, student.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Ends the mails of saved searches by the token of a mail. Ending them again changes nothing.
///
/// Needs no login. Mail programs call it with one click (RFC 8058); their body is ignored.
#[utoipa::path(
    operation_id = "unsubscribeSavedSearch",
    tag = "saved-search",
    params(("token" = String, Query)),
    responses(
        (status = 204),
        (status = 429),
    )
)]
#[post("/saved-searches/unsubscribe")]
pub(crate) async fn unsubscribe_saved_search(
    request: HttpRequest,
    query: Params<UnsubscribeQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    api.check_search_limit(&request)?;
    saved_searches::unsubscribe_saved_search(&api.ports, &query.0.token).await?;
    Ok(HttpResponse::NoContent().finish())
}
