//! Who may do what: every operation of the API, tried by everybody.
//!
//! A new operation without a row here fails `every_operation_has_a_row`.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

use portal_domain::user::{Role, UserStatus};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORDS, Portal, landlord_form, listing, proof, student_form};

/// What an operation is tried on. Everything belongs to the table's landlord and student.
#[derive(Debug, Clone, Copy)]
enum Target {
    /// The path as it is, with this body.
    Fixed(&'static str, Body),
    /// An available listing; `{id}` and `{image}` stand for it and its first picture.
    Listing(&'static str, Body),
    /// A draft.
    Draft(&'static str, Body),
    /// An application that waits for an administrator.
    Sent(&'static str),
    /// An application that waits for the landlord.
    Forwarded(&'static str),
    /// Somebody who is nobody of the table.
    Person(&'static str, Body),
    /// A landlord's request to join that waits for an administrator.
    LandlordRequest(&'static str),
    /// A student's request to join that waits for an administrator; `{document}` is its proof of study.
    StudentRequest(&'static str),
}

#[derive(Debug, Clone, Copy)]
enum Body {
    None,
    Empty,
    Listing,
    Letter,
    Photo,
    /// The same for a form that takes one file.
    OnePhoto,
    /// An order of one picture that no listing has.
    Order,
    /// Ids of requests to join that do not exist.
    Ids,
    /// A report of a listing.
    Report,
    /// Why a listing is taken down.
    Reason,
    /// The profile of whatever role.
    Profile,
    /// What a link of a mail that never was sent would carry.
    Link,
}

/// The statuses that anonymous, student, other student, landlord, other landlord, administrator and a
/// deactivated student get.
type Statuses = [u16; 7];

const WHO: [&str; 7] =
    ["anonymous", "student", "other student", "landlord", "other landlord", "administrator", "deactivated"];

#[rustfmt::skip]
const TABLE: &[(&str, Method, Target, Statuses)] = &[
    ("authenticate", Method::POST, Target::Fixed("/api/v1/authenticate", Body::Empty), [400, 400, 400, 400, 400, 400, 400]),
    ("refreshSession", Method::POST, Target::Fixed("/api/v1/refresh", Body::None), [401, 200, 200, 200, 200, 200, 401]),
    ("getProfile", Method::GET, Target::Fixed("/api/v1/users/profile", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("getPublicSettings", Method::GET, Target::Fixed("/api/v1/settings/public", Body::None), [200, 200, 200, 200, 200, 200, 200]),
    ("getLegalPage", Method::GET, Target::Fixed("/api/v1/legal/terms", Body::None), [200, 200, 200, 200, 200, 200, 200]),
    ("listAmenities", Method::GET, Target::Fixed("/api/v1/commons/amenities", Body::None), [200, 200, 200, 200, 200, 200, 200]),
    ("searchListings", Method::POST, Target::Fixed("/api/v1/listings/search", Body::Empty), [200, 200, 200, 200, 200, 200, 200]),
    ("suggestPlaces", Method::GET, Target::Fixed("/api/v1/listings/suggest?q=M", Body::None), [200, 200, 200, 200, 200, 200, 200]),
    ("listListings", Method::GET, Target::Fixed("/api/v1/listings", Body::None), [403, 403, 403, 200, 200, 200, 403]),
    ("createListing", Method::POST, Target::Fixed("/api/v1/listings", Body::Listing), [403, 403, 403, 201, 201, 403, 403]),
    ("getListing", Method::GET, Target::Listing("/api/v1/listings/{id}", Body::None), [200, 200, 200, 200, 200, 200, 403]),
    ("getListing", Method::GET, Target::Draft("/api/v1/listings/{id}", Body::None), [404, 404, 404, 200, 404, 200, 403]),
    ("recordListingView", Method::POST, Target::Listing("/api/v1/listings/{id}/views", Body::None), [204, 204, 204, 204, 204, 204, 403]),
    ("recordListingView", Method::POST, Target::Draft("/api/v1/listings/{id}/views", Body::None), [404, 404, 404, 204, 404, 204, 403]),
    ("updateListing", Method::PUT, Target::Listing("/api/v1/listings/{id}", Body::Listing), [403, 403, 403, 200, 404, 200, 403]),
    ("changeListingStatus", Method::PUT, Target::Listing("/api/v1/listings/{id}/status?status=RENTED", Body::None), [403, 403, 403, 200, 404, 200, 403]),
    ("uploadListingImages", Method::POST, Target::Listing("/api/v1/listings/{id}/images", Body::Photo), [403, 403, 403, 201, 404, 201, 403]),
    ("transformListingImage", Method::PUT, Target::Listing("/api/v1/listings/{id}/images/{image}/transform?action=ROTATE_90", Body::None), [403, 403, 403, 200, 404, 200, 403]),
    ("reorderListingImages", Method::PUT, Target::Listing("/api/v1/listings/{id}/images/order", Body::Order), [403, 403, 403, 409, 404, 409, 403]),
    ("deleteListingImage", Method::DELETE, Target::Draft("/api/v1/listings/{id}/images/{image}", Body::None), [403, 403, 403, 204, 404, 204, 403]),
    ("deleteListing", Method::DELETE, Target::Listing("/api/v1/listings/{id}", Body::None), [403, 403, 403, 204, 404, 204, 403]),
    ("listApplications", Method::GET, Target::Fixed("/api/v1/applications", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("submitApplication", Method::POST, Target::Listing("/api/v1/applications/listing/{id}", Body::Letter), [403, 201, 201, 403, 403, 403, 403]),
    ("submitApplication", Method::POST, Target::Draft("/api/v1/applications/listing/{id}", Body::Letter), [403, 404, 404, 403, 403, 403, 403]),
    ("reviewApplicationAsAdministrator", Method::PUT, Target::Sent("/api/v1/applications/{id}/admin-review?status=APPROVED"), [403, 403, 403, 403, 403, 200, 403]),
    ("reviewApplication", Method::PUT, Target::Sent("/api/v1/applications/{id}/review?status=APPROVED"), [403, 403, 403, 404, 404, 403, 403]),
    ("reviewApplication", Method::PUT, Target::Forwarded("/api/v1/applications/{id}/review?status=APPROVED"), [403, 403, 403, 200, 404, 403, 403]),
    ("deleteApplication", Method::DELETE, Target::Sent("/api/v1/applications/{id}"), [403, 204, 404, 403, 403, 403, 403]),
    ("exportProfile", Method::GET, Target::Fixed("/api/v1/users/profile/export", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("deleteProfile", Method::POST, Target::Fixed("/api/v1/users/profile/delete", Body::Link), [403, 400, 400, 400, 400, 400, 403]),
    ("updateUser", Method::PUT, Target::Person("/api/v1/users/{id}", Body::Profile), [403, 404, 404, 404, 404, 404, 403]),
    ("changePassword", Method::PUT, Target::Fixed("/api/v1/auth/change-password", Body::Empty), [403, 400, 400, 400, 400, 400, 403]),
    ("forgotPassword", Method::POST, Target::Fixed("/api/v1/auth/forgot-password", Body::Link), [204, 204, 204, 204, 204, 204, 204]),
    ("resetPassword", Method::POST, Target::Fixed("/api/v1/auth/reset-password", Body::Link), [400, 400, 400, 400, 400, 400, 400]),
    ("checkActivation", Method::POST, Target::Fixed("/api/v1/users/check-activation", Body::Link), [200, 200, 200, 200, 200, 200, 200]),
    ("resendActivation", Method::POST, Target::Fixed("/api/v1/users/resend-activation", Body::Link), [204, 204, 204, 204, 204, 204, 204]),
    ("finishRegistration", Method::POST, Target::Fixed("/api/v1/users/finish-registration", Body::Link), [400, 400, 400, 400, 400, 400, 400]),
    ("registerLandlord", Method::POST, Target::Fixed("/api/v1/users/landlords/registrations", Body::Empty), [400, 400, 400, 400, 400, 400, 400]),
    ("registerStudent", Method::POST, Target::Fixed("/api/v1/users/students/registrations", Body::Empty), [415, 415, 415, 415, 415, 415, 415]),
    ("listLandlordRegistrations", Method::GET, Target::Fixed("/api/v1/users/landlords/registrations", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("listStudentRegistrations", Method::GET, Target::Fixed("/api/v1/users/students/registrations", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("reviewLandlordRegistration", Method::PUT, Target::LandlordRequest("/api/v1/users/landlords/registrations/{id}?approved=true"), [403, 403, 403, 403, 403, 200, 403]),
    ("reviewLandlordRegistration", Method::PUT, Target::StudentRequest("/api/v1/users/landlords/registrations/{id}?approved=true"), [403, 403, 403, 403, 403, 404, 403]),
    ("reviewStudentRegistration", Method::PUT, Target::StudentRequest("/api/v1/users/students/registrations/{id}?approved=true"), [403, 403, 403, 403, 403, 200, 403]),
    ("approveLandlordRegistrations", Method::POST, Target::Fixed("/api/v1/users/landlords/registrations/approve", Body::Ids), [403, 403, 403, 403, 403, 200, 403]),
    ("approveStudentRegistrations", Method::POST, Target::Fixed("/api/v1/users/students/registrations/approve", Body::Ids), [403, 403, 403, 403, 403, 200, 403]),
    ("readDocument", Method::GET, Target::StudentRequest("/api/v1/documents/{document}"), [403, 403, 403, 403, 403, 200, 403]),
    ("previewDocument", Method::GET, Target::StudentRequest("/api/v1/documents/{document}/preview"), [403, 403, 403, 403, 403, 200, 403]),
    ("listSettings", Method::GET, Target::Fixed("/api/v1/settings", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("uploadSettingImage", Method::POST, Target::Fixed("/api/v1/settings/01a1f640-bc00-7000-8000-000000000001/upload-image", Body::OnePhoto), [403, 403, 403, 403, 403, 201, 403]),
    ("getAdministratorNotifications", Method::GET, Target::Fixed("/api/v1/notifications/admin", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("getLandlordNotifications", Method::GET, Target::Fixed("/api/v1/notifications/landlord", Body::None), [403, 403, 403, 200, 200, 403, 403]),
    ("getGeneralStats", Method::GET, Target::Fixed("/api/v1/stats/general", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("getTrends", Method::GET, Target::Fixed("/api/v1/stats/trends", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("listUsers", Method::GET, Target::Fixed("/api/v1/users", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("createAdministrator", Method::POST, Target::Fixed("/api/v1/users", Body::Empty), [403, 403, 403, 403, 403, 400, 403]),
    ("changeUserStatus", Method::PUT, Target::Person("/api/v1/users/{id}/status?active=false", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("deleteUser", Method::DELETE, Target::Person("/api/v1/users/{id}", Body::None), [403, 403, 403, 403, 403, 204, 403]),
    ("reportListing", Method::POST, Target::Listing("/api/v1/listings/{id}/reports", Body::Report), [204, 204, 204, 204, 204, 204, 403]),
    ("reportListing", Method::POST, Target::Draft("/api/v1/listings/{id}/reports", Body::Report), [404, 404, 404, 204, 404, 204, 403]),
    ("takeDownListing", Method::POST, Target::Listing("/api/v1/listings/{id}/takedown", Body::Reason), [403, 403, 403, 403, 403, 200, 403]),
    ("previewUserDeletion", Method::GET, Target::Person("/api/v1/users/{id}/deletion-preview", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("resendUserActivation", Method::POST, Target::Person("/api/v1/users/{id}/resend-activation", Body::None), [403, 403, 403, 403, 403, 409, 403]),
    ("requestDonation", Method::POST, Target::Person("/api/v1/users/{id}/request-donation", Body::None), [403, 403, 403, 403, 403, 404, 403]),
    ("listEvents", Method::GET, Target::Fixed("/api/v1/events", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("acknowledgeEvent", Method::PUT, Target::Fixed("/api/v1/events/nothing/acknowledge", Body::None), [403, 403, 403, 403, 403, 404, 403]),
    ("acknowledgeAllEvents", Method::PUT, Target::Fixed("/api/v1/events/acknowledge-all", Body::None), [403, 403, 403, 403, 403, 204, 403]),
    ("listAudit", Method::GET, Target::Fixed("/api/v1/audit", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("exportAudit", Method::GET, Target::Fixed("/api/v1/audit/export", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    // Last: it ends the sessions.
    ("logout", Method::POST, Target::Fixed("/api/v1/logout", Body::None), [204, 204, 204, 204, 204, 204, 204]),
];

struct World {
    everybody: [Client; 7],
}

impl World {
    async fn new(portal: &Portal) -> Self {
        let deactivated = portal.student().await;
        let everybody = [
            portal.anonymous(),
            portal.student().await,
            portal.student().await,
            portal.landlord().await,
            portal.landlord().await,
            portal.administrator().await,
            deactivated,
        ];
        portal.set_status(portal.id_of(&everybody[6]).await, UserStatus::Inactive).await;
        Self { everybody }
    }

    fn student(&self) -> &Client {
        &self.everybody[1]
    }

    fn landlord(&self) -> &Client {
        &self.everybody[3]
    }

    fn administrator(&self) -> &Client {
        &self.everybody[5]
    }

    /// Makes what the operation is tried on, and fills it into the path.
    async fn prepare(&self, portal: &Portal, target: Target) -> (String, Body) {
        match target {
            Target::Person(path, body) => {
                let (_, id) = portal.insert(Role::Student).await;
                (path.replace("{id}", &id.to_string()), body)
            }
            Target::LandlordRequest(path) => {
                let form = landlord_form(&some_address());
                let (status, body) = portal.anonymous().post(LANDLORDS, &form).await;
                assert_eq!(status, 201, "{body}");
                (path.replace("{id}", body["payload"]["externalId"].as_str().unwrap()), Body::None)
            }
            Target::StudentRequest(path) => {
                let form = student_form(&some_address());
                let (status, body) = portal.anonymous().sign_up_student(&form, proof(), "proof.pdf").await;
                assert_eq!(status, 201, "{body}");
                let (request, document) = (&body["payload"], &body["payload"]["proofOfStudyDocument"]);
                let path = path.replace("{id}", request["externalId"].as_str().unwrap());
                (path.replace("{document}", document["externalId"].as_str().unwrap()), Body::None)
            }
            Target::Fixed(path, body) => (path.to_owned(), body),
            Target::Listing(path, body) => (self.listing(path, true).await, body),
            Target::Draft(path, body) => (self.listing(path, false).await, body),
            Target::Sent(path) => (path.replace("{id}", &self.application().await), Body::None),
            Target::Forwarded(path) => {
                let id = self.application().await;
                let (status, _) =
                    self.administrator().put(&format!("/api/v1/applications/{id}/admin-review?status=APPROVED")).await;
                assert_eq!(status, 200);
                (path.replace("{id}", &id), Body::None)
            }
        }
    }

    async fn listing(&self, path: &str, available: bool) -> String {
        let id = self.landlord().publish_listing(&listing()).await;
        if !available {
            self.landlord().put(&format!("/api/v1/listings/{id}/status?status=DRAFT")).await;
        }
        let (_, body) = self.landlord().get(&format!("/api/v1/listings/{id}")).await;
        let image = body["payload"]["images"][0]["externalId"].as_str().unwrap();
        path.replace("{id}", &id).replace("{image}", image)
    }

    async fn application(&self) -> String {
        let listing = self.landlord().publish_listing(&listing()).await;
        self.student().apply(&listing).await
    }
}

/// An e-mail that nobody has used yet.
fn some_address() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    format!("new{}@portal.test", NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// A profile that holds what every role requires.
fn profile() -> Value {
    json!({
        "firstName": "Ada", "lastName": "Lovelace", "gender": "FEMALE", "phoneNumber": "+49 30 1",
        "aboutMe": "Ich koche gern.", "street": "Weg", "houseNumber": "1", "postalCode": "10115", "city": "Berlin"
    })
}

/// The fields of every call that takes a link.
fn unsent_link() -> Value {
    json!({
        "email": "nobody@portal.test", "token": "never-sent", "registrationToken": "never-sent",
        "password": "a wrong password"
    })
}

async fn attempt(client: &Client, method: &Method, path: &str, body: Body) -> (u16, Value) {
    let (status, body) = match body {
        Body::Photo => client.upload(path, vec![crate::harness::photo(32, 24)]).await,
        Body::OnePhoto => client.upload_one(path, crate::harness::photo(32, 24)).await,
        Body::Order => {
            let order = json!({ "imageIds": ["00000000-0000-7000-8000-000000000000"] });
            crate::harness::answer(client.request(method.clone(), path).json(&order)).await
        }
        Body::Ids => {
            let ids = json!({ "ids": ["00000000-0000-7000-8000-000000000000"] });
            crate::harness::answer(client.request(method.clone(), path).json(&ids)).await
        }
        Body::Report => {
            let report = json!({ "reason": "FRAUD", "text": "Will Geld vorab." });
            crate::harness::answer(client.request(method.clone(), path).json(&report)).await
        }
        Body::Reason => {
            crate::harness::answer(client.request(method.clone(), path).json(&json!({ "reason": "Betrug" }))).await
        }
        Body::None => crate::harness::answer(client.request(method.clone(), path)).await,
        Body::Empty => crate::harness::answer(client.request(method.clone(), path).json(&json!({}))).await,
        Body::Listing => crate::harness::answer(client.request(method.clone(), path).json(&listing())).await,
        Body::Profile => crate::harness::answer(client.request(method.clone(), path).json(&profile())).await,
        Body::Link => crate::harness::answer(client.request(method.clone(), path).json(&unsent_link())).await,
        Body::Letter => {
            let letter = json!({ "applicationLetter": "Guten Tag" });
            crate::harness::answer(client.request(method.clone(), path).json(&letter)).await
        }
    };
    (status.as_u16(), body)
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_may_do_what_the_table_says_and_nothing_else() {
    let portal = Portal::start_with(|settings| settings.applications_per_hour = 1000).await;
    let world = World::new(&portal).await;
    let mut wrong = Vec::new();
    for (operation, method, target, expected) in TABLE {
        for ((client, who), expected) in world.everybody.iter().zip(WHO).zip(expected) {
            let (path, body) = world.prepare(&portal, *target).await;
            let (status, answer) = attempt(client, method, &path, body).await;
            if status != *expected {
                wrong.push(format!("{operation} {target:?} by {who}: {status} instead of {expected}: {answer}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_operation_has_a_row() {
    let document: Value = serde_json::from_str(&portal_api::openapi::json()).unwrap();
    let described: BTreeSet<&str> = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|item| item.as_object().unwrap().values())
        .filter_map(|operation| operation["operationId"].as_str())
        .collect();
    let tried: BTreeSet<&str> = TABLE.iter().map(|(operation, ..)| *operation).collect();
    assert_eq!(described, tried);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_belongs_to_others_answers_like_what_does_not_exist() {
    let portal = Portal::start().await;
    let world = World::new(&portal).await;
    let id = world.landlord().create_listing(&listing()).await;
    let stranger = &world.everybody[4];
    let unknown = "00000000-0000-7000-8000-000000000000";
    for (method, path, body) in [
        (Method::GET, "/api/v1/listings/{id}", Body::None),
        (Method::PUT, "/api/v1/listings/{id}", Body::Listing),
        (Method::DELETE, "/api/v1/listings/{id}", Body::None),
        (Method::PUT, "/api/v1/listings/{id}/status?status=RENTED", Body::None),
        (Method::POST, "/api/v1/listings/{id}/images", Body::Photo),
    ] {
        let mut answers = Vec::new();
        for id in [id.as_str(), unknown, "not-an-id"] {
            let (status, mut answer) = attempt(stranger, &method, &path.replace("{id}", id), body).await;
            answer["error"]["requestId"].take();
            answers.push((status, answer));
        }
        assert_eq!(answers[0].0, 404, "{method} {path}");
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{method} {path}: {answers:?}");
    }
}
