//! Applications.

use async_trait::async_trait;
use chrono::NaiveDate;
use portal_domain::application::{Application, Decision};
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::ListingAddress;
use portal_domain::money::Cents;
use portal_domain::policy::{self, Actor, Visibility};
use portal_domain::user::{Gender, Role, UserStatus};

use super::StoreError;
use crate::paging::{Page, PageRequest, Sort};

/// The constraint that allows a student one application per listing.
pub const APPLICATION_EXISTS: &str = "applications_student_listing_key";

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ApplicationRepository: Send {
    /// The application, locked until the transaction ends.
    async fn find_for_update(&mut self, id: ApplicationId) -> Result<Option<Application>, StoreError>;

    /// The pending applications to a listing, locked, by ascending id.
    async fn list_open_for_update(&mut self, listing: ListingId) -> Result<Vec<Application>, StoreError>;

    /// All applications of this student, locked, by ascending id.
    async fn list_of_student_for_update(&mut self, student: UserId) -> Result<Vec<Application>, StoreError>;

    /// Inserts an application. A second one of a student to a listing is
    /// `Conflict(APPLICATION_EXISTS)`.
    async fn insert(&mut self, application: &Application) -> Result<(), StoreError>;

    async fn save(&mut self, application: &Application) -> Result<(), StoreError>;

    /// Saves these applications. Many are saved with few statements.
    async fn save_all(&mut self, applications: &[Application]) -> Result<(), StoreError>;

    async fn delete(&mut self, id: ApplicationId) -> Result<(), StoreError>;
}

/// Which applications a reader may list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationScope {
    /// All.
    Administrator,
    /// Those to this landlord that an administrator approved.
    Landlord(UserId),
    /// Those of this student.
    Student(UserId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationSortField {
    StudentFirstName,
    StudentLastName,
    StudentEmail,
    ListingTitle,
    DateCreated,
    LastModified,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationListQuery {
    /// Each word must occur in a text that the reader sees. Administrator: the names of student and
    /// landlord, the student's email address, the listing's title; landlord: the student's name and
    /// the title; student: the title. Otherwise as in [`UserListQuery`](super::UserListQuery).
    pub keyword: Option<String>,
    /// Filters by badge. Here and in the two below, empty means every status. In a landlord's
    /// request these are the landlord's decisions, and the use case moves them there.
    pub badges: Vec<Decision>,
    pub administrator_decisions: Vec<Decision>,
    pub landlord_decisions: Vec<Decision>,
    /// Only applications to this listing.
    pub listing: Option<ListingId>,
    pub sort: Sort<ApplicationSortField>,
    pub page: PageRequest,
}

/// The student or the landlord of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationUser {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
    pub status: UserStatus,
    /// This and the following fields are `None` if unknown or hidden from the reader.
    pub gender: Option<Gender>,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    pub about_me: Option<String>,
    pub date_of_birth: Option<NaiveDate>,
}

impl ApplicationUser {
    fn without_contact(mut self) -> Self {
        self.email = None;
        self.phone_number = None;
        self
    }

    /// The first name and the initial, as on the listing's public page.
    fn with_public_name(mut self) -> Self {
        self.last_name = self.last_name.chars().take(1).collect();
        self.without_contact()
    }
}

/// The listing of an application. The application itself stores the title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationListing {
    pub visibility: Visibility,
    pub address: ListingAddress,
    pub total_rent: Cents,
    /// The first image.
    pub image: Option<Image>,
}

/// An application with student and landlord; `None` for erased users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationDetails {
    pub application: Application,
    /// `None` once the listing is deleted, or if the reader may not see it.
    pub listing: Option<ApplicationListing>,
    pub student: Option<ApplicationUser>,
    pub landlord: Option<ApplicationUser>,
}

impl ApplicationDetails {
    /// Removes what this reader may not know. A listing without a page for the reader is removed.
    /// Email address and phone number of the other side are visible after the landlord's approval;
    /// a date of birth is for administrators only, and a landlord's gender is hidden from students.
    #[must_use]
    pub fn for_reader(mut self, reader: Actor) -> Self {
        if reader.role == Role::Administrator {
            return self;
        }
        self.listing = self.listing.filter(|listing| {
            // Students read their own applications only.
            let applied = reader.role == Role::Student;
            policy::may_see_listing(Some(reader), Visibility { applied, ..listing.visibility })
        });
        for user in [&mut self.student, &mut self.landlord].into_iter().flatten() {
            user.date_of_birth = None;
        }
        let is_contact_visible = policy::is_contact_visible(self.application.state.landlord_decision());
        match reader.role {
            Role::Landlord if !is_contact_visible => self.student = self.student.map(ApplicationUser::without_contact),
            Role::Landlord | Role::Administrator => {}
            Role::Student => {
                self.landlord = self.landlord.map(|landlord| ApplicationUser { gender: None, ..landlord });
                if !is_contact_visible {
                    self.landlord = self.landlord.map(ApplicationUser::with_public_name);
                }
            }
        }
        self
    }
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ApplicationQueries: Send + Sync {
    async fn list_applications(
        &self,
        scope: ApplicationScope,
        query: &ApplicationListQuery,
    ) -> Result<Page<ApplicationDetails>, StoreError>;

    /// The ids of all pages of a query, in its order, at most `limit`.
    async fn list_application_ids(
        &self,
        scope: ApplicationScope,
        query: &ApplicationListQuery,
        limit: i64,
    ) -> Result<Vec<ApplicationId>, StoreError>;

    /// The ids of the pending applications to a listing, oldest first, at most `limit`.
    async fn list_open_application_ids(&self, listing: ListingId, limit: i64)
    -> Result<Vec<ApplicationId>, StoreError>;

    /// The existing applications with these ids, in the order of `ids`.
    async fn list_applications_by_ids(&self, ids: &[ApplicationId]) -> Result<Vec<ApplicationDetails>, StoreError>;

    /// The application for any reader: the use case must have checked the actor's rights.
    async fn find_application(&self, id: ApplicationId) -> Result<Option<ApplicationDetails>, StoreError>;
}

#[cfg(test)]
mod tests {
    use portal_domain::application::ApplicationState;
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::testing::samples::{
        ADMINISTRATOR, LANDLORD, STUDENT, ada, application_details, application_listing, approved, earlier, forwarded,
        grace,
    };

