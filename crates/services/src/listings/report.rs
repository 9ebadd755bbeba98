//! Somebody holds something against a listing.

use portal_domain::event::{Event, Report, ReportReason};
use portal_domain::ids::{EventId, ListingId};
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::{self, Actor};
use portal_domain::user::Email;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;
use crate::users::count_mail;

/// What a visitor says against a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport {
    pub reason: ReportReason,
    pub text: String,
    /// Where a receipt goes, and in which language.
    pub receipt: Option<(Email, Locale)>,
}

/// Tells administrators, and sends a receipt to whoever left an address. The address is kept until then only. More
/// receipts to one address than are allowed are left out: the report counts all the same.
pub async fn report(ports: &Ports, reader: Option<Actor>, id: ListingId, new: NewReport) -> Result<(), ServiceError> {
    let facts = ports.listings.find_visibility(id, reader.map(|reader| reader.user_id)).await?;
    if !facts.is_some_and(|facts| policy::may_see_listing(reader, facts)) {
        return Err(ServiceError::ListingNotFound);
    }
    let mut receipt = None;
    if let Some((email, locale)) = new.receipt
        && count_mail(ports, &email).await?
    {
        let mail = outbox::mail(ports, Recipient::Stranger { email, locale }, MailPurpose::ReportReceived);
        receipt = Some(Mail { listing: Some(id), ..mail });
    }
    let report = Report { reason: new.reason, text: Some(new.text) };
    let event = Event::listing_reported(EventId(ports.identifiers.next()), id, report, ports.clock.now());
    let mut work = ports.store.begin().await?;
    // It may be deleted at this moment.
    work.listings().find_for_update(id).await?.ok_or(ServiceError::ListingNotFound)?;
    work.events().insert(&event).await?;
    work.outbox().push(receipt.as_slice()).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
