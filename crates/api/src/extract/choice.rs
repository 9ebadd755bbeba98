//! Fields that are one of some texts, such as an enum of the domain or the name of a sort field.

/// Declares types whose JSON is one of some texts, each for one value.
macro_rules! choice {
    ($( $(#[doc = $about:literal])* $name:ident($value:path): $texts:expr, $parse:expr; )+) => { $(
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) struct $name(pub $value);

        impl $name {
            pub(crate) fn parse(text: &str) -> Option<Self> {
                let parse: fn(&str) -> Option<$value> = $parse;
                parse(text).map(Self)
            }
        }

        impl From<$name> for $value {
            fn from(choice: $name) -> Self {
                choice.0
            }
        }

        impl $crate::extract::Scalar for $name {
            type Json = String;

            fn check(text: String) -> Result<Option<Self>, $crate::error::FieldRule> {
                Self::parse(&text).map(Some).ok_or($crate::error::FieldRule::Invalid)
            }

            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::extract::reference::<Self>()
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let text = utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::Type::String);
                $crate::extract::described(text.enum_values(Some($texts)).into(), &[$( $about ),*])
            }
        }

        impl utoipa::ToSchema for $name {}
    )+ };
}
pub(crate) use choice;
