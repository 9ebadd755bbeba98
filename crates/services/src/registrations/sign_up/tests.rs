use chrono::TimeDelta;
use mockall::Sequence;
use portal_domain::document::DocumentKind;
use portal_domain::event::EventType;
use portal_domain::ids::DiscardId;

use super::*;
use crate::ports::{Discard, DocumentError};
use crate::ports::{StoreError, USER_EMAIL_TAKEN};
use crate::testing::samples::{email, home};
use crate::testing::{MockPorts, MockWork};

const FILE: &str = "upload";

fn ada() -> SignUp {
    SignUp {
        email: email("ada@portal.test"),
        first_name: "Ada".to_owned(),
        last_name: "Lovelace".to_owned(),
        gender: Gender::Female,
        date_of_birth: NaiveDate::from_ymd_opt(2004, 12, 10).unwrap(),
        phone_number: "0151 0000001".to_owned(),
        locale: Locale::English,
    }
}

/// What every accepted request leaves: person, request and event got these identifiers.
fn requesting(mut work: MockWork, identifiers: [u128; 3], role: Role, told: EventType) -> MockWork {
    let [user, request, event] = identifiers.map(MockPorts::identifier);
    work.users
        .expect_insert()
        .once()
        .withf(move |new, password| {
            (new.id.0, new.role, new.status, new.locale) == (user, role, UserStatus::New, Locale::English)
                && new.date_created == MockPorts::now()
                && password.is_none()
        })
        .returning(|_, _| Ok(()));
    let expected = Registration::new(RegistrationId(request), UserId(user), MockPorts::now());
    work.registrations.expect_insert().once().withf(move |made| *made == expected).returning(|_| Ok(()));
    work.events
        .expect_insert()
        .once()
        .withf(move |made| {
            (made.id.0, made.event_type, made.entity)
                == (event, told, portal_domain::event::EventEntity::User(UserId(user)))
        })
        .returning(|_| Ok(()));
    work.mailing([(UserId(user), MailPurpose::RegistrationReceived)])
}

fn refusing(constraint: &'static str) -> MockWork {
    let mut work = MockWork::dropped();
    work.users.expect_insert().once().returning(|_, _| Err(StoreError::Conflict(constraint.to_owned())));
    work
}

mod landlords {
    use super::*;

    async fn sign_up_in(work: MockWork) -> Result<RegistrationView, ServiceError> {
        let ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
        sign_up_landlord(&ports.build(), ada(), home()).await
    }

    #[tokio::test]
    async fn the_person_their_request_the_event_and_the_receipt_are_one_transaction() {
        let work =
            requesting(MockWork::committed(), [1, 2, 3], Role::Landlord, EventType::LandlordRegistrationRequested);
        let view = sign_up_in(work).await.unwrap();
        assert_eq!((view.user.address, view.user.about_me, view.document), (Some(home()), None, None));
        assert_eq!(view.registration.user_id, view.user.id);
    }

    #[tokio::test]
    async fn an_address_in_use_is_refused_by_name_and_other_conflicts_are_not_mistaken_for_it() {
        assert!(matches!(sign_up_in(refusing(USER_EMAIL_TAKEN)).await, Err(ServiceError::EmailTaken)));
        let other = sign_up_in(refusing("users_pkey")).await;
        assert!(matches!(other, Err(ServiceError::Store(StoreError::Conflict(_)))), "{other:?}");
    }

    #[tokio::test]
    async fn nobody_is_told_that_a_request_arrived_whose_commit_was_lost() {
        let work = requesting(MockWork::lost(), [1, 2, 3], Role::Landlord, EventType::LandlordRegistrationRequested);
        let lost = sign_up_in(work).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
    }
}

mod students {
    use super::*;

    const GUARD: DiscardId = DiscardId(MockPorts::identifier(3));

    fn location() -> String {
        format!("/documents/{}.pdf", MockPorts::identifier(2).simple())
    }

    fn inspecting(ports: &mut MockPorts, order: &mut Sequence, answer: Result<DocumentKind, DocumentError>) {
        let inspection = ports.documents.expect_inspect().once().in_sequence(order);
        inspection.withf(|file| file.as_os_str() == FILE).return_once(move |_| answer);
    }

    /// Asks for the file to be removed in an hour, should no row ever name it.
    fn guarding(order: &mut Sequence) -> MockWork {
        let mut work = MockWork::committed_in(order);
        let (expected, due) = (Discard { id: GUARD, location: location() }, MockPorts::now() + TimeDelta::hours(1));
        let guard = work.discards.expect_push().once();
        guard.withf(move |asked, at| *asked == expected && *at == due).returning(|_, _| Ok(()));
        work
    }

    fn storing(ports: &mut MockPorts, order: &mut Sequence, answer: Result<(), DocumentError>) {
        let storing = ports.documents.expect_store().once().in_sequence(order);
        storing.withf(|at, file| at == location() && file.as_os_str() == FILE).return_once(move |_, _| answer);
    }

