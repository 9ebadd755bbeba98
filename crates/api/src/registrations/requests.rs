//! Requests of registrations.

use chrono::NaiveDate;
use portal_domain::ids::RegistrationId;
use portal_domain::locale;
use portal_domain::user::UserAddress;
use portal_services::ports::AccountSecret;
use portal_services::registrations::{ActivationLink, NewRegistration};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::enums::{Gender, Locale};
use crate::error::{ApiError, FieldRule};
use crate::field_rules::{accepted, check_unique};
use crate::text::{EmailAddress, Line, Lines, Name, NewPassword, PostalCode, required};

/// The registration of a landlord.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterLandlordRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    email: EmailAddress,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    first_name: Name,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    last_name: Name,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    phone_number: Line<30>,
    /// From 1900 until today.
    #[validate(required)]
    #[schema(value_type = NaiveDate)]
    date_of_birth: Option<NaiveDate>,
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    street: Line<150>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    house_number: Line<30>,
    /// Five digits.
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    postal_code: PostalCode,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    city: Line<100>,
    #[validate(required, custom(function = "accepted"))]
    #[schema(value_type = bool)]
    terms_accepted: Option<bool>,
    /// The language of mails. Default: the portal's default language.
    locale: Option<Locale>,
}

impl RegisterLandlordRequest {
    pub fn into_registration(self, default_locale: locale::Locale) -> Result<(NewRegistration, UserAddress), ApiError> {
        let (Some(Gender(gender)), Some(date_of_birth), Some(true)) =
            (self.gender, self.date_of_birth, self.terms_accepted)
        else {
            return Err(ApiError::invalid());
        };
        let registration = NewRegistration {
            email: self.email.required()?,
            first_name: self.first_name.required()?,
            last_name: self.last_name.required()?,
            gender,
            date_of_birth,
            phone_number: self.phone_number.required()?,
            locale: self.locale.map_or(default_locale, |Locale(locale)| locale),
        };
        let address = UserAddress {
            street: self.street.required()?,
            house_number: self.house_number.required()?,
            postal_code: self.postal_code.required()?,
            city: self.city.required()?,
        };
        Ok((registration, address))
    }
}

/// The registration of a student, without the proof of study.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterStudentRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    email: EmailAddress,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    first_name: Name,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    last_name: Name,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    phone_number: Line<30>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    about_me: Lines<2000>,
    /// From 1900 until today.
    #[validate(required)]
    #[schema(value_type = NaiveDate)]
    date_of_birth: Option<NaiveDate>,
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    #[validate(required, custom(function = "accepted"))]
    #[schema(value_type = bool)]
    terms_accepted: Option<bool>,
    /// The language of mails. Default: the portal's default language.
    locale: Option<Locale>,
}

impl RegisterStudentRequest {
    /// The common fields, and the student's `aboutMe`.
    pub fn into_registration(self, default_locale: locale::Locale) -> Result<(NewRegistration, String), ApiError> {
        let (Some(Gender(gender)), Some(date_of_birth), Some(true)) =
            (self.gender, self.date_of_birth, self.terms_accepted)
        else {
            return Err(ApiError::invalid());
        };
        let registration = NewRegistration {
            email: self.email.required()?,
            first_name: self.first_name.required()?,
            last_name: self.last_name.required()?,
            gender,
            date_of_birth,
            phone_number: self.phone_number.required()?,
            locale: self.locale.map_or(default_locale, |Locale(locale)| locale),
        };
        Ok((registration, self.about_me.required()?))
    }
}

/// The form of a student's registration.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart form in OpenAPI")]
pub struct RegisterStudentForm {
    user: RegisterStudentRequest,
    /// The proof of study: JPEG, PNG, WebP or PDF, at most 10,485,760 bytes.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The parameters of an activation link.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivationRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    email: EmailAddress,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    registration_token: Line<200>,
}

impl ActivationRequest {
    pub fn into_link(self) -> Result<ActivationLink, ApiError> {
        link(self.email, self.registration_token)
    }
}

/// The parameters of an activation link, and the first password.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinishRegistrationRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    email: EmailAddress,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    password: NewPassword,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    registration_token: Line<200>,
}

impl FinishRegistrationRequest {
    pub fn into_link_and_password(self) -> Result<(ActivationLink, String), ApiError> {
        Ok((link(self.email, self.registration_token)?, self.password.required()?))
    }
}

fn link(email: EmailAddress, token: Line<200>) -> Result<ActivationLink, ApiError> {
    Ok(ActivationLink { email: email.required()?, token: AccountSecret(token.required()?) })
}

/// The registrations to approve.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct ApproveRegistrationsRequest {
    /// 1 to 50 distinct ids of registrations.
    #[validate(required, length(max = 50))]
    #[schema(value_type = Vec<Uuid>, min_items = 1, max_items = 50)]
    ids: Option<Vec<Uuid>>,
}

impl ApproveRegistrationsRequest {
    pub fn into_ids(self) -> Result<Vec<RegistrationId>, ApiError> {
        let ids = self.ids.filter(|ids| !ids.is_empty());
        let ids = ids.ok_or_else(|| ApiError::field("ids", FieldRule::Required))?;
        check_unique("ids", &ids)?;
        Ok(ids.into_iter().map(RegistrationId).collect())
    }
}
