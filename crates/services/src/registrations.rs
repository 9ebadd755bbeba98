//! Requests to join: made by students and landlords, decided by administrators, finished by setting a
//! password.

mod activation;
mod list;
mod review;
mod sign_up;
mod views;

pub use activation::{ActivationLink, activate, is_activation_possible, resend_activation};
pub use list::{ListRequest, list};
pub use review::review;
pub use sign_up::{SignUp, sign_up_landlord, sign_up_student};
pub use views::RegistrationView;
