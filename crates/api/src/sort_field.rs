//! Sort fields and directions: the names that clients send, and their schemas in OpenAPI.

use portal_services::paging;
use utoipa::openapi::{RefOr, Schema};

use crate::enums;
use crate::error::FieldRule;
use crate::extract::{Scalar, reference};

/// Declares the names of the sort fields of a list.
macro_rules! sort_field {
    ($( $(#[doc = $about:literal])* $name:ident: $port:path { $( $variant:ident = $text:literal ),+ $(,)? } )+) => { $(
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name($port);

        impl $name {
            pub fn parse(text: &str) -> Option<Self> {
                use $port as Field;
                match text { $( $text => Some(Self(Field::$variant)), )+ _ => None }
            }
        }

        impl From<$name> for $port {
            fn from(field: $name) -> Self {
                field.0
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
                $crate::extract::described($crate::enums::schema([$( $text ),+]), &[$( $about ),*])
            }
        }

        impl utoipa::ToSchema for $name {}
    )+ };
}
pub(crate) use sort_field;

/// The sort field of lists that have no other.
#[derive(Debug, Clone, Copy)]
pub enum DateField {
    DateCreated,
}

/// `ASC` or `DESC`, in any case.
#[derive(Debug, Clone, Copy)]
pub struct SortDirection(pub paging::SortDirection);

impl SortDirection {
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_uppercase().as_str() {
            "ASC" => Some(Self(paging::SortDirection::Ascending)),
            "DESC" => Some(Self(paging::SortDirection::Descending)),
            _ => None,
        }
    }
}

impl Scalar for SortDirection {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        Self::parse(&text).map(Some).ok_or(FieldRule::Invalid)
    }

    fn schema() -> RefOr<Schema> {
        reference::<Self>()
    }
}

impl utoipa::PartialSchema for SortDirection {
    fn schema() -> RefOr<Schema> {
        enums::schema(["ASC", "DESC"])
    }
}

impl utoipa::ToSchema for SortDirection {}
