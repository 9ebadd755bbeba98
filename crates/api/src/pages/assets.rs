//! The built front end, inside the binary.

use std::borrow::Cow;
use std::collections::HashMap;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, EntityTag, HeaderMap};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use portal_domain::locale::Locale;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::first_answers::FirstAnswers;
use super::head::Head;
use super::shell::{self, InlineHashes, Shell};
use crate::accept::accepts;
use crate::compressed::{self, gzip};
use crate::images::matches;

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[allow_missing = true]
struct Dist;

/// The files of the front end by their path.
pub struct FrontEnd {
    assets: HashMap<String, Asset>,
    /// `None` when the front end was not built.
    shell: Option<Shell>,
    hashes: InlineHashes,
}

/// A file, with the compressed forms that were made at the build.
pub struct Asset {
    plain: Cow<'static, [u8]>,
    brotli: Option<Cow<'static, [u8]>>,
    gzip: Option<Cow<'static, [u8]>>,
    content_type: &'static str,
    cache_control: &'static str,
    tag: EntityTag,
}

impl FrontEnd {
    /// The front end that was built into this binary.
    pub fn embedded() -> Self {
        Self::from_files(Dist::iter().filter_map(|path| Some((path.to_string(), Dist::get(&path)?.data))))
    }

    /// A front end of these files, by their path below its root.
    pub fn from_files(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        let mut files: HashMap<String, Cow<'static, [u8]>> = files.into_iter().collect();
        let names: Vec<String> = files.keys().filter(|name| !matches!(extension(name), "br" | "gz")).cloned().collect();
        let mut assets = HashMap::new();
        for name in names {
            let (brotli, gzip) = (files.remove(&format!("{name}.br")), files.remove(&format!("{name}.gz")));
            if let Some(plain) = files.remove(&name) {
                assets.insert(format!("/{name}"), Asset::new(&name, plain, brotli, gzip));
            }
        }
        let built = assets.remove("/index.html");
        let html = built.as_ref().map(|built| String::from_utf8_lossy(&built.plain)).unwrap_or_default();
        Self { shell: Shell::cut(&html), hashes: shell::inline_hashes(&html), assets }
    }

    /// The content security policy's sources for the shell's inline scripts and styles.
    pub fn inline_hashes(&self) -> &InlineHashes {
        &self.hashes
    }

    pub(super) fn find(&self, path: &str) -> Option<&Asset> {
        self.assets.get(path)
    }

    /// The shell with this head and these answers: the page, as far as the server makes it.
    pub(super) fn page(
        &self,
        request: &HttpRequest,
        status: StatusCode,
        locale: Locale,
        head: &Head,
        answers: &FirstAnswers,
    ) -> HttpResponse {
        match &self.shell {
            Some(shell) => answer_page(request, status, shell.with(locale, head, answers)),
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
        let tag = EntityTag::new_strong(digest(&plain));
        let hashed = name.starts_with("assets/");
        let cache_control = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        Self { plain, brotli, gzip, content_type: content_type(name), cache_control, tag }
    }

    pub(super) fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let unchanged = matches(request, &self.tag);
        let mut response = HttpResponse::build(if unchanged { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
        response
            .insert_header(header::ETag(self.tag.clone()))
            .insert_header((header::CACHE_CONTROL, self.cache_control))
            .insert_header((header::VARY, "Accept-Encoding"));
        if unchanged {
            return response.finish();
        }
        let (body, encoding) = self.encoded(request.headers());
        if let Some(encoding) = encoding {
            response.insert_header((header::CONTENT_ENCODING, encoding));
        }
        response.content_type(self.content_type);
        response.body(body.clone().into_owned())
    }

    /// The smallest form that the client understands.
    fn encoded(&self, headers: &HeaderMap) -> (&Cow<'static, [u8]>, Option<&'static str>) {
        match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts(headers, header::ACCEPT_ENCODING, "br") => (brotli, Some("br")),
            (_, Some(gzip)) if accepts(headers, header::ACCEPT_ENCODING, "gzip") => (gzip, Some("gzip")),
            _ => (&self.plain, None),
        }
    }
}

/// A page that was made for this request: asked for again every time, and sent only where it has changed.
fn answer_page(request: &HttpRequest, status: StatusCode, html: String) -> HttpResponse {
    // Weak, for it is the same in every coding.
    let tag = EntityTag::new_weak(digest(html.as_bytes()));
    let unchanged = status == StatusCode::OK && matches(request, &tag);
    let mut response = HttpResponse::build(if unchanged { StatusCode::NOT_MODIFIED } else { status });
    response
        .insert_header(header::ETag(tag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "Accept-Language, Cookie, Accept-Encoding"));
    if unchanged {
        return response.finish();
    }
    response.content_type("text/html; charset=utf-8");
    match accepts(request.headers(), header::ACCEPT_ENCODING, "gzip").then(|| gzip(html.as_bytes(), compressed::PAGE)) {
        Some(Ok(packed)) => response.insert_header((header::CONTENT_ENCODING, "gzip")).body(packed),
        _ => response.body(html),
    }
}

fn digest(bytes: &[u8]) -> String {
    STANDARD.encode(&Sha256::digest(bytes)[..12])
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
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests;
