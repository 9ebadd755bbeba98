//! The audit trail: who did what, when, and from where. An entry is written in the transaction of
//! its action and never changed, except that its address is erased after a while.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::ids::{AuditEntryId, UserId};
use crate::policy::Actor;
use crate::stored::Stored;
use crate::text_enum::text_enum;

text_enum! {
    /// An audited action.
    AuditAction {
        /// An administrator approved it; it now awaits the landlord.
        ApplicationForwarded = "APPLICATION_FORWARDED",
        /// An administrator rejected it.
        ApplicationDeclined = "APPLICATION_DECLINED",
        /// The landlord approved it.
        ApplicationApproved = "APPLICATION_APPROVED",
        /// The landlord rejected it.
        ApplicationRejected = "APPLICATION_REJECTED",
        ApplicationWithdrawn = "APPLICATION_WITHDRAWN",
        RegistrationApproved = "REGISTRATION_APPROVED",
        RegistrationRejected = "REGISTRATION_REJECTED",
        AdministratorInvited = "ADMINISTRATOR_INVITED",
        /// The operator created an administrator from the command line.
        AdministratorCreated = "ADMINISTRATOR_CREATED",
        /// An administrator logged in.
        AdministratorLoggedIn = "ADMINISTRATOR_LOGGED_IN",
        /// An administrator sent a new activation link to a user.
        ActivationResent = "ACTIVATION_RESENT",
        UserActivated = "USER_ACTIVATED",
        UserDeactivated = "USER_DEACTIVATED",
        UserDeleted = "USER_DELETED",
        ProfileChanged = "PROFILE_CHANGED",
        PasswordChanged = "PASSWORD_CHANGED",
        /// A user added a TOTP app or a passkey.
        SecondFactorAdded = "SECOND_FACTOR_ADDED",
        /// A user deleted their TOTP app or a passkey.
        SecondFactorDeleted = "SECOND_FACTOR_DELETED",
        /// An administrator removed the second factor of a user.
        SecondFactorRemoved = "SECOND_FACTOR_REMOVED",
        ListingCreated = "LISTING_CREATED",
        ListingChanged = "LISTING_CHANGED",
        ListingStatusChanged = "LISTING_STATUS_CHANGED",
        ListingImagesChanged = "LISTING_IMAGES_CHANGED",
        ListingDeleted = "LISTING_DELETED",
        ListingTakenDown = "LISTING_TAKEN_DOWN",
        EventAcknowledged = "EVENT_ACKNOWLEDGED",
        /// A suspicious listing was found to be fine.
        EventDismissed = "EVENT_DISMISSED",
        /// All events that were not acknowledged.
        EventsAcknowledged = "EVENTS_ACKNOWLEDGED",
        DonationRequested = "DONATION_REQUESTED",
        SettingChanged = "SETTING_CHANGED",
        DocumentDownloaded = "DOCUMENT_DOWNLOADED",
        /// An administrator previewed it without a download.
        DocumentViewed = "DOCUMENT_VIEWED",
        /// A user exported their own data.
        DataExported = "DATA_EXPORTED",
        /// An administrator exported the audit trail.
        AuditExported = "AUDIT_EXPORTED",
        /// An administrator exported a list; likewise the three below.
        RegistrationsExported = "REGISTRATIONS_EXPORTED",
        UsersExported = "USERS_EXPORTED",
        ApplicationsExported = "APPLICATIONS_EXPORTED",
        EventsExported = "EVENTS_EXPORTED",
    }
}

text_enum! {
    /// The kind of entity that an action is about.
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
            | Self::AdministratorCreated
            | Self::AdministratorLoggedIn
            | Self::ActivationResent
            | Self::UserActivated
            | Self::UserDeactivated
            | Self::UserDeleted
            | Self::ProfileChanged
            | Self::PasswordChanged
            | Self::SecondFactorAdded
            | Self::SecondFactorDeleted
            | Self::SecondFactorRemoved
            | Self::DonationRequested
            | Self::DataExported
            | Self::UsersExported => AuditEntityType::User,
            Self::ListingCreated
            | Self::ListingChanged
            | Self::ListingStatusChanged
            | Self::ListingImagesChanged
            | Self::ListingDeleted
            | Self::ListingTakenDown => AuditEntityType::Listing,
            Self::EventAcknowledged | Self::EventDismissed | Self::EventsAcknowledged | Self::EventsExported => {
                AuditEntityType::Event
            }
            Self::SettingChanged => AuditEntityType::Setting,
            Self::DocumentDownloaded | Self::DocumentViewed => AuditEntityType::Document,
            Self::AuditExported => AuditEntityType::Audit,
        }
    }
}

/// An entry as it is read: a newer version may have recorded an action that this one does not know.
pub type StoredAuditEntry = AuditEntry<Stored<AuditAction>>;

/// One audited action. A stored entry has a stored action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry<Action = AuditAction> {
    pub id: AuditEntryId,
    /// `None`: the portal itself, or a user whose account is deleted.
    pub actor_id: Option<UserId>,
    pub action: Action,
    /// May be deleted by now. `None` if the action is about no single entity.
    pub entity_id: Option<Uuid>,
    /// `None` once erased, and for actions of the portal itself.
    pub address: Option<IpAddr>,
    pub date_created: DateTime<Utc>,
}

impl From<AuditEntry> for StoredAuditEntry {
    fn from(entry: AuditEntry) -> Self {
        let AuditEntry { id, actor_id, action, entity_id, address, date_created } = entry;
        Self { id, actor_id, action: action.into(), entity_id, address, date_created }
    }
}

impl AuditEntry {
    /// The entry for an action of the portal itself, such as one from the command line.
    pub const fn of_portal(id: AuditEntryId, action: AuditAction, entity_id: Uuid, now: DateTime<Utc>) -> Self {
        Self { id, actor_id: None, action, entity_id: Some(entity_id), address: None, date_created: now }
    }

    /// The entry for an action of this actor.
    pub fn new(
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
