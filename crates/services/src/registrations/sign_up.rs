//! Somebody asks to join.

use std::path::PathBuf;

use chrono::NaiveDate;
use portal_domain::document::{Document, clean_filename};
use portal_domain::event::Event;
use portal_domain::ids::{DocumentId, EventId, RegistrationId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::registration::Registration;
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};

use super::RegistrationView;
use crate::documents::DOCUMENTS;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{Ports, UnitOfWork};
use crate::users::{add, check_date_of_birth};

/// What students and landlords both say of themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignUp {
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub gender: Gender,
    pub date_of_birth: NaiveDate,
    pub phone_number: String,
    pub locale: Locale,
}

/// A landlord asks to join.
pub async fn sign_up_landlord(
    ports: &Ports,
    sign_up: SignUp,
    address: UserAddress,
) -> Result<RegistrationView, ServiceError> {
    let user = User { address: Some(address), ..new_user(ports, sign_up, Role::Landlord)? };
    let mut work = ports.store.begin().await?;
    let registration = request(ports, work.as_mut(), &user).await?;
    work.commit().await?;
    Ok(RegistrationView { registration, user, document: None })
}

/// A student asks to join, and shows by a document that they study.
pub async fn sign_up_student(
    ports: &Ports,
    sign_up: SignUp,
    about_me: String,
    file: PathBuf,
    filename: &str,
) -> Result<RegistrationView, ServiceError> {
    let user = User { about_me: Some(about_me), ..new_user(ports, sign_up, Role::Student)? };
    let kind = ports.documents.inspect(&file).await?;
    let id = ports.identifiers.next();
    let location = format!("{DOCUMENTS}{}.{}", id.simple(), kind.extension());
    let guards = outbox::guard_files(ports, [location.clone()]).await?;
    ports.documents.store(&location, &file).await?;

    let mut work = ports.store.begin().await?;
    let registration = request(ports, work.as_mut(), &user).await?;
    let document = Document {
        id: DocumentId(id),
        registration_id: registration.id,
        filename: clean_filename(filename, kind),
        kind,
        location,
        date_created: ports.clock.now(),
    };
    work.registrations().insert_document(&document).await?;
    outbox::keep_files(work.as_mut(), guards).await?;
    work.commit().await?;
    Ok(RegistrationView { registration, user, document: Some(document) })
}

fn new_user(ports: &Ports, sign_up: SignUp, role: Role) -> Result<User, ServiceError> {
    check_date_of_birth(ports, sign_up.date_of_birth)?;
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

/// The person, their request, what administrators hear of it, and the receipt.
async fn request(ports: &Ports, work: &mut dyn UnitOfWork, user: &User) -> Result<Registration, ServiceError> {
    let now = ports.clock.now();
    add(work, user, None).await?;
    let registration = Registration::new(RegistrationId(ports.identifiers.next()), user.id, now);
    work.registrations().insert(&registration).await?;
    let event = EventId(ports.identifiers.next());
    let event = match user.role {
        Role::Landlord => Event::landlord_registration_requested(event, user.id, now),
        _ => Event::student_registration_requested(event, user.id, now),
    };
    work.events().insert(&event).await?;
    let receipt = outbox::mail(ports, Recipient::User(user.id), MailPurpose::RegistrationReceived);
    work.outbox().push(&[receipt]).await?;
    Ok(registration)
}

#[cfg(test)]
mod tests;
