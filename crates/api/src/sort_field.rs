//! Sort fields: the names by which clients sort a list, and their schemas in OpenAPI.

/// The sort direction of a list.
#[derive(Debug, Clone, Copy)]
pub struct SortDirection;

impl utoipa::PartialSchema for SortDirection {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        crate::enums::schema(["ASC", "DESC"])
    }
}

impl utoipa::ToSchema for SortDirection {}

macro_rules! sort_field {
    ($( $(#[$meta:meta])* $name:ident: $port:path { $( $variant:ident = $text:literal ),+ $(,)? } )+) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl $name {
            pub fn parse(text: &str) -> Option<$port> {
                use $port as Field;
                match text { $( $text => Some(Field::$variant), )+ _ => None }
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::enums::schema([$( $text ),+])
            }
        }

        impl utoipa::ToSchema for $name {}
    )+ };
}
pub(crate) use sort_field;
