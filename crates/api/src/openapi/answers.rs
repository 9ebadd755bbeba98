//! Answers that operations share, described where the rules are: in the middleware and in the extractors.
//!
//! A handler describes what only its use case knows: its success, 401, 409 and 429. Everything else follows from
//! whether the operation asks for a token, reads a body or a query, or has an identifier in its path.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use utoipa::Modify;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{HttpMethod, Operation, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Ref, SchemaType, Type};
use utoipa::openapi::{ContentBuilder, OpenApi, PathItem, RefOr, Response, ResponseBuilder};

/// A failure that means the same wherever it is answered: its status, its name and its description.
struct Shared(StatusCode, &'static str, &'static str);

const SHARED: &[Shared] = &[
    Shared(
        StatusCode::BAD_REQUEST,
        "Invalid",
        "The request cannot be read, fields of it break their rules (`fields` names them), or a page of a foreign \
         origin sent it.",
    ),
    Shared(
        StatusCode::FORBIDDEN,
        "Forbidden",
        "`exception.auth.unauthenticated`: the access token is missing, expired or revoked. \
         `exception.auth.forbidden`: the role may not do this.",
    ),
    Shared(
        StatusCode::NOT_FOUND,
        "NotFound",
        "What the path or the body names does not exist, or is not the user's to see or change.",
    ),
    Shared(StatusCode::CONFLICT, "Conflict", "The present state does not allow it; the message says why."),
    Shared(StatusCode::PAYLOAD_TOO_LARGE, "TooLarge", "The body, or a file in it, is too large."),
    Shared(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "UnsupportedType",
        "The body, or a file in it, is of a type that is not taken.",
    ),
    Shared(StatusCode::TOO_MANY_REQUESTS, "TooMany", "A limit was reached; `Retry-After` says when to try again."),
    Shared(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Internal",
        "A fault of the portal. It is logged under the `requestId`; nothing that a client sends causes it.",
    ),
    Shared(StatusCode::SERVICE_UNAVAILABLE, "Unavailable", "The database or the store of files is out of reach."),
];

/// Adds the answers that follow from the rules, and describes those that handlers name without a description.
pub(super) struct SharedAnswers;

impl Modify for SharedAnswers {
    fn modify(&self, openapi: &mut OpenApi) {
        for (path, item) in &mut openapi.paths.paths {
            for (method, operation) in operations(item) {
                let named: BTreeSet<u16> =
                    operation.responses.responses.keys().filter_map(|code| code.parse().ok()).collect();
                let implied = implied(&method, path, operation);
                for Shared(status, name, _) in SHARED {
                    let code = status.as_str();
                    let describes_itself = matches!(operation.responses.responses.get(code),
                        Some(RefOr::T(response)) if !response.description.is_empty());
                    if (implied.contains(status) || named.contains(&status.as_u16())) && !describes_itself {
                        let shared = Ref::from_response_name(*name).into();
                        operation.responses.responses.insert(code.to_owned(), shared);
                    }
                }
                describe_nothing(operation);
                add_retry_after(operation);
            }
        }
        let components = openapi.components.get_or_insert_default();
        components.responses.extend(SHARED.iter().map(|Shared(status, name, description)| {
            let response = failure(description);
            let response = if *status == StatusCode::TOO_MANY_REQUESTS { with_retry_after(response) } else { response };
            ((*name).to_owned(), response.into())
        }));
    }
}

/// What an operation can answer by the rules that every request goes through.
fn implied(method: &HttpMethod, path: &str, operation: &Operation) -> Vec<StatusCode> {
    let mut statuses = vec![StatusCode::INTERNAL_SERVER_ERROR, StatusCode::SERVICE_UNAVAILABLE];
    let mut parameters = operation.parameters.iter().flatten();
    let has_query = parameters.any(|parameter| match parameter {
        RefOr::T(parameter) => parameter.parameter_in == ParameterIn::Query,
        RefOr::Ref(_) => false,
    });
    // The origin of everything that changes something is checked.
    if *method != HttpMethod::Get || has_query {
        statuses.push(StatusCode::BAD_REQUEST);
    }
    if operation.security.is_some() {
        statuses.push(StatusCode::FORBIDDEN);
    }
    if path.contains('{') {
        statuses.push(StatusCode::NOT_FOUND);
    }
    if operation.request_body.is_some() {
        statuses.extend([StatusCode::PAYLOAD_TOO_LARGE, StatusCode::UNSUPPORTED_MEDIA_TYPE]);
    }
    statuses
}

/// A success without a body needs no words of its own.
fn describe_nothing(operation: &mut Operation) {
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(StatusCode::NO_CONTENT.as_str())
        && response.description.is_empty()
    {
        "Done.".clone_into(&mut response.description);
    }
}

/// A 429 with a description of its own says when to try again, too.
fn add_retry_after(operation: &mut Operation) {
    let code = StatusCode::TOO_MANY_REQUESTS.as_str();
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(code) {
        *response = with_retry_after(std::mem::take(response));
    }
}

fn failure(description: &str) -> Response {
    let body = Ref::from_schema_name("ErrorResponse");
    let content = ContentBuilder::new().schema(Some(body)).build();
    ResponseBuilder::new().description(description).content("application/json", content).build()
}

fn with_retry_after(mut response: Response) -> Response {
    let seconds = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)).minimum(Some(1));
    let header = HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds until the next try.")).build();
    response.headers.insert("Retry-After".to_owned(), header.into());
    response
}

/// The operations of a path that the API has.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    [
        (HttpMethod::Get, item.get.as_mut()),
        (HttpMethod::Post, item.post.as_mut()),
        (HttpMethod::Put, item.put.as_mut()),
        (HttpMethod::Delete, item.delete.as_mut()),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation?)))
}
