//! A portal for one test, people who use it, and what they send.

mod clock;
mod mailbox;
mod people;
mod portal;
mod requests;

pub use people::{Client, PASSWORD, answer};
pub use portal::Portal;
pub use requests::{listing, photo};
