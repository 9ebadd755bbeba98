//! Adds the responses of the middleware and the extractors to all operations.
//!
//! A handler describes only the responses of its use case: success, 401, 409 and 429, errors without
//! their body. The others follow from whether the operation needs a token, has a body or a query, or
//! has an identifier in its path.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use utoipa::Modify;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{HttpMethod, Operation, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Ref, SchemaType, Type};
use utoipa::openapi::{ContentBuilder, OpenApi, PathItem, RefOr, Response, ResponseBuilder, Schema};

use super::needs_token;

/// An error response with the same meaning for all operations: status, name and description.
struct SharedResponse(StatusCode, &'static str, &'static str);

const SHARED: &[SharedResponse] = &[
    SharedResponse(
        StatusCode::BAD_REQUEST,
        "Invalid",
        "The request is malformed, some of its fields are invalid (`fields` names them), or its origin is not allowed.",
    ),
    SharedResponse(
        StatusCode::FORBIDDEN,
        "Forbidden",
        "`exception.auth.unauthenticated`: the access token is missing, expired or revoked. \
         `exception.auth.forbidden`: the role may not call this operation. \
         `exception.auth.second-factor-required`: the user may only set up a second factor. \
         `exception.auth.proof-required`: the last proof of identity is too old; `proveIdentity` renews it.",
    ),
    SharedResponse(
        StatusCode::NOT_FOUND,
        "NotFound",
        "The entity of the path or the body does not exist, or the user may not see or change it.",
    ),
    SharedResponse(
        StatusCode::CONFLICT,
        "Conflict",
        "The current state does not allow the operation; `message` gives the reason.",
    ),
    SharedResponse(StatusCode::REQUEST_TIMEOUT, "Timeout", "The client took too long to send the body."),
    SharedResponse(StatusCode::PAYLOAD_TOO_LARGE, "TooLarge", "The body or a file in it is too large."),
    SharedResponse(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "UnsupportedType",
        "The type of the body or of a file in it is not supported.",
    ),
    SharedResponse(
        StatusCode::TOO_MANY_REQUESTS,
        "TooMany",
        "A rate limit was exceeded; `Retry-After` gives the time to wait.",
    ),
    SharedResponse(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Internal",
        "An error of the server, which is logged with the `requestId`.",
    ),
    SharedResponse(
        StatusCode::SERVICE_UNAVAILABLE,
        "Unavailable",
        "The database or the object store is unavailable, or busy; `Retry-After` gives the time to wait.",
    ),
];

/// Adds the implied responses, and describes those that handlers declare without a description.
pub(super) struct SharedResponses;

impl Modify for SharedResponses {
    fn modify(&self, openapi: &mut OpenApi) {
        for (path, item) in &mut openapi.paths.paths {
            for (method, operation) in operations(item) {
                let declared: BTreeSet<u16> =
                    operation.responses.responses.keys().filter_map(|code| code.parse().ok()).collect();
                let implied = implied_statuses(&method, path, operation);
                for SharedResponse(status, name, _) in SHARED {
                    let code = status.as_str();
                    let has_description = matches!(operation.responses.responses.get(code),
                        Some(RefOr::T(response)) if !response.description.is_empty());
                    if (implied.contains(status) || declared.contains(&status.as_u16())) && !has_description {
                        let shared = Ref::from_response_name(*name).into();
                        operation.responses.responses.insert(code.to_owned(), shared);
                    }
                }
                add_error_bodies(operation);
                describe_no_content(operation);
                add_retry_after(operation);
                describe_optional_body(operation);
            }
        }
        let components = openapi.components.get_or_insert_default();
        components.responses.extend(SHARED.iter().map(|SharedResponse(status, name, description)| {
            let response = error_response(description);
            let has_wait = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(status);
            let response = if has_wait { with_retry_after(response) } else { response };
            ((*name).to_owned(), response.into())
        }));
    }
}

/// The statuses of the middleware and the extractors for an operation.
fn implied_statuses(method: &HttpMethod, path: &str, operation: &Operation) -> Vec<StatusCode> {
    let mut statuses = vec![StatusCode::INTERNAL_SERVER_ERROR, StatusCode::SERVICE_UNAVAILABLE];
    let mut parameters = operation.parameters.iter().flatten();
    let has_query = parameters.any(|parameter| match parameter {
        RefOr::T(parameter) => parameter.parameter_in == ParameterIn::Query,
        RefOr::Ref(_) => false,
    });
    // The origin of every state-changing request is checked.
    if *method != HttpMethod::Get || has_query {
        statuses.push(StatusCode::BAD_REQUEST);
    }
    if needs_token(operation) {
        statuses.push(StatusCode::FORBIDDEN);
        // The changes of a user are counted.
        if *method != HttpMethod::Get {
            statuses.push(StatusCode::TOO_MANY_REQUESTS);
        }
    }
    if path.contains('{') {
        statuses.push(StatusCode::NOT_FOUND);
    }
    if operation.request_body.is_some() {
        statuses.extend([
            StatusCode::REQUEST_TIMEOUT,
            StatusCode::PAYLOAD_TOO_LARGE,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ]);
    }
    statuses
}

/// Gives a success without a body a default description.
fn describe_no_content(operation: &mut Operation) {
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(StatusCode::NO_CONTENT.as_str())
        && response.description.is_empty()
    {
        "Success.".clone_into(&mut response.description);
    }
}

/// `utoipa` describes the body of an `Option` as nullable, but such a body may only be missing.
fn describe_optional_body(operation: &mut Operation) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    if body.required.is_some() {
        return;
    }
    for content in body.content.values_mut() {
        let RefOr::T(content) = content else { continue };
        let Some(RefOr::T(Schema::OneOf(choices))) = &content.schema else { continue };
        content.schema = choices.items.iter().find(|item| matches!(item, RefOr::Ref(_))).cloned();
    }
}

/// Adds `Retry-After` to a 429 response with its own description.
fn add_retry_after(operation: &mut Operation) {
    let code = StatusCode::TOO_MANY_REQUESTS.as_str();
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(code) {
        *response = with_retry_after(std::mem::take(response));
    }
}

/// Adds the body of every error with its own description.
fn add_error_bodies(operation: &mut Operation) {
    for (code, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && code.as_str() >= "400"
        {
            *response = error_response(&response.description);
        }
    }
}

fn error_response(description: &str) -> Response {
    let body = Ref::from_schema_name("ErrorResponse");
    let content = ContentBuilder::new().schema(Some(body)).build();
    ResponseBuilder::new().description(description).content("application/json", content).build()
}

fn with_retry_after(mut response: Response) -> Response {
    let seconds = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)).minimum(Some(1));
    let header = HeaderBuilder::new()
        .schema(Some(seconds))
        .description(Some("Seconds to wait before the next request."))
        .build();
    response.headers.insert("Retry-After".to_owned(), header.into());
    response
}

/// The operations of a path.
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
