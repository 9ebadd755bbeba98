//! The two languages of the portal.

use crate::closed_set::closed_set;

closed_set! {
    /// A language that the portal speaks. German is the fallback.
    #[derive(Default)]
    Locale {
        #[default]
        German = "de-DE",
        English = "en-US",
    }
}
