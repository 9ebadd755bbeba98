//! The built front end, inside the binary.

use std::borrow::Cow;
use std::collections::HashMap;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, EntityTag, HeaderMap};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::shell::{self, InlineHashes};
use crate::images::matches;

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[allow_missing = true]
struct Dist;

/// The files of the front end by their path.
pub struct FrontEnd {
    assets: HashMap<String, Asset>,
    /// `None` when the front end was not built.
    shell: Option<Asset>,
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
        let shell = assets.remove("/index.html");
        let hashes = shell.as_ref().map(|shell| shell::inline_hashes(&String::from_utf8_lossy(&shell.plain)));
        Self { assets, shell, hashes: hashes.unwrap_or_default() }
    }

    /// The content security policy's sources for the shell's inline scripts and styles.
    pub fn inline_hashes(&self) -> &InlineHashes {
        &self.hashes
    }

    pub(super) fn find(&self, path: &str) -> Option<&Asset> {
        self.assets.get(path)
    }

    pub(super) fn shell(&self, request: &HttpRequest, status: StatusCode) -> HttpResponse {
        match &self.shell {
            Some(shell) => shell.answer_as(request, status),
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
        let digest = Sha256::digest(&plain);
        let tag = EntityTag::new_strong(STANDARD.encode(&digest[..12]));
        let hashed = name.starts_with("assets/");
        let cache_control = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        Self { plain, brotli, gzip, content_type: content_type(name), cache_control, tag }
    }

    pub(super) fn answer(&self, request: &HttpRequest) -> HttpResponse {
        self.answer_as(request, StatusCode::OK)
    }

    fn answer_as(&self, request: &HttpRequest, status: StatusCode) -> HttpResponse {
        let unchanged = status == StatusCode::OK && matches(request, &self.tag);
        let mut response = HttpResponse::build(if unchanged { StatusCode::NOT_MODIFIED } else { status });
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
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let accepts = |coding: &str| {
            accepted.split(',').any(|item| {
                let mut parts = item.split(';').map(str::trim);
                parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding)) && parts.next() != Some("q=0")
            })
        };
        match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts("br") => (brotli, Some("br")),
            (_, Some(gzip)) if accepts("gzip") => (gzip, Some("gzip")),
            _ => (&self.plain, None),
        }
    }
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
