//! Handlers of registrations: registering, the administrators' review, and the activation of
//! accounts.

mod activation;
mod approvals;
mod csv;
mod register;
mod requests;
mod responses;
mod reviews;

pub(crate) use activation::{check_activation, finish_registration, resend_activation};
pub(crate) use approvals::{approve_landlord_registrations, approve_student_registrations};
pub(crate) use register::{register_landlord, register_student};
pub(crate) use responses::ExportedRegistration;
pub(crate) use reviews::{
    RegistrationSortField, list_landlord_registrations, list_student_registrations, review_landlord_registration,
    review_student_registration,
};

use crate::response::envelope::{envelope, page};
use responses::{ApprovalsResponse, LandlordRegistrationResponse, StudentRegistrationResponse};

envelope! {
    LandlordRegistrationEnvelope(LandlordRegistrationResponse),
    StudentRegistrationEnvelope(StudentRegistrationResponse),
    ApprovalsEnvelope(ApprovalsResponse),
}
page!(LandlordRegistrationPage(LandlordRegistrationResponse));
page!(StudentRegistrationPage(StudentRegistrationResponse));
