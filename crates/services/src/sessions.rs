//! Sessions: logging in, staying in, logging out.

mod authenticate;
mod forget;
mod identify;
mod logout;
mod refresh;

pub(crate) use authenticate::log_in_counter;
pub use authenticate::{LogIn, authenticate};
pub use forget::forget_ended;
pub use identify::identify;
pub use logout::logout;
pub use refresh::refresh;

use crate::ports::RefreshToken;

/// What a browser is handed when a session begins or goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issued {
    /// For the `Authorization` header.
    pub access: String,
    /// For the cookie.
    pub refresh: RefreshToken,
}
