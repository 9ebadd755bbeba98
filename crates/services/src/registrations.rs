//! Requests to join: made by students and landlords, decided by administrators, finished by setting a
//! password.

mod activation;
mod approve_many;
mod export_list;
mod list;
mod review;
mod sign_up;
mod views;

pub use activation::{ActivationLink, LinkState, activate, check_activation, resend_activation};
pub use approve_many::{Approvals, approve_many};
pub use export_list::export_list;
pub use list::{ListRequest, list};
pub use review::review;
pub use sign_up::{SignUp, sign_up_landlord, sign_up_student};
pub use views::RegistrationView;
