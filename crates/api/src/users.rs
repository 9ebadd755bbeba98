//! Handlers of users: their profiles and passwords, and the administration of users.

mod accounts;
mod csv;
mod donations;
mod export;
mod passwords;
mod profile;
mod requests;
mod responses;

pub(crate) use accounts::{
    UserSortField, change_user_status, create_administrator, delete_user, list_users, preview_user_deletion,
    resend_user_activation,
};
pub(crate) use csv::address_cells;
pub(crate) use donations::request_donation;
pub(crate) use export::export_profile;
pub(crate) use passwords::{change_password, forgot_password, reset_password};
pub(crate) use profile::{delete_profile, get_profile, update_user};
pub(crate) use requests::{AddressFields, PersonFields};
pub(crate) use responses::{UserResponse, UserSummaryResponse};

use crate::response::envelope::{envelope, page};
use responses::DeletionPreviewResponse;

envelope! {
    UserEnvelope(UserResponse),
    DeletionPreviewEnvelope(DeletionPreviewResponse),
}
page!(UserPage(UserResponse));
