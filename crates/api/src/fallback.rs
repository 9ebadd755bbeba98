//! What no route takes: another method of a known path, an unknown path of the API, or a page.

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use utoipa::openapi::path::Operation;

use crate::error::ApiError;
use crate::extract::Identity;
use crate::pages;
use crate::state::Api;

/// A path of the API and the methods that it has.
struct KnownPath {
    segments: Vec<Segment>,
    methods: Vec<&'static str>,
    /// Whether somebody has to be logged in for any of them.
    guarded: bool,
}

enum Segment {
    Literal(String),
    Any,
}

/// The paths of the API, from its own description.
pub(crate) struct KnownPaths(Vec<KnownPath>);

impl KnownPaths {
    pub(crate) fn of(document: &utoipa::openapi::OpenApi) -> Self {
        let known = document.paths.paths.iter().map(|(path, item)| {
            let operations: Vec<(&'static str, &Operation)> =
                [("GET", &item.get), ("POST", &item.post), ("PUT", &item.put), ("DELETE", &item.delete)]
                    .into_iter()
                    .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
                    .collect();
            KnownPath {
                segments: path.split('/').map(segment).collect(),
                methods: operations.iter().map(|(method, _)| *method).collect(),
                guarded: operations.iter().all(|(_, operation)| operation.security.is_some()),
            }
        });
        Self(known.collect())
    }

    fn find(&self, path: &str) -> Option<&KnownPath> {
        let parts: Vec<&str> = path.split('/').collect();
        let fits = |known: &&KnownPath| {
            known.segments.len() == parts.len()
                && known.segments.iter().zip(&parts).all(|(segment, part)| match segment {
                    Segment::Literal(text) => text == part,
                    Segment::Any => !part.is_empty(),
                })
        };
        // The path with the most literal parts is the one that is meant.
        self.0
            .iter()
            .filter(fits)
            .max_by_key(|known| known.segments.iter().filter(|segment| matches!(segment, Segment::Literal(_))).count())
    }
}

fn segment(text: &str) -> Segment {
    if text.starts_with('{') { Segment::Any } else { Segment::Literal(text.to_owned()) }
}

pub(crate) async fn answer(
    request: HttpRequest,
    api: web::Data<Api>,
    known: web::Data<KnownPaths>,
) -> Result<HttpResponse, ApiError> {
    let path = request.path();
    if path == "/api/docs" {
        return Ok(HttpResponse::Found().insert_header(("location", "/api/docs/")).finish());
    }
    if path == "/api" || path.starts_with("/api/") {
        return Err(of_the_api(&request, &known));
    }
    if request.method() == Method::GET || request.method() == Method::HEAD {
        return pages::serve(&api, &request).await;
    }
    Err(ApiError::method_not_allowed("GET, HEAD".to_owned()))
}

fn of_the_api(request: &HttpRequest, known: &KnownPaths) -> ApiError {
    let Some(path) = known.find(request.path()) else { return ApiError::not_found() };
    match Identity::of(request) {
        // Who may not call the path at all learns that first.
        Identity::Nobody | Identity::Refused if path.guarded => ApiError::unauthenticated(),
        _ => ApiError::method_not_allowed(path.methods.join(", ")),
    }
}

impl ApiError {
    /// The answer itself, where no error can be returned.
    pub(crate) fn into_response(self) -> HttpResponse {
        self.error_response()
    }
}
