//! One complete and plausible sample of every entity.
//!
//! Ada, a student, applies to a room of Grace, a landlord; Root is an administrator. Everything was
//! created an hour before [`MockPorts::now`](super::MockPorts::now).

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use portal_domain::application::{Application, ApplicationState};
use portal_domain::area::Area;
use portal_domain::availability::Availability;
use portal_domain::document::{Document, DocumentKind};
use portal_domain::ids::{
    ApplicationId, DocumentId, ImageId, LetterId, ListingId, RegistrationId, SavedSearchId, UserId,
};
use portal_domain::image::Image;
use portal_domain::letter::Letter;
use portal_domain::listing::{
    AdditionalCost, Amenity, Listing, ListingAddress, ListingFacts, ListingStatus, ListingTexts, Region, UnitType,
};
use portal_domain::locale::Locale;
use portal_domain::money::Cents;
use portal_domain::policy::{Actor, Visibility};
use portal_domain::registration::{Registration, RegistrationState};
use portal_domain::rejection::{Rejection, Reviewer};
use portal_domain::saved_search::{Frequency, SavedSearch, SavedSearchValues};
use portal_domain::search_filters::{Bounds, NamedPlace, SearchFilters};
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};
use uuid::Uuid;

use super::MockPorts;
use crate::ports::{
    ApplicationDetails, ApplicationListing, ApplicationUser, Favourite, FavouriteDetails, LandlordSummary,
    ListingPreview, ListingReadModel, ListingSummary, PreviewImage, RegistrationDetails, SavedSearchDetails,
};

pub const STUDENT: Actor = Actor::new(UserId(Uuid::from_u128(1)), Role::Student);
pub const LANDLORD: Actor = Actor::new(UserId(Uuid::from_u128(2)), Role::Landlord);
pub const ADMINISTRATOR: Actor = Actor::new(UserId(Uuid::from_u128(3)), Role::Administrator);
pub const OTHER_STUDENT: Actor = Actor::new(UserId(Uuid::from_u128(4)), Role::Student);
pub const OTHER_LANDLORD: Actor = Actor::new(UserId(Uuid::from_u128(5)), Role::Landlord);

pub const LISTING: ListingId = ListingId(Uuid::from_u128(10));
pub const APPLICATION: ApplicationId = ApplicationId(Uuid::from_u128(20));
pub const REGISTRATION: RegistrationId = RegistrationId(Uuid::from_u128(30));
pub const LETTER: LetterId = LetterId(Uuid::from_u128(50));
pub const SAVED_SEARCH: SavedSearchId = SavedSearchId(Uuid::from_u128(60));
pub const DOCUMENT: DocumentId = DocumentId(Uuid::from_u128(40));

/// The time of creation of all samples.
pub fn earlier() -> DateTime<Utc> {
    MockPorts::now() - TimeDelta::hours(1)
}

pub fn facts() -> ListingFacts {
    ListingFacts {
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
        basic_rent: Cents::new(52_000),
        ancillary_cost: Cents::new(9_000),
        security_deposit: Cents::new(104_000),
        additional_costs: vec![AdditionalCost { description: "Internet".to_owned(), cost: Cents::new(1_500) }],
        availability: Availability {
            from: NaiveDate::from_ymd_opt(2027, 1, 1),
            until: NaiveDate::from_ymd_opt(2028, 3, 31),
            minimum_months: Some(6),
        },
    }
}

pub fn texts() -> ListingTexts {
    ListingTexts {
        description: "Ein ruhiges Zimmer zum Hof.".to_owned(),
        tenant_description: "Wir sind zu dritt.".to_owned(),
        location_description: "Zur Universität sind es fünf Minuten.".to_owned(),
    }
}

pub fn image(n: u128) -> Image {
    Image {
        id: ImageId(Uuid::from_u128(0x100 + n)),
        location: format!("/image-{n}.jpg"),
        hash: None,
        description: String::new(),
    }
}

/// What Ada saves: rooms in Munich up to 700 euros, told at once.
pub fn saved_search_values() -> SavedSearchValues {
    SavedSearchValues {
        name: "Zimmer in München".to_owned(),
        filters: SearchFilters {
            keyword: Some("ruhig Balkon".to_owned()),
            place: NamedPlace::new("München".to_owned(), None),
            price: Bounds { min: None, max: Some(Cents::new(70_000)) },
            unit_types: vec![UnitType::Room],
            amenities: vec![Amenity::Wifi],
            ..SearchFilters::default()
        },
        frequency: Frequency::Immediately,
    }
}

/// Ada's saved search.
pub fn saved_search() -> SavedSearch {
    SavedSearch::new(SAVED_SEARCH, STUDENT.user_id, saved_search_values(), earlier())
}

/// Ada's saved search, which has found three listings.
pub fn saved_search_details() -> SavedSearchDetails {
    SavedSearchDetails { search: saved_search(), new_count: 3 }
}

/// Grace's room, with two images.
pub fn listing(status: ListingStatus) -> Listing {
    Listing {
        id: LISTING,
        landlord_id: LANDLORD.user_id,
        status,
        takedown_reason: None,
        facts: facts(),
        texts: texts(),
        images: vec![image(1), image(2)],
        date_created: earlier(),
        last_modified: earlier(),
    }
}

pub fn landlord_summary() -> LandlordSummary {
    LandlordSummary {
        id: LANDLORD.user_id,
        first_name: "Grace".to_owned(),
        last_name: "Hopper".to_owned(),
        active: true,
    }
}

/// The listing as the store returns it, before it is reduced for a reader.
pub fn listing_read_model(listing: Listing) -> ListingReadModel {
    ListingReadModel { listing, landlord: landlord_summary(), views: Some(41), favourites: None, application: None }
}

