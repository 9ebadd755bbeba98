//! Applications: sent by students, checked by administrators, decided by landlords.

mod check;
mod export_list;
mod list;
mod review;
mod submit;
mod views;
mod withdraw;

pub use check::check;
pub use export_list::export_list;
pub use list::{ListRequest, list};
pub use review::review;
pub use submit::submit;
pub use views::{ApplicationView, AppliedListing, PersonView};
pub use withdraw::withdraw;

use portal_domain::application::Application;
use portal_domain::ids::{ApplicationId, UserId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// A mail to the application's student. Nobody, once the student's data were erased.
pub(crate) fn mail_to_student(ports: &Ports, application: &Application, purpose: MailPurpose) -> Option<Mail> {
    Some(mail(ports, application.student_id?, application, purpose))
}

/// A mail to the application's landlord. Nobody, once the landlord's data were erased.
fn mail_to_landlord(ports: &Ports, application: &Application, purpose: MailPurpose) -> Option<Mail> {
    Some(mail(ports, application.landlord_id?, application, purpose))
}

fn mail(ports: &Ports, recipient: UserId, application: &Application, purpose: MailPurpose) -> Mail {
    Mail { application: Some(application.id), ..outbox::mail(ports, Recipient::User(recipient), purpose) }
}

/// The application as this actor sees it after a change.
async fn get_view(ports: &Ports, actor: Actor, id: ApplicationId) -> Result<ApplicationView, ServiceError> {
    let view = ports.applications.find_application(id).await?;
    view.map(|view| view.for_reader(actor)).ok_or(ServiceError::ApplicationNotFound)
}
