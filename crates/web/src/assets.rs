//! The built front end, embedded in the binary.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::OnceLock;

use actix_web::http::StatusCode;
use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, IfNoneMatch, Preference, Quality,
};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use portal_domain::locale::Locale;
use portal_services::ports::{AssetFile, AssetName};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::head::Head;
use crate::index_html::{self, IndexHtml, InlineHashes};
use crate::initial_responses::InitialResponses;

/// A middle level. For a listing's page (8 kB) it takes a sixth of a millisecond; the best level
/// saves 1 % more, and brotli saves 10 % but takes three times as long.
const PAGE_LEVEL: Compression = Compression::new(4);

/// The folder of the files whose names contain a hash.
pub(crate) const HASHED_FILES: &str = "/assets/";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[allow_missing = true]
struct Dist;

/// The files of the front end by their path.
pub struct FrontEnd {
    assets: HashMap<String, Asset>,
    /// `None` if the front end was not built.
    index: Option<IndexHtml>,
    hashes: InlineHashes,
}

/// A file, with its precompressed forms.
pub(crate) struct Asset {
    plain: Cow<'static, [u8]>,
    brotli: Option<Cow<'static, [u8]>>,
    gzip: Option<Cow<'static, [u8]>>,
    content_type: &'static str,
    cache_control: &'static str,
    /// Computed when the file is first sent: a start that read all files would keep them in memory.
    etag: OnceLock<EntityTag>,
}

impl FrontEnd {
    /// The front end that is embedded in this binary.
    pub fn embedded() -> Self {
        Self::from_files(Dist::iter().filter_map(|path| Some((path.to_string(), Dist::get(&path)?.data))))
    }

    /// A front end of these files. Their paths are relative to its root.
    pub fn from_files(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        let mut files: HashMap<String, Cow<'static, [u8]>> = files.into_iter().collect();
        let is_plain = |name: &&String| !matches!(extension(name), "br" | "gz");
        // The build leaves files for tools in a hidden folder.
        let is_public = |name: &&String| !name.starts_with('.');
        let names: Vec<String> = files.keys().filter(is_plain).filter(is_public).cloned().collect();
        let mut assets = HashMap::new();
        for name in names {
            let (brotli, gzip) = (files.remove(&format!("{name}.br")), files.remove(&format!("{name}.gz")));
            if let Some(plain) = files.remove(&name) {
                assets.insert(format!("/{name}"), Asset::new(&name, plain, brotli, gzip));
            }
        }
        let index = assets.remove("/index.html");
        let html = index.as_ref().map(|index| String::from_utf8_lossy(&index.plain)).unwrap_or_default();
        Self { index: IndexHtml::parse(&html), hashes: index_html::inline_hashes(&html), assets }
    }

    /// The sources of the index page's inline scripts and styles, for the content security policy.
    pub fn inline_hashes(&self) -> &InlineHashes {
        &self.hashes
    }

    /// The files whose names contain a hash, for processes of other versions.
    pub fn hashed_files(&self) -> Vec<AssetFile> {
        let files = self.assets.iter().filter_map(|(path, asset)| {
            let name = AssetName::parse(path.strip_prefix(HASHED_FILES)?)?;
            let content = match &asset.plain {
                Cow::Borrowed(content) => Bytes::from_static(content),
                Cow::Owned(content) => Bytes::copy_from_slice(content),
            };
            Some(AssetFile { name, content })
        });
        files.collect()
    }

    pub(super) fn find(&self, path: &str) -> Option<&Asset> {
        self.assets.get(path)
    }

    /// Responds with the index page, with this head and these responses.
    pub(super) fn page(
        &self,
        request: &HttpRequest,
        status: StatusCode,
        locale: Locale,
        head: &Head,
        responses: &InitialResponses,
    ) -> HttpResponse {
        match &self.index {
            Some(index) => respond_with_page(request, status, index.render(locale, head, responses)),
            None => HttpResponse::ServiceUnavailable()
                .content_type("text/plain; charset=utf-8")
                .body("The front end is not part of this build. `make run` builds it.\n"),
        }
    }
}

