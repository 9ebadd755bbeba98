//! Terms of use, privacy policy, imprint and accessibility statement.
//!
//! The templates in `crates/api/legal` are rendered once at startup. Periods and limits in them
//! must come from the configuration, so that the texts stay true when it changes.

mod config;
mod markdown;
mod template;

pub use config::{LegalConfig, Operator};

use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use portal_domain::legal_page::LegalPage;
use portal_domain::locale::Locale;
use portal_services::config::ServiceConfig;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::error::ApiError;
use crate::extract::enums;
use crate::extract::{FromParams, Params, ParamsReader};
use crate::response::envelope::envelope;

/// A page may be ten minutes behind the configuration.
const CACHE_CONTROL: &str = "public, max-age=600";

/// Rendering a template failed, which is a defect of the portal.
#[derive(Debug, thiserror::Error)]
#[error("failed to render a legal page")]
pub struct LegalPageError(#[from] minijinja::Error);

/// The rendered pages in all languages.
#[derive(Debug)]
pub struct LegalPages(Vec<(LegalPage, Locale, LegalPageResponse)>);

impl LegalPages {
    pub fn new(config: &ServiceConfig, legal: &LegalConfig) -> Result<Self, LegalPageError> {
        let mut pages = Vec::new();
        for &locale in Locale::ALL {
            let environment = template::environment(locale)?;
            for &page in LegalPage::ALL {
                let text = environment.get_template(template::name(page))?.render(legal.values(config))?;
                pages.push((page, locale, LegalPageResponse::parse(&text)));
            }
        }
        Ok(Self(pages))
    }

    fn find(&self, page: LegalPage, locale: Locale) -> Option<&LegalPageResponse> {
        let mut pages = self.0.iter();
        pages.find(|entry| (entry.0, entry.1) == (page, locale)).map(|(_, _, response)| response)
    }
}

impl LegalPageResponse {
    /// Splits the heading from the text.
    fn parse(rendered: &str) -> Self {
        let (heading, markdown) = rendered.trim_start().split_once('\n').unwrap_or((rendered, ""));
        Self { title: heading.trim_start_matches('#').trim().to_owned(), markdown: markdown.trim_start().to_owned() }
    }
}

/// A legal page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct LegalPageResponse {
    title: String,
    /// Markdown (`CommonMark`) without HTML and without the title.
    markdown: String,
}

envelope!(LegalPageEnvelope(LegalPageResponse));

pub(crate) struct LegalPageQuery {
    locale: Option<Locale>,
}

impl FromParams for LegalPageQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        Some(Self { locale: reader.choice("locale", Locale::parse) })
    }
}

/// Returns a legal page.
///
/// Responds with 404 if the operator has replaced it with an external page, whose URL is in the
/// public settings.
#[utoipa::path(
    operation_id = "getLegalPage",
    tag = "legal",
    params(
        ("page" = enums::LegalPage, Path, description = "The name of the page."),
        ("locale" = Option<enums::Locale>, Query, description = "Default: the portal's default language."),
    ),
    responses((status = 200, description = "The page.", body = LegalPageEnvelope))
)]
#[get("/legal/{page}")]
pub(crate) async fn get_legal_page(
    query: Params<LegalPageQuery>,
    page: web::Path<String>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let config = &api.ports.config.public;
    let page = LegalPage::parse(&page).filter(|page| config.legal_replacement(*page).is_none());
    let locale = query.0.locale.unwrap_or(config.default_locale);
    let payload = page.and_then(|page| api.legal.find(page, locale)).ok_or_else(ApiError::not_found)?.clone();
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, CACHE_CONTROL)).json(LegalPageEnvelope { payload }))
}

#[cfg(test)]
mod tests;
