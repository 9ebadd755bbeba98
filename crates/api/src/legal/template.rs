//! The templates of the pages, compiled into the program.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, Error, Output, State, UndefinedBehavior};
use portal_domain::legal_page::LegalPage;
use portal_domain::locale::Locale;

use super::markdown;

/// The names and contents of the files of one language.
type Files = [(&'static str, &'static str); 5];

macro_rules! files {
    ($locale:literal) => {
        [
            ("terms.md", include_str!(concat!("../../legal/", $locale, "/terms.md"))),
            ("privacy.md", include_str!(concat!("../../legal/", $locale, "/privacy.md"))),
            ("imprint.md", include_str!(concat!("../../legal/", $locale, "/imprint.md"))),
            ("accessibility.md", include_str!(concat!("../../legal/", $locale, "/accessibility.md"))),
            ("notice.md", include_str!(concat!("../../legal/", $locale, "/notice.md"))),
        ]
    };
}

const GERMAN: Files = files!("de-DE");
const ENGLISH: Files = files!("en-US");

pub(super) const fn name(page: LegalPage) -> &'static str {
    match page {
        LegalPage::Terms => "terms.md",
        LegalPage::Privacy => "privacy.md",
        LegalPage::Imprint => "imprint.md",
        LegalPage::Accessibility => "accessibility.md",
    }
}

/// The templates of a language. Values are escaped unless they are marked as Markdown; an undefined
/// value is an error.
pub(super) fn environment(locale: Locale) -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).build()?);
    environment.set_formatter(write);
    let [days, hours, minutes] = units(locale);
    for (name, unit) in [("days", days), ("hours", hours), ("minutes", minutes)] {
        environment.add_function(name, move |count: i64| with_unit(count, unit));
    }
    let files = match locale {
        Locale::German => GERMAN,
        Locale::English => ENGLISH,
    };
    for (name, text) in files {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

fn write(output: &mut Output, _: &mut State, value: &Value) -> Result<(), Error> {
    let text = value.to_string();
    output.write_str(&if value.is_safe() { text } else { markdown::text(&text) })?;
    Ok(())
}

/// A unit of time after a number, in the singular and in the plural.
type Unit = [&'static str; 2];

const fn units(locale: Locale) -> [Unit; 3] {
    match locale {
        Locale::German => [["Tag", "Tage"], ["Stunde", "Stunden"], ["Minute", "Minuten"]],
        Locale::English => [["day", "days"], ["hour", "hours"], ["minute", "minutes"]],
    }
}

/// A number with its unit, after a no-break space.
fn with_unit(count: i64, [singular, plural]: Unit) -> String {
    format!("{count}\u{a0}{}", if count == 1 { singular } else { plural })
}
