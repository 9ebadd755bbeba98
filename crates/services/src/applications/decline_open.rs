//! Declines everything that is pending for a listing.

use portal_domain::audit::AuditAction;
use portal_domain::ids::{ApplicationId, ListingId};
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;
use portal_domain::rejection::{Grounds, RejectionReason};

use super::mail_to_student;
use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// The applications that one request declines at most: each is a transaction.
pub const MAX_DECLINED: u32 = 500;

/// Rejects the pending applications to the landlord's listing for this reason, also those that no
/// administrator has checked yet, and returns how many. Each is rejected in its own transaction with its
/// mail: after a failure, a repetition rejects the rest. Beyond [`MAX_DECLINED`] the rest stays pending.
pub async fn decline_open_applications(
    ports: &Ports,
    actor: Actor,
    listing: ListingId,
    reason: RejectionReason,
) -> Result<u32, ServiceError> {
    let visibility = ports.listings.find_visibility(listing, None).await?;
    if visibility.is_none_or(|visibility| visibility.landlord_id != actor.user_id) {
        return Err(ServiceError::ListingNotFound);
    }
    let mut declined = 0;
    for id in ports.applications.list_open_application_ids(listing, MAX_DECLINED.into()).await? {
        declined += u32::from(decline(ports, actor, id, reason).await?);
    }
    Ok(declined)
}

/// Returns whether it was declined. It may have been decided or withdrawn since the list was read.
async fn decline(
    ports: &Ports,
    actor: Actor,
    id: ApplicationId,
    reason: RejectionReason,
) -> Result<bool, ServiceError> {
    let mut work = ports.store.begin().await?;
    let Some(mut application) = work.applications().find_for_update(id).await? else { return Ok(false) };
    if application.landlord_id != Some(actor.user_id) || !application.decline(Grounds::of(reason), ports.clock.now()) {
        return Ok(false);
    }
    work.applications().save(&application).await?;
    work.outbox().push(mail_to_student(ports, &application, MailPurpose::ApplicationRejected).as_slice()).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ApplicationRejected, id).await?;
    work.commit().await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use portal_domain::application::{Application, ApplicationState};
    use portal_domain::listing::ListingStatus;
    use portal_domain::policy::Visibility;
    use portal_domain::rejection::{Rejection, Reviewer};
    use uuid::Uuid;

    use super::*;
    use crate::ports::StoreError;
    use crate::testing::samples::{self, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, application, approved, forwarded};
    use crate::testing::{MockPorts, MockUnitOfWork};

    const fn nth(n: u128) -> ApplicationId {
        ApplicationId(Uuid::from_u128(n))
    }

    /// Ports with these open applications when the list is read.
    fn ports(open: u128, works: Vec<MockUnitOfWork>) -> MockPorts {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        let visibility = Visibility {
            status: ListingStatus::Rented,
            landlord_id: LANDLORD.user_id,
            landlord_active: true,
            applied: false,
        };
        ports.listings.expect_find_visibility().once().return_once(move |_, _| Ok(Some(visibility)));
        ports
            .applications
            .expect_list_open_application_ids()
            .withf(|listing, limit| (*listing, *limit) == (LISTING, 500))
            .returning(move |_, _| Ok((1..=open).map(nth).collect()));
        ports
    }

    fn pending(n: u128, state: ApplicationState) -> Application {
        Application { id: nth(n), ..application(state) }
    }

    /// Expects that this application becomes rejected by the landlord, in a transaction with its mail.
    fn expecting_decline(mut work: MockUnitOfWork, n: u128, state: ApplicationState) -> MockUnitOfWork {
        work.applications
            .expect_save()
            .once()
            .withf(move |saved| {
                let taken = Rejection::new(Reviewer::Landlord, Grounds::of(RejectionReason::Taken));
                saved.id == nth(n) && !saved.state.is_open() && saved.rejection == Some(taken)
            })
            .returning(|_| Ok(()));
        work.with_application(pending(n, state))
            .expecting_mails([(STUDENT.user_id, MailPurpose::ApplicationRejected)])
            .expecting_audit_entries([(AuditAction::ApplicationRejected, Some(nth(n).0))])
    }

    #[tokio::test]
    async fn decline_open_applications_rejects_each_in_its_own_transaction() {
        let works = vec![
            expecting_decline(MockUnitOfWork::committed(), 1, ApplicationState::AwaitingAdministrator),
            expecting_decline(MockUnitOfWork::committed(), 2, forwarded()),
            MockUnitOfWork::dropped().with_application(pending(3, approved())),
            {
                let mut withdrawn = MockUnitOfWork::dropped();
                withdrawn.applications.expect_find_for_update().once().returning(|_| Ok(None));
                withdrawn
            },
        ];
        let ports = ports(4, works).build();
        let declined = decline_open_applications(&ports, LANDLORD, LISTING, RejectionReason::Taken).await;
        assert_eq!(declined.unwrap(), 2);
    }

    #[tokio::test]
    async fn decline_open_applications_after_lost_commit_is_repeated_for_the_rest() {
        let works = vec![
            expecting_decline(MockUnitOfWork::committed(), 1, forwarded()),
            expecting_decline(MockUnitOfWork::with_lost_commit(), 2, forwarded()),
        ];
        let lost = decline_open_applications(&ports(2, works).build(), LANDLORD, LISTING, RejectionReason::Taken).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");

        let decided = Application { rejection: Some(Rejection::by(Reviewer::Landlord)), ..pending(1, rejected()) };
        let works = vec![
            MockUnitOfWork::dropped().with_application(decided),
            expecting_decline(MockUnitOfWork::committed(), 2, forwarded()),
        ];
        let again =
            decline_open_applications(&ports(2, works).build(), LANDLORD, LISTING, RejectionReason::Taken).await;
        assert_eq!(again.unwrap(), 1);
    }

    fn rejected() -> ApplicationState {
        ApplicationState::RejectedByLandlord { administrator_approved_at: samples::earlier(), at: MockPorts::now() }
    }

    #[tokio::test]
    async fn decline_open_applications_of_other_or_unknown_listing_is_not_found() {
        let other = ports(1, Vec::new()).build();
        let result = decline_open_applications(&other, OTHER_LANDLORD, LISTING, RejectionReason::Taken).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)));
        let mut unknown = MockPorts::default();
        unknown.listings.expect_find_visibility().once().returning(|_, _| Ok(None));
        let result = decline_open_applications(&unknown.build(), LANDLORD, LISTING, RejectionReason::Taken).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)));
    }
}
