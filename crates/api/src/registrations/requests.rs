//! What people send who want to join.

use chrono::NaiveDate;
use portal_domain::locale;
use portal_domain::user::{Email, UserAddress};
use portal_services::ports::AccountSecret;
use portal_services::registrations::{ActivationLink, SignUp};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::closed_set::{Gender, Locale};
use crate::error::ApiError;
use crate::field_rules::{accepted, five_digits, long_enough, one_email};
use crate::text::{trimmed, verbatim};

/// A landlord's form.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterLandlordRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, custom(function = "one_email"))]
    #[schema(value_type = String, max_length = 254)]
    email: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 100))]
    #[schema(value_type = String, max_length = 100)]
    first_name: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 100))]
    #[schema(value_type = String, max_length = 100)]
    last_name: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 30))]
    #[schema(value_type = String, max_length = 30)]
    phone_number: Option<String>,
    /// From 1900 until today.
    #[validate(required)]
    #[schema(value_type = NaiveDate)]
    date_of_birth: Option<NaiveDate>,
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 150))]
    #[schema(value_type = String, max_length = 150)]
    street: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 30))]
    #[schema(value_type = String, max_length = 30)]
    house_number: Option<String>,
    /// Five digits.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, custom(function = "five_digits"))]
    #[schema(value_type = String, pattern = "^[0-9]{5}$")]
    postal_code: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 100))]
    #[schema(value_type = String, max_length = 100)]
    city: Option<String>,
    #[validate(required, custom(function = "accepted"))]
    #[schema(value_type = bool)]
    terms_accepted: Option<bool>,
    /// Of mails; the portal's own unless given.
    locale: Option<Locale>,
}

impl RegisterLandlordRequest {
    pub fn into_sign_up(self, default_locale: locale::Locale) -> Result<(SignUp, UserAddress), ApiError> {
        let Self {
            email: Some(email),
            first_name: Some(first_name),
            last_name: Some(last_name),
            phone_number: Some(phone_number),
            date_of_birth: Some(date_of_birth),
            gender: Some(Gender(gender)),
            street: Some(street),
            house_number: Some(house_number),
            postal_code: Some(postal_code),
            city: Some(city),
            terms_accepted: Some(true),
            locale,
        } = self
        else {
            return Err(ApiError::invalid());
        };
        let email = Email::parse(&email).ok_or_else(ApiError::invalid)?;
        let locale = locale.map_or(default_locale, |Locale(locale)| locale);
        let sign_up = SignUp { email, first_name, last_name, gender, date_of_birth, phone_number, locale };
        Ok((sign_up, UserAddress { street, house_number, postal_code, city }))
    }
}

/// A student's form, without the proof of study.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterStudentRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, custom(function = "one_email"))]
    #[schema(value_type = String, max_length = 254)]
    email: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 100))]
    #[schema(value_type = String, max_length = 100)]
    first_name: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 100))]
    #[schema(value_type = String, max_length = 100)]
    last_name: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 30))]
    #[schema(value_type = String, max_length = 30)]
    phone_number: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 2000))]
    #[schema(value_type = String, max_length = 2000)]
    about_me: Option<String>,
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
    /// Of mails; the portal's own unless given.
    locale: Option<Locale>,
}

impl RegisterStudentRequest {
    /// The sign-up, and what the student says of themselves.
    pub fn into_sign_up(self, default_locale: locale::Locale) -> Result<(SignUp, String), ApiError> {
        let Self {
            email: Some(email),
            first_name: Some(first_name),
            last_name: Some(last_name),
            phone_number: Some(phone_number),
            about_me: Some(about_me),
            date_of_birth: Some(date_of_birth),
            gender: Some(Gender(gender)),
            terms_accepted: Some(true),
            locale,
        } = self
        else {
            return Err(ApiError::invalid());
        };
        let email = Email::parse(&email).ok_or_else(ApiError::invalid)?;
        let locale = locale.map_or(default_locale, |Locale(locale)| locale);
        Ok((SignUp { email, first_name, last_name, gender, date_of_birth, phone_number, locale }, about_me))
    }
}

/// The multipart form of a student's sign-up.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form in OpenAPI; it is read part by part")]
pub struct RegisterStudentForm {
    user: RegisterStudentRequest,
    /// JPEG, PNG, WebP or PDF, at most 10,485,760 bytes.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What the link in the mail carries.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivationRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, custom(function = "one_email"))]
    #[schema(value_type = String, max_length = 254)]
    email: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 200))]
    #[schema(value_type = String, max_length = 200)]
    registration_token: Option<String>,
}

impl ActivationRequest {
    pub fn link(self) -> Result<ActivationLink, ApiError> {
        link(self.email.as_deref(), self.registration_token)
    }
}

/// What the link in the mail carries, and the first password.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinishRegistrationRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, custom(function = "one_email"))]
    #[schema(value_type = String, max_length = 254)]
    email: Option<String>,
    #[serde(default, deserialize_with = "verbatim")]
    #[validate(required, custom(function = "long_enough"))]
    #[schema(value_type = String, min_length = 8, max_length = 128)]
    password: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 200))]
    #[schema(value_type = String, max_length = 200)]
    registration_token: Option<String>,
}

impl FinishRegistrationRequest {
    pub fn link_and_password(self) -> Result<(ActivationLink, String), ApiError> {
        let password = self.password.ok_or_else(ApiError::invalid)?;
        Ok((link(self.email.as_deref(), self.registration_token)?, password))
    }
}

fn link(email: Option<&str>, token: Option<String>) -> Result<ActivationLink, ApiError> {
    let email = email.and_then(Email::parse).ok_or_else(ApiError::invalid)?;
    Ok(ActivationLink { email, token: AccountSecret(token.ok_or_else(ApiError::invalid)?) })
}
