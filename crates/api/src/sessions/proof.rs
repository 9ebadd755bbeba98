//! Handlers of proofs of identity.

use actix_web::{HttpResponse, post, web};
use portal_services::second_factor::Factor;
use portal_services::sessions::{self, Proof};
use serde::Serialize;
use utoipa::ToSchema;

use super::passkeys::{PasskeyCredential, PasskeyRequestOptions};
use super::second_factor::Code;
use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::enums::SecondFactorMethod;
use crate::extract::text::Password;
use crate::extract::{AnyUser, Authenticated, Body, request};
use crate::response::envelope::envelope;

request! {
    /// A proof of identity: exactly one of `password`, `code` and `assertion`.
    pub(crate) struct ProveIdentityRequest {
        password: Option<Password>,
        /// Six digits of the TOTP app.
        code: Option<Code>,
        /// What `navigator.credentials.get` returned for `prepareProof`, as JSON.
        assertion: Option<PasskeyCredential>,
    }
}

/// With what the user can prove their identity besides the password.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProofPreparationResponse {
    methods: Vec<SecondFactorMethod>,
    /// For `navigator.credentials.get`, if the user has a passkey.
    #[schema(required)]
    passkey: Option<PasskeyRequestOptions>,
}

envelope!(ProofPreparationEnvelope(ProofPreparationResponse));

/// Returns with what the user can prove their identity, and what a passkey must sign.
#[utoipa::path(
    operation_id = "prepareProof",
    tag = "session",
    security(("bearer" = [])),
    responses((status = 200, description = "The methods besides the password.", body = ProofPreparationEnvelope))
)]
#[post("/users/profile/proof/options")]
pub(crate) async fn prepare_proof(
    user: Authenticated<AnyUser>,
    api: web::Data<Api>,
) -> Result<web::Json<ProofPreparationEnvelope>, ApiError> {
    let preparation = sessions::prepare_proof(&api.ports, user.actor, user.session).await?;
    let payload = ProofPreparationResponse {
        methods: preparation.methods.into_iter().map(SecondFactorMethod).collect(),
        passkey: preparation.passkey.as_ref().map(|passkey| PasskeyRequestOptions::new(&api, passkey)),
    };
    Ok(web::Json(ProofPreparationEnvelope { payload }))
}

/// Proves the identity of the logged-in user, for 10 minutes.
///
/// Operations that need a recent proof respond with `exception.auth.proof-required` without one. A
/// login is a proof.
#[utoipa::path(
    operation_id = "proveIdentity",
    tag = "session",
    security(("bearer" = [])),
    request_body = ProveIdentityRequest,
    responses(
        (status = 204),
        (status = 400, description = "The request is invalid, or the password is wrong."),
        (status = 401, description = "The code is wrong or was used, or the passkey signed something else."),
        (status = 429),
    )
)]
#[post("/users/profile/proof")]
pub(crate) async fn prove_identity(
    user: Authenticated<AnyUser>,
    api: web::Data<Api>,
    body: Body<ProveIdentityRequest>,
) -> Result<HttpResponse, ApiError> {
    let ProveIdentityRequest { password, code, assertion } = body.0;
    let proof = match (password, code, assertion) {
        (Some(password), None, None) => Proof::Password(password.0),
        (None, Some(code), None) => Proof::Factor(Factor::Code(code.0)),
        (None, None, Some(assertion)) => Proof::Factor(Factor::Passkey(assertion.into())),
        (None, None, None) => return Err(ApiError::field("password", FieldRule::Required)),
        _ => return Err(ApiError::field("password", FieldRule::Invalid)),
    };
    sessions::prove_identity(&api.ports, user.actor, user.session, proof).await?;
    Ok(HttpResponse::NoContent().finish())
}
