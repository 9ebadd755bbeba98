//! Serves `robots.txt` and the sitemap for search engines.

use std::fmt::Write;
use std::sync::Arc;

use actix_web::dev::HttpServiceFactory;
use actix_web::http::Method;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::{Error, HttpRequest, HttpResponse, HttpResponseBuilder, Resource, web};
use bytes::Bytes;
use chrono::SecondsFormat;
use futures_util::{Stream, StreamExt, stream};
use portal_domain::legal_page::LegalPage;
use portal_services::error::ServiceError;
use portal_services::ports::{DirectoryStart, SearchableListing};
use portal_services::{Ports, listings};

use crate::assets::accepts;
use crate::state::{Web, method_not_allowed};
use crate::{pages, sitemap_cache};

/// The public pages except listings and legal pages.
const PAGES: [&str; 5] = ["/", "/about", "/contact", "/signup-student", "/signup-landlord"];
/// The maximum number of URLs in a file, by the sitemap protocol.
const MAX_URLS: u64 = 50_000;
/// The maximum number of listings in a file. The first file also contains the other pages.
const MAX_LISTINGS: u64 = MAX_URLS - (PAGES.len() + LegalPage::ALL.len()) as u64;
/// The number of listings in a chunk, which bounds the memory of a response.
const CHUNK_SIZE: u32 = 1_000;
/// A sitemap may be ten minutes old.
const CACHE_CONTROL: &str = "public, max-age=600";
const OPENING: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>"#,
    "\n",
    r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#,
    "\n",
);

/// `/robots.txt`.
pub(crate) fn robots() -> Resource {
    web::resource("/robots.txt")
        .route(web::get().to(get_robots))
        .route(web::head().to(get_robots))
        .default_service(web::to(method_not_allowed))
}

/// `/sitemap.xml`.
pub(crate) fn sitemap() -> impl HttpServiceFactory {
    let routes = web::resource("/sitemap.xml").route(web::get().to(get_sitemap)).route(web::head().to(get_sitemap));
    routes.default_service(web::to(method_not_allowed))
}

/// `/sitemap-1.xml` and so on.
pub(crate) fn sitemap_part() -> impl HttpServiceFactory {
    let routes = web::resource("/sitemap-{part:[1-9][0-9]{0,5}}.xml");
    let routes = routes.route(web::get().to(get_sitemap_part)).route(web::head().to(get_sitemap_part));
    routes.default_service(web::to(method_not_allowed))
}

/// Allows the parts of the API that public pages need to render, and disallows the others. Pages
/// that must not be indexed are allowed, because crawlers must read their `noindex`.
async fn get_robots(web: web::Data<Web>) -> HttpResponse {
    let text = format!(
        "User-agent: *\n\
         Allow: /api/v1/listings\n\
         Allow: /api/v1/commons/\n\
         Allow: /api/v1/legal/\n\
         Allow: /api/v1/settings/public\n\
         Disallow: /api/\n\
         \n\
         Sitemap: {}/sitemap.xml\n",
        web.public_url
    );
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, CACHE_CONTROL))
        .body(text)
}

/// All URLs, or an index of files if one file is too small.
async fn get_sitemap(request: HttpRequest, web: web::Data<Web>) -> Result<HttpResponse, Error> {
    web.api.check_sitemap_limit(&request)?;
    let parts = web.sitemaps.count_parts(&web).await.map_err(|error| web.api.service_error(error))?;
    if parts > 1 {
        return Ok(headers().body(index(&web.public_url, parts)));
    }
    respond(&request, &web, 1).await
}

async fn get_sitemap_part(
    request: HttpRequest,
    part: web::Path<u64>,
    web: web::Data<Web>,
) -> Result<HttpResponse, Error> {
    web.api.check_sitemap_limit(&request)?;
    let part = part.into_inner();
    if part > web.sitemaps.count_parts(&web).await.map_err(|error| web.api.service_error(error))? {
        return pages::serve(&web, &request).await;
    }
    respond(&request, &web, part).await
}

/// The number of files.
pub(crate) async fn count_parts(ports: &Ports) -> Result<u64, ServiceError> {
    let listings = listings::count_searchable_listings(ports).await?;
    Ok(listings.div_ceil(MAX_LISTINGS).max(1))
}

async fn respond(request: &HttpRequest, web: &Web, part: u64) -> Result<HttpResponse, Error> {
    let mut response = headers();
    if request.method() == Method::HEAD {
        return Ok(response.streaming(stream::empty::<Result<Bytes, ServiceError>>()));
    }
    let file = web.sitemaps.get_file(web, part).await.map_err(|error| web.api.service_error(error))?;
    if accepts(request, ContentEncoding::Gzip) {
        return Ok(response.insert_header((header::CONTENT_ENCODING, "gzip")).body(file));
    }
    Ok(response.body(sitemap_cache::decompress(&file)?))
}

fn headers() -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .content_type("application/xml; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, CACHE_CONTROL))
        .insert_header((header::VARY, "accept-encoding"));
    response
}

fn index(public_url: &str, parts: u64) -> String {
    let mut xml = OPENING.replace("urlset", "sitemapindex");
    for part in 1..=parts {
        let _ = writeln!(xml, "<sitemap><loc>{public_url}/sitemap-{part}.xml</loc></sitemap>");
    }
    xml + "</sitemapindex>\n"
}

