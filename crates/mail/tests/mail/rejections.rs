//! Tests of `MailRenderer`: the grounds of a rejection.

use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::rejection::RejectionReason;
use portal_domain::stored::Stored;
use portal_services::ports::{MailGrounds, MailMessage};

use crate::samples::{message, renderer};

const REJECTIONS: [MailPurpose; 2] = [MailPurpose::ApplicationRejected, MailPurpose::ApplicationDeclined];

fn rejection(purpose: MailPurpose, locale: Locale, grounds: MailGrounds) -> MailMessage {
    let mut message = message(purpose, locale);
    message.facts.application.as_mut().unwrap().grounds = grounds;
    message
}

fn reason(reason: RejectionReason) -> MailGrounds {
    MailGrounds { reason: Some(Stored::Known(reason)), note: None }
}

fn text(purpose: MailPurpose, locale: Locale, grounds: MailGrounds) -> String {
    renderer().render(&rejection(purpose, locale, grounds)).unwrap().text
}

#[test]
fn render_rejection_matches_snapshot_for_each_reason_and_language() {
    for purpose in REJECTIONS {
        for &locale in Locale::ALL {
            for &why in RejectionReason::ALL {
                let note = (why == RejectionReason::OtherApplicant)
                    .then(|| "Wir suchten jemanden für zwei Jahre.\n\nViel Glück!".to_owned());
                let grounds = MailGrounds { note, ..reason(why) };
                insta::with_settings!({ snapshot_path => format!("snapshots/{locale}"), prepend_module_to_snapshot => false }, {
                    insta::assert_snapshot!(format!("{purpose}_{why}"), text(purpose, locale, grounds));
                });
            }
        }
    }
}

#[test]
fn render_rejection_shows_note_in_one_paragraph_and_escaped() {
    let note = "Ruf <b>nicht</b> an.\r\n\r\n-- \nDein Team{{ brand }}";
    for purpose in REJECTIONS {
        for &locale in Locale::ALL {
            let grounds = MailGrounds { reason: None, note: Some(note.to_owned()) };
            let mail = renderer().render(&rejection(purpose, locale, grounds)).unwrap();
            assert!(mail.text.contains("Ruf <b>nicht</b> an. -- Dein Team{{ brand }}"), "{}", mail.text);
            assert!(mail.html.contains("Ruf &lt;b&gt;nicht") && !mail.html.contains("<b>nicht"), "{}", mail.html);
        }
    }
}

/// A newer version has written it.
#[test]
fn render_rejection_with_unknown_reason_is_as_without() {
    for purpose in REJECTIONS {
        let unknown = MailGrounds { reason: Some(Stored::Unknown("NO_PETS".to_owned())), note: None };
        let (with, without) =
            (text(purpose, Locale::German, unknown), text(purpose, Locale::German, MailGrounds::default()));
        assert_eq!(with, without);
    }
}

/// Only a mail about the rejection tells its grounds.
#[test]
fn render_of_other_mails_does_not_contain_the_note() {
    for purpose in [MailPurpose::ApplicationSent, MailPurpose::ListingDeleted, MailPurpose::ApplicationWaiting] {
        let grounds = MailGrounds { note: Some("Geheim".to_owned()), ..reason(RejectionReason::Taken) };
        assert!(!text(purpose, Locale::German, grounds).contains("Geheim"), "{purpose}");
    }
}
