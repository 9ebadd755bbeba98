//! Responses of applications.

use chrono::NaiveDate;
use portal_domain::rejection;
use portal_services::ports::{ApplicationDetails, ApplicationListing, ApplicationUser};
use portal_services::reply_clock::ReplyClock;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::enums::{
    Decision, Gender, ListingStatus, RejectionReason, Reviewer, Role, StoredValue, UserStatus,
};
use crate::extract::number::Euro;
use crate::listings::{ImageResponse, ListingAddressResponse};
use crate::response::timestamp::Timestamp;

/// The student or the landlord of an application. Fields that the caller may not see are null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ParticipantResponse {
    external_id: Uuid,
    first_name: String,
    last_name: String,
    role: Role,
    status: UserStatus,
    #[schema(required)]
    gender: Option<Gender>,
    /// Student and landlord see each other's email address after the landlord's approval.
    #[schema(required)]
    email: Option<String>,
    /// Student and landlord see each other's phone number after the landlord's approval.
    #[schema(required)]
    phone_number: Option<String>,
    #[schema(required)]
    about_me: Option<String>,
    /// Visible to administrators.
    #[schema(required)]
    date_of_birth: Option<NaiveDate>,
}

impl From<ApplicationUser> for ParticipantResponse {
    fn from(user: ApplicationUser) -> Self {
        Self {
            external_id: user.id.0,
            first_name: user.first_name,
            last_name: user.last_name,
            role: Role(user.role),
            status: UserStatus(user.status),
            gender: user.gender.map(Gender),
            email: user.email,
            phone_number: user.phone_number,
            about_me: user.about_me,
            date_of_birth: user.date_of_birth,
        }
    }
}

/// The listing of an application.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AppliedListingResponse {
    /// Null if the listing was deleted.
    #[schema(required)]
    external_id: Option<Uuid>,
    title: String,
    deleted: bool,
    /// Null if the listing was deleted or the caller may not see its page.
    #[schema(required)]
    status: Option<ListingStatus>,
    /// The first image. Null if the listing was deleted or the caller may not see its page.
    #[schema(required)]
    image: Option<ImageResponse>,
    /// Null if the listing was deleted or the caller may not see its page.
    #[schema(required)]
    total_rent: Option<Euro>,
    /// Null if the listing was deleted or the caller may not see its page.
    #[schema(required)]
    address: Option<ListingAddressResponse>,
}

/// Who rejected an application, and why.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RejectionResponse {
    /// Where a listing is let or deleted, the landlord, also if no administrator has checked the
    /// application.
    by: Reviewer,
    /// Null if none was given. In a rolling upgrade also a reason that only the newer version describes.
    #[schema(required, value_type = Option<RejectionReason>)]
    reason: Option<StoredValue<rejection::RejectionReason>>,
    /// Null if none was given, and after its retention period.
    #[schema(required)]
    note: Option<String>,
}

impl From<rejection::Rejection> for RejectionResponse {
    fn from(rejection::Rejection { by, reason, note }: rejection::Rejection) -> Self {
        Self { by: Reviewer(by), reason: reason.map(StoredValue), note }
    }
}

/// An application of a student for a listing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ApplicationResponse {
    external_id: Uuid,
    /// Null if the user was deleted.
    #[schema(required)]
    student: Option<ParticipantResponse>,
    /// Null if the user was deleted.
    #[schema(required)]
    landlord: Option<ParticipantResponse>,
    listing: AppliedListingResponse,
    /// Null after its retention period.
    #[schema(required)]
    application_letter: Option<String>,
    /// The administrator's decision.
    administrator_approval_status: Decision,
    /// The landlord's decision.
    status: Decision,
    /// Null unless it is rejected.
    #[schema(required)]
    rejection: Option<RejectionResponse>,
    date_created: Timestamp,
    last_modified: Timestamp,
    #[schema(required)]
    administrator_decided_at: Option<Timestamp>,
    #[schema(required)]
    landlord_decided_at: Option<Timestamp>,
    /// Since when the application waits for the next decision. Null once it is decided.
    #[schema(required)]
    waiting_since: Option<Timestamp>,
    /// Whether the decision is overdue.
    overdue: bool,
}

impl From<(ApplicationDetails, ReplyClock)> for ApplicationResponse {
    fn from((view, clock): (ApplicationDetails, ReplyClock)) -> Self {
        let ApplicationDetails { application, listing, student, landlord } = view;
        let status = listing.as_ref().map(|listing| ListingStatus(listing.visibility.status));
        let (image, total_rent, address) = match listing {
            Some(ApplicationListing { image, total_rent, address, .. }) => (image, Some(total_rent), Some(address)),
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
                status,
                image: image.map(Into::into),
                total_rent: total_rent.map(Euro),
                address: address.map(Into::into),
            },
            application_letter: application.letter,
            administrator_approval_status: Decision(state.administrator_decision()),
            status: Decision(state.landlord_decision()),
            rejection: application.rejection.map(Into::into),
            date_created: Timestamp(application.date_created),
            last_modified: Timestamp(application.last_modified),
            administrator_decided_at: state.administrator_decided_at().map(Timestamp),
            landlord_decided_at: state.landlord_decided_at().map(Timestamp),
            waiting_since: waiting_since.map(Timestamp),
            overdue: clock.is_overdue(waiting_since),
        }
    }
}
