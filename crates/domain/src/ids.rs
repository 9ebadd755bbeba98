//! Identifiers: one type per entity, so that a listing's id cannot be passed for a user's.
//!
//! All are `UUIDv7` from the `Identifiers` port; the API calls them `externalId`. They are public,
//! never secrets.

use uuid::Uuid;

macro_rules! ids {
    ($( $(#[$meta:meta])* $name:ident ),+ $(,)?) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub Uuid);

        impl From<$name> for Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl From<Uuid> for $name {
            fn from(uuid: Uuid) -> Self {
                Self(uuid)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }
    )+ };
}

ids! {
    UserId, SessionId, RegistrationId, DocumentId, ListingId, ImageId, ApplicationId, EventId,
    SettingId, MailId, FileRemovalId, AuditEntryId, PasskeyId, LetterId,
    SavedSearchId,
    /// Made by a browser for a listing that it has not sent yet. Unique per landlord only.
    DraftId,
}
