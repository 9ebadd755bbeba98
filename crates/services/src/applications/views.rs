//! What screens read of applications.

use chrono::NaiveDate;
use portal_domain::application::Application;
use portal_domain::ids::UserId;
use portal_domain::image::Image;
use portal_domain::listing::ListingAddress;
use portal_domain::money::Cents;
use portal_domain::policy::{self, Actor, Visibility};
use portal_domain::user::{Gender, Role, UserStatus};

/// A person on either side of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonView {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
    pub status: UserStatus,
    /// The rest is `None` where unknown, or where the reader may not know.
    pub gender: Option<Gender>,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    pub about_me: Option<String>,
    pub date_of_birth: Option<NaiveDate>,
}

impl PersonView {
    fn without_contact(mut self) -> Self {
        self.email = None;
        self.phone_number = None;
        self
    }

    /// Only the first name and the initial, as the listing's page names a landlord.
    fn named_in_public(mut self) -> Self {
        self.last_name = self.last_name.chars().take(1).collect();
        self.without_contact()
    }
}

/// What an application's card shows of its listing beside the title, which the application keeps itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedListing {
    pub visibility: Visibility,
    pub address: ListingAddress,
    pub total_rent: Cents,
    /// The first one.
    pub image: Option<Image>,
}

/// An application with the people on both sides; `None` for those whose data were erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationView {
    pub application: Application,
    /// `None` once the listing is deleted, or where the reader may not see it.
    pub listing: Option<AppliedListing>,
    pub student: Option<PersonView>,
    pub landlord: Option<PersonView>,
}

impl ApplicationView {
    /// Leaves out what this reader may not know. A listing that has no page for them has no picture, rent and address
    /// either. E-mail and phone of the other side become known with
    /// the landlord's own approval; a date of birth is for administrators, and a landlord's gender is
    /// none of a student's business.
    #[must_use]
    pub fn for_reader(mut self, reader: Actor) -> Self {
        if reader.role == Role::Admin {
            return self;
        }
        self.listing = self.listing.filter(|listing| {
            // A student reads of nobody else's applications.
            let applied = reader.role == Role::Student;
            policy::may_see_listing(Some(reader), Visibility { applied, ..listing.visibility })
        });
        for person in [&mut self.student, &mut self.landlord].into_iter().flatten() {
            person.date_of_birth = None;
        }
        let contact_is_open = policy::contact_is_open(self.application.state.landlord_decision());
        match reader.role {
            Role::Landlord if !contact_is_open => self.student = self.student.map(PersonView::without_contact),
            Role::Landlord | Role::Admin => {}
            Role::Student => {
                self.landlord = self.landlord.map(|landlord| PersonView { gender: None, ..landlord });
                if !contact_is_open {
                    self.landlord = self.landlord.map(PersonView::named_in_public);
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests;