/// The preview of Grace's room.
pub fn listing_preview(status: ListingStatus) -> ListingPreview {
    let Listing { id, landlord_id, facts, texts, images, date_created, last_modified, .. } = listing(status);
    ListingPreview {
        id,
        visibility: Visibility { status, landlord_id, landlord_active: true, applied: false },
        total_rent: facts.total_rent(),
        availability: facts.availability,
        title: facts.title,
        unit_type: facts.unit_type,
        address: facts.address,
        area: facts.area,
        bedrooms: facts.bedrooms,
        bathrooms: facts.bathrooms,
        excerpt: texts.description,
        images: images
            .into_iter()
            .map(|image| PreviewImage { location: image.location, description: image.description })
            .collect(),
        date_created,
        last_modified,
    }
}

pub fn listing_summary(listing: Listing) -> ListingSummary {
    ListingSummary {
        id: listing.id,
        landlord: landlord_summary(),
        status: listing.status,
        takedown_reason: None,
        views: Some(41),
        favourites: None,
        facts: listing.facts,
        images: listing.images,
        date_created: listing.date_created,
        last_modified: listing.last_modified,
        distance_km: None,
    }
}

/// Ada's favourite: Grace's room, which is archived since.
pub fn favourite_details() -> FavouriteDetails {
    let listing = listing(ListingStatus::Archived);
    let facts = &listing.facts;
    FavouriteDetails {
        favourite: Favourite {
            listing_id: listing.id,
            title: facts.title.clone(),
            city: facts.address.city.clone(),
            unit_type: facts.unit_type,
            total_rent: facts.total_rent(),
            date_created: earlier(),
        },
        listing: Some(listing_summary(listing)),
        applied: false,
    }
}

/// The state of an application that awaits the landlord.
pub fn forwarded() -> ApplicationState {
    ApplicationState::AwaitingLandlord { at: earlier() }
}

/// The state of an application that the landlord approved.
pub fn approved() -> ApplicationState {
    ApplicationState::Approved { administrator_approved_at: earlier(), at: earlier() }
}

/// Without grounds.
fn rejection_of(state: ApplicationState) -> Option<Rejection> {
    match state {
        ApplicationState::RejectedByAdministrator { .. } => Some(Rejection::by(Reviewer::Administrator)),
        ApplicationState::RejectedByLandlord { .. } => Some(Rejection::by(Reviewer::Landlord)),
        _ => None,
    }
}

/// Ada's application to Grace's room.
pub fn application(state: ApplicationState) -> Application {
    Application {
        id: APPLICATION,
        student_id: Some(STUDENT.user_id),
        landlord_id: Some(LANDLORD.user_id),
        listing_id: Some(LISTING),
        listing_title: facts().title,
        letter: Some("Guten Tag, ich möchte gern einziehen.".to_owned()),
        rejection: rejection_of(state),
        state,
        date_created: earlier(),
        last_modified: earlier(),
    }
}

/// A letter that Ada keeps.
pub fn letter() -> Letter {
    Letter {
        id: LETTER,
        student_id: STUDENT.user_id,
        name: "WG".to_owned(),
        text: "Hallo zusammen, ich bin Ada.".to_owned(),
        date_created: earlier(),
        last_modified: earlier(),
    }
}

pub fn ada() -> ApplicationUser {
    ApplicationUser {
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

pub fn grace() -> ApplicationUser {
    ApplicationUser {
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

/// The application as the store returns it, before it is reduced for a reader.
pub fn application_details(state: ApplicationState) -> ApplicationDetails {
    let listing = Some(application_listing(ListingStatus::Available));
    ApplicationDetails { application: application(state), listing, student: Some(ada()), landlord: Some(grace()) }
}

/// The listing of the application.
pub fn application_listing(status: ListingStatus) -> ApplicationListing {
    let Listing { landlord_id, facts, images, .. } = listing(status);
    ApplicationListing {
        visibility: Visibility { status, landlord_id, landlord_active: true, applied: false },
        total_rent: facts.total_rent(),
        address: facts.address,
        image: images.into_iter().next(),
    }
}

/// The account of Ada, Grace or Root.
pub fn user(actor: Actor, status: UserStatus) -> User {
    let (details, address) = match actor.role {
        Role::Student => (ada(), None),
        Role::Landlord => (grace(), Some(home())),
        Role::Administrator => (root(), None),
    };
    User {
        id: actor.user_id,
        email: email(&format!("{}@portal.test", details.first_name)),
        first_name: details.first_name,
        last_name: details.last_name,
        gender: details.gender.unwrap_or(Gender::Other),
        date_of_birth: details.date_of_birth,
        phone_number: details.phone_number,
        role: actor.role,
        status,
        about_me: details.about_me,
        address,
        locale: Locale::German,
        date_created: earlier(),
        last_modified: earlier(),
    }
}

#[expect(clippy::expect_used, reason = "an invalid sample must stop its test")]
pub(crate) fn email(text: &str) -> Email {
    Email::parse(text).expect("the sample email address is valid")
}

/// Grace's address.
pub fn home() -> UserAddress {
    UserAddress {
        street: "Hauptstraße".to_owned(),
        house_number: "1".to_owned(),
        postal_code: "80331".to_owned(),
        city: "München".to_owned(),
    }
}

fn root() -> ApplicationUser {
    ApplicationUser { first_name: "Root".to_owned(), last_name: "Admin".to_owned(), about_me: None, ..ada() }
}

/// This user's registration.
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

/// The registration as the store returns it; a student's has a proof of study.
pub fn registration_details(actor: Actor, state: RegistrationState, status: UserStatus) -> RegistrationDetails {
    RegistrationDetails {
        registration: registration(actor, state),
        user: user(actor, status),
        document: (actor.role == Role::Student).then(document),
    }
}