/// The URLs of one file, in chunks.
pub(crate) fn urls(web: &Web, part: u64) -> impl Stream<Item = Result<Bytes, ServiceError>> + 'static {
    let mut opening = OPENING.to_owned();
    let config = &web.ports.config.public;
    let legal = LegalPage::ALL.iter().filter(|page| config.legal_replacement(**page).is_none()).map(|page| page.path());
    for page in PAGES.into_iter().chain(legal).filter(|_| part == 1) {
        let _ = writeln!(opening, "<url><loc>{}{page}</loc></url>", web.public_url);
    }
    let cursor = ListingCursor {
        ports: web.ports.clone(),
        public_url: web.public_url.clone(),
        next: Some(DirectoryStart::At((part - 1) * MAX_LISTINGS)),
        remaining: MAX_LISTINGS,
    };
    stream::once(async { Ok(Bytes::from(opening)) })
        .chain(stream::try_unfold(cursor, ListingCursor::next_chunk))
        .chain(stream::once(async { Ok(Bytes::from_static(b"</urlset>\n")) }))
}

/// Reads the listings of one file in chunks.
struct ListingCursor {
    ports: Ports,
    public_url: Arc<str>,
    /// `None` after the last listing.
    next: Option<DirectoryStart>,
    remaining: u64,
}

impl ListingCursor {
    async fn next_chunk(mut self) -> Result<Option<(Bytes, Self)>, ServiceError> {
        let limit = u32::try_from(self.remaining).map_or(CHUNK_SIZE, |remaining| remaining.min(CHUNK_SIZE));
        let Some(start) = self.next.filter(|_| limit > 0) else { return Ok(None) };
        let listed = listings::list_searchable_listings(&self.ports, start, limit).await?;
        let is_full = listed.len() as u64 == u64::from(limit);
        self.next = listed.last().filter(|_| is_full).map(|last| DirectoryStart::After(last.id));
        self.remaining -= listed.len() as u64;
        Ok(Some((Bytes::from(self.write(&listed)), self)))
    }

    /// Without escaping: neither the public URL nor an id contains special characters of XML.
    fn write(&self, listed: &[SearchableListing]) -> String {
        let mut xml = String::with_capacity(listed.len() * 128);
        for SearchableListing { id, last_modified } in listed {
            let lastmod = last_modified.to_rfc3339_opts(SecondsFormat::Secs, true);
            let _ =
                writeln!(xml, "<url><loc>{}/listing/{}</loc><lastmod>{lastmod}</lastmod></url>", self.public_url, id.0);
        }
        xml
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::ids::ListingId;
    use portal_services::testing::MockPorts;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn index_lists_every_file() {
        let xml = index("https://portal.test", 2);
        assert_eq!(
            xml,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
             <sitemap><loc>https://portal.test/sitemap-1.xml</loc></sitemap>\n\
             <sitemap><loc>https://portal.test/sitemap-2.xml</loc></sitemap>\n\
             </sitemapindex>\n"
        );
    }

    /// Ports with the listings 1 to `count`, which expect this number of calls.
    fn ports(count: u64, calls: usize) -> Ports {
        let mut ports = MockPorts::default();
        ports.search.expect_list_searchable_listings().times(calls).returning(move |start, limit| {
            let first = match start {
                DirectoryStart::At(offset) => offset + 1,
                DirectoryStart::After(id) => u64::try_from(id.0.as_u128()).unwrap() + 1,
            };
            let listed = (first..=count).take(limit as usize);
            let last_modified = MockPorts::now();
            Ok(listed.map(|n| SearchableListing { id: ListingId(Uuid::from_u128(n.into())), last_modified }).collect())
        });
        ports.build()
    }

    async fn read_lines(from: u64, count: u64, calls: usize) -> Vec<String> {
        let next = Some(DirectoryStart::At(from));
        let ports = ports(count, calls);
        let cursor = ListingCursor { ports, public_url: "http://p".into(), next, remaining: MAX_LISTINGS };
        let chunks: Vec<_> = stream::try_unfold(cursor, ListingCursor::next_chunk).map(Result::unwrap).collect().await;
        let text = String::from_utf8(chunks.concat()).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[actix_web::test]
    async fn cursor_reads_chunks_up_to_the_last_listing() {
        let lines = read_lines(0, 2_500, 3).await;
        assert_eq!(lines.len(), 2_500);
        assert_eq!(
            lines[2_499],
            "<url><loc>http://p/listing/00000000-0000-0000-0000-0000000009c4</loc><lastmod>2026-11-20T12:00:00Z</lastmod></url>"
        );
        assert_eq!(read_lines(0, 0, 1).await.len(), 0);
        // The last chunk is full, so the end is only known after another call.
        assert_eq!(read_lines(0, 2_000, 3).await.len(), 2_000);
    }

    #[actix_web::test]
    async fn cursor_stops_at_the_limit_and_the_next_file_continues() {
        let first = read_lines(0, MAX_URLS + 10, 50).await;
        assert_eq!(first.len() + PAGES.len() + LegalPage::ALL.len(), 50_000);
        let second = read_lines(MAX_LISTINGS, MAX_URLS + 10, 1).await;
        assert_eq!(second.len(), 10 + PAGES.len() + LegalPage::ALL.len());
        assert!(second[0].contains(&format!("{:012x}", MAX_LISTINGS + 1)), "{}", second[0]);
    }
}
