//! The columns of a rejection.

use portal_domain::application::ApplicationState;
use portal_domain::rejection::{Rejection, RejectionReason, Reviewer};

use crate::unknown_values::{known, stored};

/// The rejection of an application in this state; `None` if it is not rejected. A program that does not
/// know the columns rejects without them: the state then says who it was.
pub(super) fn read(
    state: ApplicationState,
    rejected_by: Option<&str>,
    reason: Option<String>,
    note: Option<String>,
) -> Option<Rejection> {
    let by_state = match state {
        ApplicationState::RejectedByAdministrator { .. } => Reviewer::Administrator,
        ApplicationState::RejectedByLandlord { .. } => Reviewer::Landlord,
        ApplicationState::AwaitingAdministrator
        | ApplicationState::AwaitingLandlord { .. }
        | ApplicationState::Approved { .. } => return None,
    };
    let by = rejected_by.and_then(|text| known("applications.rejected_by", text)).unwrap_or(by_state);
    Some(Rejection { by, reason: reason.map(read_reason), note })
}

pub(crate) fn read_reason(text: String) -> portal_domain::stored::Stored<RejectionReason> {
    stored("applications.rejection_reason", text)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use portal_domain::stored::Stored;

    use super::*;

    const AT: DateTime<chrono::Utc> = DateTime::UNIX_EPOCH;

    #[test]
    fn read_of_older_programs_row_takes_reviewer_from_state() {
        let by_landlord = ApplicationState::RejectedByLandlord { administrator_approved_at: AT, at: AT };
        assert_eq!(read(by_landlord, None, None, None), Some(Rejection::by(Reviewer::Landlord)));
        let by_administrator = ApplicationState::RejectedByAdministrator { at: AT };
        assert_eq!(read(by_administrator, None, None, None), Some(Rejection::by(Reviewer::Administrator)));
        assert_eq!(read(by_administrator, Some("LANDLORD"), None, None), Some(Rejection::by(Reviewer::Landlord)));
        assert_eq!(read(ApplicationState::AwaitingLandlord { at: AT }, None, None, None), None);
    }

    #[test]
    fn read_unknown_reason_is_kept_as_stored() {
        let state = ApplicationState::RejectedByAdministrator { at: AT };
        let rejection = read(state, Some("ADMINISTRATOR"), Some("NO_PETS".to_owned()), None).unwrap();
        assert_eq!(rejection.reason, Some(Stored::Unknown("NO_PETS".to_owned())));
    }
}
