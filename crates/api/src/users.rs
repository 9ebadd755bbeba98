//! Handlers of users: their profiles and passwords, and the administration of users.

mod accounts;
mod csv;
mod donations;
mod export;
mod passwords;
mod profile;
mod requests;
mod responses;

pub use accounts::{
    UserSortField, change_user_status, create_administrator, delete_user, list_users, preview_user_deletion,
    resend_user_activation,
};
pub(crate) use csv::address_cells;
pub use donations::request_donation;
pub use export::export_profile;
pub use passwords::{change_password, forgot_password, reset_password};
pub use profile::{delete_profile, get_profile, update_user};
pub use requests::{AddressFields, PersonFields};
pub use responses::{UserResponse, UserSummaryResponse};

use crate::envelope::{envelope, page};
use responses::DeletionPreviewResponse;

envelope! {
    UserEnvelope(UserResponse),
    DeletionPreviewEnvelope(DeletionPreviewResponse),
}
page!(UserPage(UserResponse));