impl Asset {
    fn new(
        name: &str,
        plain: Cow<'static, [u8]>,
        brotli: Option<Cow<'static, [u8]>>,
        gzip: Option<Cow<'static, [u8]>>,
    ) -> Self {
        let has_hash_in_name = name.starts_with("assets/");
        let cache_control = if has_hash_in_name { IMMUTABLE } else { "no-cache" };
        Self { plain, brotli, gzip, content_type: content_type(name), cache_control, etag: OnceLock::new() }
    }

    pub(super) fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let etag = self.etag.get_or_init(|| EntityTag::new_strong(digest(&self.plain)));
        let is_unchanged = matches_etag(request, etag);
        let mut response = HttpResponse::build(if is_unchanged { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
        response
            .insert_header(header::ETag(etag.clone()))
            .insert_header((header::CACHE_CONTROL, self.cache_control))
            .insert_header((header::VARY, "Accept-Encoding"));
        if is_unchanged {
            return response.finish();
        }
        let (body, encoding) = self.encoded(request);
        if let Some(encoding) = encoding {
            response.insert_header((header::CONTENT_ENCODING, encoding));
        }
        response.content_type(self.content_type);
        response.body(body.clone().into_owned())
    }

    /// The smallest form that the client accepts, with its content encoding.
    fn encoded(&self, request: &HttpRequest) -> (&Cow<'static, [u8]>, Option<&'static str>) {
        match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts(request, ContentEncoding::Brotli) => (brotli, Some("br")),
            (_, Some(gzip)) if accepts(request, ContentEncoding::Gzip) => (gzip, Some("gzip")),
            _ => (&self.plain, None),
        }
    }
}

/// Responds with a file of another version, which only open pages of that version ask for.
pub(crate) fn respond_with_stored(request: &HttpRequest, name: &AssetName, content: Bytes) -> HttpResponse {
    let content_type = content_type(name.as_str());
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CACHE_CONTROL, IMMUTABLE))
        .insert_header((header::VARY, "Accept-Encoding"))
        .content_type(content_type);
    let is_text = content_type.ends_with("charset=utf-8") || content_type == "image/svg+xml";
    match (is_text && accepts(request, ContentEncoding::Gzip)).then(|| gzip(&content)) {
        Some(Ok(compressed)) => response.insert_header((header::CONTENT_ENCODING, "gzip")).body(compressed),
        _ => response.body(content),
    }
}

/// A rendered page, which clients revalidate with every request.
fn respond_with_page(request: &HttpRequest, status: StatusCode, html: String) -> HttpResponse {
    // Weak, because it is the same for every content encoding.
    let etag = EntityTag::new_weak(digest(html.as_bytes()));
    let is_unchanged = status == StatusCode::OK && matches_etag(request, &etag);
    let mut response = HttpResponse::build(if is_unchanged { StatusCode::NOT_MODIFIED } else { status });
    response
        .insert_header(header::ETag(etag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "Accept-Language, Cookie, Accept-Encoding"));
    if is_unchanged {
        return response.finish();
    }
    response.content_type("text/html; charset=utf-8");
    match accepts(request, ContentEncoding::Gzip).then(|| gzip(html.as_bytes())) {
        Some(Ok(compressed)) => response.insert_header((header::CONTENT_ENCODING, "gzip")).body(compressed),
        _ => response.body(html),
    }
}

/// Whether the client names this encoding with a quality above 0. Wildcards are ignored.
pub(crate) fn accepts(request: &HttpRequest, encoding: ContentEncoding) -> bool {
    let encoding = Preference::Specific(Encoding::Known(encoding));
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.iter().any(|item| item.item == encoding && item.quality > Quality::ZERO))
}

