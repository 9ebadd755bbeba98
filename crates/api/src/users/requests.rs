//! Requests of users, and the groups of fields that other requests share.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use portal_domain::user::{Email, Profile, Role, UserAddress};
use portal_services::users::AdministratorInvitation;

use crate::error::{ApiError, FieldRule};
use crate::extract::enums::{Gender, Locale};
use crate::extract::request;
use crate::extract::text::{
    City, HouseNumber, LinkToken, Name, NewPassword, Note, Password, PhoneNumber, PostalCode, Street,
};

request! {
    /// A person.
    pub(crate) struct PersonFields {
        first_name: Name,
        last_name: Name,
        gender: Gender,
    }

    /// A postal address.
    pub(crate) struct AddressFields {
        street: Street,
        house_number: HouseNumber,
        /// Five digits.
        postal_code: PostalCode,
        city: City,
    }

    /// The profile of a user. Fields of other roles are ignored.
    pub(crate) struct UpdateUserRequest {
        ..person: PersonFields,
        phone_number: PhoneNumber,
        /// The language of mails. Default: unchanged.
        locale: Option<Locale>,
        /// Required for landlords.
        street: Option<Street>,
        /// Required for landlords.
        house_number: Option<HouseNumber>,
        /// Five digits. Required for landlords.
        postal_code: Option<PostalCode>,
        /// Required for landlords.
        city: Option<City>,
        /// Required for students.
        about_me: Option<Note>,
    }

    /// A new administrator.
    pub(crate) struct CreateAdministratorRequest {
        ..person: PersonFields,
        email: Email,
        /// Default: `-`.
        phone_number: Option<PhoneNumber>,
        /// From 1900 until today. Default: 2000-01-01.
        date_of_birth: Option<NaiveDate>,
        /// The language of mails. Default: the portal's default language.
        locale: Option<Locale>,
    }

    /// The confirmation of the deletion of an account.
    pub(crate) struct DeleteProfileRequest {
        password: Password,
    }

    /// The current and the new password.
    pub(crate) struct ChangePasswordRequest {
        old_password: Password,
        new_password: NewPassword,
    }

    /// A request for a password reset link.
    pub(crate) struct ForgotPasswordRequest {
        email: Email,
    }

    /// The parameters of a password reset link, and the new password.
    pub(crate) struct ResetPasswordRequest {
        email: Email,
        token: LinkToken,
        password: NewPassword,
    }
}

impl AddressFields {
    pub(crate) fn into_address(self) -> UserAddress {
        UserAddress {
            street: self.street.0,
            house_number: self.house_number.0,
            postal_code: self.postal_code.0,
            city: self.city.0,
        }
    }
}

impl UpdateUserRequest {
    /// The profile for this role; an error names the missing fields that the role requires.
    pub(super) fn into_profile(self, role: Role) -> Result<Profile, ApiError> {
        let Self { person, phone_number, locale, street, house_number, postal_code, city, about_me } = self;
        let required: &[(&str, bool)] = match role {
            Role::Administrator => &[],
            Role::Student => &[("aboutMe", about_me.is_some())],
            Role::Landlord => &[
                ("street", street.is_some()),
                ("houseNumber", house_number.is_some()),
                ("postalCode", postal_code.is_some()),
                ("city", city.is_some()),
            ],
        };
        let missing = required.iter().filter(|(_, is_present)| !is_present);
        let missing: BTreeMap<_, _> = missing.map(|(name, _)| ((*name).to_owned(), FieldRule::Required)).collect();
        if !missing.is_empty() {
            return Err(ApiError::fields(missing));
        }
        let address = match (street, house_number, postal_code, city) {
            (Some(street), Some(house_number), Some(postal_code), Some(city)) => {
                Some(AddressFields { street, house_number, postal_code, city }.into_address())
            }
            _ => None,
        };
        Ok(Profile {
            first_name: person.first_name.0,
            last_name: person.last_name.0,
            gender: person.gender.0,
            phone_number: phone_number.0,
            locale: locale.map(|locale| locale.0),
            about_me: about_me.map(|text| text.0),
            address,
        })
    }
}

impl From<CreateAdministratorRequest> for AdministratorInvitation {
    fn from(request: CreateAdministratorRequest) -> Self {
        Self {
            email: request.email,
            first_name: request.person.first_name.0,
            last_name: request.person.last_name.0,
            gender: request.person.gender.0,
            phone_number: request.phone_number.map(|number| number.0),
            date_of_birth: request.date_of_birth,
            locale: request.locale.map(|locale| locale.0),
        }
    }
}
