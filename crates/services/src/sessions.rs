//! Sessions: login, refresh, logout, and the identification of requests.

mod authenticate;
mod authenticate_second_factor;
mod begin;
mod devices;
mod end;
mod identify;
mod list;
mod logout;
mod prove_identity;
mod prune;
mod refresh;

pub(crate) use authenticate::login_counter;
pub use authenticate::{Authentication, Login, PasskeyRequest, SecondFactorChallenge, authenticate};
pub use authenticate_second_factor::authenticate_second_factor;
pub use begin::NewSession;
pub use devices::RequestDevice;
pub use end::{end_all_sessions, end_other_sessions, end_session, end_sessions_of};
pub use identify::{Identified, identify};
pub use list::list_sessions;
pub use logout::logout;
pub use prove_identity::{Proof, ProofPreparation, is_proof_recent, prepare_proof, prove_identity};
pub use prune::prune_ended;
pub use refresh::refresh_session;

use crate::ports::RefreshToken;

/// The tokens that a browser gets at login and refresh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedTokens {
    /// For the `Authorization` header.
    pub access: String,
    /// For the cookie.
    pub refresh: RefreshToken,
}
