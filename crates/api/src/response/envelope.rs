//! The envelopes of response bodies.

use serde::Serialize;
use utoipa::ToSchema;

use portal_services::paging::PageRequest;

use crate::extract::UNPAGINATED_SIZE;

/// Declares the envelope of one object, with a separate schema in OpenAPI.
macro_rules! envelope {
    ($( $name:ident($payload:ty) ),+ $(,)?) => { $(
        #[derive(Debug, serde::Serialize, utoipa::ToSchema)]
        pub(crate) struct $name {
            pub payload: $payload,
        }
    )+ };
}

/// Declares a page of a list, with a separate schema in OpenAPI.
macro_rules! page {
    ($( $name:ident($row:ty) ),+ $(,)?) => { $(
        #[derive(Debug, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name {
            pub payload: Vec<$row>,
            /// The number of pages of the requested size in the whole list.
            pub total_pages: u64,
            /// The number of rows in the whole list.
            pub total_size: u64,
        }

        impl $name {
            pub(crate) fn new<T>(page: portal_services::paging::Page<T>, request: portal_services::paging::PageRequest) -> Self
            where
                $row: From<T>,
            {
                let total_pages = $crate::response::envelope::count_pages(page.total, request);
                Self { payload: page.rows.into_iter().map(<$row>::from).collect(), total_pages, total_size: page.total }
            }
        }
    )+ };
}
pub(crate) use {envelope, page};

/// The number of pages of the requested size that `total` rows fill. A list without pages has one.
pub(crate) fn count_pages(total: u64, request: PageRequest) -> u64 {
    let pages = total.div_ceil(u64::from(request.size));
    if request.size == UNPAGINATED_SIZE { pages.min(1) } else { pages }
}

/// The content of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "only describes files in OpenAPI")]
pub(crate) struct FileBody(Vec<u8>);

/// The body of every error response.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    pub error: crate::error::ErrorBody,
}
