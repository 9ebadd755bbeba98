//! Requests of users.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use portal_domain::user::{Profile, Role, UserAddress};
use portal_services::users::AdministratorInvitation;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::enums::{Gender, Locale};
use crate::error::{ApiError, FieldRule};
use crate::text::{
    EmailAddress, Line, Lines, Name, NewPassword, Password, PostalCode, Rule, Text, optional, required, valid,
};

/// The profile of a user. Fields of other roles are ignored.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUserRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    first_name: Name,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    last_name: Name,
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    phone_number: Line<30>,
    /// The language of mails. Default: unchanged.
    locale: Option<Locale>,
    /// Required for landlords.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    street: Option<Line<150>>,
    /// Required for landlords.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    house_number: Option<Line<30>>,
    /// Five digits. Required for landlords.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    postal_code: Option<PostalCode>,
    /// Required for landlords.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    city: Option<Line<100>>,
    /// Required for students.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    about_me: Option<Lines<2000>>,
}

impl UpdateUserRequest {
    /// The profile for this role; an error names the missing fields that the role requires.
    pub fn into_profile(self, role: Role) -> Result<Profile, ApiError> {
        let required_fields = match role {
            Role::Administrator => Vec::new(),
            Role::Student => vec![("aboutMe", is_missing(self.about_me.as_ref()))],
            Role::Landlord => vec![
                ("street", is_missing(self.street.as_ref())),
                ("houseNumber", is_missing(self.house_number.as_ref())),
                ("postalCode", is_missing(self.postal_code.as_ref())),
                ("city", is_missing(self.city.as_ref())),
            ],
        };
        let missing: BTreeMap<String, FieldRule> = required_fields
            .into_iter()
            .filter(|(_, missing)| *missing)
            .map(|(name, _)| (name.to_owned(), FieldRule::Required))
            .collect();
        if !missing.is_empty() {
            return Err(ApiError::fields(missing));
        }
        let Gender(gender) = self.gender.ok_or_else(ApiError::invalid)?;
        let (street, house_number) = (optional(self.street)?, optional(self.house_number)?);
        let address = match (street, house_number, optional(self.postal_code)?, optional(self.city)?) {
            (Some(street), Some(house_number), Some(postal_code), Some(city)) => {
                Some(UserAddress { street, house_number, postal_code, city })
            }
            _ => None,
        };
        Ok(Profile {
            first_name: self.first_name.required()?,
            last_name: self.last_name.required()?,
            gender,
            phone_number: self.phone_number.required()?,
            locale: self.locale.map(|Locale(locale)| locale),
            about_me: optional(self.about_me)?,
            address,
        })
    }
}

fn is_missing<R: Rule>(text: Option<&Text<R>>) -> bool {
    text.is_none_or(Text::is_missing)
}

/// A new administrator.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAdministratorRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    email: EmailAddress,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    first_name: Name,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    last_name: Name,
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    /// Default: `-`.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    phone_number: Option<Line<30>>,
    /// From 1900 until today. Default: 2000-01-01.
    date_of_birth: Option<NaiveDate>,
    /// The language of mails. Default: the portal's default language.
    locale: Option<Locale>,
}

impl CreateAdministratorRequest {
    pub fn into_invitation(self) -> Result<AdministratorInvitation, ApiError> {
        let Gender(gender) = self.gender.ok_or_else(ApiError::invalid)?;
        Ok(AdministratorInvitation {
            email: self.email.required()?,
            first_name: self.first_name.required()?,
            last_name: self.last_name.required()?,
            gender,
            phone_number: optional(self.phone_number)?,
            date_of_birth: self.date_of_birth,
            locale: self.locale.map(|Locale(locale)| locale),
        })
    }
}

/// The confirmation of the deletion of an account.
#[derive(Deserialize, Validate, ToSchema)]
pub struct DeleteProfileRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub password: Password,
}

/// The current and the new password.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub old_password: Password,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub new_password: NewPassword,
}

/// A request for a password reset link.
#[derive(Deserialize, Validate, ToSchema)]
pub struct ForgotPasswordRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub email: EmailAddress,
}

/// The parameters of a password reset link, and the new password.
#[derive(Deserialize, Validate, ToSchema)]
pub struct ResetPasswordRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub email: EmailAddress,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub token: Line<200>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub password: NewPassword,
}
