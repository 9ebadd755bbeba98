//! Applications as clients read them.

use chrono::NaiveDate;
use portal_services::applications::{ApplicationView, AppliedListing, PersonView};
use portal_services::reply_clock::ReplyClock;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::closed_set::{Decision, Gender, Role, UserStatus};
use crate::listings::{ImageResponse, ListingAddressResponse};
use crate::number::Euro;
use crate::timestamp::Timestamp;

/// A person on either side of an application. What the reader may not know is null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonResponse {
    external_id: Uuid,
    first_name: String,
    last_name: String,
    role: Role,
    status: UserStatus,
    #[schema(required)]
    gender: Option<Gender>,
    /// Of the other side, known after the landlord's approval.
    #[schema(required)]
    email: Option<String>,
    /// Of the other side, known after the landlord's approval.
    #[schema(required)]
    phone_number: Option<String>,
    #[schema(required)]
    about_me: Option<String>,
    /// For administrators.
    #[schema(required)]
    date_of_birth: Option<NaiveDate>,
}

impl From<PersonView> for PersonResponse {
    fn from(person: PersonView) -> Self {
        Self {
            external_id: person.id.0,
            first_name: person.first_name,
            last_name: person.last_name,
            role: Role(person.role),
            status: UserStatus(person.status),
            gender: person.gender.map(Gender),
            email: person.email,
            phone_number: person.phone_number,
            about_me: person.about_me,
            date_of_birth: person.date_of_birth,
        }
    }
}

/// The listing that an application is for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedListingResponse {
    /// Null once the listing is deleted.
    #[schema(required)]
    external_id: Option<Uuid>,
    title: String,
    deleted: bool,
    /// The first picture. Null, as is the rest, once the listing is deleted or where the reader may not see its page.
    #[schema(required)]
    image: Option<ImageResponse>,
    #[schema(required)]
    total_rent: Option<Euro>,
    #[schema(required)]
    address: Option<ListingAddressResponse>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationResponse {
    external_id: Uuid,
    /// Null once the person's data were erased.
    #[schema(required)]
    student: Option<PersonResponse>,
    /// Null once the person's data were erased.
    #[schema(required)]
    landlord: Option<PersonResponse>,
    listing: AppliedListingResponse,
    /// Null once its time of keeping is over.
    #[schema(required)]
    application_letter: Option<String>,
    administrator_approval_status: Decision,
    /// The landlord's decision.
    status: Decision,
    date_created: Timestamp,
    last_modified: Timestamp,
    #[schema(required)]
    administrator_decided_at: Option<Timestamp>,
    #[schema(required)]
    landlord_decided_at: Option<Timestamp>,
    /// Since when it waits for the reviewer whose turn it is; null once it is decided.
    #[schema(required)]
    waiting_since: Option<Timestamp>,
    /// Whether it has waited longer than it should.
    overdue: bool,
}

impl From<(ApplicationView, ReplyClock)> for ApplicationResponse {
    fn from((view, clock): (ApplicationView, ReplyClock)) -> Self {
        let ApplicationView { application, listing, student, landlord } = view;
        let (image, total_rent, address) = match listing {
            Some(AppliedListing { image, total_rent, address, .. }) => (image, Some(total_rent), Some(address)),
            None => (None, None, None),
        };
        let state = application.state;
        let waiting_since = application.waiting_since();
        Self {
            external_id: application.id.0,
            student: student.map(Into::into),
            landlord: landlord.map(Into::into),
            listing: AppliedListingResponse {
                external_id: application.listing_id.map(|listing| listing.0),
                title: application.listing_title,
                deleted: application.listing_id.is_none(),
                image: image.map(Into::into),
                total_rent: total_rent.map(Euro),
                address: address.map(Into::into),
            },
            application_letter: application.letter,
            administrator_approval_status: Decision(state.administrator_decision()),
            status: Decision(state.landlord_decision()),
            date_created: Timestamp(application.date_created),
            last_modified: Timestamp(application.last_modified),
            administrator_decided_at: state.administrator_decided_at().map(Timestamp),
            landlord_decided_at: state.landlord_decided_at().map(Timestamp),
            waiting_since: waiting_since.map(Timestamp),
            overdue: clock.is_overdue(waiting_since),
        }
    }
}
