//! Sort fields and directions: the names that clients send.

use portal_services::paging;

use crate::extract::choice;

/// Declares the names of the sort fields of a list.
macro_rules! sort_field {
    ($( $(#[doc = $about:literal])* $name:ident: $port:path { $( $variant:ident = $text:literal ),+ $(,)? } )+) => { $(
        $crate::extract::choice! {
            $(#[doc = $about])*
            $name($port): [$( $text ),+], |text| {
                use $port as Field;
                match text { $( $text => Some(Field::$variant), )+ _ => None }
            };
        }
    )+ };
}
pub(crate) use sort_field;

/// The only sort field of lists sorted by creation date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CreationDateSort {
    DateCreated,
}

choice! {
    SortDirection(paging::SortDirection): ["ASC", "DESC"], |text| match text.to_ascii_uppercase().as_str() {
        "ASC" => Some(paging::SortDirection::Ascending),
        "DESC" => Some(paging::SortDirection::Descending),
        _ => None,
    };
}
