//! What a check found.

use std::fmt::{self, Display, Formatter};

/// How serious a finding is; the most serious one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The portal does not work as intended, or its users are not protected.
    Error,
    /// A risk, or something that is missing.
    Warning,
}

/// Something that is wrong or risky.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// The key, or what else it is about.
    pub subject: String,
    /// What is wrong, why that matters and what to do.
    pub text: String,
}

impl Finding {
    pub(super) fn error(subject: impl Into<String>, text: impl Into<String>) -> Self {
        Self { severity: Severity::Error, subject: subject.into(), text: text.into() }
    }

    pub(super) fn warning(subject: impl Into<String>, text: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, subject: subject.into(), text: text.into() }
    }
}

impl Display for Finding {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(formatter, "{severity} {}: {}", self.subject, self.text)
    }
}
