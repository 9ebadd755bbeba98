//! What happens around every request, from the outside in: it is named and logged, its answer gets the
//! security headers, its origin is checked, and its token is turned into a person.

mod headers;
mod identify;
mod observe;

pub use headers::Headers;
pub(crate) use headers::secure;
pub(crate) use identify::identify;
pub(crate) use observe::{current_request_id, observe};

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError, web};

use crate::error::{ApiError, ErrorMessage};
use crate::state::Api;

/// Refuses state-changing calls of foreign pages.
pub(crate) async fn check_origin<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<Answered<B>>, Error> {
    if !api.origins.permits(request.method(), request.headers()) {
        return Ok(refuse(request, &ApiError::new(StatusCode::BAD_REQUEST, ErrorMessage::RequestOrigin)));
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// The body of an answer that a middleware may have given itself.
type Answered<B> = EitherBody<B, BoxBody>;

/// Answers in place of whatever stands further in. An error would pass by the middlewares further out, and
/// their headers with them.
fn refuse<B>(request: ServiceRequest, error: &ApiError) -> ServiceResponse<Answered<B>> {
    request.into_response(error.error_response()).map_into_right_body()
}
