//! A portal for one test, people who use it, and what they send.

mod clock;
mod mailbox;
mod people;
mod portal;
mod requests;
mod second;
mod sign_ups;

pub use people::{Client, PASSWORD, answer};
pub use portal::Portal;
pub use requests::{listing, photo};
pub use second::Second;
pub use sign_ups::{LANDLORDS, STUDENTS, landlord_form, proof, student_form, token};
