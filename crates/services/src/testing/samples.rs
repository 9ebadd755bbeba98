//! One of every noun, whole and plausible, to begin a test with.
//!
//! The people: Ada, a student, applies to a room of Grace, a landlord; Root is an administrator.
//! Everything was made an hour before [`MockPorts::now`](super::MockPorts::now).

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use portal_domain::application::{Application, ApplicationState};
use portal_domain::area::Area;
use portal_domain::document::{Document, DocumentKind};
use portal_domain::ids::{ApplicationId, DocumentId, ImageId, ListingId, RegistrationId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::{
    AdditionalCost, Amenity, Listing, ListingAddress, ListingDetails, ListingStatus, Region, UnitType,
};
use portal_domain::locale::Locale;
use portal_domain::money::Cents;
use portal_domain::policy::{Actor, Visibility};
use portal_domain::registration::{Registration, RegistrationState};
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};
use uuid::Uuid;

use super::MockPorts;
use crate::applications::{ApplicationView, AppliedListing, PersonView};
use crate::listings::{LandlordView, ListingPreview, ListingSummary, ListingView};
use crate::registrations::RegistrationView;

pub const STUDENT: Actor = Actor::new(UserId(Uuid::from_u128(1)), Role::Student);
pub const LANDLORD: Actor = Actor::new(UserId(Uuid::from_u128(2)), Role::Landlord);
pub const ADMIN: Actor = Actor::new(UserId(Uuid::from_u128(3)), Role::Admin);
pub const OTHER_STUDENT: Actor = Actor::new(UserId(Uuid::from_u128(4)), Role::Student);
pub const OTHER_LANDLORD: Actor = Actor::new(UserId(Uuid::from_u128(5)), Role::Landlord);

pub const LISTING: ListingId = ListingId(Uuid::from_u128(10));
pub const APPLICATION: ApplicationId = ApplicationId(Uuid::from_u128(20));
pub const REGISTRATION: RegistrationId = RegistrationId(Uuid::from_u128(30));
pub const DOCUMENT: DocumentId = DocumentId(Uuid::from_u128(40));

/// When everything was made.
pub fn earlier() -> DateTime<Utc> {
    MockPorts::now() - TimeDelta::hours(1)
}

pub fn details() -> ListingDetails {
    ListingDetails {
        title: "Helles Zimmer am Englischen Garten".to_owned(),
        unit_type: UnitType::Room,
        address: ListingAddress {
            street: "Kaulbachstraße".to_owned(),
            house_number: "12".to_owned(),
            postal_code: "80539".to_owned(),
            city: "München".to_owned(),
            district: Some("Maxvorstadt".to_owned()),
            region: Region::Bayern,
        },
        area: Area::from_tenths(185),
        total_area: Area::from_tenths(780),
        bedrooms: 1,
        bathrooms: 1,
        kitchens: 1,
        amenities: vec![Amenity::Balcony, Amenity::Wifi],
        description: "Ein ruhiges Zimmer zum Hof.".to_owned(),
        tenant_description: "Wir sind zu dritt.".to_owned(),
        location_description: "Zur Universität sind es fünf Minuten.".to_owned(),
        basic_rent: Cents::new(52_000),
        ancillary_cost: Cents::new(9_000),
        security_deposit: Cents::new(104_000),
        additional_costs: vec![AdditionalCost { description: "Internet".to_owned(), cost: Cents::new(1_500) }],
    }
}

pub fn image(n: u128) -> Image {
    Image { id: ImageId(Uuid::from_u128(0x100 + n)), location: format!("/picture-{n}.jpg") }
}

/// Grace's room, with two pictures.
pub fn listing(status: ListingStatus) -> Listing {
    Listing {
        id: LISTING,
        landlord_id: LANDLORD.user_id,
        status,
        takedown_reason: None,
        details: details(),
        images: vec![image(1), image(2)],
        date_created: earlier(),
        last_modified: earlier(),
    }
}

pub fn landlord_view() -> LandlordView {
    LandlordView { id: LANDLORD.user_id, first_name: "Grace".to_owned(), last_name: "Hopper".to_owned(), active: true }
}

/// The listing as the store hands it out, before anything is left out.
pub fn listing_view(listing: Listing) -> ListingView {
    ListingView { listing, landlord: landlord_view(), views: Some(41), application: None }
}

/// What a link to Grace's room tells.
pub fn listing_preview(status: ListingStatus) -> ListingPreview {
    let Listing { id, landlord_id, details, images, date_created, last_modified, .. } = listing(status);
    ListingPreview {
        id,
        visibility: Visibility { status, landlord_id, landlord_active: true, applied: false },
        total_rent: details.total_rent(),
        title: details.title,
        unit_type: details.unit_type,
        address: details.address,
        area: details.area,
        bedrooms: details.bedrooms,
        bathrooms: details.bathrooms,
        beginning: details.description,
        images: images.into_iter().map(|image| image.location).collect(),
        date_created,
        last_modified,
    }
}

