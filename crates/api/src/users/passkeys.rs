//! Handlers of a user's passkeys.

use actix_web::{HttpResponse, delete, post, web};
use portal_domain::ids::PasskeyId;
use portal_domain::limits::{MAX_PASSKEY_DATA_BYTES, MAX_PASSKEY_NAME_CHARS};
use portal_services::ports::PasskeyRegistration;
use portal_services::second_factor::{self, PasskeyPreparation};
use serde::Serialize;
use utoipa::ToSchema;

use super::second_factor::PasskeyResponse;
use crate::Api;
use crate::error::ApiError;
use crate::extract::text::Line;
use crate::extract::{AnyUser, Base64Url, Body, PathId, Proved, request};
use crate::response::envelope::envelope;
use crate::sessions::{CredentialDescriptor, TIMEOUT_MILLISECONDS, USER_VERIFICATION, encoded};

/// The COSE algorithms that the portal verifies: Ed25519, ECDSA on P-256, and RSA for older Windows.
const ALGORITHMS: [i32; 3] = [-8, -7, -257];

request! {
    /// A new passkey.
    pub(crate) struct AddPasskeyRequest {
        /// What the user calls it.
        name: Line<MAX_PASSKEY_NAME_CHARS>,
        /// What `navigator.credentials.create` returned for `preparePasskey`, as JSON.
        credential: NewPasskeyCredential,
    }

    /// A new passkey: `RegistrationResponseJSON` of the `WebAuthn` standard.
    pub(crate) struct NewPasskeyCredential {
        response: AttestationResponse,
    }
}

pub(crate) use standard::AttestationResponse;

#[expect(non_snake_case, reason = "names of the standard")]
mod standard {
    use super::{Base64Url, MAX_PASSKEY_DATA_BYTES, PasskeyRegistration, request};

    request! {
        /// `AuthenticatorAttestationResponseJSON` of the standard.
        pub(crate) struct AttestationResponse {
            clientDataJSON: Base64Url<MAX_PASSKEY_DATA_BYTES>,
            attestationObject: Base64Url<MAX_PASSKEY_DATA_BYTES>,
        }
    }

    impl From<AttestationResponse> for PasskeyRegistration {
        fn from(response: AttestationResponse) -> Self {
            Self { client_data: response.clientDataJSON.0, attestation_object: response.attestationObject.0 }
        }
    }
}

/// `PublicKeyCredentialCreationOptionsJSON` of the `WebAuthn` standard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyCreationOptions {
    rp: PasskeyPortal,
    user: PasskeyUser,
    /// In base64url.
    challenge: String,
    pub_key_cred_params: Vec<CredentialParameters>,
    /// In milliseconds.
    timeout: u32,
    exclude_credentials: Vec<CredentialDescriptor>,
    authenticator_selection: AuthenticatorSelection,
    attestation: &'static str,
}

/// The portal, as authenticators show it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyPortal {
    id: String,
    name: String,
}

/// The user, as authenticators show them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyUser {
    /// In base64url.
    id: String,
    name: String,
    display_name: String,
}

/// An algorithm that the portal verifies.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CredentialParameters {
    r#type: &'static str,
    alg: i32,
}

/// What the portal expects of an authenticator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuthenticatorSelection {
    resident_key: &'static str,
    user_verification: &'static str,
}

envelope!(PasskeyCreationOptionsEnvelope(PasskeyCreationOptions), PasskeyEnvelope(PasskeyResponse));

impl PasskeyCreationOptions {
    fn new(api: &Api, preparation: PasskeyPreparation) -> Self {
        let PasskeyPreparation { user, challenge, known } = preparation;
        let config = &api.ports.config;
        Self {
            rp: PasskeyPortal { id: config.relying_party.id.clone(), name: config.public.brand_name.clone() },
            user: PasskeyUser {
                id: encoded(user.id.0.as_bytes()),
                name: user.email.as_str().to_owned(),
                display_name: format!("{} {}", user.first_name, user.last_name),
            },
            challenge: encoded(&challenge),
            pub_key_cred_params: ALGORITHMS.map(|alg| CredentialParameters { r#type: "public-key", alg }).into(),
            timeout: TIMEOUT_MILLISECONDS,
            exclude_credentials: known.iter().map(|id| CredentialDescriptor::new(id)).collect(),
            authenticator_selection: AuthenticatorSelection {
                resident_key: "preferred",
                user_verification: USER_VERIFICATION,
            },
            attestation: "none",
        }
    }
}

/// Returns what a browser needs to create a passkey.
///
/// Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "preparePasskey",
    tag = "user",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The options for `navigator.credentials.create`.", body = PasskeyCreationOptionsEnvelope),
        (status = 409, description = "The user has 10 passkeys."),
    )
)]
#[post("/users/profile/second-factor/passkeys/options")]
pub(crate) async fn prepare_passkey(
    user: Proved<AnyUser>,
    api: web::Data<Api>,
) -> Result<web::Json<PasskeyCreationOptionsEnvelope>, ApiError> {
    let preparation = second_factor::prepare_passkey(&api.ports, user.0.actor, user.0.session).await?;
    Ok(web::Json(PasskeyCreationOptionsEnvelope { payload: PasskeyCreationOptions::new(&api, preparation) }))
}

/// Adds a passkey.
///
/// Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "addPasskey",
    tag = "user",
    security(("bearer" = [])),
    request_body = AddPasskeyRequest,
    responses(
        (status = 201, description = "The new passkey.", body = PasskeyEnvelope),
        (status = 400, description = "The request is invalid, or the passkey was not created for this session."),
        (status = 409, description = "The user has 10 passkeys."),
    )
)]
#[post("/users/profile/second-factor/passkeys")]
pub(crate) async fn add_passkey(
    user: Proved<AnyUser>,
    api: web::Data<Api>,
    body: Body<AddPasskeyRequest>,
) -> Result<HttpResponse, ApiError> {
    let AddPasskeyRequest { name, credential } = body.0;
    let registration = credential.response.into();
    let Proved(user) = user;
    let passkey = second_factor::add_passkey(&api.ports, user.actor, user.session, name.0, &registration).await?;
    Ok(HttpResponse::Created().json(PasskeyEnvelope { payload: passkey.into() }))
}

/// Deletes a passkey. With the last factor, the recovery codes are deleted too.
///
/// Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "deletePasskey",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204))
)]
#[delete("/users/profile/second-factor/passkeys/{id}")]
pub(crate) async fn delete_passkey(
    user: Proved<AnyUser>,
    id: PathId<PasskeyId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    second_factor::delete_passkey(&api.ports, user.0.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
