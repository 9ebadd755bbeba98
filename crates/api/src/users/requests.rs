//! What people and administrators send.

use chrono::NaiveDate;
use portal_domain::user::{Email, Profile, Role, UserAddress};
use portal_services::users::Invitation;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::closed_set::{Gender, Locale};
use crate::error::{ApiError, FieldRule};
use crate::field_rules::{five_digits, long_enough, one_email};
use crate::text::{trimmed, verbatim};

/// What a person may change of themselves. What belongs to another role is passed over.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUserRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 100))]
    #[schema(value_type = String, max_length = 100)]
    first_name: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 100))]
    #[schema(value_type = String, max_length = 100)]
    last_name: Option<String>,
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 30))]
    #[schema(value_type = String, max_length = 30)]
    phone_number: Option<String>,
    /// Of mails; unchanged unless given.
    locale: Option<Locale>,
    /// Required of landlords, as are the other parts of the address.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 150))]
    #[schema(max_length = 150)]
    street: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 30))]
    #[schema(max_length = 30)]
    house_number: Option<String>,
    /// Five digits.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(custom(function = "five_digits"))]
    #[schema(pattern = "^[0-9]{5}$")]
    postal_code: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 100))]
    #[schema(max_length = 100)]
    city: Option<String>,
    /// Required of students.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 2000))]
    #[schema(max_length = 2000)]
    about_me: Option<String>,
}

impl UpdateUserRequest {
    /// The profile of somebody in this role; what the role requires and is missing is named.
    pub fn profile(self, role: Role) -> Result<Profile, ApiError> {
        let missing: Vec<&str> = match role {
            Role::Admin => Vec::new(),
            Role::Student => [("aboutMe", &self.about_me)].into_iter().filter_map(missing).collect(),
            Role::Landlord => [
                ("street", &self.street),
                ("houseNumber", &self.house_number),
                ("postalCode", &self.postal_code),
                ("city", &self.city),
            ]
            .into_iter()
            .filter_map(missing)
            .collect(),
        };
        if !missing.is_empty() {
            let fields = missing.into_iter().map(|name| (name.to_owned(), FieldRule::Required));
            return Err(ApiError::fields(fields.collect()));
        }
        let Self {
            first_name: Some(first_name),
            last_name: Some(last_name),
            gender: Some(Gender(gender)),
            phone_number: Some(phone_number),
            locale,
            street,
            house_number,
            postal_code,
            city,
            about_me,
        } = self
        else {
            return Err(ApiError::invalid());
        };
        let address = match (street, house_number, postal_code, city) {
            (Some(street), Some(house_number), Some(postal_code), Some(city)) => {
                Some(UserAddress { street, house_number, postal_code, city })
            }
            _ => None,
        };
        let locale = locale.map(|Locale(locale)| locale);
        Ok(Profile { first_name, last_name, gender, phone_number, locale, about_me, address })
    }
}

fn missing<'a>((name, value): (&'a str, &Option<String>)) -> Option<&'a str> {
    value.is_none().then_some(name)
}

/// Whom to make an administrator.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAdministratorRequest {
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
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 30))]
    #[schema(value_type = String, max_length = 30)]
    phone_number: Option<String>,
    /// From 1900 until today.
    #[validate(required)]
    #[schema(value_type = NaiveDate)]
    date_of_birth: Option<NaiveDate>,
}

impl CreateAdministratorRequest {
    pub fn invitation(self) -> Result<Invitation, ApiError> {
        let Self {
            email: Some(email),
            first_name: Some(first_name),
            last_name: Some(last_name),
            gender: Some(Gender(gender)),
            phone_number: Some(phone_number),
            date_of_birth: Some(date_of_birth),
        } = self
        else {
            return Err(ApiError::invalid());
        };
        let email = Email::parse(&email).ok_or_else(ApiError::invalid)?;
        Ok(Invitation { email, first_name, last_name, gender, phone_number, date_of_birth })
    }
}

/// The password of the account that is to be deleted.
#[derive(Deserialize, Validate, ToSchema)]
pub struct DeleteProfileRequest {
    #[serde(default, deserialize_with = "verbatim")]
    #[validate(required, length(max = 128))]
    #[schema(value_type = String, max_length = 128)]
    pub password: Option<String>,
}

/// The present password and the one in its place.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    #[serde(default, deserialize_with = "verbatim")]
    #[validate(required, length(max = 128))]
    #[schema(value_type = String, max_length = 128)]
    pub old_password: Option<String>,
    #[serde(default, deserialize_with = "verbatim")]
    #[validate(required, custom(function = "long_enough"))]
    #[schema(value_type = String, min_length = 8, max_length = 128)]
    pub new_password: Option<String>,
}

/// Whose password is forgotten.
#[derive(Deserialize, Validate, ToSchema)]
pub struct ForgotPasswordRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, custom(function = "one_email"))]
    #[schema(value_type = String, max_length = 254)]
    pub email: Option<String>,
}

/// What the link in the mail carries, and the new password.
#[derive(Deserialize, Validate, ToSchema)]
pub struct ResetPasswordRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, custom(function = "one_email"))]
    #[schema(value_type = String, max_length = 254)]
    pub email: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 200))]
    #[schema(value_type = String, max_length = 200)]
    pub token: Option<String>,
    #[serde(default, deserialize_with = "verbatim")]
    #[validate(required, custom(function = "long_enough"))]
    #[schema(value_type = String, min_length = 8, max_length = 128)]
    pub password: Option<String>,
}
