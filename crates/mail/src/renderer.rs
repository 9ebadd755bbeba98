//! Wording mails.

use chrono::{DateTime, TimeDelta, Utc};
use minijinja::{Environment, Value, context};
use portal_domain::mail::MailPurpose;
use portal_services::ports::{MailFacts, MailMessage, MailPerson, MailWaiting, WaitingMatter};

use crate::identity::{MailIdentity, MailSettingsError, Sender};
use crate::links::path;
use crate::plain::{escaped, greeting_name, one_line, paragraphs};
use crate::templates::{HTML_LAYOUT, TEXT_LAYOUT, environment, frame_name, words_name};

/// A mail in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedMail {
    /// One line.
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// A template could not be filled in: a mistake of ours.
#[derive(Debug, thiserror::Error)]
#[error("the mail could not be worded")]
pub struct RenderError(#[from] minijinja::Error);

/// Words mails in their reader's language.
#[derive(Debug, Clone)]
pub struct MailRenderer {
    environment: Environment<'static>,
    pub(crate) sender: Sender,
}

impl MailRenderer {
    pub fn new(identity: MailIdentity) -> Result<Self, MailSettingsError> {
        let environment = environment().map_err(MailSettingsError::Template)?;
        Ok(Self { environment, sender: Sender::new(identity)? })
    }

    pub fn render(&self, message: &MailMessage) -> Result<RenderedMail, RenderError> {
        let MailMessage { purpose, facts, token, .. } = message;
        let values = self.values(message);
        let [greeting, or_open, farewell, reason, validity, email_label, phone_label] = self.blocks(
            &frame_name(facts.locale),
            &values,
            ["greeting", "or_open", "farewell", "reason", "validity", "email_label", "phone_label"],
        )?;
        // A link without a token says nothing of its validity, which fails where a template speaks of it.
        let validity = token.as_ref().map_or(Value::UNDEFINED, |_| one_line(&validity).into());
        let [subject, heading, body, button] = self.blocks(
            &words_name(facts.locale, *purpose),
            &context! { validity, ..values },
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
            or_open => one_line(&or_open),
            farewell => paragraphs(&farewell),
            reason => one_line(&reason),
        };
        let reader = facts.account.as_ref().map(|account| account.role);
        let link = self.sender.link(&path(*purpose, reader, token.as_ref(), &facts.recipient.email));
        let html = context! { link => Value::from_safe_string(escaped(&link)), ..page.clone() };
        let text = context! { link, ..page };
        Ok(RenderedMail {
            subject: one_line(&subject),
            text: self.environment.get_template(TEXT_LAYOUT)?.render(text)?,
            html: self.environment.get_template(HTML_LAYOUT)?.render(html)?,
        })
    }

    /// What the templates may speak of. What a mail does not know is undefined, and an error where a
    /// template relies on it.
    fn values(&self, message: &MailMessage) -> Value {
        let MailFacts { recipient, account, application, listing, waiting, .. } = &message.facts;
        let (count, unit) = message.token.as_ref().map_or((0, "MINUTES"), |token| in_words(token.valid_for));
        let student = application.as_ref().and_then(|application| application.student.as_ref());
        let title = application.as_ref().map(|of| &of.listing_title).or(listing.as_ref().map(|of| &of.title));
        let down = listing.as_ref().and_then(|listing| listing.takedown_reason.as_ref());
        context! {
            brand => &*self.sender.brand_name,
            contact_email => &*self.sender.contact_email,
            name => greeting_name(&recipient.first_name),
            role => account.as_ref().map(|account| account.role.as_str()),
            standing => standing(message.purpose),
            title => match title {
                Some(title) => one_line(title).into(),
                // It may speak of a listing, or of none.
                None if message.purpose == MailPurpose::DonationRequested => Value::from(()),
                None => Value::UNDEFINED,
            },
            takedown_reason => down.map_or(Value::UNDEFINED, |reason| one_line(reason).into()),
            waiting => waiting.iter().map(|item| waiting_item(item, message.now)).collect::<Vec<_>>(),
            student => student.map(full_name),
            landlord => contact(message).map(|contact| contact.name),
            count,
            unit,
        }
    }

    fn blocks<const COUNT: usize>(
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

/// How the landlord is reached.
struct Contact {
    name: String,
    email: String,
    phone_number: Option<String>,
}

impl Contact {
    fn of(person: &MailPerson) -> Self {
        Self {
            name: full_name(person),
            email: person.email.as_str().to_owned(),
            phone_number: person.phone_number.as_deref().map(one_line).filter(|number| !number.is_empty()),
        }
    }

    fn lines(self, email_label: &str, phone_label: &str) -> Vec<String> {
        let email = format!("{}: {}", one_line(email_label), self.email);
        let phone = self.phone_number.map(|number| format!("{}: {number}", one_line(phone_label)));
        [Some(self.name), Some(email), phone].into_iter().flatten().collect()
    }
}

/// The contact data that a mail hands over. Before the landlord's yes nobody learns them.
fn contact(message: &MailMessage) -> Option<Contact> {
    let application = message.facts.application.as_ref()?;
    let landlord = application.landlord.as_ref().filter(|_| message.purpose == MailPurpose::ApplicationApproved)?;
    Some(Contact::of(landlord))
}

/// What waits for the reader, with whole days.
fn waiting_item(item: &MailWaiting, now: DateTime<Utc>) -> Value {
    let (what, title) = match &item.what {
        WaitingMatter::StudentRegistrations => ("STUDENTS", None),
        WaitingMatter::LandlordRegistrations => ("LANDLORDS", None),
        WaitingMatter::Applications => ("APPLICATIONS", None),
        WaitingMatter::ApplicationsTo(title) => ("LISTING", Some(one_line(title))),
    };
    context! { what, title, count => item.count, days => (now - item.oldest).num_days().max(0) }
}

/// What the reader is to the portal, for the line that says why they were written to.
const fn standing(purpose: MailPurpose) -> &'static str {
    match purpose {
        MailPurpose::RegistrationReceived | MailPurpose::RegistrationApproved | MailPurpose::RegistrationRejected => {
            "SIGNED_UP"
        }
        MailPurpose::AdministratorInvited => "INVITED",
        MailPurpose::AccountDeleted => "GONE",
        MailPurpose::ReportReceived => "STRANGER",
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
        | MailPurpose::DonationRequested
        | MailPurpose::ReviewsWaiting
        | MailPurpose::ActivationResent
        | MailPurpose::PasswordForgotten
        | MailPurpose::PasswordChanged
        | MailPurpose::AccountDeactivated
        | MailPurpose::AccountReactivated => "ACCOUNT",
    }
}

/// A span in the largest unit of which it has a whole number: people read "72 hours" slower than "3 days".
fn in_words(span: TimeDelta) -> (i64, &'static str) {
    match span.num_minutes() {
        minutes if minutes >= 2 * 24 * 60 && minutes % (24 * 60) == 0 => (minutes / (24 * 60), "DAYS"),
        minutes if minutes >= 60 && minutes % 60 == 0 => (minutes / 60, "HOURS"),
        minutes => (minutes, "MINUTES"),
    }
}

fn full_name(person: &MailPerson) -> String {
    one_line(&format!("{} {}", person.first_name, person.last_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_told_in_the_largest_unit_that_it_fills() {
        for (minutes, told) in [
            (1, (1, "MINUTES")),
            (45, (45, "MINUTES")),
            (60, (1, "HOURS")),
            (90, (90, "MINUTES")),
            (24 * 60, (24, "HOURS")),
            (36 * 60, (36, "HOURS")),
            (72 * 60, (3, "DAYS")),
        ] {
            assert_eq!(in_words(TimeDelta::minutes(minutes)), told);
        }
    }
}
