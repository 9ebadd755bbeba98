//! Wording mails.

use minijinja::{Environment, Value, context};
use portal_domain::mail::MailPurpose;
use portal_services::ports::{MailMessage, MailPerson};

use crate::identity::{MailIdentity, MailSettingsError, Sender};
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
        let MailMessage { purpose, facts, .. } = message;
        let contact = shares_contact(*purpose).then_some(facts.landlord.as_ref()).flatten().map(Contact::of);
        let values = context! {
            brand => &*self.sender.brand_name,
            contact_email => &*self.sender.contact_email,
            name => one_line(&facts.recipient.first_name),
            title => one_line(&facts.listing_title),
            student => facts.student.as_ref().map(full_name),
            landlord => contact.as_ref().map(|contact| &*contact.name),
        };
        let [subject, heading, body, button] =
            self.blocks(&words_name(facts.locale, *purpose), &values, ["subject", "heading", "body", "button"])?;
        let [greeting, or_open, farewell, reason, email_label, phone_label] = self.blocks(
            &frame_name(facts.locale),
            &values,
            ["greeting", "or_open", "farewell", "reason", "email_label", "phone_label"],
        )?;
        let page = context! {
            brand => &*self.sender.brand_name,
            language => facts.locale.as_str(),
            subject => one_line(&subject),
            heading => one_line(&heading),
            greeting => one_line(&greeting),
            paragraphs => paragraphs(&body),
            contact => contact.map(|contact| contact.lines(&email_label, &phone_label)),
            button => one_line(&button),
            or_open => one_line(&or_open),
            farewell => paragraphs(&farewell),
            reason => one_line(&reason),
        };
        let link = self.sender.link(path(*purpose));
        let html = context! { link => Value::from_safe_string(escaped(&link)), ..page.clone() };
        let text = context! { link, ..page };
        Ok(RenderedMail {
            subject: one_line(&subject),
            text: self.environment.get_template(TEXT_LAYOUT)?.render(text)?,
            html: self.environment.get_template(HTML_LAYOUT)?.render(html)?,
        })
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

/// Whether a mail may say how the landlord is reached. Before their yes nobody learns it.
const fn shares_contact(purpose: MailPurpose) -> bool {
    matches!(purpose, MailPurpose::ApplicationApproved)
}

/// The page that the button leads to.
const fn path(purpose: MailPurpose) -> &'static str {
    match purpose {
        MailPurpose::ApplicationSent
        | MailPurpose::ApplicationForwarded
        | MailPurpose::ApplicationApproved
        | MailPurpose::ListingUnavailable => "/my-applications",
        MailPurpose::ApplicationReceived => "/applications",
        MailPurpose::ApplicationDeclined | MailPurpose::ApplicationRejected | MailPurpose::ListingDeleted => "/",
    }
}

fn full_name(person: &MailPerson) -> String {
    one_line(&format!("{} {}", person.first_name, person.last_name))
}

/// The text without line breaks and other controls, and without the characters that turn the direction
/// of what follows: what a person wrote stays where it was put.
fn one_line(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let words = text.split(|c: char| c.is_whitespace() || c.is_control() || turns(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// An address as HTML. The templates' own escaping also hides slashes, which some programs that look for
/// links do not read.
fn escaped(link: &str) -> String {
    link.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What blank lines set apart. Values hold no line breaks, so these are the template's own.
fn paragraphs(text: &str) -> Vec<String> {
    text.split("\n\n").map(one_line).filter(|paragraph| !paragraph.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_wrote_is_one_line() {
        assert_eq!(one_line(" Zimmer\r\nBcc: x@y.de\u{0}\t mit   Balkon\u{202E} "), "Zimmer Bcc: x@y.de mit Balkon");
    }

    #[test]
    fn paragraphs_are_told_by_blank_lines() {
        assert_eq!(paragraphs("\nHallo\ndu.\n\n\nBis bald.\n"), ["Hallo du.", "Bis bald."]);
    }
}
