//! Responses of registrations.

use portal_domain::document::Document;
use portal_services::ports::RegistrationDetails;
use portal_services::registrations::Approvals;
use portal_services::reply_clock::ReplyClock;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{ApiError, ErrorMessage};
use crate::extract::enums::RegistrationStatus;
use crate::response::timestamp::Timestamp;
use crate::users::UserResponse;

/// A proof of study, which can be downloaded by its id.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentResponse {
    external_id: Uuid,
    filename: String,
}

impl From<Document> for DocumentResponse {
    fn from(document: Document) -> Self {
        Self { external_id: document.id.0, filename: document.filename }
    }
}

/// The registration of a landlord.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LandlordRegistrationResponse {
    external_id: Uuid,
    status: RegistrationStatus,
    landlord: UserResponse,
    date_created: Timestamp,
    last_modified: Timestamp,
    /// Since when the registration waits for a decision. Null once it is decided.
    #[schema(required)]
    waiting_since: Option<Timestamp>,
    /// Whether the decision is overdue.
    overdue: bool,
}

impl From<(RegistrationDetails, ReplyClock)> for LandlordRegistrationResponse {
    fn from((view, clock): (RegistrationDetails, ReplyClock)) -> Self {
        let registration = view.registration;
        let waiting_since = registration.waiting_since();
        Self {
            external_id: registration.id.0,
            status: RegistrationStatus(registration.state.status()),
            landlord: view.user.into(),
            date_created: Timestamp(registration.date_created),
            last_modified: Timestamp(registration.last_modified),
            waiting_since: waiting_since.map(Timestamp),
            overdue: clock.is_overdue(waiting_since),
        }
    }
}

/// The registration of a student.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StudentRegistrationResponse {
    external_id: Uuid,
    status: RegistrationStatus,
    student: UserResponse,
    /// Null after its retention period.
    #[schema(required)]
    proof_of_study_document: Option<DocumentResponse>,
    date_created: Timestamp,
    last_modified: Timestamp,
    /// Since when the registration waits for a decision. Null once it is decided.
    #[schema(required)]
    waiting_since: Option<Timestamp>,
    /// Whether the decision is overdue.
    overdue: bool,
}

impl From<(RegistrationDetails, ReplyClock)> for StudentRegistrationResponse {
    fn from((view, clock): (RegistrationDetails, ReplyClock)) -> Self {
        let registration = view.registration;
        let waiting_since = registration.waiting_since();
        Self {
            external_id: registration.id.0,
            status: RegistrationStatus(registration.state.status()),
            student: view.user.into(),
            proof_of_study_document: view.document.map(Into::into),
            date_created: Timestamp(registration.date_created),
            last_modified: Timestamp(registration.last_modified),
            waiting_since: waiting_since.map(Timestamp),
            overdue: clock.is_overdue(waiting_since),
        }
    }
}

/// A registration in the export of a user's data, without the user.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedRegistration {
    external_id: Uuid,
    status: RegistrationStatus,
    proof_of_study_document: Option<DocumentResponse>,
    date_created: Timestamp,
    decided_at: Option<Timestamp>,
}

impl From<RegistrationDetails> for ExportedRegistration {
    fn from(view: RegistrationDetails) -> Self {
        let registration = view.registration;
        Self {
            external_id: registration.id.0,
            status: RegistrationStatus(registration.state.status()),
            proof_of_study_document: view.document.map(Into::into),
            date_created: Timestamp(registration.date_created),
            decided_at: registration.state.decided_at().map(Timestamp),
        }
    }
}

/// A registration that could not be approved.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FailedApprovalResponse {
    id: Uuid,
    message: ErrorMessage,
}

/// The results of approving several registrations. Each id is in one of the lists.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApprovalsResponse {
    approved: Vec<Uuid>,
    failed: Vec<FailedApprovalResponse>,
}

impl From<Approvals> for ApprovalsResponse {
    fn from(Approvals { approved, failed, untried }: Approvals) -> Self {
        let failed = failed.into_iter().map(|(id, error)| (id, ApiError::from(error).message()));
        let untried = untried.into_iter().map(|id| (id, ErrorMessage::ServerUnavailable));
        Self {
            approved: approved.into_iter().map(|id| id.0).collect(),
            failed: failed.chain(untried).map(|(id, message)| FailedApprovalResponse { id: id.0, message }).collect(),
        }
    }
}
