//! Who runs the portal, and where its legal pages are if they are not the portal's own.

use portal_api::{LegalPage, Operator};
use portal_domain::text::{many_lines, one_line};
use serde::{Deserialize, Deserializer};

use super::{PublicUrl, Settings};

/// The most characters of an operator's name.
const LONGEST_NAME: usize = 200;
/// The most characters and lines of an operator's address.
const LONGEST_ADDRESS: usize = 500;
const MOST_LINES: usize = 8;
/// The most characters of a legal page's address.
const LONGEST_URL: usize = 2000;

/// The operator that a demo has unless one is set.
const DEMO_NAME: &str = "Fensterplatz Musterbetrieb GmbH";
const DEMO_ADDRESS: &str = "Musterstraße 1\n10115 Berlin\nDeutschland";

/// A person or a company, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorName(String);

impl OperatorName {
    pub fn parse(text: &str) -> Option<Self> {
        let name = one_line(text).ok()?;
        (1..=LONGEST_NAME).contains(&name.chars().count()).then_some(Self(name))
    }
}

/// A postal address in one or several lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorAddress(String);

impl OperatorAddress {
    pub fn parse(text: &str) -> Option<Self> {
        let address = many_lines(text).ok().filter(|address| !address.contains('\t'))?;
        let fits = (1..=LONGEST_ADDRESS).contains(&address.chars().count()) && address.lines().count() <= MOST_LINES;
        fits.then_some(Self(address))
    }
}

/// The address of a page somewhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageUrl(String);

impl PageUrl {
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
        let fits = !rest.is_empty() && text.len() <= LONGEST_URL && text.chars().all(|c| c.is_ascii_graphic());
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
    OperatorName: format!("an operator's name has 1 to {LONGEST_NAME} characters in one line"),
    OperatorAddress: format!(
        "an operator's address has 1 to {LONGEST_ADDRESS} characters in at most {MOST_LINES} lines, without control characters"
    ),
    PageUrl: "the address of a legal page begins with http:// or https:// and has no spaces; write other characters than ASCII as %XX",
}

impl Settings {
    /// A demo, with an operator that is as invented as its people unless one is set.
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

    /// Where readers find a legal page.
    pub fn legal_url(&self, page: LegalPage) -> String {
        let elsewhere = match page {
            LegalPage::Terms => &self.terms_url,
            LegalPage::Privacy => &self.privacy_url,
            LegalPage::Imprint => &self.imprint_url,
        };
        elsewhere.as_ref().map_or_else(|| page.path().to_owned(), |url| url.0.clone())
    }

    /// Whether a page that others than this machine's users read lacks the operator's name and address.
    pub fn lacks_operator(&self, url: &PublicUrl) -> bool {
        let own_page = LegalPage::ALL.into_iter().any(|page| self.legal_url(page) == page.path());
        own_page && self.operator().is_none() && !url.is_loopback()
    }
}
