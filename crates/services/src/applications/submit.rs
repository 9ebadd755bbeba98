//! Submits a student's application to a listing.

use chrono::TimeDelta;
use portal_domain::application::{Application, ApplicationState};
use portal_domain::ids::{ApplicationId, ListingId};
use portal_domain::listing::ListingStatus;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::{self, Actor};
use portal_domain::user::UserStatus;

use super::{get_details, mail_to_student};
use crate::counters;
use crate::error::ServiceError;
use crate::ports::{APPLICATION_EXISTS, ApplicationDetails, Ports, StoreError};

/// Submits the letter, which then awaits an administrator's review.
pub async fn submit_application(
    ports: &Ports,
    actor: Actor,
    listing_id: ListingId,
    letter: String,
) -> Result<ApplicationDetails, ServiceError> {
    let visibility = ports.listings.find_visibility(listing_id, Some(actor.user_id)).await?;
    let visibility = visibility
        .filter(|visibility| policy::may_see_listing(Some(actor), *visibility))
        .ok_or(ServiceError::ListingNotFound)?;
    if visibility.applied {
        return Err(ServiceError::AlreadyApplied);
    }
    // Before the letter is counted: only letters that are sent count.
    if visibility.status != ListingStatus::Available {
        return Err(ServiceError::ListingNotAvailable);
    }
    let what = format!("apply:{}", actor.user_id);
    let counter = counters::limit(ports, &what, TimeDelta::hours(1), ports.config.applications_per_hour).await?;
    let sent = send(ports, actor, listing_id, letter).await;
    if sent.is_err() {
        counters::take_back(ports, counter.as_deref()).await;
    }
    get_details(ports, actor, sent?).await
}

