//! Renders mails from their templates.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use minijinja::{Environment, Value, context};
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::rejection::RejectionReason;
use portal_domain::saved_search::UNUSED_NOTICE;
use portal_services::ports::{MailFacts, MailMessage, MailUser, PendingReviews, ReviewKind};

use crate::finds::{self, FoundPart};
use crate::identity::{MailConfigError, MailIdentity, Sender};
use crate::links::path;
use crate::sanitize::{escape_html, greeting_name, one_line, paragraphs};
use crate::templates::{HTML_LAYOUT, TEXT_LAYOUT, common_name, content_name, environment};

/// A rendered mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedMail {
    /// One line.
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Rendering a template failed, which is a defect of the portal.
#[derive(Debug, thiserror::Error)]
#[error("failed to render mail")]
pub struct RenderError(#[from] minijinja::Error);

/// Renders mails in the recipient's language.
#[derive(Debug, Clone)]
pub struct MailRenderer {
    environment: Environment<'static>,
    pub(crate) sender: Sender,
}

impl MailRenderer {
    pub fn new(identity: MailIdentity) -> Result<Self, MailConfigError> {
        let environment = environment().map_err(MailConfigError::Template)?;
        Ok(Self { environment, sender: Sender::new(identity)? })
    }

    pub fn render(&self, message: &MailMessage) -> Result<RenderedMail, RenderError> {
        let MailMessage { purpose, facts, token, .. } = message;
        let values = self.values(message);
        let [greeting, link_hint, farewell, reason, validity, grounds, email_label, phone_label] = self.blocks(
            &common_name(facts.locale),
            &values,
            ["greeting", "link_hint", "farewell", "reason", "validity", "grounds", "email_label", "phone_label"],
        )?;
        // Undefined without a token, so that a template that uses it by mistake fails.
        let validity = token.as_ref().map_or(Value::UNDEFINED, |_| one_line(&validity).into());
        let [subject, heading, body, button] = self.blocks(
            &content_name(facts.locale, *purpose),
            &context! { validity, grounds => one_line(&grounds), ..values },
            ["subject", "heading", "body", "button"],
        )?;
        let page = context! {
            brand => &*self.sender.brand_name,
            language => facts.locale.as_str(),
            subject => one_line(&subject),
            heading => one_line(&heading),
            greeting => one_line(&greeting),
            paragraphs => paragraphs(&body),
            contact => contact(message).map(|contact| contact.lines(&email_label, &phone_label)),
            button => one_line(&button),
            link_hint => one_line(&link_hint),
            farewell => paragraphs(&farewell),
            reason => one_line(&reason),
        };
        let role = facts.account.as_ref().map(|account| account.role);
        let link =
            self.sender.link(&path(*purpose, role, token.as_ref(), &facts.recipient.email, facts.listing.as_ref()));
        let found = finds::parts(self, message)?;
        let html = context! {
            link => Value::from_safe_string(escape_html(&link)),
            found => found.iter().map(FoundPart::html).collect::<Vec<_>>(),
            ..page.clone()
        };
        let text = context! { link, found => found.iter().map(FoundPart::plain).collect::<Vec<_>>(), ..page };
        Ok(RenderedMail {
            subject: one_line(&subject),
            text: self.environment.get_template(TEXT_LAYOUT)?.render(text)?,
            html: self.environment.get_template(HTML_LAYOUT)?.render(html)?,
        })
    }

    /// The values for the templates. Unknown values are undefined: a template that uses one fails.
    fn values(&self, message: &MailMessage) -> Value {
        let MailFacts { recipient, account, application, listing, login, waiting, searches, .. } = &message.facts;
        let (searches, finds, fallen) = finds::summary(searches);
        let (count, unit) = message.token.as_ref().map_or((0, "MINUTES"), |token| in_largest_unit(token.valid_for));
        let student = application.as_ref().and_then(|application| application.student.as_ref());
        let title = application.as_ref().map(|of| &of.listing_title).or(listing.as_ref().map(|of| &of.title));
        let title = title.or(message.facts.deleted_listing.as_ref());
        let last_day = listing.as_ref().and_then(|listing| listing.available_until);
        let grounds = application.as_ref().map(|application| &application.grounds);
        let takedown_reason = listing.as_ref().and_then(|listing| listing.takedown_reason.as_ref());
        context! {
            brand => &*self.sender.brand_name,
            contact_email => &*self.sender.contact_email,
            name => greeting_name(&recipient.first_name),
            role => account.as_ref().map(|account| account.role.as_str()),
            relation => relation(message.purpose),
            title => match title {
                Some(title) => one_line(title).into(),
                // The listing is optional for this purpose.
                None if message.purpose == MailPurpose::DonationRequested => Value::from(()),
                None => Value::UNDEFINED,
            },
            // Of a rejection; unknown reasons of newer versions have no text.
            reason => grounds.and_then(|grounds| grounds.reason.as_ref()?.known()).map(RejectionReason::as_str),
            note => grounds.and_then(|grounds| grounds.note.as_deref()).map(one_line),
            takedown_reason => takedown_reason.map_or(Value::UNDEFINED, |reason| one_line(reason).into()),
            last_day => last_day.map_or(Value::UNDEFINED, |day| format_date(day, message.facts.locale).into()),
            device => login.as_ref().and_then(|login| login.device.as_deref()),
            address => login.as_ref().and_then(|login| login.address).map(|address| address.to_string()),
            waiting => waiting.iter().map(|item| waiting_item(item, message.now)).collect::<Vec<_>>(),
            searches,
            finds,
            fallen,
            notice_days => UNUSED_NOTICE.num_days(),
            student => student.map(full_name),
            landlord => contact(message).map(|contact| contact.name),
            count,
            unit,
        }
    }

    pub(crate) fn blocks<const COUNT: usize>(
        &self,
        template: &str,
        values: &Value,
        names: [&str; COUNT],
    ) -> Result<[String; COUNT], RenderError> {
        let mut rendered = self.environment.get_template(template)?.render_captured(values.clone())?;
        let mut blocks = [const { String::new() }; COUNT];
        for (block, name) in blocks.iter_mut().zip(names) {
            *block = rendered.with_state_mut(|state| state.render_block(name))?;
        }
        Ok(blocks)
    }
}

/// The landlord's contact data.
struct Contact {
    name: String,
    email: String,
    phone_number: Option<String>,
}

impl Contact {
    fn of(user: &MailUser) -> Self {
        Self {
            name: full_name(user),
            email: user.email.as_str().to_owned(),
            phone_number: user.phone_number.as_deref().map(one_line).filter(|number| !number.is_empty()),
        }
    }

    fn lines(self, email_label: &str, phone_label: &str) -> Vec<String> {
        let email = format!("{}: {}", one_line(email_label), self.email);
        let phone = self.phone_number.map(|number| format!("{}: {number}", one_line(phone_label)));
        [Some(self.name), Some(email), phone].into_iter().flatten().collect()
    }
}

/// The landlord's contact data, which only the mail about the landlord's approval contains.
fn contact(message: &MailMessage) -> Option<Contact> {
    let application = message.facts.application.as_ref()?;
    let landlord = application.landlord.as_ref().filter(|_| message.purpose == MailPurpose::ApplicationApproved)?;
    Some(Contact::of(landlord))
}

/// An item that waits for the recipient, with its age in whole days.
fn waiting_item(item: &PendingReviews, now: DateTime<Utc>) -> Value {
    let (kind, title) = match &item.what {
        ReviewKind::StudentRegistrations => ("STUDENTS", None),
        ReviewKind::LandlordRegistrations => ("LANDLORDS", None),
        ReviewKind::Applications => ("APPLICATIONS", None),
        ReviewKind::ApplicationsTo(title) => ("LISTING", Some(one_line(title))),
    };
    context! { what => kind, title, count => item.count, days => (now - item.oldest).num_days().max(0) }
}

/// The recipient's relation to the portal, for the line that explains why they get the mail.
const fn relation(purpose: MailPurpose) -> &'static str {
    match purpose {
        MailPurpose::RegistrationReceived | MailPurpose::RegistrationApproved | MailPurpose::RegistrationRejected => {
            "REGISTERED"
        }
        MailPurpose::AdministratorInvited => "INVITED",
        MailPurpose::AccountDeleted => "FORMER",
        MailPurpose::ReportReceived => "GUEST",
        MailPurpose::ApplicationSent
        | MailPurpose::ApplicationForwarded
        | MailPurpose::ApplicationReceived
        | MailPurpose::ApplicationDeclined
        | MailPurpose::ApplicationApproved
        | MailPurpose::ApplicationRejected
        | MailPurpose::ApplicationWaiting
        | MailPurpose::ListingUnavailable
        | MailPurpose::ListingDeleted
        | MailPurpose::ListingTakenDown
        | MailPurpose::ListingReinstated
        | MailPurpose::ListingRemoved
        | MailPurpose::ListingEnded
        | MailPurpose::SavedSearchResults
        | MailPurpose::SavedSearchesUnused
        | MailPurpose::DonationRequested
        | MailPurpose::ReviewsWaiting
        | MailPurpose::ActivationResent
        | MailPurpose::PasswordForgotten
        | MailPurpose::PasswordChanged
        | MailPurpose::NewDevice
        | MailPurpose::SecondFactorAdded
        | MailPurpose::SecondFactorDeleted
        | MailPurpose::SecondFactorRemoved
        | MailPurpose::AccountDeactivated
        | MailPurpose::AccountReactivated => "ACCOUNT",
    }
}

