//! The domain's enums as JSON strings, and their schemas in OpenAPI.

use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::error::FieldRule;
use crate::extract::{Scalar, reference};

/// The schema of a string enum.
pub(crate) fn schema(values: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some(values)).into()
}

macro_rules! json_enums {
    ($( $name:ident: $domain:path ),+ $(,)?) => { $(
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub $domain);

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.as_str())
            }
        }

        impl Scalar for $name {
            type Json = String;

            fn check(text: String) -> Result<Option<Self>, FieldRule> {
                <$domain>::parse(&text).map(|member| Some(Self(member))).ok_or(FieldRule::Invalid)
            }

            fn schema() -> RefOr<Schema> {
                reference::<Self>()
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                schema(<$domain>::ALL.iter().map(|member| member.as_str()))
            }
        }

        impl utoipa::ToSchema for $name {}
    )+ };
}

json_enums! {
    Amenity: portal_domain::listing::Amenity,
    AuditAction: portal_domain::audit::AuditAction,
    AuditEntityType: portal_domain::audit::AuditEntityType,
    Decision: portal_domain::application::Decision,
    EventType: portal_domain::event::EventType,
    Gender: portal_domain::user::Gender,
    ListingStatus: portal_domain::listing::ListingStatus,
    Locale: portal_domain::locale::Locale,
    Region: portal_domain::listing::Region,
    RegistrationStatus: portal_domain::registration::RegistrationStatus,
    ReportReason: portal_domain::event::ReportReason,
    Role: portal_domain::user::Role,
    Rotation: portal_domain::image::Rotation,
    SettingType: portal_domain::setting::SettingType,
    UnitType: portal_domain::listing::UnitType,
    UserStatus: portal_domain::user::UserStatus,
}
