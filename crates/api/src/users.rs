//! People over HTTP: their own account, and what administrators do about them.

mod accounts;
mod copy;
mod donations;
mod own;
mod passwords;
mod requests;
mod responses;

pub use accounts::{UserSortField, change_status, create_administrator, delete, list};
pub use copy::export;
pub use donations::request_donation;
pub use own::{delete_own, profile, update};
pub use passwords::{change_password, forgot_password, reset_password};
pub use responses::{UserBriefResponse, UserResponse};

use crate::envelope::{envelope, page};

envelope!(UserEnvelope(UserResponse));
page!(UserPage(UserResponse));
