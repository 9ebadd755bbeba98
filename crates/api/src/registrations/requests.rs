//! Requests of registrations.

use chrono::NaiveDate;
use portal_domain::ids::RegistrationId;
use portal_domain::limits::MAX_APPROVALS;
use portal_domain::locale;
use portal_domain::user::Email;
use portal_services::AccountLink;
use portal_services::ports::AccountSecret;
use portal_services::registrations::NewRegistration;
use utoipa::ToSchema;

use crate::extract::enums::Locale;
use crate::extract::text::{LinkToken, NewPassword, Note, PhoneNumber};
use crate::extract::{Accepted, DistinctIds, request};
use crate::users::{AddressFields, PersonFields};

request! {
    /// What students and landlords register with.
    pub(crate) struct RegistrationFields {
        ..person: PersonFields,
        email: Email,
        phone_number: PhoneNumber,
        /// From 1900 until today.
        date_of_birth: NaiveDate,
        terms_accepted: Accepted,
        /// The language of mails. Default: the portal's default language.
        locale: Option<Locale>,
    }

    /// The registration of a landlord.
    pub(crate) struct RegisterLandlordRequest {
        ..registration: RegistrationFields,
        ..address: AddressFields,
    }

    /// The registration of a student, without the proof of study.
    pub(crate) struct RegisterStudentRequest {
        ..registration: RegistrationFields,
        about_me: Note,
    }

    /// The parameters of an activation link.
    pub(crate) struct ActivationRequest {
        email: Email,
        registration_token: LinkToken,
    }

    /// The parameters of an activation link, and the first password.
    pub(crate) struct FinishRegistrationRequest {
        ..link: ActivationRequest,
        password: NewPassword,
    }

    /// The registrations to approve.
    pub(crate) struct ApproveRegistrationsRequest {
        /// 1 to 50 distinct ids of registrations.
        ids: DistinctIds<RegistrationId, 1, MAX_APPROVALS>,
    }
}

impl RegistrationFields {
    pub(super) fn into_registration(self, default_locale: locale::Locale) -> NewRegistration {
        let Self { person, email, phone_number, date_of_birth, terms_accepted: Accepted, locale } = self;
        NewRegistration {
            email,
            first_name: person.first_name.0,
            last_name: person.last_name.0,
            gender: person.gender.0,
            date_of_birth,
            phone_number: phone_number.0,
            locale: locale.map_or(default_locale, |locale| locale.0),
        }
    }
}

impl From<ActivationRequest> for AccountLink {
    fn from(request: ActivationRequest) -> Self {
        Self { email: request.email, token: AccountSecret(request.registration_token.0) }
    }
}

/// The form of a student's registration.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart form in OpenAPI")]
pub(super) struct RegisterStudentForm {
    user: RegisterStudentRequest,
    /// The proof of study: JPEG, PNG, WebP or PDF, at most 10,485,760 bytes.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}
