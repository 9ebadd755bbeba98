//! The pages that the operator must publish by law.

use crate::text_enum::text_enum;

text_enum! {
    /// A page that the operator must publish by law.
    LegalPage {
        Terms = "terms",
        Privacy = "privacy",
        Imprint = "imprint",
        Accessibility = "accessibility",
    }
}

impl LegalPage {
    /// The path of the portal's page.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Terms => "/legal/terms",
            Self::Privacy => "/legal/privacy",
            Self::Imprint => "/legal/imprint",
            Self::Accessibility => "/legal/accessibility",
        }
    }

    pub fn from_path(path: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|page| page.path() == path)
    }
}
