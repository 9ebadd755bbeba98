//! Applications: submitted by students, reviewed by administrators and then by landlords.

mod decline_open;
mod export;
mod list;
mod review;
mod review_as_administrator;
mod submit;
mod withdraw;

pub use decline_open::{MAX_DECLINED, decline_open_applications};
pub use export::export_applications;
pub use list::list_applications;
pub use review::review_application;
pub use review_as_administrator::review_application_as_administrator;
pub use submit::submit_application;
pub use withdraw::withdraw_application;

use portal_domain::application::Application;
use portal_domain::ids::{ApplicationId, UserId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{ApplicationDetails, Ports};

/// A mail to the application's student; `None` if the student is erased.
pub(crate) fn mail_to_student(ports: &Ports, application: &Application, purpose: MailPurpose) -> Option<Mail> {
    Some(mail(ports, application.student_id?, application, purpose))
}

/// A mail to the application's landlord; `None` if the landlord is erased.
fn mail_to_landlord(ports: &Ports, application: &Application, purpose: MailPurpose) -> Option<Mail> {
    Some(mail(ports, application.landlord_id?, application, purpose))
}

fn mail(ports: &Ports, recipient: UserId, application: &Application, purpose: MailPurpose) -> Mail {
    Mail { application: Some(application.id), ..outbox::mail(ports, Recipient::User(recipient), purpose) }
}

/// The application as this actor may see it.
async fn get_details(ports: &Ports, actor: Actor, id: ApplicationId) -> Result<ApplicationDetails, ServiceError> {
    let view = ports.applications.find_application(id).await?;
    view.map(|view| view.for_reader(actor)).ok_or(ServiceError::ApplicationNotFound)
}