/// Whether `If-None-Match` of the request names this version.
fn matches_etag(request: &HttpRequest, etag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(etag)),
        Err(_) => false,
    }
}

fn gzip(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 2), PAGE_LEVEL);
    encoder.write_all(body)?;
    encoder.finish()
}

fn digest(bytes: &[u8]) -> String {
    STANDARD.encode(Sha256::digest(bytes).get(..12).unwrap_or_default())
}

fn extension(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

fn content_type(name: &str) -> &'static str {
    match extension(name) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "wasm" => "application/wasm",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;

    use super::*;

    const INDEX_HTML: &str = concat!(
        r#"<html lang="de-DE"><head><title>Portal</title><meta name="description" content="Zimmer" />"#,
        "<script>go()</script></head></html>",
    );

    fn front_end() -> FrontEnd {
        let files = [
            ("index.html", INDEX_HTML),
            ("assets/app-1a2b.js", "plain"),
            ("assets/app-1a2b.js.br", "brotli"),
            ("assets/app-1a2b.js.gz", "gzip"),
            ("robots.txt", "User-agent: *"),
            (".vite/manifest.json", "{}"),
        ];
        FrontEnd::from_files(files.map(|(name, text)| (name.to_owned(), Cow::Borrowed(text.as_bytes()))))
    }

    async fn body(response: HttpResponse) -> String {
        let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("a body") };
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    async fn script(accept: &str) -> (Option<String>, String) {
        let request = TestRequest::get().insert_header(("accept-encoding", accept)).to_http_request();
        let front_end = front_end();
        let response = front_end.find("/assets/app-1a2b.js").unwrap().respond(&request);
        let encoding = response.headers().get("content-encoding").map(|value| value.to_str().unwrap().to_owned());
        (encoding, body(response).await)
    }

    #[actix_web::test]
    async fn asset_is_sent_in_the_smallest_accepted_encoding() {
        assert_eq!(script("gzip, deflate, br").await, (Some("br".to_owned()), "brotli".to_owned()));
        assert_eq!(script("gzip").await, (Some("gzip".to_owned()), "gzip".to_owned()));
        assert_eq!(script("br;q=0, gzip").await, (Some("gzip".to_owned()), "gzip".to_owned()));
        assert_eq!(script("identity").await, (None, "plain".to_owned()));
    }

    #[test]
    fn find_hides_files_of_the_build() {
        assert!(front_end().find("/.vite/manifest.json").is_none());
    }

    #[test]
    fn hashed_files_are_plain_files_with_a_hash() {
        let files = ["assets/app-1a2b3c4d.js", "assets/app-1a2b3c4d.js.br", "assets/plain.js", "robots.txt"];
        let files = files.map(|name| (name.to_owned(), Cow::Borrowed(name.as_bytes())));
        let hashed = FrontEnd::from_files(files).hashed_files();
        let [AssetFile { name, content }] = hashed.as_slice() else { panic!("{hashed:?}") };
        assert_eq!((name.as_str(), content.as_ref()), ("app-1a2b3c4d.js", "assets/app-1a2b3c4d.js".as_bytes()));
    }

    #[actix_web::test]
    async fn stored_asset_is_immutable_and_compressed_if_it_is_text() {
        let request = TestRequest::get().insert_header(("accept-encoding", "gzip, br")).to_http_request();
        for (name, content_type, encoding) in [
            ("app-1a2b3c4d.js", "text/javascript; charset=utf-8", Some("gzip")),
            ("app-1a2b3c4d.woff2", "font/woff2", None),
        ] {
            let name = AssetName::parse(name).unwrap();
            let response = respond_with_stored(&request, &name, Bytes::from_static(b"export {}"));
            let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap());
            assert_eq!((header("content-type"), header("content-encoding")), (Some(content_type), encoding));
            assert_eq!(header("cache-control"), Some("public, max-age=31536000, immutable"));
        }
    }

    #[actix_web::test]
    async fn asset_with_hash_in_name_is_immutable_and_others_are_revalidated() {
        let request = TestRequest::get().to_http_request();
        let front_end = front_end();
        let hashed = front_end.find("/assets/app-1a2b.js").unwrap().respond(&request);
        assert_eq!(hashed.headers().get("cache-control").unwrap(), "public, max-age=31536000, immutable");
        let robots = front_end.find("/robots.txt").unwrap().respond(&request);
        assert_eq!(robots.headers().get("cache-control").unwrap(), "no-cache");
        let tag = robots.headers().get("etag").unwrap().to_str().unwrap().to_owned();
        let again = TestRequest::get().insert_header(("if-none-match", tag)).to_http_request();
        assert_eq!(front_end.find("/robots.txt").unwrap().respond(&again).status(), StatusCode::NOT_MODIFIED);
    }

    #[actix_web::test]
    async fn index_page_is_not_an_asset_and_has_the_status_of_its_page() {
        let request = TestRequest::get().to_http_request();
        let front_end = front_end();
        assert!(front_end.find("/index.html").is_none());
        assert_eq!(page(&request, StatusCode::NOT_FOUND, "Weg").status(), StatusCode::NOT_FOUND);
        assert_eq!(front_end.inline_hashes().scripts.len(), 1);
    }

    fn page(request: &HttpRequest, status: StatusCode, title: &str) -> HttpResponse {
        front_end().page(request, status, Locale::English, Head::default().title(title), &InitialResponses::default())
    }

    #[actix_web::test]
    async fn page_is_the_index_page_with_its_head() {
        let request = TestRequest::get().to_http_request();
        assert_eq!(
            body(page(&request, StatusCode::OK, "Zimmer & Küche")).await,
            "<html lang=\"en-US\"><head><title>Zimmer &amp; Küche</title><script>go()</script></head></html>"
        );
    }

    #[actix_web::test]
    async fn page_is_compressed_only_for_clients_that_accept_gzip() {
        let request = TestRequest::get().insert_header(("accept-encoding", "br, gzip;q=0.5")).to_http_request();
        let compressed = page(&request, StatusCode::OK, "Zimmer");
        assert_eq!(compressed.headers().get("content-encoding").unwrap(), "gzip");
        let Ok(bytes) = to_bytes(compressed.into_body()).await else { panic!("a body") };
        let mut html = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut html).unwrap();
        assert!(html.contains("<title>Zimmer</title>"), "{html}");
        for refused in ["identity", "gzip;q=0", "gzip; q=0.0, br"] {
            let request = TestRequest::get().insert_header(("accept-encoding", refused)).to_http_request();
            assert!(!page(&request, StatusCode::OK, "Zimmer").headers().contains_key("content-encoding"), "{refused}");
        }
    }

    #[actix_web::test]
    async fn page_with_matching_etag_is_not_modified() {
        let first = page(&TestRequest::get().to_http_request(), StatusCode::OK, "Zimmer");
        let tag = first.headers().get("etag").unwrap().clone();
        let again = TestRequest::get().insert_header(("if-none-match", tag)).to_http_request();
        let unchanged = page(&again, StatusCode::OK, "Zimmer");
        assert_eq!(unchanged.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(unchanged.headers().get("vary").unwrap(), "Accept-Language, Cookie, Accept-Encoding");
        assert_eq!(page(&again, StatusCode::OK, "Wohnung").status(), StatusCode::OK);
        assert_eq!(page(&again, StatusCode::NOT_FOUND, "Zimmer").status(), StatusCode::NOT_FOUND);
    }

    #[actix_web::test]
    async fn page_without_built_front_end_is_unavailable() {
        let request = TestRequest::get().to_http_request();
        let (head, responses) = (Head::default(), InitialResponses::default());
        let response = FrontEnd::from_files([]).page(&request, StatusCode::OK, Locale::German, &head, &responses);
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(body(response).await.contains("make run"));
    }
}
