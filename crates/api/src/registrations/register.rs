//! Handlers that register students and landlords.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_services::ports::DocumentStoreError;
use portal_services::reply_clock::ReplyClock;
use portal_services::{ServiceError, registrations};

use super::requests::{RegisterLandlordRequest, RegisterStudentForm, RegisterStudentRequest};
use super::{LandlordRegistrationEnvelope, StudentRegistrationEnvelope};
use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::upload;
use crate::extract::{Body, read_json};

/// Registers a landlord.
///
/// An administrator reviews the registration.
#[utoipa::path(
    operation_id = "registerLandlord",
    tag = "registration",
    request_body = RegisterLandlordRequest,
    responses(
        (status = 201, description = "The new registration.", body = LandlordRegistrationEnvelope),
        (status = 409, description = "The email address is in use."),
        (status = 429),
    )
)]
#[post("/users/landlords/registrations")]
pub(crate) async fn register_landlord(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<RegisterLandlordRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_registration(api.client_address(&request))?;
    let registration = body.0.registration.into_registration(api.ports.config.public.default_locale);
    let view = registrations::register_landlord(&api.ports, registration, body.0.address.into_address()).await?;
    Ok(HttpResponse::Created()
        .json(LandlordRegistrationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }))
}

/// Registers a student, with a proof of study.
///
/// An administrator reviews the registration.
#[utoipa::path(
    operation_id = "registerStudent",
    tag = "registration",
    request_body(content = RegisterStudentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The new registration.", body = StudentRegistrationEnvelope),
        (status = 409, description = "The email address is in use."),
        (status = 429),
    )
)]
#[post("/users/students/registrations")]
pub(crate) async fn register_student(
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_registration(api.client_address(&request))?;
    let too_large = |_| ServiceError::from(DocumentStoreError::TooLarge).into();
    let form = upload::receive_with_json(&api, &request, payload, "user", "file", too_large).await?;
    let missing = |name| ApiError::field(name, FieldRule::Required);
    let user = form.json.ok_or_else(|| missing("user")).and_then(|json| read_json::<RegisterStudentRequest>(&json));
    let (user, file) = match (user, form.file) {
        (Ok(user), Some(file)) => (user, file),
        (Ok(_), None) => return Err(missing("file")),
        (Err(error), Some(_)) => return Err(error),
        (Err(error), None) => return Err(error.with_field("file", FieldRule::Required)),
    };
    let (about_me, registration) = (user.about_me.0, user.registration);
    let registration = registration.into_registration(api.ports.config.public.default_locale);
    let path = file.path().to_owned();
    let view = registrations::register_student(&api.ports, registration, about_me, path, file.filename()).await?;
    Ok(HttpResponse::Created().json(StudentRegistrationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }))
}
