//! Handlers of the list of a user's sessions.

use actix_web::{HttpResponse, delete, get, web};
use portal_domain::ids::SessionId;
use portal_domain::session::Session;
use portal_services::sessions;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Api;
use crate::error::ApiError;
use crate::extract::{AnyUser, Authenticated, PathId};
use crate::response::envelope::envelope;
use crate::response::timestamp::Timestamp;

/// A session in the export of a user's data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedSession {
    external_id: Uuid,
    /// Browser and system, such as `Firefox, Linux`. Null if unknown.
    #[schema(required)]
    device: Option<String>,
    /// The network address of the login or of the last use.
    #[schema(required)]
    address: Option<String>,
    date_created: Timestamp,
    /// Accurate to 15 minutes.
    last_used: Timestamp,
}

impl From<Session> for ExportedSession {
    fn from(session: Session) -> Self {
        Self {
            external_id: session.id.0,
            device: session.device.name,
            address: session.device.address.map(|address| address.to_string()),
            date_created: Timestamp(session.started_at),
            last_used: Timestamp(session.rotated_at),
        }
    }
}

/// A session of the user.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionResponse {
    #[serde(flatten)]
    session: ExportedSession,
    /// Whether it is the session of this request.
    current: bool,
}

envelope!(SessionListEnvelope(Vec<SessionResponse>));

/// Lists the sessions of the user, last used first.
#[utoipa::path(
    operation_id = "listSessions",
    tag = "session",
    security(("bearer" = [])),
    responses((status = 200, description = "The sessions, at most 100.", body = SessionListEnvelope))
)]
#[get("/users/profile/sessions")]
pub(crate) async fn list_sessions(
    user: Authenticated<AnyUser>,
    api: web::Data<Api>,
) -> Result<web::Json<SessionListEnvelope>, ApiError> {
    let sessions = sessions::list_sessions(&api.ports, user.actor).await?;
    let response = |session: Session| SessionResponse { current: session.id == user.session, session: session.into() };
    Ok(web::Json(SessionListEnvelope { payload: sessions.into_iter().map(response).collect() }))
}

/// Ends a session of the user.
#[utoipa::path(
    operation_id = "endSession",
    tag = "session",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204))
)]
#[delete("/users/profile/sessions/{id}")]
pub(crate) async fn end_session(
    user: Authenticated<AnyUser>,
    id: PathId<SessionId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    sessions::end_session(&api.ports, user.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Ends all other sessions of the user.
#[utoipa::path(
    operation_id = "endOtherSessions",
    tag = "session",
    security(("bearer" = [])),
    responses((status = 204))
)]
#[delete("/users/profile/sessions")]
pub(crate) async fn end_other_sessions(
    user: Authenticated<AnyUser>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    sessions::end_other_sessions(&api.ports, user.actor, user.session).await?;
    Ok(HttpResponse::NoContent().finish())
}
