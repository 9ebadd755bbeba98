//! Authorization: every operation of the API, requested by every role.
//!
//! A new operation without a row here fails `every_operation_has_a_row`.

mod error_keys;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

use portal_domain::user::{Role, UserStatus};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORD_REGISTRATIONS, Portal, landlord_form, listing, proof_of_study, student_form};

/// The entity of a request. All belong to the landlord and the student of the table.
#[derive(Debug, Clone, Copy)]
enum Target {
    /// The unchanged path, with this body.
    Fixed(&'static str, Body),
    /// An available listing: `{id}`, and its first image: `{image}`.
    Listing(&'static str, Body),
    /// A draft.
    Draft(&'static str, Body),
    /// An application that is pending for an administrator.
    AwaitingAdministrator(&'static str),
    /// An application that is pending for the landlord.
    AwaitingLandlord(&'static str),
    /// A user outside of the table.
    User(&'static str, Body),
    /// A landlord's pending registration.
    LandlordRegistration(&'static str),
    /// A student's pending registration: `{id}`, and its proof of study: `{document}`.
    StudentRegistration(&'static str),
}

#[derive(Debug, Clone, Copy)]
enum Body {
    None,
    Empty,
    Listing,
    Letter,
    /// A form with an image in `files`.
    Images,
    /// A form with an image in `file`.
    Image,
    /// An order of one unknown image.
    Order,
    /// Unknown ids of registrations or listings.
    Ids,
    /// A report of a listing.
    Report,
    /// The reason of a takedown.
    Reason,
    /// The reason why open applications are declined.
    Taken,
    /// A letter to keep.
    KeptLetter,
    /// A search to save.
    SavedSearch,
    /// A copy without images.
    Copy,
    /// A profile valid for every role.
    Profile,
    /// The fields of an unknown link.
    Link,
}

/// The statuses for [`ROLES`].
type Statuses = [u16; 7];

const ROLES: [&str; 7] =
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
    ("listTowns", Method::GET, Target::Fixed("/api/v1/listings/towns?postalCode=80331", Body::None), [200, 200, 200, 200, 200, 200, 200]),
    ("listListings", Method::GET, Target::Fixed("/api/v1/listings", Body::None), [403, 403, 403, 200, 200, 200, 403]),
    ("createListing", Method::POST, Target::Fixed("/api/v1/listings", Body::Listing), [403, 403, 403, 201, 201, 403, 403]),
    ("listListingsByIds", Method::GET, Target::Listing("/api/v1/listings/by-ids?id={id}", Body::None), [200, 200, 200, 200, 200, 200, 200]),
    ("getListing", Method::GET, Target::Listing("/api/v1/listings/{id}", Body::None), [200, 200, 200, 200, 200, 200, 403]),
    ("getListing", Method::GET, Target::Draft("/api/v1/listings/{id}", Body::None), [404, 404, 404, 200, 404, 200, 403]),
    ("recordListingView", Method::POST, Target::Listing("/api/v1/listings/{id}/views", Body::None), [204, 204, 204, 204, 204, 204, 403]),
    ("recordListingView", Method::POST, Target::Draft("/api/v1/listings/{id}/views", Body::None), [404, 404, 404, 204, 404, 204, 403]),
    ("updateListing", Method::PUT, Target::Listing("/api/v1/listings/{id}", Body::Listing), [403, 403, 403, 200, 404, 200, 403]),
    ("changeListingStatus", Method::PUT, Target::Listing("/api/v1/listings/{id}/status?status=RENTED", Body::None), [403, 403, 403, 200, 404, 200, 403]),
    ("uploadListingImages", Method::POST, Target::Listing("/api/v1/listings/{id}/images", Body::Images), [403, 403, 403, 201, 404, 201, 403]),
    ("transformListingImage", Method::PUT, Target::Listing("/api/v1/listings/{id}/images/{image}/transform?action=ROTATE_90", Body::None), [403, 403, 403, 200, 404, 200, 403]),
    ("describeListingImage", Method::PUT, Target::Listing("/api/v1/listings/{id}/images/{image}", Body::Empty), [403, 403, 403, 200, 404, 200, 403]),
    ("reorderListingImages", Method::PUT, Target::Listing("/api/v1/listings/{id}/images/order", Body::Order), [403, 403, 403, 409, 404, 409, 403]),
    ("deleteListingImage", Method::DELETE, Target::Draft("/api/v1/listings/{id}/images/{image}", Body::None), [403, 403, 403, 204, 404, 204, 403]),
    ("deleteListing", Method::DELETE, Target::Listing("/api/v1/listings/{id}", Body::None), [403, 403, 403, 204, 404, 204, 403]),
    ("listFavourites", Method::GET, Target::Fixed("/api/v1/favourites", Body::None), [403, 200, 200, 403, 403, 403, 403]),
    ("listFavouriteIds", Method::GET, Target::Fixed("/api/v1/favourites/ids", Body::None), [403, 200, 200, 403, 403, 403, 403]),
    ("addFavourite", Method::PUT, Target::Listing("/api/v1/favourites/{id}", Body::None), [403, 204, 204, 403, 403, 403, 403]),
    ("addFavourite", Method::PUT, Target::Draft("/api/v1/favourites/{id}", Body::None), [403, 404, 404, 403, 403, 403, 403]),
    ("removeFavourite", Method::DELETE, Target::Listing("/api/v1/favourites/{id}", Body::None), [403, 204, 204, 403, 403, 403, 403]),
    ("mergeFavourites", Method::POST, Target::Fixed("/api/v1/favourites", Body::Ids), [403, 204, 204, 403, 403, 403, 403]),
    ("listApplications", Method::GET, Target::Fixed("/api/v1/applications", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("listApplications", Method::GET, Target::Listing("/api/v1/applications?listing={id}", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("submitApplication", Method::POST, Target::Listing("/api/v1/applications/listing/{id}", Body::Letter), [403, 201, 201, 403, 403, 403, 403]),
    ("submitApplication", Method::POST, Target::Draft("/api/v1/applications/listing/{id}", Body::Letter), [403, 404, 404, 403, 403, 403, 403]),
    ("reviewApplicationAsAdministrator", Method::PUT, Target::AwaitingAdministrator("/api/v1/applications/{id}/admin-review?status=APPROVED"), [403, 403, 403, 403, 403, 200, 403]),
    ("reviewApplication", Method::PUT, Target::AwaitingAdministrator("/api/v1/applications/{id}/review?status=APPROVED"), [403, 403, 403, 404, 404, 403, 403]),
    ("reviewApplication", Method::PUT, Target::AwaitingLandlord("/api/v1/applications/{id}/review?status=APPROVED"), [403, 403, 403, 200, 404, 403, 403]),
    ("declineOpenApplications", Method::POST, Target::Listing("/api/v1/listings/{id}/decline-open", Body::Taken), [403, 403, 403, 200, 404, 403, 403]),
    ("copyListing", Method::POST, Target::Listing("/api/v1/listings/{id}/copy", Body::Copy), [403, 403, 403, 201, 404, 403, 403]),
    ("listLetters", Method::GET, Target::Fixed("/api/v1/letters", Body::None), [403, 200, 200, 403, 403, 403, 403]),
    ("createLetter", Method::POST, Target::Fixed("/api/v1/letters", Body::KeptLetter), [403, 201, 201, 403, 403, 403, 403]),
    ("changeLetter", Method::PUT, Target::User("/api/v1/letters/{id}", Body::KeptLetter), [403, 404, 404, 403, 403, 403, 403]),
    ("deleteLetter", Method::DELETE, Target::User("/api/v1/letters/{id}", Body::None), [403, 404, 404, 403, 403, 403, 403]),
    ("listSavedSearches", Method::GET, Target::Fixed("/api/v1/saved-searches", Body::None), [403, 200, 200, 403, 403, 403, 403]),
    ("createSavedSearch", Method::POST, Target::Fixed("/api/v1/saved-searches", Body::SavedSearch), [403, 201, 201, 403, 403, 403, 403]),
    ("changeSavedSearch", Method::PUT, Target::User("/api/v1/saved-searches/{id}", Body::SavedSearch), [403, 404, 404, 403, 403, 403, 403]),
    ("deleteSavedSearch", Method::DELETE, Target::User("/api/v1/saved-searches/{id}", Body::None), [403, 404, 404, 403, 403, 403, 403]),
    ("markSavedSearchSeen", Method::POST, Target::User("/api/v1/saved-searches/{id}/seen", Body::None), [403, 404, 404, 403, 403, 403, 403]),
    ("unsubscribeSavedSearch", Method::POST, Target::Fixed("/api/v1/saved-searches/unsubscribe?token=unknown", Body::None), [400, 400, 400, 400, 400, 400, 400]),
    ("withdrawApplication", Method::DELETE, Target::AwaitingAdministrator("/api/v1/applications/{id}"), [403, 204, 404, 403, 403, 403, 403]),
    ("exportProfile", Method::GET, Target::Fixed("/api/v1/users/profile/export", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("deleteProfile", Method::POST, Target::Fixed("/api/v1/users/profile/delete", Body::Link), [403, 400, 400, 400, 400, 400, 403]),
    ("updateUser", Method::PUT, Target::User("/api/v1/users/{id}", Body::Profile), [403, 404, 404, 404, 404, 404, 403]),
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
    ("reviewLandlordRegistration", Method::PUT, Target::LandlordRegistration("/api/v1/users/landlords/registrations/{id}?approved=true"), [403, 403, 403, 403, 403, 200, 403]),
    ("reviewLandlordRegistration", Method::PUT, Target::StudentRegistration("/api/v1/users/landlords/registrations/{id}?approved=true"), [403, 403, 403, 403, 403, 404, 403]),
    ("reviewStudentRegistration", Method::PUT, Target::StudentRegistration("/api/v1/users/students/registrations/{id}?approved=true"), [403, 403, 403, 403, 403, 200, 403]),
    ("approveLandlordRegistrations", Method::POST, Target::Fixed("/api/v1/users/landlords/registrations/approve", Body::Ids), [403, 403, 403, 403, 403, 200, 403]),
    ("approveStudentRegistrations", Method::POST, Target::Fixed("/api/v1/users/students/registrations/approve", Body::Ids), [403, 403, 403, 403, 403, 200, 403]),
    ("getDocument", Method::GET, Target::StudentRegistration("/api/v1/documents/{document}"), [403, 403, 403, 403, 403, 200, 403]),
    ("previewDocument", Method::GET, Target::StudentRegistration("/api/v1/documents/{document}/preview"), [403, 403, 403, 403, 403, 200, 403]),
    ("listSettings", Method::GET, Target::Fixed("/api/v1/settings", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("uploadSettingImage", Method::POST, Target::Fixed("/api/v1/settings/01a1f640-bc00-7000-8000-000000000001/upload-image", Body::Image), [403, 403, 403, 403, 403, 201, 403]),
    ("removeSettingImage", Method::DELETE, Target::Fixed("/api/v1/settings/01a1f640-bc00-7000-8000-000000000001/image", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("getAdministratorNotifications", Method::GET, Target::Fixed("/api/v1/notifications/admin", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("getLandlordNotifications", Method::GET, Target::Fixed("/api/v1/notifications/landlord", Body::None), [403, 403, 403, 200, 200, 403, 403]),
    ("getGeneralStats", Method::GET, Target::Fixed("/api/v1/stats/general", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("getMailStats", Method::GET, Target::Fixed("/api/v1/stats/mails", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("getTrends", Method::GET, Target::Fixed("/api/v1/stats/trends", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("listUsers", Method::GET, Target::Fixed("/api/v1/users", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("createAdministrator", Method::POST, Target::Fixed("/api/v1/users", Body::Empty), [403, 403, 403, 403, 403, 400, 403]),
    ("changeUserStatus", Method::PUT, Target::User("/api/v1/users/{id}/status?active=false", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("deleteUser", Method::DELETE, Target::User("/api/v1/users/{id}", Body::None), [403, 403, 403, 403, 403, 204, 403]),
    ("reportListing", Method::POST, Target::Listing("/api/v1/listings/{id}/reports", Body::Report), [204, 204, 204, 204, 204, 204, 403]),
    ("reportListing", Method::POST, Target::Draft("/api/v1/listings/{id}/reports", Body::Report), [404, 404, 404, 204, 404, 204, 403]),
    ("takeDownListing", Method::POST, Target::Listing("/api/v1/listings/{id}/takedown", Body::Reason), [403, 403, 403, 403, 403, 200, 403]),
    ("previewUserDeletion", Method::GET, Target::User("/api/v1/users/{id}/deletion-preview", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("resendUserActivation", Method::POST, Target::User("/api/v1/users/{id}/resend-activation", Body::None), [403, 403, 403, 403, 403, 409, 403]),
    ("requestDonation", Method::POST, Target::User("/api/v1/users/{id}/request-donation", Body::None), [403, 403, 403, 403, 403, 404, 403]),
    ("listEvents", Method::GET, Target::Fixed("/api/v1/events", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("acknowledgeEvent", Method::PUT, Target::Fixed("/api/v1/events/nothing/acknowledge", Body::None), [403, 403, 403, 403, 403, 404, 403]),
    ("dismissEvent", Method::PUT, Target::Fixed("/api/v1/events/nothing/dismiss", Body::None), [403, 403, 403, 403, 403, 404, 403]),
    ("acknowledgeAllEvents", Method::PUT, Target::Fixed("/api/v1/events/acknowledge-all", Body::None), [403, 403, 403, 403, 403, 204, 403]),
    ("listAuditEntries", Method::GET, Target::Fixed("/api/v1/audit", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("exportAuditEntries", Method::GET, Target::Fixed("/api/v1/audit/export", Body::None), [403, 403, 403, 403, 403, 200, 403]),
    ("authenticateSecondFactor", Method::POST, Target::Fixed("/api/v1/authenticate/second-factor", Body::Empty), [400, 400, 400, 400, 400, 400, 400]),
    ("getSecondFactor", Method::GET, Target::Fixed("/api/v1/users/profile/second-factor", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("setUpTotp", Method::POST, Target::Fixed("/api/v1/users/profile/second-factor/totp", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("confirmTotp", Method::POST, Target::Fixed("/api/v1/users/profile/second-factor/totp/confirm", Body::Empty), [403, 400, 400, 400, 400, 400, 403]),
    ("deleteTotp", Method::DELETE, Target::Fixed("/api/v1/users/profile/second-factor/totp", Body::None), [403, 204, 204, 204, 204, 204, 403]),
    ("preparePasskey", Method::POST, Target::Fixed("/api/v1/users/profile/second-factor/passkeys/options", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("addPasskey", Method::POST, Target::Fixed("/api/v1/users/profile/second-factor/passkeys", Body::Empty), [403, 400, 400, 400, 400, 400, 403]),
    ("deletePasskey", Method::DELETE, Target::User("/api/v1/users/profile/second-factor/passkeys/{id}", Body::None), [403, 404, 404, 404, 404, 404, 403]),
    ("removeUserSecondFactor", Method::DELETE, Target::User("/api/v1/users/{id}/second-factor", Body::None), [403, 403, 403, 403, 403, 204, 403]),
    ("prepareProof", Method::POST, Target::Fixed("/api/v1/users/profile/proof/options", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("proveIdentity", Method::POST, Target::Fixed("/api/v1/users/profile/proof", Body::Empty), [403, 400, 400, 400, 400, 400, 403]),
    ("listSessions", Method::GET, Target::Fixed("/api/v1/users/profile/sessions", Body::None), [403, 200, 200, 200, 200, 200, 403]),
    ("endSession", Method::DELETE, Target::User("/api/v1/users/profile/sessions/{id}", Body::None), [403, 404, 404, 404, 404, 404, 403]),
    ("endOtherSessions", Method::DELETE, Target::Fixed("/api/v1/users/profile/sessions", Body::None), [403, 204, 204, 204, 204, 204, 403]),
    // Last: it ends the sessions.
    ("logout", Method::POST, Target::Fixed("/api/v1/logout", Body::None), [204, 204, 204, 204, 204, 204, 204]),
];

struct Clients {
    /// In the order of [`ROLES`].
    all: [Client; 7],
}

impl Clients {
    async fn new(portal: &Portal) -> Self {
        let deactivated = portal.student().await;
        let all = [
            portal.anonymous(),
            portal.student().await,
            portal.student().await,
            portal.landlord().await,
            portal.landlord().await,
            portal.administrator().await,
            deactivated,
        ];
        portal.set_status(portal.id_of(&all[6]).await, UserStatus::Inactive).await;
        Self { all }
    }

    fn student(&self) -> &Client {
        &self.all[1]
    }

    fn landlord(&self) -> &Client {
        &self.all[3]
    }

    fn administrator(&self) -> &Client {
        &self.all[5]
    }

    /// Creates the entity, and fills its ids into the path.
    async fn prepare(&self, portal: &Portal, target: Target) -> (String, Body) {
        match target {
            Target::User(path, body) => {
                let (_, id) = portal.insert_user(Role::Student).await;
                (path.replace("{id}", &id.to_string()), body)
            }
            Target::LandlordRegistration(path) => {
                let form = landlord_form(&unused_email());
                let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
                assert_eq!(status, 201, "{body}");
                (path.replace("{id}", body["payload"]["externalId"].as_str().unwrap()), Body::None)
            }
            Target::StudentRegistration(path) => {
                let form = student_form(&unused_email());
                let (status, body) = portal.anonymous().register_student(&form, proof_of_study(), "proof.pdf").await;
                assert_eq!(status, 201, "{body}");
                let (registration, document) = (&body["payload"], &body["payload"]["proofOfStudyDocument"]);
                let path = path.replace("{id}", registration["externalId"].as_str().unwrap());
                (path.replace("{document}", document["externalId"].as_str().unwrap()), Body::None)
            }
            Target::Fixed(path, body) => (path.to_owned(), body),
            Target::Listing(path, body) => (self.listing(path, true).await, body),
            Target::Draft(path, body) => (self.listing(path, false).await, body),
            Target::AwaitingAdministrator(path) => (path.replace("{id}", &self.application().await), Body::None),
            Target::AwaitingLandlord(path) => {
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

/// A unique email address.
fn unused_email() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    format!("new{}@portal.test", NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// A profile with the required fields of every role.
fn profile() -> Value {
    json!({
        "firstName": "Ada", "lastName": "Lovelace", "gender": "FEMALE", "phoneNumber": "+49 30 1",
        "aboutMe": "Ich koche gern.", "street": "Weg", "houseNumber": "1", "postalCode": "10115", "city": "Berlin"
    })
}

/// The fields of every request with a link.
fn unknown_link() -> Value {
    json!({
        "email": "unknown@portal.test", "token": "unknown", "registrationToken": "unknown",
        "password": "a wrong password"
    })
}

async fn send(client: &Client, method: &Method, path: &str, body: Body) -> (u16, Value) {
    let (status, body) = match body {
        Body::Images => client.upload(path, vec![crate::harness::jpeg(32, 24)]).await,
        Body::Image => client.upload_one(path, crate::harness::jpeg(32, 24)).await,
        Body::Order => {
            let order = json!({ "imageIds": ["00000000-0000-7000-8000-000000000000"] });
            crate::harness::send_request(client.request(method.clone(), path).json(&order)).await
        }
        Body::Ids => {
            let ids = json!({ "ids": ["00000000-0000-7000-8000-000000000000"] });
            crate::harness::send_request(client.request(method.clone(), path).json(&ids)).await
        }
        Body::Report => {
            let report = json!({ "reason": "FRAUD", "text": "Will Geld vorab." });
            crate::harness::send_request(client.request(method.clone(), path).json(&report)).await
        }
        Body::Reason => {
            crate::harness::send_request(client.request(method.clone(), path).json(&json!({ "reason": "Betrug" })))
                .await
        }
        Body::None => crate::harness::send_request(client.request(method.clone(), path)).await,
        Body::Empty => crate::harness::send_request(client.request(method.clone(), path).json(&json!({}))).await,
        Body::Listing => crate::harness::send_request(client.request(method.clone(), path).json(&listing())).await,
        Body::Profile => crate::harness::send_request(client.request(method.clone(), path).json(&profile())).await,
        Body::Link => crate::harness::send_request(client.request(method.clone(), path).json(&unknown_link())).await,
        Body::Taken => {
            crate::harness::send_request(client.request(method.clone(), path).json(&json!({ "reason": "TAKEN" }))).await
        }
        Body::Copy => {
            crate::harness::send_request(client.request(method.clone(), path).json(&json!({ "images": false }))).await
        }
        Body::KeptLetter => {
            let letter = json!({ "name": "WG", "text": "Guten Tag" });
            crate::harness::send_request(client.request(method.clone(), path).json(&letter)).await
        }
        Body::SavedSearch => {
            let search = json!({ "name": "Zimmer", "filters": {}, "frequency": "DAILY" });
            crate::harness::send_request(client.request(method.clone(), path).json(&search)).await
        }
        Body::Letter => {
            let letter = json!({ "applicationLetter": "Guten Tag" });
            crate::harness::send_request(client.request(method.clone(), path).json(&letter)).await
        }
    };
    (status.as_u16(), body)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_allows_exactly_the_roles_of_the_table() {
    let portal = Portal::start_with(|config| config.applications_per_hour = 1000).await;
    let clients = Clients::new(&portal).await;
    let mut wrong = Vec::new();
    for (operation, method, target, expected) in TABLE {
        for ((client, role), expected) in clients.all.iter().zip(ROLES).zip(expected) {
            let (path, body) = clients.prepare(&portal, *target).await;
            let (status, response) = send(client, method, &path, body).await;
            let key = error_keys::of(operation, status);
            if status != *expected || key.is_some_and(|key| response["error"]["message"] != key) {
                wrong.push(format!("{operation} {target:?} as {role}: not {expected} {key:?}: {status} {response}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_operation_has_a_row() {
    let description: Value = serde_json::from_str(&portal_api::openapi::json()).unwrap();
    let described: BTreeSet<&str> = description["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|item| item.as_object().unwrap().values())
        .filter_map(|operation| operation["operationId"].as_str())
        .collect();
    let tested: BTreeSet<&str> = TABLE.iter().map(|(operation, ..)| *operation).collect();
    assert_eq!(described, tested);
}

#[tokio::test(flavor = "multi_thread")]
async fn operations_on_hidden_entities_return_404_as_for_unknown_ids() {
    let portal = Portal::start().await;
    let clients = Clients::new(&portal).await;
    let id = clients.landlord().create_listing(&listing()).await;
    let other_landlord = &clients.all[4];
    let unknown = "00000000-0000-7000-8000-000000000000";
    for (method, path, body) in [
        (Method::GET, "/api/v1/listings/{id}", Body::None),
        (Method::PUT, "/api/v1/listings/{id}", Body::Listing),
        (Method::DELETE, "/api/v1/listings/{id}", Body::None),
        (Method::PUT, "/api/v1/listings/{id}/status?status=RENTED", Body::None),
        (Method::POST, "/api/v1/listings/{id}/images", Body::Images),
    ] {
        let mut responses = Vec::new();
        for id in [id.as_str(), unknown, "not-an-id"] {
            let (status, mut body) = send(other_landlord, &method, &path.replace("{id}", id), body).await;
            body["error"]["requestId"].take();
            responses.push((status, body));
        }
        assert_eq!(responses[0].0, 404, "{method} {path}");
        assert!(responses.iter().all(|response| *response == responses[0]), "{method} {path}: {responses:?}");
    }
}
