//! The audit trail: who did what, when, and from where. Written together with the deed, and never changed but for the
//! address, which is erased after a while.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::closed_set::closed_set;
use crate::ids::{AuditEntryId, UserId};
use crate::policy::Actor;

closed_set! {
    /// What can be done that somebody may have to answer for.
    AuditAction {
        /// An administrator passed it on to the landlord.
        ApplicationForwarded = "APPLICATION_FORWARDED",
        /// An administrator did not pass it on.
        ApplicationDeclined = "APPLICATION_DECLINED",
        /// The landlord said yes.
        ApplicationApproved = "APPLICATION_APPROVED",
        /// The landlord said no.
        ApplicationRejected = "APPLICATION_REJECTED",
        ApplicationWithdrawn = "APPLICATION_WITHDRAWN",
        RegistrationApproved = "REGISTRATION_APPROVED",
        RegistrationRejected = "REGISTRATION_REJECTED",
        AdministratorInvited = "ADMINISTRATOR_INVITED",
        /// An administrator had a new activation link sent to a user.
        ActivationResent = "ACTIVATION_RESENT",
        UserActivated = "USER_ACTIVATED",
        UserDeactivated = "USER_DEACTIVATED",
        UserDeleted = "USER_DELETED",
        ProfileChanged = "PROFILE_CHANGED",
        PasswordChanged = "PASSWORD_CHANGED",
        ListingCreated = "LISTING_CREATED",
        ListingChanged = "LISTING_CHANGED",
        ListingStatusChanged = "LISTING_STATUS_CHANGED",
        ListingImagesChanged = "LISTING_IMAGES_CHANGED",
        ListingDeleted = "LISTING_DELETED",
        ListingTakenDown = "LISTING_TAKEN_DOWN",
        EventAcknowledged = "EVENT_ACKNOWLEDGED",
        /// All events that were open.
        EventsAcknowledged = "EVENTS_ACKNOWLEDGED",
        DonationRequested = "DONATION_REQUESTED",
        SettingChanged = "SETTING_CHANGED",
        DocumentDownloaded = "DOCUMENT_DOWNLOADED",
        /// An administrator looked at it without a download.
        DocumentViewed = "DOCUMENT_VIEWED",
        /// A person took a copy of their own data.
        DataExported = "DATA_EXPORTED",
        /// An administrator took a copy of the audit trail.
        AuditExported = "AUDIT_EXPORTED",
        /// An administrator took a copy of a list; so the three below.
        RegistrationsExported = "REGISTRATIONS_EXPORTED",
        UsersExported = "USERS_EXPORTED",
        ApplicationsExported = "APPLICATIONS_EXPORTED",
        EventsExported = "EVENTS_EXPORTED",
    }
}

closed_set! {
    /// To what it was done.
    AuditEntityType {
        Application = "APPLICATION",
        Registration = "REGISTRATION",
        User = "USER",
        Listing = "LISTING",
        Event = "EVENT",
        Setting = "SETTING",
        Document = "DOCUMENT",
        Audit = "AUDIT",
    }
}

impl AuditAction {
    pub const fn entity_type(self) -> AuditEntityType {
        match self {
            Self::ApplicationForwarded
            | Self::ApplicationDeclined
            | Self::ApplicationApproved
            | Self::ApplicationRejected
            | Self::ApplicationWithdrawn
            | Self::ApplicationsExported => AuditEntityType::Application,
            Self::RegistrationApproved | Self::RegistrationRejected | Self::RegistrationsExported => {
                AuditEntityType::Registration
            }
            Self::AdministratorInvited
            | Self::ActivationResent
            | Self::UserActivated
            | Self::UserDeactivated
            | Self::UserDeleted
            | Self::ProfileChanged
            | Self::PasswordChanged
            | Self::DonationRequested
            | Self::DataExported
            | Self::UsersExported => AuditEntityType::User,
            Self::ListingCreated
            | Self::ListingChanged
            | Self::ListingStatusChanged
            | Self::ListingImagesChanged
            | Self::ListingDeleted
            | Self::ListingTakenDown => AuditEntityType::Listing,
            Self::EventAcknowledged | Self::EventsAcknowledged | Self::EventsExported => AuditEntityType::Event,
            Self::SettingChanged => AuditEntityType::Setting,
            Self::DocumentDownloaded | Self::DocumentViewed => AuditEntityType::Document,
            Self::AuditExported => AuditEntityType::Audit,
        }
    }
}

/// One deed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: AuditEntryId,
    /// `None`: the portal itself, or somebody whose account is gone.
    pub actor_id: Option<UserId>,
    pub action: AuditAction,
    /// What it was done to; it may be gone by now. `None` where it was done to no single thing.
    pub entity_id: Option<Uuid>,
    /// `None` once it was erased, and for what the portal does itself.
    pub address: Option<IpAddr>,
    pub date_created: DateTime<Utc>,
}

impl AuditEntry {
    /// What this actor does to the entity now.
    pub fn by(
        actor: Actor,
        id: AuditEntryId,
        action: AuditAction,
        entity_id: Option<Uuid>,
        now: DateTime<Utc>,
    ) -> Self {
        let Actor { user_id, address, .. } = actor;
        Self { id, actor_id: Some(user_id), action, entity_id, address, date_created: now }
    }
}
