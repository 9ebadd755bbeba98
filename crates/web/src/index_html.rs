//! The index page of the front end: its parts between which the server writes, and the hashes of
//! its inline scripts and styles for the content security policy.

use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use portal_domain::locale::Locale;
use sha2::{Digest, Sha256};

use crate::head::Head;
use crate::initial_responses::InitialResponses;

/// Marks the position of the first image.
const IMAGE_MARKER: &str = "<!-- first image -->";

/// The built page, split where the server writes. Its scripts and styles must not change, or their
/// hashes would be wrong.
#[derive(Debug)]
pub(super) struct IndexHtml {
    /// Up to the language.
    before_language: String,
    /// Up to the head elements.
    before_head: String,
    /// Up to the first image.
    before_image: String,
    /// Up to the end of the body. `None` if the page has no marker for the first image.
    before_body_end: Option<String>,
    end: String,
}

impl IndexHtml {
    /// Removes the language, title and description of the page; `None` if one of them is missing.
    pub(crate) fn parse(html: &str) -> Option<Self> {
        const LANGUAGE: &str = "<html lang=\"";
        let language_start = html.find(LANGUAGE)? + LANGUAGE.len();
        let language_end = language_start + html[language_start..].find('"')?;
        let title = element(html, "<title>", "</title>")?;
        let description = html.find("name=\"description\"")?;
        let description_start = html[..description].rfind("<meta")?;
        let description_end = description + html[description..].find('>')? + 1;
        let before_head = html.get(language_end..title.start)?;
        let between = html.get(title.end..description_start)?.trim_end();
        let body_end = html.rfind("</body>").filter(|end| *end > description_end).unwrap_or(html.len());
        let content = &html[description_end..body_end];
        let (before_image, before_body_end) =
            content.split_once(IMAGE_MARKER).map_or((content, None), |(before, after)| (before, Some(after)));
        Some(Self {
            before_language: html[..language_start].to_owned(),
            before_head: before_head.to_owned(),
            before_image: format!("{between}{before_image}"),
            before_body_end: before_body_end.map(str::to_owned),
            end: html[body_end..].to_owned(),
        })
    }

    /// The whole page in this language, with this head and these responses.
    pub(crate) fn render(&self, locale: Locale, head: &Head, responses: &InitialResponses) -> String {
        let mut page =
            [&self.before_language, locale.as_str(), &self.before_head, head.as_str(), &self.before_image].concat();
        if let Some(before_body_end) = &self.before_body_end {
            page.extend([responses.image_element().as_str(), before_body_end]);
        }
        page.extend([responses.element().as_str(), &self.end]);
        page
    }
}

fn element(html: &str, open: &str, close: &str) -> Option<Range<usize>> {
    let start = html.find(open)?;
    Some(start..start + html[start..].find(close)? + close.len())
}

/// The sources (`'sha256-…'`) of the page's inline scripts and styles.
#[derive(Debug, Default, Clone)]
pub struct InlineHashes {
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
}

/// Hashes the inline scripts and styles. Expects the format of our build: lower-case tags, and no
/// comments that contain tags.
pub(super) fn inline_hashes(html: &str) -> InlineHashes {
    let scripts = contents(html, "script").filter(|(tag, _)| !tag.contains(" src=")).map(|(_, text)| source(text));
    let mut styles: Vec<String> = contents(html, "style").map(|(_, text)| source(text)).collect();
    // Emotion appends empty style elements and inserts rules through the CSSOM.
    styles.push(source(""));
    InlineHashes { scripts: scripts.collect(), styles }
}

fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// The opening tag and the content of each such element.
fn contents<'a>(html: &'a str, element: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let (open, close) = (format!("<{element}"), format!("</{element}>"));
    let mut rest = html;
    std::iter::from_fn(move || {
        let start = rest.find(&open)?;
        let tag_end = start + rest[start..].find('>')?;
        let end = tag_end + rest[tag_end..].find(&close)?;
        let element = (&rest[start..tag_end], &rest[tag_end + 1..end]);
        rest = &rest[end + close.len()..];
        Some(element)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn render_inserts_head_and_responses_into_the_index_page() {
        let built = include_str!("../../../frontend/index.html");
        let mut head = Head::default();
        head.title("Ein Zimmer");
        let mut responses = InitialResponses::default();
        responses.add("getPublicSettings", None, b"{}");
        responses.set_image("of-card", "/a.jpg 500w".to_owned(), "100vw");
        let page = IndexHtml::parse(built).unwrap().render(Locale::English, &head, &responses);
        assert!(page.contains("<html lang=\"en-US\">") && page.contains("<title>Ein Zimmer</title>"), "{page}");
        assert_eq!((page.matches("<title>").count(), page.matches("name=\"description\"").count()), (1, 0));
        let empty = IndexHtml::parse(built).unwrap().render(Locale::English, &head, &InitialResponses::default());
        assert!(page.contains(&format!("{}\n      <main", responses.image_element())), "{page}");
        assert_eq!(page.len() - empty.len(), responses.element().len() + responses.image_element().len());
        let (before, after) = (inline_hashes(built), inline_hashes(&empty));
        assert_eq!((before.scripts, before.styles), (after.scripts, after.styles));
    }

    #[test]
    fn inline_hashes_ignores_external_scripts() {
        let hashes = inline_hashes(
            r#"<html><style>a{}</style><script>go()</script><script type="module" src="/assets/x.js"></script></html>"#,
        );
        assert_eq!(hashes.scripts, [source("go()")]);
        assert_eq!(hashes.styles, [source("a{}"), source("")]);
        assert_eq!(source(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }
}
