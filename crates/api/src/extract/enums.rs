//! The domain's enums as JSON strings.

use portal_domain::stored::{Stored, TextEnum};

use crate::extract::choice;

/// A stored value in a response. It is described as its enum, but a newer version may have stored one
/// that this version does not know: it is sent as it is stored, for clients that know it.
#[derive(Debug)]
pub(crate) struct StoredValue<T>(pub Stored<T>);

impl<T: TextEnum> serde::Serialize for StoredValue<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

macro_rules! json_enums {
    ($( $name:ident: $domain:path ),+ $(,)?) => { $(
        choice! {
            $name($domain): <$domain>::ALL.iter().map(|member| member.as_str()), <$domain>::parse;
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.as_str())
            }
        }
    )+ };
}

json_enums! {
    Amenity: portal_domain::listing::Amenity,
    AuditAction: portal_domain::audit::AuditAction,
    AuditEntityType: portal_domain::audit::AuditEntityType,
    Decision: portal_domain::application::Decision,
    EventType: portal_domain::event::EventType,
    Frequency: portal_domain::saved_search::Frequency,
    Gender: portal_domain::user::Gender,
    LegalPage: portal_domain::legal_page::LegalPage,
    ListingStatus: portal_domain::listing::ListingStatus,
    Locale: portal_domain::locale::Locale,
    Region: portal_domain::listing::Region,
    RegistrationStatus: portal_domain::registration::RegistrationStatus,
    RejectionReason: portal_domain::rejection::RejectionReason,
    ReportReason: portal_domain::event::ReportReason,
    Reviewer: portal_domain::rejection::Reviewer,
    Role: portal_domain::user::Role,
    Rotation: portal_domain::image::Rotation,
    SecondFactorMethod: portal_domain::second_factor::SecondFactorMethod,
    SettingType: portal_domain::setting::SettingType,
    SuspicionReason: portal_domain::suspicion::SuspicionReason,
    UnitType: portal_domain::listing::UnitType,
    UserStatus: portal_domain::user::UserStatus,
}