pub fn listing_summary(listing: Listing) -> ListingSummary {
    let total_rent = listing.details.total_rent();
    let ListingDetails {
        title,
        unit_type,
        address,
        area,
        total_area,
        bedrooms,
        bathrooms,
        kitchens,
        amenities,
        basic_rent,
        ancillary_cost,
        security_deposit,
        additional_costs,
        ..
    } = listing.details;
    ListingSummary {
        id: listing.id,
        landlord: landlord_view(),
        status: listing.status,
        takedown_reason: None,
        views: Some(41),
        title,
        unit_type,
        address,
        area,
        total_area,
        bedrooms,
        bathrooms,
        kitchens,
        amenities,
        basic_rent,
        ancillary_cost,
        security_deposit,
        total_rent,
        additional_costs,
        images: listing.images,
        date_created: listing.date_created,
        last_modified: listing.last_modified,
    }
}

/// An application that was forwarded to the landlord.
pub fn forwarded() -> ApplicationState {
    ApplicationState::Forwarded { at: earlier() }
}

/// An application that the landlord has approved.
pub fn approved() -> ApplicationState {
    ApplicationState::Approved { forwarded_at: earlier(), at: earlier() }
}

/// Ada's application to Grace's room.
pub fn application(state: ApplicationState) -> Application {
    Application {
        id: APPLICATION,
        student_id: Some(STUDENT.user_id),
        landlord_id: Some(LANDLORD.user_id),
        listing_id: Some(LISTING),
        listing_title: details().title,
        letter: Some("Guten Tag, ich möchte gern einziehen.".to_owned()),
        state,
        date_created: earlier(),
        last_modified: earlier(),
    }
}

pub fn ada() -> PersonView {
    PersonView {
        id: STUDENT.user_id,
        first_name: "Ada".to_owned(),
        last_name: "Lovelace".to_owned(),
        role: Role::Student,
        status: UserStatus::Active,
        gender: Some(Gender::Female),
        email: Some("ada@portal.test".to_owned()),
        phone_number: Some("0151 0000001".to_owned()),
        about_me: Some("Ich studiere Mathematik.".to_owned()),
        date_of_birth: NaiveDate::from_ymd_opt(2004, 12, 10),
    }
}

pub fn grace() -> PersonView {
    PersonView {
        id: LANDLORD.user_id,
        first_name: "Grace".to_owned(),
        last_name: "Hopper".to_owned(),
        role: Role::Landlord,
        status: UserStatus::Active,
        gender: Some(Gender::Female),
        email: Some("grace@portal.test".to_owned()),
        phone_number: Some("0151 0000002".to_owned()),
        about_me: None,
        date_of_birth: NaiveDate::from_ymd_opt(1966, 12, 9),
    }
}

/// The application as the store hands it out, before anything is left out.
pub fn application_view(state: ApplicationState) -> ApplicationView {
    let listing = Some(applied_listing(ListingStatus::Available));
    ApplicationView { application: application(state), listing, student: Some(ada()), landlord: Some(grace()) }
}

/// What the application's card shows of [`listing`].
pub fn applied_listing(status: ListingStatus) -> AppliedListing {
    let Listing { landlord_id, details, images, .. } = listing(status);
    AppliedListing {
        visibility: Visibility { status, landlord_id, landlord_active: true, applied: false },
        total_rent: details.total_rent(),
        address: details.address,
        image: images.into_iter().next(),
    }
}

/// The account of Ada, Grace or Root.
pub fn user(actor: Actor, status: UserStatus) -> User {
    let (person, address) = match actor.role {
        Role::Student => (ada(), None),
        Role::Landlord => (grace(), Some(home())),
        Role::Admin => (root(), None),
    };
    User {
        id: actor.user_id,
        email: email(&format!("{}@portal.test", person.first_name)),
        first_name: person.first_name,
        last_name: person.last_name,
        gender: person.gender.unwrap_or(Gender::Other),
        date_of_birth: person.date_of_birth,
        phone_number: person.phone_number,
        role: actor.role,
        status,
        about_me: person.about_me,
        address,
        locale: Locale::German,
        date_created: earlier(),
        last_modified: earlier(),
    }
}

#[expect(clippy::expect_used, reason = "a sample that is wrong must stop its test")]
pub(crate) fn email(text: &str) -> Email {
    Email::parse(text).expect("a sample of an e-mail is one")
}

/// Where Grace lives.
pub fn home() -> UserAddress {
    UserAddress {
        street: "Hauptstraße".to_owned(),
        house_number: "1".to_owned(),
        postal_code: "80331".to_owned(),
        city: "München".to_owned(),
    }
}

fn root() -> PersonView {
    PersonView { first_name: "Root".to_owned(), last_name: "Admin".to_owned(), about_me: None, ..ada() }
}

/// The request by which this person came.
pub fn registration(actor: Actor, state: RegistrationState) -> Registration {
    Registration { id: REGISTRATION, user_id: actor.user_id, state, date_created: earlier(), last_modified: earlier() }
}

/// Ada's proof of study.
pub fn document() -> Document {
    Document {
        id: DOCUMENT,
        registration_id: REGISTRATION,
        filename: "Immatrikulation.pdf".to_owned(),
        kind: DocumentKind::Pdf,
        location: "/documents/00000000000000000000000000000040.pdf".to_owned(),
        date_created: earlier(),
    }
}

/// The request as the store hands it out; students come with their proof of study.
pub fn registration_view(actor: Actor, state: RegistrationState, status: UserStatus) -> RegistrationView {
    RegistrationView {
        registration: registration(actor, state),
        user: user(actor, status),
        document: (actor.role == Role::Student).then(document),
    }
}
