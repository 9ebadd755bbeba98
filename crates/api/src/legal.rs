//! Terms of use, privacy policy and imprint: what the operator of a portal must tell its visitors.
//!
//! The texts are templates in `crates/api/legal`, filled in once at the start. The numbers in them come from the rules that
//! the portal follows, so that a changed setting changes the page.

mod facts;
mod markdown;
mod template;

pub use facts::{LegalFacts, Operator};

use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use portal_domain::locale::Locale;
use portal_services::settings::{PublicFacts, Rules};
use serde::Serialize;
use utoipa::ToSchema;

use crate::closed_set;
use crate::envelope::envelope;
use crate::error::ApiError;
use crate::extract::{FromParams, Params, ParamsReader};
use crate::state::Api;

/// A page may be ten minutes behind the operator's settings.
const CACHE: &str = "public, max-age=600";

/// A page that the operator of a portal must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum LegalPage {
    Terms,
    Privacy,
    Imprint,
}

impl LegalPage {
    pub const ALL: [Self; 3] = [Self::Terms, Self::Privacy, Self::Imprint];

    /// Where the portal shows its own text.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Terms => "/legal/terms",
            Self::Privacy => "/legal/privacy",
            Self::Imprint => "/legal/imprint",
        }
    }

    pub(crate) fn of_path(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.path() == path)
    }

    fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.path().strip_prefix("/legal/") == Some(name))
    }

    /// Where readers find it: here, or at an address of the operator's own.
    fn url(self, facts: &PublicFacts) -> &str {
        match self {
            Self::Terms => &facts.terms_url,
            Self::Privacy => &facts.privacy_url,
            Self::Imprint => &facts.imprint_url,
        }
    }

    /// The address of the operator's own page, where it replaces the portal's.
    pub(crate) fn replacement(self, facts: &PublicFacts) -> Option<&str> {
        Some(self.url(facts)).filter(|url| *url != self.path())
    }
}

/// A template could not be filled in: a defect of the portal.
#[derive(Debug, thiserror::Error)]
#[error("failed to render a legal page")]
pub struct LegalPageError(#[from] minijinja::Error);

/// The texts of all pages in all languages.
#[derive(Debug)]
pub struct LegalPages(Vec<(LegalPage, Locale, LegalPageResponse)>);

impl LegalPages {
    pub fn new(rules: &Rules, facts: &LegalFacts) -> Result<Self, LegalPageError> {
        let mut pages = Vec::new();
        for &locale in Locale::ALL {
            let environment = template::environment(locale)?;
            for page in LegalPage::ALL {
                let text = environment.get_template(template::name(page))?.render(facts.values(rules))?;
                pages.push((page, locale, LegalPageResponse::of(&text)));
            }
        }
        Ok(Self(pages))
    }

    fn find(&self, page: LegalPage, locale: Locale) -> Option<&LegalPageResponse> {
        self.0.iter().find(|(known, spoken, _)| (*known, *spoken) == (page, locale)).map(|(_, _, text)| text)
    }
}

impl LegalPageResponse {
    /// Takes the heading off the text.
    fn of(rendered: &str) -> Self {
        let (heading, markdown) = rendered.trim_start().split_once('\n').unwrap_or((rendered, ""));
        Self { title: heading.trim_start_matches('#').trim().to_owned(), markdown: markdown.trim_start().to_owned() }
    }
}

/// A legal page of the portal's own.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LegalPageResponse {
    title: String,
    /// Markdown without HTML and without the title.
    markdown: String,
}

envelope!(LegalPageEnvelope(LegalPageResponse));

/// In which language.
pub struct LegalPageQuery {
    locale: Option<Locale>,
}

impl FromParams for LegalPageQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        Self { locale: reader.choice("locale", Locale::parse) }
    }
}

/// A legal page of the portal's own. One that the operator has replaced by a page elsewhere does not exist here; the
/// public settings name that page.
#[utoipa::path(
    operation_id = "getLegalPage",
    tag = "legal",
    params(
        ("page" = LegalPage, Path, description = "Which page"),
        ("locale" = Option<closed_set::Locale>, Query, description = "The portal's own language unless given"),
    ),
    responses((status = 200, description = "The page, filled in.", body = LegalPageEnvelope))
)]
#[get("/legal/{page}")]
pub async fn read(
    query: Params<LegalPageQuery>,
    page: web::Path<String>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let facts = &api.ports.rules.public;
    let page = LegalPage::of_name(&page).filter(|page| page.replacement(facts).is_none());
    let locale = query.0.locale.unwrap_or(facts.default_locale);
    let payload = page.and_then(|page| api.legal.find(page, locale)).ok_or_else(ApiError::not_found)?.clone();
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, CACHE)).json(LegalPageEnvelope { payload }))
}

#[cfg(test)]
mod tests;
