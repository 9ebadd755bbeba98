//! The description of the whole API, made from the handlers themselves.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{IntoParams, Modify, OpenApi};
use utoipa_actix_web::AppExt;

use crate::routes;
use crate::sort_field::SortDirection;

mod answers;
mod merged;

/// The parameters of every list.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes parameters in OpenAPI; they are read by ParamsReader")]
pub struct ListParameters {
    /// From 0.
    #[param(minimum = 0)]
    page: Option<u32>,
    /// 10 unless given.
    #[param(rename = "pageSize", minimum = 1, maximum = 100)]
    page_size: Option<u32>,
    /// `false`: one page of at most 500 rows.
    paginated: Option<bool>,
    #[param(max_length = 200)]
    keyword: Option<String>,
    /// DESC unless given; lower case is taken as well.
    #[param(rename = "sortDirection")]
    sort_direction: Option<SortDirection>,
    /// Another name of `sortDirection`.
    direction: Option<SortDirection>,
}

/// The parameters of a list that is not searched by keyword.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes parameters in OpenAPI; they are read by ParamsReader")]
pub struct PageParameters {
    /// From 0.
    #[param(minimum = 0)]
    page: Option<u32>,
    /// 10 unless given.
    #[param(rename = "pageSize", minimum = 1, maximum = 100)]
    page_size: Option<u32>,
    /// `false`: one page of at most 500 rows.
    paginated: Option<bool>,
    /// DESC unless given; lower case is taken as well.
    #[param(rename = "sortDirection")]
    sort_direction: Option<SortDirection>,
    /// Another name of `sortDirection`.
    direction: Option<SortDirection>,
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Fensterplatz",
        description = "Rooms for students: search, application, two reviews. \
            A method that a path does not have is answered by 405 with `Allow`.",
        license(name = "AGPL-3.0-or-later", identifier = "AGPL-3.0-or-later")
    ),
    servers((url = "/")),
    components(schemas(
        crate::error::ErrorMessage,
        crate::error::FieldRule,
        crate::closed_set::Rotation,
        crate::applications::ApplicationSort,
        crate::events::EventSortField,
        crate::legal::LegalPage,
        crate::listings::ListingSort,
        crate::registrations::RegistrationSortField,
        crate::settings::SettingSortField,
        SortDirection,
        crate::users::UserSortField,
    )),
    tags(
        (name = "session", description = "Logging in and out"),
        (name = "user", description = "People"),
        (name = "registration", description = "Requests to join"),
        (name = "document", description = "Proofs of study, for administrators"),
        (name = "listing", description = "Rooms, flats and houses"),
        (name = "application", description = "Letters to landlords, reviewed twice"),
        (name = "setting", description = "What administrators can change"),
        (name = "legal", description = "Terms of use, privacy policy and imprint"),
        (name = "event", description = "What administrators want to know of"),
        (name = "audit", description = "Who did what, when, and from where"),
        (name = "notification", description = "How much waits for whom"),
        (name = "stats", description = "Figures, for administrators"),
    ),
    modifiers(&Bearer)
)]
struct Described;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    }
}

/// The description; needs no database.
pub fn document() -> utoipa::openapi::OpenApi {
    let app = actix_web::App::new().into_utoipa_app().openapi(Described::openapi()).service(routes::api());
    let mut document = app.split_for_parts().1;
    answers::SharedAnswers.modify(&mut document);
    merged::MergedDescriptions.modify(&mut document);
    document
}

/// The description as it is committed: pretty, with a newline at the end.
pub fn json() -> String {
    let mut json = document().to_pretty_json().unwrap_or_default();
    json.push('\n');
    json
}

#[cfg(test)]
mod tests;