    /// The person, the request, the paper under `filename`, and the file stays.
    fn keeping(work: MockWork, filename: &'static str) -> MockWork {
        let mut work = requesting(work, [1, 4, 5], Role::Student, EventType::StudentRegistrationRequested);
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
        work.discards.expect_cancel().once().withf(|guard| *guard == GUARD).returning(|_| Ok(()));
        work
    }

    async fn sign_up_to(ports: MockPorts, filename: &str) -> Result<RegistrationView, ServiceError> {
        let about_me = "Ich studiere Mathematik.".to_owned();
        sign_up_student(&ports.build(), ada(), about_me, PathBuf::from(FILE), filename).await
    }

    #[tokio::test]
    async fn the_file_is_guarded_before_it_is_stored_and_released_with_its_rows() {
        let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
        inspecting(&mut ports, &mut order, Ok(DocumentKind::Pdf));
        let guard = guarding(&mut order);
        storing(&mut ports, &mut order, Ok(()));
        let rows = keeping(MockWork::committed_in(&mut order), "Nachweis.pdf");
        ports.store = MockWork::begun_by([guard, rows]);
        let view = sign_up_to(ports, "Nachweis.pdf").await.unwrap();
        assert_eq!(view.user.about_me.as_deref(), Some("Ich studiere Mathematik."));
        assert_eq!(view.document.unwrap().location, location());
    }

    #[tokio::test]
    async fn the_name_of_the_file_is_made_safe_and_true_to_its_content() {
        let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
        inspecting(&mut ports, &mut order, Ok(DocumentKind::Pdf));
        let guard = guarding(&mut order);
        storing(&mut ports, &mut order, Ok(()));
        let rows = keeping(MockWork::committed_in(&mut order), "proof.pdf");
        ports.store = MockWork::begun_by([guard, rows]);
        assert!(sign_up_to(ports, "..\\..\\proof\u{202E}.exe").await.is_ok());
    }

    #[tokio::test]
    async fn a_file_that_is_no_proof_leaves_nothing_behind() {
        for refusal in [DocumentError::FileType, DocumentError::TooLarge, DocumentError::Damaged, DocumentError::Busy] {
            let (expected, mut ports) = (refusal.to_string(), MockPorts::default());
            inspecting(&mut ports, &mut Sequence::new(), Err(refusal));
            let Err(ServiceError::Document(refused)) = sign_up_to(ports, "a.pdf").await else { panic!("{expected}") };
            assert_eq!(refused.to_string(), expected);
        }
    }

    #[tokio::test]
    async fn an_address_in_use_leaves_no_row_and_the_file_to_its_guard() {
        for (constraint, is_taken) in [(USER_EMAIL_TAKEN, true), ("users_pkey", false)] {
            let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
            inspecting(&mut ports, &mut order, Ok(DocumentKind::Pdf));
            let guard = guarding(&mut order);
            storing(&mut ports, &mut order, Ok(()));
            ports.store = MockWork::begun_by([guard, refusing(constraint)]);
            let refused = sign_up_to(ports, "a.pdf").await;
            assert_eq!(matches!(refused, Err(ServiceError::EmailTaken)), is_taken, "{refused:?}");
            assert!(refused.is_err());
        }
    }

    #[tokio::test]
    async fn when_the_object_store_fails_the_guard_stays_and_nobody_signed_up() {
        let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
        inspecting(&mut ports, &mut order, Ok(DocumentKind::Pdf));
        let guard = guarding(&mut order);
        storing(&mut ports, &mut order, Err(DocumentError::Unavailable("the object store is down".into())));
        ports.store = MockWork::begun_by([guard]);
        let failed = sign_up_to(ports, "a.pdf").await;
        assert!(matches!(failed, Err(ServiceError::Document(DocumentError::Unavailable(_)))), "{failed:?}");
    }

    #[tokio::test]
    async fn nothing_is_stored_without_its_guard() {
        let (mut order, mut ports) = (Sequence::new(), MockPorts::default());
        inspecting(&mut ports, &mut order, Ok(DocumentKind::Pdf));
        let mut guard = MockWork::lost();
        guard.discards.expect_push().once().returning(|_, _| Ok(()));
        ports.store = MockWork::begun_by([guard]);
        let failed = sign_up_to(ports, "a.pdf").await;
        assert!(matches!(failed, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{failed:?}");
    }
}

#[tokio::test]
async fn whoever_is_not_born_yet_signs_up_for_nothing() {
    let tomorrow = (MockPorts::now() + TimeDelta::days(1)).date_naive();
    let unborn = || SignUp { date_of_birth: tomorrow, ..ada() };
    let landlord = sign_up_landlord(&MockPorts::default().build(), unborn(), home()).await;
    let student =
        sign_up_student(&MockPorts::default().build(), unborn(), String::new(), PathBuf::from(FILE), "a.pdf").await;
    for refused in [landlord, student] {
        assert!(matches!(refused, Err(ServiceError::DateOfBirth(_))), "{refused:?}");
    }
}
