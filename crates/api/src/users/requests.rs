//! Requests of users, and the groups of fields that other requests share.

use chrono::NaiveDate;
use portal_domain::user::{Email, Profile, Role, UserAddress};
use portal_services::users::AdministratorInvitation;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::error::ApiError;
use crate::extract::enums::{Gender, Locale};
use crate::extract::text::{
    City, HouseNumber, LinkToken, Name, NewPassword, Note, Password, PhoneNumber, PostalCode, Street,
};
use crate::extract::{FromFields, described, property, read_json, request};

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

    /// What the profile of every user has.
    pub(crate) struct ProfileFields {
        ..person: PersonFields,
        phone_number: PhoneNumber,
        /// The language of mails. Default: unchanged.
        locale: Option<Locale>,
    }

    /// The profile of a student.
    pub(crate) struct StudentProfileFields {
        ..profile: ProfileFields,
        about_me: Note,
    }

    /// The profile of a landlord.
    pub(crate) struct LandlordProfileFields {
        ..profile: ProfileFields,
        ..address: AddressFields,
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

/// Describes the profiles of all roles as one object, which clients send regardless of the role.
/// [`read_profile`] parses that of one role.
pub(crate) struct UpdateUserRequest;

impl PartialSchema for UpdateUserRequest {
    fn schema() -> RefOr<Schema> {
        let object = ProfileFields::describe(ObjectBuilder::new());
        let landlords: &[&str] = &["Required for landlords."];
        let object = property::<Option<Street>>(object, "street", landlords);
        let object = property::<Option<HouseNumber>>(object, "houseNumber", landlords);
        let object = property::<Option<PostalCode>>(object, "postalCode", &["Five digits. Required for landlords."]);
        let object = property::<Option<City>>(object, "city", landlords);
        let object = property::<Option<Note>>(object, "aboutMe", &["Required for students."]);
        described(object.into(), &["The profile of a user. Fields of other roles are ignored."])
    }
}

impl ToSchema for UpdateUserRequest {}

/// Parses the profile of a user of this role. Fields of other roles are not read.
pub(super) fn read_profile(json: &[u8], role: Role) -> Result<Profile, ApiError> {
    Ok(match role {
        Role::Administrator => read_json::<ProfileFields>(json)?.into_profile(None, None),
        Role::Student => {
            let StudentProfileFields { profile, about_me } = read_json(json)?;
            profile.into_profile(Some(about_me.0), None)
        }
        Role::Landlord => {
            let LandlordProfileFields { profile, address } = read_json(json)?;
            profile.into_profile(None, Some(address.into_address()))
        }
    })
}

impl ProfileFields {
    fn into_profile(self, about_me: Option<String>, address: Option<UserAddress>) -> Profile {
        let Self { person, phone_number, locale } = self;
        Profile {
            first_name: person.first_name.0,
            last_name: person.last_name.0,
            gender: person.gender.0,
            phone_number: phone_number.0,
            locale: locale.map(|locale| locale.0),
            about_me,
            address,
        }
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

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;
    use actix_web::body::MessageBody;
    use serde_json::{Value, json};

    use super::*;

    /// A valid profile of every role.
    fn profile() -> Value {
        json!({
            "firstName": "Ada", "lastName": "Lovelace", "gender": "FEMALE", "phoneNumber": "+49 30 1",
            "aboutMe": "Ich koche gern.", "street": "Weg", "houseNumber": "1", "postalCode": "10115", "city": "Berlin"
        })
    }

    /// The violated rules by field; `None` without an error.
    fn violations(profile: &Value, role: Role) -> Option<Value> {
        let error = read_profile(profile.to_string().as_bytes(), role).err()?;
        let Ok(body) = error.error_response().into_body().try_into_bytes() else { panic!("an error has a body") };
        Some(serde_json::from_slice::<Value>(&body).unwrap()["error"]["fields"].take())
    }

    #[test]
    fn read_profile_ignores_invalid_fields_of_other_roles() {
        for (role, foreign) in [
            (Role::Administrator, ["postalCode", "aboutMe"]),
            (Role::Student, ["postalCode", "street"]),
            (Role::Landlord, ["aboutMe", "aboutMe"]),
        ] {
            let mut invalid = profile();
            for field in foreign {
                invalid[field] = json!({ "not": "a text" });
            }
            assert_eq!(violations(&invalid, role), None, "{role}");
        }
    }

    #[test]
    fn read_profile_names_invalid_and_missing_fields_together() {
        let mut incomplete = profile();
        incomplete["firstName"] = json!(" ");
        incomplete["postalCode"] = json!("abc");
        for field in ["street", "aboutMe"] {
            incomplete[field] = Value::Null;
        }
        let (required, invalid) = ("validation.required", "validation.invalid");
        for (role, expected) in [
            (Role::Administrator, json!({ "firstName": required })),
            (Role::Student, json!({ "firstName": required, "aboutMe": required })),
            (Role::Landlord, json!({ "firstName": required, "street": required, "postalCode": invalid })),
        ] {
            assert_eq!(violations(&incomplete, role), Some(expected), "{role}");
        }
    }
}
