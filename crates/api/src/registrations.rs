//! Requests to join over HTTP: signing up, the administrators' review, and the link that sets a password.

mod activation;
mod approvals;
mod csv;
mod requests;
mod responses;
mod reviews;
mod sign_up;

pub use activation::{check_activation, finish_registration, resend_activation};
pub use approvals::{approve_landlords, approve_students};
pub use responses::ExportedRegistration;
pub use reviews::{RegistrationSortField, list_landlords, list_students, review_landlord, review_student};
pub use sign_up::{register_landlord, register_student};

use crate::envelope::{envelope, page};
use responses::{ApprovalsResponse, LandlordRegistrationResponse, StudentRegistrationResponse};

envelope! {
    LandlordRegistrationEnvelope(LandlordRegistrationResponse),
    StudentRegistrationEnvelope(StudentRegistrationResponse),
    ApprovalsEnvelope(ApprovalsResponse),
}
page!(LandlordRegistrationPage(LandlordRegistrationResponse));
page!(StudentRegistrationPage(StudentRegistrationResponse));
