//! People over HTTP: their own account, and what administrators do about them.

mod accounts;
mod copy;
mod csv;
mod donations;
mod own;
mod passwords;
mod requests;
mod responses;

pub use accounts::{
    UserSortField, change_status, create_administrator, delete, list, preview_deletion, resend_activation,
};
pub use copy::export;
pub(crate) use csv::address;
pub use donations::request_donation;
pub use own::{delete_own, profile, update};
pub use passwords::{change_password, forgot_password, reset_password};
pub use responses::{UserBriefResponse, UserResponse};

use crate::envelope::{envelope, page};
use responses::DeletionPreviewResponse;

envelope! {
    UserEnvelope(UserResponse),
    DeletionPreviewEnvelope(DeletionPreviewResponse),
}
page!(UserPage(UserResponse));
