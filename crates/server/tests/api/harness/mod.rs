//! A portal for one test, people who use it, and what they send.

mod clock;
mod described;
mod mailbox;
mod people;
mod portal;
mod requests;
mod searches;
mod second;
mod sign_ups;
mod waiting;

pub use people::{Client, PASSWORD, answer, http_client};
pub use portal::Portal;
pub use requests::{listing, photo};
pub use searches::{SEARCH, counts, either_way, home, hostile, portal_with};
pub use second::Second;
pub use sign_ups::{LANDLORDS, STUDENTS, landlord_form, proof, student_form, token};
pub use waiting::until;
