//! The OpenAPI description, generated from the handlers.

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::{IntoParams, Modify, OpenApi};
use utoipa_actix_web::AppExt;

use crate::extract::sort_field::SortDirection;
use crate::routes;

mod responses;

/// The query parameters of most lists.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only describes parameters in OpenAPI")]
pub struct ListParameters {
    /// The index of the page, from 0. Default: 0.
    #[param(minimum = 0)]
    page: Option<u32>,
    /// Default: 10.
    #[param(rename = "pageSize", minimum = 1, maximum = 100)]
    page_size: Option<u32>,
    /// `false` returns a single page of at most 500 rows.
    paginated: Option<bool>,
    /// Each word must occur in at least one searched field.
    #[param(max_length = 200)]
    keyword: Option<String>,
    /// Default: `DESC`. Lower case is accepted.
    #[param(rename = "sortDirection")]
    sort_direction: Option<SortDirection>,
    /// Alias of `sortDirection`.
    direction: Option<SortDirection>,
}

/// Like `ListParameters`, without `keyword`.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only describes parameters in OpenAPI")]
pub struct PageParameters {
    /// The index of the page, from 0. Default: 0.
    #[param(minimum = 0)]
    page: Option<u32>,
    /// Default: 10.
    #[param(rename = "pageSize", minimum = 1, maximum = 100)]
    page_size: Option<u32>,
    /// `false` returns a single page of at most 500 rows.
    paginated: Option<bool>,
    /// Default: `DESC`. Lower case is accepted.
    #[param(rename = "sortDirection")]
    sort_direction: Option<SortDirection>,
    /// Alias of `sortDirection`.
    direction: Option<SortDirection>,
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Fensterplatz",
        description = "The API of a portal for renting rooms to students. \
            A request with a method that its path does not support gets a 405 response with `Allow`.",
        license(name = "AGPL-3.0-or-later", identifier = "AGPL-3.0-or-later")
    ),
    servers((url = "/")),
    components(schemas(
        crate::error::ErrorMessage,
        crate::error::FieldRule,
        crate::extract::enums::Rotation,
        crate::response::envelope::ErrorResponse,
        crate::listings::AdditionalCostRequest,
        crate::listings::AreaRange,
        crate::listings::ListingAddressRequest,
        crate::listings::NearFilter,
        crate::listings::PlaceFilter,
        crate::listings::PriceRange,
        crate::listings::SearchFiltersRequest,
        crate::listings::SearchSortField,
        crate::applications::ApplicationSortField,
        crate::audit::AuditSortField,
        crate::events::EventSortField,
        crate::favourites::FavouriteSortField,
        crate::extract::enums::LegalPage,
        crate::listings::ListingSortField,
        crate::registrations::RegistrationSortField,
        crate::settings::SettingSortField,
        SortDirection,
        crate::users::AttestationResponse,
        crate::users::NewPasskeyCredential,
        crate::users::UserSortField,
        crate::sessions::AssertionResponse,
        crate::sessions::PasskeyCredential,
    )),
    tags(
        (name = "session", description = "Login, refresh, logout, and the sessions of a user."),
        (name = "user", description = "Users, their profiles and passwords."),
        (name = "registration", description = "Registrations of students and landlords, and their review."),
        (name = "document", description = "Proofs of study, for administrators."),
        (name = "listing", description = "Rooms, apartments and houses for rent."),
        (name = "application", description = "Applications of students, and their reviews."),
        (name = "favourite", description = "Listings that a student has marked."),
        (name = "saved-search", description = "Searches that a student has saved."),
        (name = "setting", description = "Public settings, and images that administrators can replace."),
        (name = "legal", description = "Terms of use, privacy policy, imprint and accessibility statement."),
        (name = "event", description = "Events that administrators acknowledge."),
        (name = "audit", description = "The audit trail: who did what, when, and from where."),
        (name = "notification", description = "Counts of items awaiting the user's action."),
        (name = "stats", description = "Statistics, for administrators."),
    ),
    modifiers(&BearerScheme)
)]
struct ApiDescription;

struct BearerScheme;

impl Modify for BearerScheme {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    }
}

/// The OpenAPI description. Needs no database.
pub fn description() -> utoipa::openapi::OpenApi {
    let app = actix_web::App::new().into_utoipa_app().openapi(ApiDescription::openapi()).service(routes::api());
    let mut description = app.split_for_parts().1;
    responses::SharedResponses.modify(&mut description);
    description
}

/// Whether an operation needs an access token. One that only reads it also allows none, by an empty
/// requirement.
pub(crate) fn needs_token(operation: &Operation) -> bool {
    let alternatives = operation.security.as_ref();
    alternatives.is_some_and(|alternatives| !alternatives.contains(&SecurityRequirement::default()))
}

/// The description as it is committed in `frontend/openapi.json`: pretty, with a newline at the
/// end.
pub fn json() -> String {
    let mut json = description().to_pretty_json().unwrap_or_default();
    json.push('\n');
    json
}

#[cfg(test)]
mod tests;
