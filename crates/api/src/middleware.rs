//! The middleware of every request, from the outside in: request id and log, security headers,
//! origin check, authentication, choice of the database.

mod client_address;
mod export_limits;
mod headers;
mod identify;
mod limits;
mod observe;
mod origin;
mod replica_reads;
mod request_context;
mod trace;

pub use client_address::{ProxyNetwork, TrustedProxies, client_network};
pub(crate) use export_limits::ExportPermit;
pub use headers::SecurityHeaders;
pub(crate) use headers::{API_PATH, add_security_headers};
pub(crate) use identify::identify;
pub(crate) use limits::count_limit_hit;
pub use limits::{LimitRates, RequestLimits};
pub(crate) use observe::{observe, record, set_request_id};
pub use origin::Origins;
pub(crate) use replica_reads::choose_database;
pub use request_context::{RequestContext, with_current_request};
pub(crate) use request_context::{current_request, current_request_id, within_request};
pub use trace::RequestTraces;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError, web};

use crate::Api;
use crate::error::{ApiError, ErrorMessage};

/// Rejects state-changing requests of foreign origins.
pub(crate) async fn check_origin<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<MaybeReplaced<B>>, Error> {
    if !api.origins.permits(request.method(), request.headers()) {
        return Ok(respond_with_error(request, &ApiError::new(StatusCode::BAD_REQUEST, ErrorMessage::RequestOrigin)));
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// The body of the inner service, or of an error that a middleware returns instead.
type MaybeReplaced<B> = EitherBody<B, BoxBody>;

/// Responds instead of the inner service. An `Err` would bypass the outer middleware and their
/// headers.
fn respond_with_error<B>(request: ServiceRequest, error: &ApiError) -> ServiceResponse<MaybeReplaced<B>> {
    request.into_response(error.error_response()).map_into_right_body()
}
