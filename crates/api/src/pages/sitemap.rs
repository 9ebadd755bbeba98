//! What search engines ask for first: which addresses to leave alone, and which there are.

use std::fmt::Write;
use std::sync::Arc;

use actix_web::dev::HttpServiceFactory;
use actix_web::http::{Method, header};
use actix_web::middleware::Compress;
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use bytes::Bytes;
use chrono::SecondsFormat;
use futures_util::{Stream, StreamExt, stream};
use portal_services::Ports;
use portal_services::error::ServiceError;
use portal_services::listings::{self, DirectoryStart};
use portal_services::ports::Listed;

use crate::error::ApiError;
use crate::legal::LegalPage;
use crate::state::Api;

/// Public pages beside the listings and the legal pages.
const PAGES: [&str; 5] = ["/", "/about", "/contact", "/signup-student", "/signup-landlord"];
/// The most addresses that the protocol allows in one file.
const LIMIT: u64 = 50_000;
/// Listings in a file; the first one has the other pages as well.
const LISTINGS: u64 = LIMIT - (PAGES.len() + LegalPage::ALL.len()) as u64;
/// Listings that are read, and written, at once: what an answer needs of memory, whatever its length.
const PIECE: u32 = 1_000;
/// New listings are found soon enough.
const KEPT: &str = "public, max-age=600";
const OPENING: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>"#,
    "\n",
    r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#,
    "\n",
);

/// `/robots.txt`.
pub(crate) fn robots() -> Resource {
    web::resource("/robots.txt")
        .route(web::get().to(answer_robots))
        .route(web::head().to(answer_robots))
        .default_service(web::to(no_such_method))
}

/// `/sitemap.xml`.
pub(crate) fn sitemap() -> impl HttpServiceFactory {
    let routes =
        web::resource("/sitemap.xml").route(web::get().to(answer_sitemap)).route(web::head().to(answer_sitemap));
    routes.default_service(web::to(no_such_method)).wrap(Compress::default())
}

/// `/sitemap-1.xml` and so on.
pub(crate) fn sitemap_part() -> impl HttpServiceFactory {
    let routes = web::resource("/sitemap-{part:[1-9][0-9]{0,5}}.xml");
    let routes = routes.route(web::get().to(answer_part)).route(web::head().to(answer_part));
    routes.default_service(web::to(no_such_method)).wrap(Compress::default())
}

async fn no_such_method() -> Result<HttpResponse, ApiError> {
    Err(ApiError::method_not_allowed("GET, HEAD".to_owned()))
}

/// Programs may read what the public pages are made of, or they would find these empty, and nothing else
/// of the API. Pages that nobody shall find say so themselves: whoever may not read them never learns it.
async fn answer_robots(api: web::Data<Api>) -> HttpResponse {
    let text = format!(
        "User-agent: *\n\
         Allow: /api/v1/listings\n\
         Allow: /api/v1/commons/\n\
         Allow: /api/v1/legal/\n\
         Allow: /api/v1/settings/public\n\
         Disallow: /api/\n\
         \n\
         Sitemap: {}/sitemap.xml\n",
        api.public_url
    );
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").insert_header((header::CACHE_CONTROL, KEPT)).body(text)
}

/// All addresses, or, where they are too many for one file, the files that have them.
async fn answer_sitemap(request: HttpRequest, api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    api.limits.search(api.client_address(&request))?;
    let parts = count_parts(&api).await?;
    if parts == 1 {
        return Ok(answer(&request, addresses(&api, 1)));
    }
    let index = stream::once(async move { Ok(Bytes::from(index(&api.public_url, parts))) });
    Ok(answer(&request, index))
}

async fn answer_part(
    request: HttpRequest,
    part: web::Path<u64>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    api.limits.search(api.client_address(&request))?;
    let part = part.into_inner();
    if part > count_parts(&api).await? {
        return super::serve(&api, &request).await;
    }
    Ok(answer(&request, addresses(&api, part)))
}

/// In how many files the addresses are. Asked before an answer begins: a database that is away is a 503 then.
async fn count_parts(api: &Api) -> Result<u64, ApiError> {
    Ok(listings::count_listed(&api.ports).await?.div_ceil(LISTINGS).max(1))
}

fn answer(request: &HttpRequest, body: impl Stream<Item = Result<Bytes, ServiceError>> + 'static) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.content_type("application/xml; charset=utf-8").insert_header((header::CACHE_CONTROL, KEPT));
    if request.method() == Method::HEAD {
        return response.streaming(stream::empty::<Result<Bytes, ServiceError>>());
    }
    response.streaming(body)
}

fn index(public_url: &str, parts: u64) -> String {
    let mut xml = OPENING.replace("urlset", "sitemapindex");
    for part in 1..=parts {
        let _ = writeln!(xml, "<sitemap><loc>{public_url}/sitemap-{part}.xml</loc></sitemap>");
    }
    xml + "</sitemapindex>\n"
}

/// One file's addresses, read while they are written.
fn addresses(api: &Api, part: u64) -> impl Stream<Item = Result<Bytes, ServiceError>> + 'static {
    let mut opening = OPENING.to_owned();
    let facts = &api.ports.rules.public;
    let own = LegalPage::ALL.into_iter().filter(|page| page.replacement(facts).is_none()).map(LegalPage::path);
    for page in PAGES.into_iter().chain(own).filter(|_| part == 1) {
        let _ = writeln!(opening, "<url><loc>{}{page}</loc></url>", api.public_url);
    }
    let walk = Walk {
        ports: api.ports.clone(),
        public_url: api.public_url.clone(),
        next: Some(DirectoryStart::At((part - 1) * LISTINGS)),
        left: LISTINGS,
    };
    stream::once(async { Ok(Bytes::from(opening)) })
        .chain(stream::try_unfold(walk, Walk::step))
        .chain(stream::once(async { Ok(Bytes::from_static(b"</urlset>\n")) }))
}

/// The way through the listings of one file.
struct Walk {
    ports: Ports,
    public_url: Arc<str>,
    /// `None` after the last one.
    next: Option<DirectoryStart>,
    left: u64,
}

impl Walk {
    async fn step(mut self) -> Result<Option<(Bytes, Self)>, ServiceError> {
        let limit = u32::try_from(self.left).map_or(PIECE, |left| left.min(PIECE));
        let Some(start) = self.next.filter(|_| limit > 0) else { return Ok(None) };
        let listed = listings::list_listed(&self.ports, start, limit).await?;
        let full = listed.len() as u64 == u64::from(limit);
        self.next = listed.last().filter(|_| full).map(|last| DirectoryStart::After(last.id));
        self.left -= listed.len() as u64;
        Ok(Some((Bytes::from(self.write(&listed)), self)))
    }

    /// Neither the portal's address nor an id has a character that XML would have to escape.
    fn write(&self, listed: &[Listed]) -> String {
        let mut xml = String::with_capacity(listed.len() * 128);
        for Listed { id, last_modified } in listed {
            let changed = last_modified.to_rfc3339_opts(SecondsFormat::Secs, true);
            let _ =
                writeln!(xml, "<url><loc>{}/listing/{}</loc><lastmod>{changed}</lastmod></url>", self.public_url, id.0);
        }
        xml
    }
}

#[cfg(test)]
mod tests;