/// Stores the letter, and queues its receipt.
async fn send(
    ports: &Ports,
    actor: Actor,
    listing_id: ListingId,
    letter: String,
) -> Result<ApplicationId, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let listing = work.listings().find_for_update(listing_id).await?.ok_or(ServiceError::ListingNotFound)?;
    if listing.status != ListingStatus::Available {
        return Err(ServiceError::ListingNotAvailable);
    }
    // Locked together with the listing.
    let landlord = work.users().find_credentials_for_share(listing.landlord_id).await?;
    if landlord.is_none_or(|landlord| landlord.status != UserStatus::Active) {
        return Err(ServiceError::ListingNotFound);
    }
    let application = Application {
        id: ApplicationId(ports.identifiers.next()),
        student_id: Some(actor.user_id),
        landlord_id: Some(listing.landlord_id),
        listing_id: Some(listing_id),
        listing_title: listing.facts.title,
        letter: Some(letter),
        state: ApplicationState::AwaitingAdministrator,
        rejection: None,
        date_created: now,
        last_modified: now,
    };
    work.applications().insert(&application).await.map_err(|error| match error {
        StoreError::Conflict(constraint) if constraint == APPLICATION_EXISTS => ServiceError::AlreadyApplied,
        other => other.into(),
    })?;
    let receipt = mail_to_student(ports, &application, MailPurpose::ApplicationSent);
    work.outbox().push(receipt.as_slice()).await?;
    work.commit().await?;
    Ok(application.id)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use portal_domain::policy::Visibility;
    use portal_domain::user::Role;

    use super::*;
    use crate::ports::{ApplicationUser, Attempts, Credentials};
    use crate::testing::samples::{self, LANDLORD, LISTING, STUDENT};
    use crate::testing::{MockPorts, MockUnitOfWork};

    const LETTER: &str = "Guten Tag,\nich möchte gern einziehen.";

    fn visible(status: ListingStatus) -> Visibility {
        Visibility { status, landlord_id: LANDLORD.user_id, landlord_active: true, applied: false }
    }

    /// Ports with this visibility of the listing for Ada.
    fn ports(visibility: Option<Visibility>) -> MockPorts {
        let mut ports = MockPorts::default();
        ports
            .listings
            .expect_find_visibility()
            .once()
            .withf(|id, student| *id == LISTING && *student == Some(STUDENT.user_id))
            .return_once(move |_, _| Ok(visibility));
        ports
    }

    /// Ports for which this is Ada's `count`th application within the hour.
    fn ports_at(count: u32, work: MockUnitOfWork) -> MockPorts {
        let mut ports = ports(Some(visible(ListingStatus::Available)));
        ports.store = MockUnitOfWork::store_of([work]);
        expecting_attempt(&mut ports, count);
        ports
    }

    fn expecting_attempt(ports: &mut MockPorts, count: u32) {
        let window_ends = MockPorts::now() + TimeDelta::minutes(12);
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        ports
            .attempts
            .expect_add()
            .once()
            .withf(|key, window, now| {
                let hourly = TimeDelta::hours(1);
                key == format!("apply:{}", STUDENT.user_id) && (*window, *now) == (hourly, MockPorts::now())
            })
            .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
    }

    /// Expects one lock of the available listing, and of its landlord with this status.
    fn with_available_listing(work: MockUnitOfWork, landlord: UserStatus) -> MockUnitOfWork {
        let mut work = work.with_listing(samples::listing(ListingStatus::Available));
        let user_id = LANDLORD.user_id;
        let locked = Credentials { user_id, role: Role::Landlord, status: landlord, password: None };
        work.users
            .expect_find_credentials_for_share()
            .once()
            .withf(move |asked| *asked == user_id)
            .return_once(move |_| Ok(Some(locked)));
        work
    }

    /// Expects the counted letter to be taken back, because it is not sent. That this fails changes
    /// nothing.
    fn taken_back(mut ports: MockPorts) -> MockPorts {
        let key = format!("apply:{}", STUDENT.user_id);
        let unavailable = || StoreError::Unavailable("no connection".into());
        ports
            .attempts
            .expect_take_back()
            .once()
            .withf(move |taken| taken == key)
            .returning(move |_| Err(unavailable()));
        ports
    }

    async fn submit_to(ports: MockPorts) -> Result<ApplicationDetails, ServiceError> {
        submit_application(&ports.build(), STUDENT, LISTING, LETTER.to_owned()).await
    }

    fn expected() -> Application {
        let now: DateTime<_> = MockPorts::now();
        Application {
            id: ApplicationId(MockPorts::identifier(1)),
            letter: Some(LETTER.to_owned()),
            date_created: now,
            last_modified: now,
            ..samples::application(ApplicationState::AwaitingAdministrator)
        }
    }

    #[tokio::test]
    async fn submit_application_stores_letter_and_queues_receipt() {
        let mut work = with_available_listing(MockUnitOfWork::committed(), UserStatus::Active)
            .expecting_mails([(STUDENT.user_id, MailPurpose::ApplicationSent)]);
        work.applications.expect_insert().once().withf(|sent| *sent == expected()).returning(|_| Ok(()));
        let mut ports = ports_at(20, work);
        ports
            .applications
            .expect_find_application()
            .once()
            .withf(|id| *id == expected().id)
            .returning(|_| Ok(Some(samples::application_details(ApplicationState::AwaitingAdministrator))));

        let ApplicationUser { role, last_name, email, .. } = submit_to(ports).await.unwrap().landlord.unwrap();
        assert_eq!((role, last_name.as_str(), email), (Role::Landlord, "H", None));
    }

    #[tokio::test]
    async fn submit_application_to_invisible_listing_is_not_found_and_not_counted() {
        for visibility in [
            None,
            Some(visible(ListingStatus::Draft)),
            Some(visible(ListingStatus::Archived)),
            Some(Visibility { landlord_active: false, ..visible(ListingStatus::Available) }),
        ] {
            assert!(matches!(submit_to(ports(visibility)).await, Err(ServiceError::ListingNotFound)), "{visibility:?}");
        }
    }

    #[tokio::test]
    async fn submit_application_second_time_is_rejected_and_not_counted() {
        let visibility = Visibility { applied: true, ..visible(ListingStatus::Available) };
        assert!(matches!(submit_to(ports(Some(visibility))).await, Err(ServiceError::AlreadyApplied)));
    }

    #[tokio::test]
    async fn submit_application_beyond_hourly_limit_is_rejected() {
        let mut ports = ports(Some(visible(ListingStatus::Available)));
        expecting_attempt(&mut ports, 21);
        let result = submit_to(ports).await;
        let Err(ServiceError::TooManyAttempts { retry_after }) = result else { panic!("{result:?}") };
        assert_eq!(retry_after, TimeDelta::minutes(12));
    }

    #[tokio::test]
    async fn submit_application_without_limits_is_not_counted() {
        let mut ports = ports(Some(visible(ListingStatus::Available)));
        ports.config.limits_enabled = false;
        ports.store =
            MockUnitOfWork::store_of([MockUnitOfWork::dropped().with_listing(samples::listing(ListingStatus::Rented))]);
        assert!(matches!(submit_to(ports).await, Err(ServiceError::ListingNotAvailable)));
    }

    #[tokio::test]
    async fn submit_application_to_rented_listing_is_rejected_and_not_counted() {
        let result = submit_to(ports(Some(visible(ListingStatus::Rented)))).await;
        assert!(matches!(result, Err(ServiceError::ListingNotAvailable)), "{result:?}");
    }

    #[tokio::test]
    async fn submit_application_to_listing_changed_before_lock_is_rejected_and_taken_back() {
        for status in [ListingStatus::Rented, ListingStatus::Archived, ListingStatus::Draft] {
            let work = MockUnitOfWork::dropped().with_listing(samples::listing(status));
            let result = submit_to(taken_back(ports_at(1, work))).await;
            assert!(matches!(result, Err(ServiceError::ListingNotAvailable)), "{status}");
        }
    }

    #[tokio::test]
    async fn submit_application_to_listing_deleted_before_lock_is_not_found() {
        let mut work = MockUnitOfWork::dropped();
        work.listings.expect_find_for_update().once().returning(|_| Ok(None));
        assert!(matches!(submit_to(taken_back(ports_at(1, work))).await, Err(ServiceError::ListingNotFound)));
    }

    #[tokio::test]
    async fn submit_application_landlord_deactivated_before_lock_is_not_found() {
        let work = with_available_listing(MockUnitOfWork::dropped(), UserStatus::Inactive);
        assert!(matches!(submit_to(taken_back(ports_at(1, work))).await, Err(ServiceError::ListingNotFound)));
    }

    #[tokio::test]
    async fn submit_application_conflicting_insert_is_already_applied() {
        let conflicting = |constraint: &'static str| {
            let mut work = with_available_listing(MockUnitOfWork::dropped(), UserStatus::Active);
            work.applications.expect_insert().once().returning(|_| Err(StoreError::Conflict(constraint.to_owned())));
            work
        };
        let second = submit_to(taken_back(ports_at(1, conflicting(APPLICATION_EXISTS)))).await;
        assert!(matches!(second, Err(ServiceError::AlreadyApplied)));
        let other = submit_to(taken_back(ports_at(1, conflicting("applications_pkey")))).await;
        assert!(matches!(other, Err(ServiceError::Store(StoreError::Conflict(_)))));
    }

    #[tokio::test]
    async fn submit_application_lost_commit_fails() {
        let mut work = with_available_listing(MockUnitOfWork::with_lost_commit(), UserStatus::Active)
            .expecting_mails([(STUDENT.user_id, MailPurpose::ApplicationSent)]);
        work.applications.expect_insert().once().returning(|_| Ok(()));
        let lost = submit_to(taken_back(ports_at(1, work))).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
