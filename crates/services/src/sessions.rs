//! Sessions: login, refresh, logout, and the identification of requests.

mod authenticate;
mod identify;
mod logout;
mod prune;
mod refresh;

pub(crate) use authenticate::login_counter;
pub use authenticate::{Login, authenticate};
pub use identify::identify;
pub use logout::logout;
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
