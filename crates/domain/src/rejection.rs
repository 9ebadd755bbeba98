//! Rejections of applications: who rejected, and the grounds that the student reads.

use crate::stored::Stored;
use crate::text_enum::text_enum;

text_enum! {
    /// Who rejected an application.
    Reviewer { Administrator = "ADMINISTRATOR", Landlord = "LANDLORD" }
}

text_enum! {
    /// Why an application is rejected, from a closed set.
    RejectionReason {
        /// The place is let.
        Taken = "TAKEN",
        /// The landlord has chosen another applicant.
        OtherApplicant = "OTHER_APPLICANT",
        /// The dates do not fit.
        Dates = "DATES",
        /// The place and the applicant do not fit.
        NotSuitable = "NOT_SUITABLE",
        /// The application lacks something.
        Incomplete = "INCOMPLETE",
    }
}

/// What a reviewer says to the student; both are optional.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grounds {
    pub reason: Option<RejectionReason>,
    pub note: Option<String>,
}

impl Grounds {
    pub const fn of(reason: RejectionReason) -> Self {
        Self { reason: Some(reason), note: None }
    }
}

/// A rejection as the student reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    pub by: Reviewer,
    pub reason: Option<Stored<RejectionReason>>,
    /// `None` also once it was pruned.
    pub note: Option<String>,
}

impl Rejection {
    pub fn new(by: Reviewer, grounds: Grounds) -> Self {
        Self { by, reason: grounds.reason.map(Stored::Known), note: grounds.note }
    }

    /// Without grounds.
    pub const fn by(by: Reviewer) -> Self {
        Self { by, reason: None, note: None }
    }
}
