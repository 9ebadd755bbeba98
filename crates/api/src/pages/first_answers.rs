//! What the app asks for first, answered inside its page, so that the first cards need no second request.
//!
//! A page request does not say which user sends it: only public data is written here, and an app
//! with a log-in asks for what may be different for its reader. The page never waits long for an answer
//! and never fails for want of one, because the app asks for what is missing.

use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::rt::time::timeout;
use portal_domain::ids::ListingId;
use serde::Deserialize;
use serde_json::{Value, json};

use super::head::{Escaped, Head, in_script};
use super::listing::first_photo;
use super::{Page, first_search};
use crate::state::Api;
use crate::{images, listings, settings};

/// How long a page waits for its answers.
const PATIENCE: Duration = Duration::from_millis(200);

/// Answers of the API, each with the operation and the argument that it is the answer to.
#[derive(Debug, Default)]
pub(super) struct FirstAnswers {
    entries: Vec<String>,
    picture: Option<FirstPicture>,
}

/// The picture that a phone shows first.
#[derive(Debug)]
struct FirstPicture {
    /// Where the page has it: a class of its element.
    place: &'static str,
    sources: String,
    sizes: &'static str,
}

impl FirstAnswers {
    /// `argument` is what the app's client calls the operation with; `data` is JSON.
    pub fn add(&mut self, operation: &str, argument: Option<&Value>, data: &[u8]) {
        let Ok(data) = std::str::from_utf8(data) else { return };
        let argument = argument.map(|argument| format!(r#","argument":{argument}"#)).unwrap_or_default();
        self.entries.push(format!(r#"{{"operation":"{operation}"{argument},"data":{data}}}"#));
    }

    /// Draws this picture before the app does; see `.first-picture` of `frontend/index.html`.
    pub fn show(&mut self, place: &'static str, sources: String, sizes: &'static str) {
        self.picture = Some(FirstPicture { place, sources, sizes });
    }

    /// The element of the first picture, which loads nothing that the app's own element does not.
    pub fn picture_element(&self) -> String {
        let Some(FirstPicture { place, sources, sizes }) = &self.picture else { return String::new() };
        format!(
            r#"<img class="first-picture {place}" alt="" srcset="{}" sizes="{}" fetchpriority="high" />"#,
            Escaped(sources),
            Escaped(sizes)
        )
    }

    /// A block of data for the end of the page's body: no script, so that the policy need not allow one.
    pub fn element(&self) -> String {
        if self.entries.is_empty() {
            return String::new();
        }
        let json = format!("[{}]", self.entries.join(","));
        format!("<script type=\"application/json\" id=\"first-answers\">{}</script>\n", in_script(&json))
    }
}

/// The answers that a page contains, as many of them as are there in time. The head preloads the first picture.
pub(super) async fn find(api: &Api, request: &HttpRequest, page: &Page, head: &mut Head) -> FirstAnswers {
    let mut answers = FirstAnswers::default();
    match page {
        Page::Known("/") => {
            let (found, settings) = tokio::join!(
                timeout(PATIENCE, find_results(api, request)),
                timeout(PATIENCE, settings::public_answer(api))
            );
            add_settings(&mut answers, settings.ok().flatten());
            if let Ok(Some((argument, data))) = found {
                if let Some(location) = first_picture(&data) {
                    let sources = images::card_sources(&location);
                    head.picture_ahead(&sources, first_search::CARD_WIDTH);
                    // Filters make the page above the cards higher.
                    if argument["searchListingsRequest"] == first_search::of_address("") {
                        answers.show("of-card", sources, first_search::CARD_WIDTH);
                    }
                }
                answers.add("searchListings", Some(&argument), &data);
            }
        }
        Page::Listing(preview) => {
            let (found, settings) = tokio::join!(
                timeout(PATIENCE, find_listing(api, request, preview.id)),
                timeout(PATIENCE, settings::public_answer(api))
            );
            add_settings(&mut answers, settings.ok().flatten());
            if let Ok(Some((argument, data))) = found {
                if let Some((sources, sizes)) = preview.images.first().map(|location| first_photo(location)) {
                    answers.show("of-listing", sources, sizes);
                }
                answers.add("getListing", Some(&argument), &data);
            }
        }
        Page::Known(_) | Page::Missing => {}
    }
    answers
}

fn add_settings(answers: &mut FirstAnswers, settings: Option<Vec<u8>>) {
    if let Some(settings) = settings {
        answers.add("getPublicSettings", None, &settings);
    }
}

/// What the address of the home page finds. It counts as a search for the limit by address.
async fn find_results(api: &Api, request: &HttpRequest) -> Option<(Value, Vec<u8>)> {
    api.limits.search(api.client_address(request)).ok()?;
    let search = first_search::of_address(request.query_string());
    let data = listings::search_answer(api, search.clone()).await?;
    Some((json!({ "searchListingsRequest": search }), data))
}

async fn find_listing(api: &Api, request: &HttpRequest, id: ListingId) -> Option<(Value, Vec<u8>)> {
    // As the address spells it, which is how the app asks for it.
    let spelled = request.path().strip_prefix("/listing/")?;
    let data = listings::public_answer(api, id).await?;
    Some((json!({ "id": spelled }), data))
}

fn first_picture(results: &[u8]) -> Option<String> {
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
    fn a_hostile_text_in_an_answer_stays_data() {
        let mut answers = FirstAnswers::default();
        let (argument, data) = (json!({ "id": HOSTILE }), json!({ "payload": { "title": HOSTILE } }));
        answers.add("getListing", Some(&argument), data.to_string().as_bytes());
        answers.add("getPublicSettings", None, b"{}");
        let element = answers.element();
        let inside = element.strip_prefix(r#"<script type="application/json" id="first-answers">"#).unwrap();
        let inside = inside.strip_suffix("</script>\n").unwrap();
        assert!(!inside.contains(['<', '>', '&', '\u{2028}']), "{inside}");
        let expected = json!([
            { "operation": "getListing", "argument": argument, "data": data },
            { "operation": "getPublicSettings", "data": {} },
        ]);
        assert_eq!(serde_json::from_str::<Value>(inside).unwrap(), expected);
    }

    #[test]
    fn a_page_without_answers_has_no_element() {
        assert_eq!(FirstAnswers::default().element(), "");
    }

    #[test]
    fn the_first_picture_is_that_of_the_first_card_alone() {
        let card = |location: &[&str]| {
            let images: Vec<Value> = location.iter().map(|location| json!({ "location": location })).collect();
            json!({ "images": images, "title": "Zimmer" })
        };
        let of = |cards: &[Value]| first_picture(json!({ "payload": cards }).to_string().as_bytes());
        assert_eq!(of(&[card(&["/a.jpg", "/b.jpg"]), card(&["/c.jpg"])]).as_deref(), Some("/a.jpg"));
        assert_eq!(of(&[card(&[]), card(&["/c.jpg"])]), None);
        assert_eq!(of(&[]), None);
    }
}
