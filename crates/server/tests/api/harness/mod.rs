//! A portal for one test, its clients, and valid requests.

mod client;
mod clock;
mod eventually;
mod forms;
mod mailbox;
mod openapi_check;
mod portal;
mod registrations;
mod requests;
mod search;
mod second_factor;
mod second_process;

pub(crate) use client::{Client, PASSWORD, http_client, send_request};
pub(crate) use eventually::eventually;
pub(crate) use forms::{landlord_form, student_form};
pub(crate) use portal::{Portal, use_pool};
pub(crate) use registrations::{LANDLORD_REGISTRATIONS, STUDENT_REGISTRATIONS, link_token, proof_of_study};
pub(crate) use requests::{jpeg, listing};
pub(crate) use search::{SEARCH, facet_counts, in_sql_and_memory, listing_with, malicious_texts, portal_with_listings};
pub(crate) use second_factor::{Authenticator, SECOND_FACTOR};
pub(crate) use second_process::SecondProcess;
