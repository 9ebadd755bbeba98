//! Authorization rules.
//!
//! An entity that an actor may not see does not exist for them: callers turn a `false` into "not
//! found", and only a missing role into "forbidden".

use std::net::IpAddr;

use crate::application::{Application, Decision};
use crate::ids::UserId;
use crate::listing::{Listing, ListingStatus};
use crate::user::Role;

/// The user who makes a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actor {
    pub user_id: UserId,
    pub role: Role,
    /// The network address of the request, if known.
    pub address: Option<IpAddr>,
}

impl Actor {
    pub const fn new(user_id: UserId, role: Role) -> Self {
        Self { user_id, role, address: None }
    }

    /// The same actor with this address.
    #[must_use]
    pub const fn at(self, address: IpAddr) -> Self {
        Self { address: Some(address), ..self }
    }

    /// Whether this actor owns the listing or is an administrator.
    pub fn may_manage(self, listing: &Listing) -> bool {
        match self.role {
            Role::Administrator => true,
            Role::Landlord => listing.landlord_id == self.user_id,
            Role::Student => false,
        }
    }

    /// Whether this actor is the landlord of an application that an administrator approved.
    pub fn may_review(self, application: &Application) -> bool {
        self.role == Role::Landlord
            && application.landlord_id == Some(self.user_id)
            && application.state.administrator_decision() == Decision::Approved
    }

    /// Whether this actor wrote the application.
    pub fn may_withdraw(self, application: &Application) -> bool {
        self.role == Role::Student && application.student_id == Some(self.user_id)
    }
}

/// What decides whether a listing exists for its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visibility {
    pub status: ListingStatus,
    pub landlord_id: UserId,
    pub landlord_active: bool,
    /// Whether the reader is a student who has applied to it.
    pub applied: bool,
}

/// Whether a listing's page exists for this reader.
pub fn may_see_listing(reader: Option<Actor>, listing: Visibility) -> bool {
    match reader {
        Some(Actor { role: Role::Administrator, .. }) => true,
        Some(Actor { role: Role::Landlord, user_id, .. }) if user_id == listing.landlord_id => true,
        Some(Actor { role: Role::Student, .. }) if listing.applied => listing.landlord_active,
        _ => listing.landlord_active && listing.status.is_public(),
    }
}

/// Whether student and landlord see each other's email address and phone number: only after the
/// landlord's approval.
pub const fn is_contact_visible(landlord: Decision) -> bool {
    matches!(landlord, Decision::Approved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const OWNER: UserId = UserId(Uuid::from_u128(1));
    const OTHER: UserId = UserId(Uuid::from_u128(2));

    fn visible(role: Option<(Role, UserId)>, status: ListingStatus, landlord_active: bool, applied: bool) -> bool {
        let reader = role.map(|(role, user_id)| Actor::new(user_id, role));
        may_see_listing(reader, Visibility { status, landlord_id: OWNER, landlord_active, applied })
    }

    #[test]
    fn may_see_listing_public_status_of_active_landlord_is_true_for_all_readers() {
        for status in [ListingStatus::Available, ListingStatus::Rented] {
            for reader in [None, Some((Role::Student, OTHER)), Some((Role::Landlord, OTHER))] {
                assert!(visible(reader, status, true, false));
                assert!(!visible(reader, status, false, false));
            }
        }
    }

    #[test]
    fn may_see_listing_draft_or_archived_is_true_for_owner_administrator_and_applicant() {
        for status in [ListingStatus::Draft, ListingStatus::Archived] {
            assert!(visible(Some((Role::Landlord, OWNER)), status, true, false));
            assert!(visible(Some((Role::Administrator, OTHER)), status, true, false));
            assert!(visible(Some((Role::Student, OTHER)), status, true, true));
            for reader in [None, Some((Role::Student, OTHER)), Some((Role::Landlord, OTHER))] {
                assert!(!visible(reader, status, true, false));
            }
        }
    }
}
