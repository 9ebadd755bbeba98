//! The operator, and the addresses of the legal pages.

use portal_api::Operator;
use portal_domain::legal_page::LegalPage;
use portal_domain::text::{many_lines, one_line};
use serde::{Deserialize, Deserializer};

use super::{Config, PublicUrl};

/// In characters.
const MAX_NAME_LENGTH: usize = 200;
/// In characters.
const MAX_ADDRESS_LENGTH: usize = 500;
const MAX_ADDRESS_LINES: usize = 8;
/// In bytes.
const MAX_URL_LENGTH: usize = 2000;

/// The operator of a demo unless one is configured.
const DEMO_NAME: &str = "Fensterplatz Musterbetrieb GmbH";
const DEMO_ADDRESS: &str = "Musterstraße 1\n10115 Berlin\nDeutschland";

/// The name of a person or a company, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorName(String);

impl OperatorName {
    pub fn parse(text: &str) -> Option<Self> {
        let name = one_line(text).ok()?;
        (1..=MAX_NAME_LENGTH).contains(&name.chars().count()).then_some(Self(name))
    }
}

/// A postal address in one or several lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorAddress(String);

impl OperatorAddress {
    pub fn parse(text: &str) -> Option<Self> {
        let address = many_lines(text).ok().filter(|address| !address.contains('\t'))?;
        let fits =
            (1..=MAX_ADDRESS_LENGTH).contains(&address.chars().count()) && address.lines().count() <= MAX_ADDRESS_LINES;
        fits.then_some(Self(address))
    }
}

/// The URL of a legal page outside of the portal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageUrl(String);

impl PageUrl {
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
        let fits = !rest.is_empty() && text.len() <= MAX_URL_LENGTH && text.chars().all(|c| c.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }
}

macro_rules! parsed {
    ($( $name:ident: $expected:expr ),+ $(,)?) => { $(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::parse(&text).ok_or_else(|| serde::de::Error::custom($expected))
            }
        }
    )+ };
}

parsed! {
    OperatorName: format!("an operator's name has 1 to {MAX_NAME_LENGTH} characters in one line"),
    OperatorAddress: format!(
        "an operator's address has 1 to {MAX_ADDRESS_LENGTH} characters in at most {MAX_ADDRESS_LINES} lines, without control characters"
    ),
    PageUrl: "the URL of a legal page begins with http:// or https:// and has no spaces; write other characters than ASCII as %XX",
}

impl Config {
    /// The configuration of a demo, with an invented operator unless one is configured.
    #[must_use]
    pub fn for_demo(mut self) -> Self {
        self.demo = true;
        self.operator_name.get_or_insert_with(|| OperatorName(DEMO_NAME.to_owned()));
        self.operator_address.get_or_insert_with(|| OperatorAddress(DEMO_ADDRESS.to_owned()));
        self
    }

    /// `None` unless both name and address are set.
    pub fn operator(&self) -> Option<Operator> {
        let (name, address) = (self.operator_name.as_ref()?, self.operator_address.as_ref()?);
        Some(Operator { name: name.0.clone(), address: address.0.clone() })
    }

    /// The address of a legal page: a path of the portal, or the configured URL.
    pub fn legal_url(&self, page: LegalPage) -> String {
        let external = match page {
            LegalPage::Terms => &self.terms_url,
            LegalPage::Privacy => &self.privacy_url,
            LegalPage::Imprint => &self.imprint_url,
            LegalPage::Accessibility => &self.accessibility_url,
        };
        external.as_ref().map_or_else(|| page.path().to_owned(), |url| url.0.clone())
    }

    /// Whether a public legal page of the portal lacks the operator's name and address.
    pub fn lacks_operator(&self, url: &PublicUrl) -> bool {
        let has_page = LegalPage::ALL.iter().any(|page| self.legal_url(*page) == page.path());
        has_page && self.operator().is_none() && !url.is_loopback()
    }
}
