//! API responses inside the page, so that the app shows its first cards without another request.
//!
//! Requests of pages carry no access token, so only public data may be written here; the app of a
//! logged-in user requests what depends on the user. A page must not wait long for these responses
//! or fail without them, because the app requests what is missing.

use actix_web::HttpRequest;
use actix_web::rt::time::timeout;
use portal_domain::ids::ListingId;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::head::{Escaped, Head, in_script};
use crate::initial_search;
use crate::listing::first_image;
use crate::pages::Page;
use crate::state::Web;

/// Responses of the API, each with its operation and argument.
#[derive(Debug, Default)]
pub(super) struct InitialResponses {
    entries: Vec<String>,
    image: Option<FirstImage>,
}

/// The first image that a phone shows.
#[derive(Debug)]
struct FirstImage {
    /// The class of the element, which sets its position.
    class: &'static str,
    srcset: String,
    sizes: &'static str,
}

impl InitialResponses {
    /// `argument` is the argument of the operation in the app's client; `data` is JSON.
    pub(crate) fn add(&mut self, operation: &str, argument: Option<&Value>, data: &[u8]) {
        let Ok(data) = std::str::from_utf8(data) else { return };
        let argument = argument.map(|argument| format!(r#","argument":{argument}"#)).unwrap_or_default();
        self.entries.push(format!(r#"{{"operation":"{operation}"{argument},"data":{data}}}"#));
    }

    /// Shows this image before the app runs; see `.first-image` in `frontend/index.html`.
    pub(crate) fn set_image(&mut self, class: &'static str, srcset: String, sizes: &'static str) {
        self.image = Some(FirstImage { class, srcset, sizes });
    }

    /// The element of the first image. It loads the same file as the app's element.
    pub(crate) fn image_element(&self) -> String {
        let Some(FirstImage { class, srcset, sizes }) = &self.image else { return String::new() };
        format!(
            r#"<img class="first-image {class}" alt="" srcset="{}" sizes="{}" fetchpriority="high" />"#,
            Escaped(srcset),
            Escaped(sizes)
        )
    }

    /// A data block for the end of the body. It is not executable, so the content security policy
    /// need not allow it.
    pub(crate) fn element(&self) -> String {
        if self.entries.is_empty() {
            return String::new();
        }
        let json = format!("[{}]", self.entries.join(","));
        format!("<script type=\"application/json\" id=\"initial-responses\">{}</script>\n", in_script(&json))
    }
}

/// Loads the responses for a page, except those that time out. Also preloads the first image in the
/// head.
pub(super) async fn load(web: &Web, request: &HttpRequest, page: &Page, head: &mut Head) -> InitialResponses {
    let mut responses = InitialResponses::default();
    match page {
        Page::Known("/") => {
            let (results, settings) = tokio::join!(
                timeout(web.response_timeout, search(web, request)),
                timeout(web.response_timeout, web.api.get_public_settings())
            );
            add_settings(&mut responses, settings.ok().flatten());
            if let Ok(Some((argument, data))) = results {
                if let Some(location) = first_image_location(&data) {
                    let srcset = initial_search::card_sources(&location);
                    head.preload_image(&srcset, initial_search::CARD_WIDTH);
                    // With filters the position of the first card is unknown.
                    if argument.get("searchListingsRequest") == Some(&initial_search::from_query("")) {
                        responses.set_image("of-card", srcset, initial_search::CARD_WIDTH);
                    }
                }
                responses.add("searchListings", Some(&argument), &data);
            }
        }
        Page::Listing(preview) => {
            let (listing, settings) = tokio::join!(
                timeout(web.response_timeout, load_listing(web, request, preview.id)),
                timeout(web.response_timeout, web.api.get_public_settings())
            );
            add_settings(&mut responses, settings.ok().flatten());
            if let Ok(Some((argument, data))) = listing {
                if let Some((srcset, sizes)) = preview.images.first().map(|image| first_image(&image.location)) {
                    responses.set_image("of-listing", srcset, sizes);
                }
                responses.add("getListing", Some(&argument), &data);
            }
        }
        Page::Known(_) | Page::NotFound => {}
    }
    responses
}

fn add_settings(responses: &mut InitialResponses, settings: Option<Vec<u8>>) {
    if let Some(settings) = settings {
        responses.add("getPublicSettings", None, &settings);
    }
}

/// The results for the query of the home page. Counts as a search for the rate limit.
async fn search(web: &Web, request: &HttpRequest) -> Option<(Value, Vec<u8>)> {
    web.api.check_search_limit(request).ok()?;
    let search = initial_search::from_query(request.query_string());
    let data = web.api.search_listings(search.clone()).await?;
    Some((json!({ "searchListingsRequest": search }), data))
}

async fn load_listing(web: &Web, request: &HttpRequest, id: ListingId) -> Option<(Value, Vec<u8>)> {
    // As spelled in the URL, because the app uses it as the argument.
    let id_text = request.path().strip_prefix("/listing/")?;
    let data = web.api.get_listing(id).await?;
    Some((json!({ "id": id_text }), data))
}

fn first_image_location(results: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Results {
        payload: Vec<Card>,
    }
    #[derive(Deserialize)]
    struct Card {
        images: Vec<Image>,
    }
    #[derive(Deserialize)]
    struct Image {
        location: String,
    }
    let results: Results = serde_json::from_slice(results).ok()?;
    let first = results.payload.into_iter().next()?;
    first.images.into_iter().next().map(|image| image.location)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "</script><script>alert(1)</script><!-- & \u{2028}";

    #[test]
    fn element_escapes_markup() {
        let mut responses = InitialResponses::default();
        let (argument, data) = (json!({ "id": HOSTILE }), json!({ "payload": { "title": HOSTILE } }));
        responses.add("getListing", Some(&argument), data.to_string().as_bytes());
        responses.add("getPublicSettings", None, b"{}");
        let element = responses.element();
        let inside = element.strip_prefix(r#"<script type="application/json" id="initial-responses">"#).unwrap();
        let inside = inside.strip_suffix("</script>\n").unwrap();
        assert!(!inside.contains(['<', '>', '&', '\u{2028}']), "{inside}");
        let expected = json!([
            { "operation": "getListing", "argument": argument, "data": data },
            { "operation": "getPublicSettings", "data": {} },
        ]);
        assert_eq!(serde_json::from_str::<Value>(inside).unwrap(), expected);
    }

    #[test]
    fn element_without_responses_is_empty() {
        assert_eq!(InitialResponses::default().element(), "");
    }

    #[test]
    fn first_image_location_is_that_of_the_first_card_only() {
        let card = |locations: &[&str]| {
            let images: Vec<Value> = locations.iter().map(|location| json!({ "location": location })).collect();
            json!({ "images": images, "title": "Zimmer" })
        };
        let first = |cards: &[Value]| first_image_location(json!({ "payload": cards }).to_string().as_bytes());
        assert_eq!(first(&[card(&["/a.jpg", "/b.jpg"]), card(&["/c.jpg"])]).as_deref(), Some("/a.jpg"));
        assert_eq!(first(&[card(&[]), card(&["/c.jpg"])]), None);
        assert_eq!(first(&[]), None);
    }
}
