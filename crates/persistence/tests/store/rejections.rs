//! Rejections of applications.

use portal_domain::application::{Application, ApplicationState};
use portal_domain::ids::ApplicationId;
use portal_domain::listing::ListingStatus;
use portal_domain::rejection::{Grounds, Rejection, RejectionReason, Reviewer};
use portal_services::ports::ApplicationQueries;

use crate::context::{TestContext, after, application, landlord, listing, student};

/// Three applications of one student to listings of one landlord, the last one rejected with a note.
async fn with_applications(states: [ApplicationState; 3]) -> (TestContext, Vec<Application>) {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let mut all = Vec::new();
    for (n, state) in (1..).zip(states) {
        let listing = listing(100, &owner, ListingStatus::Available);
        if n == 1 {
            context.add_listings(std::slice::from_ref(&listing)).await;
        }
        context.add_user(&student(10 + n)).await;
        let mut application = application(200 + n, &student(10 + n), &listing, state);
        application.rejection = rejection(state);
        context.add_application(&application).await;
        all.push(application);
    }
    (context, all)
}

fn rejection(state: ApplicationState) -> Option<Rejection> {
    let grounds = Grounds { reason: Some(RejectionReason::OtherApplicant), note: Some("Viel Glück!".to_owned()) };
    match state {
        ApplicationState::RejectedByLandlord { .. } | ApplicationState::RejectedByAdministrator { .. } => {
            Some(Rejection::new(Reviewer::Landlord, grounds))
        }
        _ => None,
    }
}

fn rejected() -> ApplicationState {
    ApplicationState::RejectedByLandlord { administrator_approved_at: after(1), at: after(2) }
}

#[tokio::test]
async fn application_is_loaded_with_its_rejection() {
    let (context, all) = with_applications([
        ApplicationState::RejectedByAdministrator { at: after(1) },
        ApplicationState::AwaitingAdministrator,
        rejected(),
    ])
    .await;
    let mut work = context.begin().await;
    for expected in &all {
        assert_eq!(work.applications().find_for_update(expected.id).await.unwrap().as_ref(), Some(expected));
    }
    // A changed application keeps its grounds.
    work.applications().save(&all[2]).await.unwrap();
    work.commit().await.unwrap();
    let found = context.store.find_application(all[2].id).await.unwrap().unwrap();
    assert_eq!(found.application, all[2]);
}

#[tokio::test]
async fn list_open_application_ids_returns_pending_of_the_listing_only() {
    let (context, all) = with_applications([
        ApplicationState::AwaitingLandlord { at: after(1) },
        rejected(),
        ApplicationState::AwaitingAdministrator,
    ])
    .await;
    let listing = all[0].listing_id.unwrap();
    let open: Vec<ApplicationId> = context.store.list_open_application_ids(listing, 10).await.unwrap();
    assert_eq!(open, [all[0].id, all[2].id]);
    assert_eq!(context.store.list_open_application_ids(listing, 1).await.unwrap(), [all[0].id]);
}

/// Also by a program that knows no notes.
#[tokio::test]
async fn note_goes_with_the_student_or_the_landlord() {
    for erased in ["student_id", "landlord_id"] {
        let (context, _) = with_applications([
            ApplicationState::AwaitingAdministrator,
            ApplicationState::AwaitingLandlord { at: after(1) },
            rejected(),
        ])
        .await;
        let notes = "SELECT count(rejection_note) * 10 + count(rejection_reason) FROM applications";
        assert_eq!(context.query_value::<i64>(notes).await, 11);
        let erase = format!("UPDATE applications SET {erased} = NULL");
        context.run(&erase).await;
        assert_eq!(context.query_value::<i64>(notes).await, 1, "{erased}");
    }
}
