//! The targets of links in mails.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use portal_domain::ids::ListingId;
use portal_domain::mail::MailPurpose;
use portal_domain::user::{Email, Role};
use portal_services::ports::{MailListing, MailToken};

/// Escapes all but the unreserved characters of RFC 3986.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The page of a listing.
pub(crate) fn listing_page(id: ListingId) -> String {
    format!("/listing/{id}")
}

/// The image of a card. Its location begins with a slash.
pub(crate) fn image(location: &str) -> String {
    format!("/images/400x300{location}")
}

/// The page that ends mails after a click: programs that check links must not end them.
pub(crate) fn unsubscribe_page(token: &str) -> String {
    format!("/unsubscribe?token={}", utf8_percent_encode(token, VALUE))
}

/// The operation of the API that ends mails at once.
pub(crate) fn unsubscribe_operation(token: &str) -> String {
    format!("/api/v1/saved-searches/unsubscribe?token={}", utf8_percent_encode(token, VALUE))
}

/// The path of the page of a mail's button, with a query that carries the token or the listing, if
/// the page needs one.
pub(crate) fn path(
    purpose: MailPurpose,
    role: Option<Role>,
    token: Option<&MailToken>,
    email: &Email,
    listing: Option<&MailListing>,
) -> String {
    let page = match purpose {
        // Landlords and administrators review on different pages.
        MailPurpose::ReviewsWaiting if role == Some(Role::Landlord) => page(MailPurpose::ApplicationReceived),
        _ => page(purpose),
    };
    match (token, listing) {
        // The page offers to archive it.
        (None, Some(listing)) if purpose == MailPurpose::ListingEnded => format!("{page}?ended={}", listing.id.0),
        (Some(token), _) => {
            let [token, email] = [&*token.secret.0, email.as_str()].map(|value| utf8_percent_encode(value, VALUE));
            format!("{page}?token={token}&email={email}")
        }
        (None, _) => page.to_owned(),
    }
}

const fn page(purpose: MailPurpose) -> &'static str {
    match purpose {
        MailPurpose::RegistrationApproved | MailPurpose::ActivationResent | MailPurpose::AdministratorInvited => {
            "/finish-registration"
        }
        MailPurpose::PasswordForgotten => "/reset-password",
        MailPurpose::ApplicationSent
        | MailPurpose::ApplicationForwarded
        | MailPurpose::ApplicationApproved
        | MailPurpose::ApplicationWaiting
        | MailPurpose::ListingUnavailable => "/my-applications",
        MailPurpose::ListingTakenDown | MailPurpose::ListingReinstated | MailPurpose::ListingEnded => "/my-listings",
        MailPurpose::SavedSearchResults | MailPurpose::SavedSearchesUnused => "/saved-searches",
        MailPurpose::ReviewsWaiting => "/registration-requests",
        MailPurpose::ApplicationReceived => "/applications",
        // If someone else changed the password, its owner needs a new one at once.
        MailPurpose::PasswordChanged => "/forgot-password",
        MailPurpose::RegistrationRejected
        | MailPurpose::AccountDeactivated
        | MailPurpose::ListingRemoved
        | MailPurpose::DonationRequested => "/contact",
        MailPurpose::AccountReactivated => "/login",
        MailPurpose::NewDevice
        | MailPurpose::SecondFactorAdded
        | MailPurpose::SecondFactorDeleted
        | MailPurpose::SecondFactorRemoved => "/account",
        MailPurpose::ApplicationDeclined
        | MailPurpose::ApplicationRejected
        | MailPurpose::ListingDeleted
        | MailPurpose::ReportReceived
        | MailPurpose::RegistrationReceived
        | MailPurpose::AccountDeleted => "/",
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use portal_domain::account_token::AccountTokenPurpose;
    use portal_services::ports::AccountSecret;

    use super::*;

    #[test]
    fn page_of_mail_with_token_is_the_page_that_uses_it() {
        for &purpose in MailPurpose::ALL {
            let expected = match purpose.token_purpose() {
                Some(AccountTokenPurpose::Activation) => page(purpose) == "/finish-registration",
                Some(AccountTokenPurpose::PasswordReset) => page(purpose) == "/reset-password",
                None => !["/finish-registration", "/reset-password"].contains(&page(purpose)),
            };
            assert!(expected, "page of {purpose}: {}", page(purpose));
        }
    }

    #[test]
    fn path_escapes_every_character_of_an_email_address() {
        let email = Email::parse("ada+zimmer&token=1#%41/?ü'@uni.example").unwrap();
        let token = MailToken { secret: AccountSecret("a-b_c".to_owned()), valid_for: TimeDelta::hours(1) };
        let path = path(MailPurpose::PasswordForgotten, None, Some(&token), &email, None);
        assert_eq!(
            path,
            "/reset-password?token=a-b_c&email=ada%2Bzimmer%26token%3D1%23%2541%2F%3F%C3%BC%27%40uni.example"
        );
        let url = url::Url::parse("https://portal.example").unwrap().join(&path).unwrap();
        let values: Vec<_> = url.query_pairs().into_owned().collect();
        let expected = [("token", "a-b_c"), ("email", email.as_str())];
        assert_eq!(values, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
}
