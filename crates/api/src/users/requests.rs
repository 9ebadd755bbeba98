//! What people and administrators send.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use portal_domain::user::{Profile, Role, UserAddress};
use portal_services::users::Invitation;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::closed_set::{Gender, Locale};
use crate::error::{ApiError, FieldRule};
use crate::text::{EmailAddress, Line, Lines, NewPassword, Password, PostalCode, Rule, Text, kept, optional, required};

/// What a person may change of themselves. What belongs to another role is passed over.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUserRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    first_name: Line<100>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    last_name: Line<100>,
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    phone_number: Line<30>,
    /// Of mails; unchanged unless given.
    locale: Option<Locale>,
    /// Required of landlords, as are the other parts of the address.
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    street: Option<Line<150>>,
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    house_number: Option<Line<30>>,
    /// Five digits.
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    postal_code: Option<PostalCode>,
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    city: Option<Line<100>>,
    /// Required of students.
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    about_me: Option<Lines<2000>>,
}

impl UpdateUserRequest {
    /// The profile of somebody in this role; what the role requires and is missing is named.
    pub fn profile(self, role: Role) -> Result<Profile, ApiError> {
        let needed = match role {
            Role::Admin => Vec::new(),
            Role::Student => vec![("aboutMe", is_missing(self.about_me.as_ref()))],
            Role::Landlord => vec![
                ("street", is_missing(self.street.as_ref())),
                ("houseNumber", is_missing(self.house_number.as_ref())),
                ("postalCode", is_missing(self.postal_code.as_ref())),
                ("city", is_missing(self.city.as_ref())),
            ],
        };
        let missing: BTreeMap<String, FieldRule> = needed
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

/// Whom to make an administrator.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAdministratorRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    email: EmailAddress,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    first_name: Line<100>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    last_name: Line<100>,
    #[validate(required)]
    #[schema(value_type = Gender)]
    gender: Option<Gender>,
    /// `-` unless given.
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    phone_number: Option<Line<30>>,
    /// From 1900 until today; 2000-01-01 unless given.
    date_of_birth: Option<NaiveDate>,
    /// The language of the invitation and of later mails; the portal's own unless given.
    locale: Option<Locale>,
}

impl CreateAdministratorRequest {
    pub fn invitation(self) -> Result<Invitation, ApiError> {
        let Gender(gender) = self.gender.ok_or_else(ApiError::invalid)?;
        Ok(Invitation {
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

/// The password of the account that is to be deleted.
#[derive(Deserialize, Validate, ToSchema)]
pub struct DeleteProfileRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub password: Password,
}

/// The present password and the one in its place.
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

/// Whose password is forgotten.
#[derive(Deserialize, Validate, ToSchema)]
pub struct ForgotPasswordRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    pub email: EmailAddress,
}

/// What the link in the mail carries, and the new password.
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
