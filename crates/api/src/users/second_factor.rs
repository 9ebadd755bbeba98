//! Handlers of a user's second factor.

use actix_web::{HttpResponse, delete, get, post, web};
use portal_domain::ids::UserId;
use portal_domain::second_factor::{Passkey, SecondFactor};
use portal_services::second_factor::{self, SecondFactorStatus, TotpSetup};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Api;
use crate::error::ApiError;
use crate::extract::text::Line;
use crate::extract::{Administrator, AnyUser, Authenticated, Body, PathId, Proved, request};
use crate::response::envelope::envelope;
use crate::response::timestamp::Timestamp;

request! {
    /// The first code of a new TOTP app.
    pub(crate) struct ConfirmTotpRequest {
        /// Six digits.
        code: Line<{ portal_domain::limits::MAX_CODE_CHARS }>,
    }
}

/// A passkey of the user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyResponse {
    external_id: Uuid,
    name: String,
    date_created: Timestamp,
    #[schema(required)]
    last_used: Option<Timestamp>,
}

impl From<Passkey> for PasskeyResponse {
    fn from(passkey: Passkey) -> Self {
        Self {
            external_id: passkey.id.0,
            name: passkey.name,
            date_created: Timestamp(passkey.date_created),
            last_used: passkey.last_used.map(Timestamp),
        }
    }
}

/// A user's second factor, without secrets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedSecondFactor {
    /// Whether a TOTP app is set up.
    totp: bool,
    passkeys: Vec<PasskeyResponse>,
    recovery_codes_left: usize,
}

impl From<SecondFactor> for ExportedSecondFactor {
    fn from(SecondFactor { totp, passkeys, recovery_codes }: SecondFactor) -> Self {
        let passkeys = passkeys.into_iter().map(PasskeyResponse::from).collect();
        Self { totp, passkeys, recovery_codes_left: recovery_codes }
    }
}

/// The second factor of the user.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SecondFactorResponse {
    #[serde(flatten)]
    factor: ExportedSecondFactor,
    /// Whether the operator requires one of this user. Without one, the user may only set it up.
    required: bool,
}

/// What a TOTP app needs. Shown once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TotpSetupResponse {
    /// In base 32, for typing.
    secret: String,
    /// An `otpauth` URI, for a QR code.
    uri: String,
}

/// New recovery codes. Shown once; each works once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecoveryCodesResponse {
    recovery_codes: Vec<String>,
}

envelope!(
    SecondFactorEnvelope(SecondFactorResponse),
    TotpSetupEnvelope(TotpSetupResponse),
    RecoveryCodesEnvelope(RecoveryCodesResponse),
);

/// Returns the second factor of the user.
#[utoipa::path(
    operation_id = "getSecondFactor",
    tag = "user",
    security(("bearer" = [])),
    responses((status = 200, description = "The second factor.", body = SecondFactorEnvelope))
)]
#[get("/users/profile/second-factor")]
pub(crate) async fn get_second_factor(
    user: Authenticated<AnyUser>,
    api: web::Data<Api>,
) -> Result<web::Json<SecondFactorEnvelope>, ApiError> {
    let SecondFactorStatus { factor, required } = second_factor::get_second_factor(&api.ports, user.actor).await?;
    Ok(web::Json(SecondFactorEnvelope { payload: SecondFactorResponse { factor: factor.into(), required } }))
}

/// Creates the secret of a TOTP app. It counts once `confirmTotp` has confirmed it.
///
/// Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "setUpTotp",
    tag = "user",
    security(("bearer" = [])),
    responses((status = 200, description = "The secret.", body = TotpSetupEnvelope))
)]
#[post("/users/profile/second-factor/totp")]
pub(crate) async fn set_up_totp(
    user: Proved<AnyUser>,
    api: web::Data<Api>,
) -> Result<web::Json<TotpSetupEnvelope>, ApiError> {
    let TotpSetup { secret, uri } = second_factor::set_up_totp(&api.ports, user.0.actor).await?;
    Ok(web::Json(TotpSetupEnvelope { payload: TotpSetupResponse { secret, uri } }))
}

/// Confirms the new TOTP app by its first code, and returns new recovery codes.
///
/// Older recovery codes and an older app stop working. Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "confirmTotp",
    tag = "user",
    security(("bearer" = [])),
    request_body = ConfirmTotpRequest,
    responses(
        (status = 200, description = "The recovery codes.", body = RecoveryCodesEnvelope),
        (status = 401, description = "The code is wrong, or no app is being set up."),
        (status = 429),
    )
)]
#[post("/users/profile/second-factor/totp/confirm")]
pub(crate) async fn confirm_totp(
    user: Proved<AnyUser>,
    api: web::Data<Api>,
    body: Body<ConfirmTotpRequest>,
) -> Result<web::Json<RecoveryCodesEnvelope>, ApiError> {
    let codes = second_factor::confirm_totp(&api.ports, user.0.actor, &body.0.code.0).await?;
    let recovery_codes = codes.into_iter().map(|code| code.0).collect();
    Ok(web::Json(RecoveryCodesEnvelope { payload: RecoveryCodesResponse { recovery_codes } }))
}

/// Deletes the TOTP app. With the last factor, the recovery codes are deleted too.
///
/// Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "deleteTotp",
    tag = "user",
    security(("bearer" = [])),
    responses((status = 204))
)]
#[delete("/users/profile/second-factor/totp")]
pub(crate) async fn delete_totp(user: Proved<AnyUser>, api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    second_factor::delete_totp(&api.ports, user.0.actor).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes the second factor of another user, who has lost it. The user is notified by mail.
///
/// Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "removeUserSecondFactor",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the user.")),
    responses(
        (status = 204),
        (status = 404, description = "The user does not exist."),
        (status = 409, description = "The user is the administrator themselves."),
    )
)]
#[delete("/users/{id}/second-factor")]
pub(crate) async fn remove_user_second_factor(
    administrator: Proved<Administrator>,
    id: PathId<UserId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    second_factor::remove_user_second_factor(&api.ports, administrator.0.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