/// A span as a whole number of the largest possible unit. Hours are kept below two days.
fn in_largest_unit(span: TimeDelta) -> (i64, &'static str) {
    match span.num_minutes() {
        minutes if minutes >= 2 * 24 * 60 && minutes % (24 * 60) == 0 => (minutes / (24 * 60), "DAYS"),
        minutes if minutes >= 60 && minutes % 60 == 0 => (minutes / 60, "HOURS"),
        minutes => (minutes, "MINUTES"),
    }
}

/// In the usual form of the language.
fn format_date(day: NaiveDate, locale: Locale) -> String {
    match locale {
        Locale::German => day.format("%d.%m.%Y").to_string(),
        Locale::English => day.format("%b %-d, %Y").to_string(),
    }
}

fn full_name(user: &MailUser) -> String {
    one_line(&format!("{} {}", user.first_name, user.last_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_largest_unit_returns_whole_number() {
        for (minutes, expected) in [
            (1, (1, "MINUTES")),
            (45, (45, "MINUTES")),
            (60, (1, "HOURS")),
            (90, (90, "MINUTES")),
            (24 * 60, (24, "HOURS")),
            (36 * 60, (36, "HOURS")),
            (72 * 60, (3, "DAYS")),
        ] {
            assert_eq!(in_largest_unit(TimeDelta::minutes(minutes)), expected);
        }
    }
}
