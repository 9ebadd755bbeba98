//! Registers students and landlords.

use std::path::PathBuf;

use chrono::NaiveDate;
use portal_domain::document::{Document, sanitize_filename};
use portal_domain::event::{Event, EventKind};
use portal_domain::ids::{DocumentId, EventId, RegistrationId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::registration::Registration;
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};

use crate::documents::DOCUMENT_PREFIX;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{Ports, RegistrationDetails, UnitOfWork};
use crate::users::{insert_user, validate_date_of_birth};

/// The data that students and landlords both submit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRegistration {
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub gender: Gender,
    pub date_of_birth: NaiveDate,
    pub phone_number: String,
    pub locale: Locale,
}

/// Submits a landlord's registration.
pub async fn register_landlord(
    ports: &Ports,
    sign_up: NewRegistration,
    address: UserAddress,
) -> Result<RegistrationDetails, ServiceError> {
    let user = User { address: Some(address), ..new_user(ports, sign_up, Role::Landlord)? };
    let mut work = ports.store.begin().await?;
    let registration = insert_registration(ports, work.as_mut(), &user).await?;
    work.commit().await?;
    Ok(RegistrationDetails { registration, user, document: None })
}

/// Submits a student's registration with a proof of study.
pub async fn register_student(
    ports: &Ports,
    sign_up: NewRegistration,
    about_me: String,
    file: PathBuf,
    filename: &str,
) -> Result<RegistrationDetails, ServiceError> {
    let user = User { about_me: Some(about_me), ..new_user(ports, sign_up, Role::Student)? };
    let kind = ports.documents.inspect(&file).await?;
    let id = ports.identifiers.next();
    let location = format!("{DOCUMENT_PREFIX}{}.{}", id.simple(), kind.extension());
    let removals = outbox::schedule_file_removals(ports, [location.clone()]).await?;
    ports.documents.store(&location, &file).await?;

    let mut work = ports.store.begin().await?;
    let registration = insert_registration(ports, work.as_mut(), &user).await?;
    let document = Document {
        id: DocumentId(id),
        registration_id: registration.id,
        filename: sanitize_filename(filename, kind),
        kind,
        location,
        date_created: ports.clock.now(),
    };
    work.registrations().insert_document(&document).await?;
    outbox::cancel_file_removals(work.as_mut(), removals).await?;
    work.commit().await?;
    Ok(RegistrationDetails { registration, user, document: Some(document) })
}

fn new_user(ports: &Ports, sign_up: NewRegistration, role: Role) -> Result<User, ServiceError> {
    validate_date_of_birth(ports, sign_up.date_of_birth)?;
    let now = ports.clock.now();
    Ok(User {
        id: UserId(ports.identifiers.next()),
        email: sign_up.email,
        first_name: sign_up.first_name,
        last_name: sign_up.last_name,
        gender: sign_up.gender,
        date_of_birth: Some(sign_up.date_of_birth),
        phone_number: Some(sign_up.phone_number),
        role,
        status: UserStatus::New,
        about_me: None,
        address: None,
        locale: sign_up.locale,
        date_created: now,
        last_modified: now,
    })
}