    fn without_landlord_approval() -> [ApplicationState; 4] {
        let at = earlier();
        [
            ApplicationState::AwaitingAdministrator,
            ApplicationState::RejectedByAdministrator { at },
            forwarded(),
            ApplicationState::RejectedByLandlord { administrator_approved_at: at, at },
        ]
    }

    fn all_states() -> impl Iterator<Item = ApplicationState> {
        without_landlord_approval().into_iter().chain([approved()])
    }

    #[test]
    fn for_reader_administrator_sees_everything() {
        for state in all_states() {
            assert_eq!(application_details(state).for_reader(ADMINISTRATOR), application_details(state));
        }
    }

    #[test]
    fn for_reader_landlord_sees_contact_after_own_approval_only() {
        for state in without_landlord_approval() {
            let seen = application_details(state).for_reader(LANDLORD).student.unwrap();
            let expected = ApplicationUser { email: None, phone_number: None, date_of_birth: None, ..ada() };
            assert_eq!(seen, expected, "{state:?}");
        }
        let seen = application_details(approved()).for_reader(LANDLORD).student.unwrap();
        assert_eq!(seen, ApplicationUser { date_of_birth: None, ..ada() });
    }

    #[test]
    fn for_reader_student_sees_name_and_contact_after_landlords_approval_only() {
        for state in without_landlord_approval() {
            let seen = application_details(state).for_reader(STUDENT).landlord.unwrap();
            let expected = ApplicationUser {
                last_name: "H".to_owned(),
                gender: None,
                email: None,
                phone_number: None,
                date_of_birth: None,
                ..grace()
            };
            assert_eq!(seen, expected, "{state:?}");
        }
        let seen = application_details(approved()).for_reader(STUDENT).landlord.unwrap();
        assert_eq!(seen, ApplicationUser { gender: None, date_of_birth: None, ..grace() });
    }

    #[test]
    fn for_reader_both_sides_see_own_data_and_letter() {
        for state in all_states() {
            let (for_student, for_landlord) =
                (application_details(state).for_reader(STUDENT), application_details(state).for_reader(LANDLORD));
            assert_eq!(for_student.student, Some(ApplicationUser { date_of_birth: None, ..ada() }));
            assert_eq!(for_landlord.landlord, Some(ApplicationUser { date_of_birth: None, ..grace() }));
            assert_eq!(for_student.application, application_details(state).application);
            assert_eq!(for_landlord.application, for_student.application);
        }
    }

    fn seen_listing(reader: Actor, status: ListingStatus, landlord_active: bool) -> Option<ApplicationListing> {
        let mut listing = application_listing(status);
        listing.visibility.landlord_active = landlord_active;
        ApplicationDetails { listing: Some(listing), ..application_details(forwarded()) }.for_reader(reader).listing
    }

    #[test]
    fn for_reader_with_visible_listing_keeps_it() {
        for status in ListingStatus::ALL.iter().copied() {
            for reader in [ADMINISTRATOR, LANDLORD, STUDENT] {
                assert_eq!(
                    seen_listing(reader, status, true),
                    Some(application_listing(status)),
                    "{status:?} {reader:?}"
                );
            }
        }
    }

    #[test]
    fn for_reader_student_does_not_see_listing_of_inactive_landlord() {
        assert_eq!(seen_listing(STUDENT, ListingStatus::Available, false), None);
        assert!(seen_listing(ADMINISTRATOR, ListingStatus::Available, false).is_some());
    }

    #[test]
    fn for_reader_erased_users_stay_none() {
        for reader in [ADMINISTRATOR, LANDLORD, STUDENT] {
            let erased = ApplicationDetails { student: None, landlord: None, ..application_details(approved()) };
            assert_eq!(erased.clone().for_reader(reader), erased);
        }
    }
}
