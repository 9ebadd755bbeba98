//! API requests that match no route: another method of a known path, or an unknown path.

use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use utoipa::openapi::path::Operation;

use crate::error::ApiError;
use crate::extract::Identity;
use crate::openapi::needs_token;

/// A path of the API with its methods.
struct KnownPath {
    segments: Vec<Segment>,
    methods: Vec<&'static str>,
    /// Whether all its operations need an access token.
    needs_token: bool,
}

enum Segment {
    Literal(String),
    Any,
}

/// The paths of the API, from the OpenAPI description.
pub(crate) struct KnownPaths(Vec<KnownPath>);

impl KnownPaths {
    pub(crate) fn of(description: &utoipa::openapi::OpenApi) -> Self {
        let known = description.paths.paths.iter().map(|(path, item)| {
            let operations: Vec<(&'static str, &Operation)> =
                [("GET", &item.get), ("POST", &item.post), ("PUT", &item.put), ("DELETE", &item.delete)]
                    .into_iter()
                    .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
                    .collect();
            KnownPath {
                segments: path.split('/').map(segment).collect(),
                methods: operations.iter().map(|(method, _)| *method).collect(),
                needs_token: operations.iter().all(|(_, operation)| needs_token(operation)),
            }
        });
        Self(known.collect())
    }

    fn find(&self, path: &str) -> Option<&KnownPath> {
        let segments: Vec<&str> = path.split('/').collect();
        let is_match = |known: &&KnownPath| {
            known.segments.len() == segments.len()
                && known.segments.iter().zip(&segments).all(|(pattern, segment)| match pattern {
                    Segment::Literal(text) => text == segment,
                    Segment::Any => !segment.is_empty(),
                })
        };
        // The path with the most literal segments takes precedence.
        self.0
            .iter()
            .filter(is_match)
            .max_by_key(|known| known.segments.iter().filter(|segment| matches!(segment, Segment::Literal(_))).count())
    }
}

fn segment(text: &str) -> Segment {
    if text.starts_with('{') { Segment::Any } else { Segment::Literal(text.to_owned()) }
}

pub(crate) async fn handle_unmatched(
    request: HttpRequest,
    known_paths: web::Data<KnownPaths>,
) -> Result<HttpResponse, ApiError> {
    if request.path() == "/api/docs" {
        return Ok(HttpResponse::Found().insert_header(("location", "/api/docs/")).finish());
    }
    Err(error_of(&request, &known_paths))
}

fn error_of(request: &HttpRequest, known_paths: &KnownPaths) -> ApiError {
    let Some(path) = known_paths.find(request.path()) else { return ApiError::not_found() };
    match Identity::of(request) {
        // Authentication takes precedence over the method.
        Identity::Anonymous | Identity::Invalid if path.needs_token => ApiError::unauthenticated(),
        _ => ApiError::method_not_allowed(path.methods.join(", ")),
    }
}

impl ApiError {
    /// The response, for handlers that cannot return an error.
    pub(crate) fn into_response(self) -> HttpResponse {
        self.error_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_needs_no_token_if_one_operation_allows_none() {
        let known_paths = KnownPaths::of(&crate::openapi::description());
        for (path, expected) in [
            ("/api/v1/users/profile", true),
            ("/api/v1/listings/search", false),
            ("/api/v1/listings/7", false),
            ("/api/v1/listings/7/views", false),
            ("/api/v1/logout", false),
        ] {
            assert_eq!(known_paths.find(path).map(|known| known.needs_token), Some(expected), "{path}");
        }
    }
}
