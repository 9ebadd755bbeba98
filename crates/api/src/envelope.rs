//! What every answer is wrapped in.

use serde::Serialize;
use utoipa::ToSchema;

use portal_services::paging::PageRequest;

/// Declares the envelope of one object, by its own name in OpenAPI.
macro_rules! envelope {
    ($( $name:ident($payload:ty) ),+ $(,)?) => { $(
        #[derive(Debug, serde::Serialize, utoipa::ToSchema)]
        pub struct $name {
            pub payload: $payload,
        }
    )+ };
}

/// Declares a page of a list, by its own name in OpenAPI.
macro_rules! page {
    ($( $name:ident($row:ty) ),+ $(,)?) => { $(
        #[derive(Debug, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            pub payload: Vec<$row>,
            /// Pages of the whole list in the asked-for size.
            pub total_pages: u64,
            /// Rows of the whole list.
            pub total_size: u64,
        }

        impl $name {
            pub fn new<T>(page: portal_services::paging::Page<T>, request: portal_services::paging::PageRequest) -> Self
            where
                $row: From<T>,
            {
                let total_pages = $crate::envelope::pages(page.total, request);
                Self { payload: page.rows.into_iter().map(<$row>::from).collect(), total_pages, total_size: page.total }
            }
        }
    )+ };
}
pub(crate) use {envelope, page};

/// How many pages of the asked-for size so many rows fill.
pub(crate) fn pages(total: u64, request: PageRequest) -> u64 {
    total.div_ceil(u64::from(request.size))
}

/// The bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes files in OpenAPI; they are sent as they are")]
pub struct FileBody(Vec<u8>);

/// The body of every failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorResponse {
    pub error: crate::error::ErrorBody,
}
