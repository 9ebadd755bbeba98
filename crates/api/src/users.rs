//! Handlers of users: their profiles and passwords, and the administration of users.

mod accounts;
mod csv;
mod donations;
mod export;
mod passkeys;
mod passwords;
mod profile;
mod requests;
mod responses;
mod second_factor;

pub(crate) use accounts::{
    UserSortField, change_user_status, create_administrator, delete_user, list_users, preview_user_deletion,
    resend_user_activation,
};
pub(crate) use csv::address_cells;
pub(crate) use donations::request_donation;
pub(crate) use export::export_profile;
pub(crate) use passkeys::{AttestationResponse, NewPasskeyCredential, add_passkey, delete_passkey, prepare_passkey};
pub(crate) use passwords::{change_password, forgot_password, reset_password};
pub(crate) use profile::{delete_profile, get_profile, update_user};
pub(crate) use requests::{AddressFields, PersonFields};
pub(crate) use responses::{UserResponse, UserSummaryResponse};
pub(crate) use second_factor::{confirm_totp, delete_totp, get_second_factor, remove_user_second_factor, set_up_totp};

use crate::response::envelope::{envelope, page};
use responses::DeletionPreviewResponse;

envelope! {
    UserEnvelope(UserResponse),
    DeletionPreviewEnvelope(DeletionPreviewResponse),
}
page!(UserPage(UserResponse));