/// Inserts the user, the registration, the event for administrators, and the receipt.
async fn insert_registration(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    user: &User,
) -> Result<Registration, ServiceError> {
    let now = ports.clock.now();
    insert_user(work, user, None).await?;
    let registration = Registration::new(RegistrationId(ports.identifiers.next()), user.id, now);
    work.registrations().insert(&registration).await?;
    let event = EventId(ports.identifiers.next());
    let event = match user.role {
        Role::Landlord => Event::new(event, EventKind::LandlordRegistrationRequested(user.id), now),
        _ => Event::new(event, EventKind::StudentRegistrationRequested(user.id), now),
    };
    work.events().insert(&event).await?;
    let receipt = outbox::mail(ports, Recipient::User(user.id), MailPurpose::RegistrationReceived);
    work.outbox().push(&[receipt]).await?;
    Ok(registration)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use mockall::Sequence;
    use portal_domain::document::DocumentKind;
    use portal_domain::event::EventType;
    use portal_domain::ids::FileRemovalId;

    use super::*;
    use crate::ports::{DocumentStoreError, FileRemoval, StoreError, USER_EMAIL_TAKEN};
    use crate::testing::samples::{email, home};
    use crate::testing::{MockPorts, MockUnitOfWork};

    const FILE: &str = "upload";

    fn ada() -> NewRegistration {
        NewRegistration {
            email: email("ada@portal.test"),
            first_name: "Ada".to_owned(),
            last_name: "Lovelace".to_owned(),
            gender: Gender::Female,
            date_of_birth: NaiveDate::from_ymd_opt(2004, 12, 10).unwrap(),
            phone_number: "0151 0000001".to_owned(),
            locale: Locale::English,
        }
    }

    /// Expects user, registration and event with these identifiers, and a receipt.
    fn expecting_registration(
        mut work: MockUnitOfWork,
        identifiers: [u128; 3],
        role: Role,
        event_type: EventType,
    ) -> MockUnitOfWork {
        let [user, registration, event] = identifiers.map(MockPorts::identifier);
        work.users
            .expect_insert()
            .once()
            .withf(move |new, password| {
                (new.id.0, new.role, new.status, new.locale) == (user, role, UserStatus::New, Locale::English)
                    && new.date_created == MockPorts::now()
                    && password.is_none()
            })
            .returning(|_, _| Ok(()));
        let expected = Registration::new(RegistrationId(registration), UserId(user), MockPorts::now());
        work.registrations.expect_insert().once().withf(move |inserted| *inserted == expected).returning(|_| Ok(()));
        work.events
            .expect_insert()
            .once()
            .withf(move |inserted| {
                (inserted.id.0, inserted.event_type(), inserted.entity())
                    == (event, event_type, portal_domain::event::EventEntity::User(UserId(user)))
            })
            .returning(|_| Ok(()));
        work.expecting_mails([(UserId(user), MailPurpose::RegistrationReceived)])
    }

    fn rejecting_insert(constraint: &'static str) -> MockUnitOfWork {
        let mut work = MockUnitOfWork::dropped();
        work.users.expect_insert().once().returning(|_, _| Err(StoreError::Conflict(constraint.to_owned())));
        work
    }

    mod landlords {
        use super::*;

        async fn register_in(work: MockUnitOfWork) -> Result<RegistrationDetails, ServiceError> {
            let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
            register_landlord(&ports.build(), ada(), home()).await
        }

        #[tokio::test]
        async fn register_landlord_writes_everything_in_one_transaction() {
            let work = expecting_registration(
                MockUnitOfWork::committed(),
                [1, 2, 3],
                Role::Landlord,
                EventType::LandlordRegistrationRequested,
            );
            let view = register_in(work).await.unwrap();
            assert_eq!((view.user.address, view.user.about_me, view.document), (Some(home()), None, None));
            assert_eq!(view.registration.user_id, view.user.id);
        }

        #[tokio::test]
        async fn register_landlord_used_email_is_email_taken_and_other_conflicts_are_not() {
            assert!(matches!(register_in(rejecting_insert(USER_EMAIL_TAKEN)).await, Err(ServiceError::EmailTaken)));
            let other = register_in(rejecting_insert("users_pkey")).await;
            assert!(matches!(other, Err(ServiceError::Store(StoreError::Conflict(_)))), "{other:?}");
        }

        #[tokio::test]
        async fn register_landlord_lost_commit_fails() {
            let work = expecting_registration(
                MockUnitOfWork::with_lost_commit(),
                [1, 2, 3],
                Role::Landlord,
                EventType::LandlordRegistrationRequested,
            );
            let lost = register_in(work).await;
            assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
        }
    }

    mod students {
        use super::*;

        const REMOVAL: FileRemovalId = FileRemovalId(MockPorts::identifier(3));

        fn location() -> String {
            format!("/documents/{}.pdf", MockPorts::identifier(2).simple())
        }

        fn expecting_inspection(
            ports: &mut MockPorts,
            order: &mut Sequence,
            answer: Result<DocumentKind, DocumentStoreError>,
        ) {
            let inspection = ports.documents.expect_inspect().once().in_sequence(order);
            inspection.withf(|file| file.as_os_str() == FILE).return_once(move |_| answer);
        }

        /// Expects the removal of the file to be scheduled in an hour.
        fn scheduling(order: &mut Sequence) -> MockUnitOfWork {
            let mut work = MockUnitOfWork::committed_in(order);
            let (expected, due) =
                (FileRemoval { id: REMOVAL, location: location() }, MockPorts::now() + TimeDelta::hours(1));
            let schedule = work.file_removals.expect_push().once();
            schedule.withf(move |asked, at| *asked == expected && *at == due).returning(|_, _| Ok(()));
            work
        }

        fn expecting_store(ports: &mut MockPorts, order: &mut Sequence, answer: Result<(), DocumentStoreError>) {
            let expecting_store = ports.documents.expect_store().once().in_sequence(order);
            expecting_store
                .withf(|at, file| at == location() && file.as_os_str() == FILE)
                .return_once(move |_, _| answer);
        }

        /// Expects the rows with the document named `filename`, and the removal to be canceled.
        fn expecting_rows(work: MockUnitOfWork, filename: &'static str) -> MockUnitOfWork {
            let mut work =
                expecting_registration(work, [1, 4, 5], Role::Student, EventType::StudentRegistrationRequested);
            let expected = Document {
                id: DocumentId(MockPorts::identifier(2)),
                registration_id: RegistrationId(MockPorts::identifier(4)),
                filename: filename.to_owned(),
                kind: DocumentKind::Pdf,
                location: location(),
                date_created: MockPorts::now(),
            };
            let row = work.registrations.expect_insert_document().once();
            row.withf(move |document| *document == expected).returning(|_| Ok(()));
            work.file_removals.expect_cancel().once().withf(|schedule| *schedule == REMOVAL).returning(|_| Ok(()));
            work
        }

        async fn register_with(ports: MockPorts, filename: &str) -> Result<RegistrationDetails, ServiceError> {
            let about_me = "Ich studiere Mathematik.".to_owned();
            register_student(&ports.build(), ada(), about_me, PathBuf::from(FILE), filename).await
        }

        #[tokio::test]
        async fn register_student_schedules_removal_before_store_and_cancels_it_with_rows() {
            let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
            expecting_inspection(&mut ports, &mut order, Ok(DocumentKind::Pdf));
            let schedule = scheduling(&mut order);
            expecting_store(&mut ports, &mut order, Ok(()));
            let rows = expecting_rows(MockUnitOfWork::committed_in(&mut order), "Nachweis.pdf");
            ports.store = MockUnitOfWork::store_of([schedule, rows]);
            let view = register_with(ports, "Nachweis.pdf").await.unwrap();
            assert_eq!(view.user.about_me.as_deref(), Some("Ich studiere Mathematik."));
            assert_eq!(view.document.unwrap().location, location());
        }

        #[tokio::test]
        async fn register_student_sanitizes_file_name() {
            let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
            expecting_inspection(&mut ports, &mut order, Ok(DocumentKind::Pdf));
            let schedule = scheduling(&mut order);
            expecting_store(&mut ports, &mut order, Ok(()));
            let rows = expecting_rows(MockUnitOfWork::committed_in(&mut order), "proof.pdf");
            ports.store = MockUnitOfWork::store_of([schedule, rows]);
            assert!(register_with(ports, "..\\..\\proof\u{202E}.exe").await.is_ok());
        }

        #[tokio::test]
        async fn register_student_invalid_file_stores_nothing() {
            for error in [
                DocumentStoreError::FileType,
                DocumentStoreError::TooLarge,
                DocumentStoreError::Damaged,
                DocumentStoreError::Busy,
            ] {
                let (expected, mut ports) = (error.to_string(), MockPorts::default());
                expecting_inspection(&mut ports, &mut Sequence::new(), Err(error));
                let Err(ServiceError::Document(result)) = register_with(ports, "a.pdf").await else {
                    panic!("{expected}")
                };
                assert_eq!(result.to_string(), expected);
            }
        }

        #[tokio::test]
        async fn register_student_used_email_keeps_scheduled_removal() {
            for (constraint, is_taken) in [(USER_EMAIL_TAKEN, true), ("users_pkey", false)] {
                let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
                expecting_inspection(&mut ports, &mut order, Ok(DocumentKind::Pdf));
                let schedule = scheduling(&mut order);
                expecting_store(&mut ports, &mut order, Ok(()));
                ports.store = MockUnitOfWork::store_of([schedule, rejecting_insert(constraint)]);
                let result = register_with(ports, "a.pdf").await;
                assert_eq!(matches!(result, Err(ServiceError::EmailTaken)), is_taken, "{result:?}");
                assert!(result.is_err());
            }
        }

        #[tokio::test]
        async fn register_student_store_failure_keeps_scheduled_removal() {
            let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
            expecting_inspection(&mut ports, &mut order, Ok(DocumentKind::Pdf));
            let schedule = scheduling(&mut order);
            expecting_store(
                &mut ports,
                &mut order,
                Err(DocumentStoreError::Unavailable("the object store is down".into())),
            );
            ports.store = MockUnitOfWork::store_of([schedule]);
            let result = register_with(ports, "a.pdf").await;
            assert!(matches!(result, Err(ServiceError::Document(DocumentStoreError::Unavailable(_)))), "{result:?}");
        }

        #[tokio::test]
        async fn register_student_without_scheduled_removal_stores_nothing() {
            let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
            expecting_inspection(&mut ports, &mut order, Ok(DocumentKind::Pdf));
            let mut schedule = MockUnitOfWork::with_lost_commit();
            schedule.file_removals.expect_push().once().returning(|_, _| Ok(()));
            ports.store = MockUnitOfWork::store_of([schedule]);
            let result = register_with(ports, "a.pdf").await;
            assert!(matches!(result, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{result:?}");
        }
    }

    #[tokio::test]
    async fn register_date_of_birth_in_future_is_rejected() {
        let tomorrow = (MockPorts::now() + TimeDelta::days(1)).date_naive();
        let born_tomorrow = || NewRegistration { date_of_birth: tomorrow, ..ada() };
        let landlord = register_landlord(&MockPorts::default().build(), born_tomorrow(), home()).await;
        let student = register_student(
            &MockPorts::default().build(),
            born_tomorrow(),
            String::new(),
            PathBuf::from(FILE),
            "a.pdf",
        )
        .await;
        for result in [landlord, student] {
            assert!(matches!(result, Err(ServiceError::DateOfBirth(_))), "{result:?}");
        }
    }
}
