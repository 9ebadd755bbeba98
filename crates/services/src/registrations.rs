//! Registrations: submitted by students and landlords, reviewed by administrators, finished by
//! setting a password.

mod activation;
mod approve;
mod export;
mod list;
mod register;
mod review;

pub use activation::{LinkState, check_activation, finish_registration, resend_activation};
pub use approve::{Approvals, approve_registrations};
pub use export::export_registrations;
pub use list::list_registrations;
pub use register::{NewRegistration, register_landlord, register_student};
pub use review::review_registration;
