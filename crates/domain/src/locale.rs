//! The two languages of the portal.

use crate::text_enum::text_enum;

text_enum! {
    /// A language of the portal. German is the fallback.
    #[derive(Default)]
    Locale {
        #[default]
        German = "de-DE",
        English = "en-US",
    }
}
