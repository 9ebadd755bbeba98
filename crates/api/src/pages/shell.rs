//! The page that every page of the app begins with: where the server writes into it, and what the content
//! security policy must know of it, the hashes of its own inline parts.

use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use portal_domain::locale::Locale;
use sha2::{Digest, Sha256};

use super::first_answers::FirstAnswers;
use super::head::Head;

/// Where the page draws its first picture before the app does.
const PICTURE: &str = "<!-- first picture -->";

/// The built page, cut where the server writes. Its scripts and styles stay as they are, to the byte.
#[derive(Debug)]
pub(super) struct Shell {
    /// Ends before the document's language.
    top: String,
    /// Ends where the head's texts go.
    middle: String,
    /// Ends where the first picture goes.
    rest: String,
    /// Ends where the body does. `None`: the page has no place for a first picture.
    body: Option<String>,
    end: String,
}

impl Shell {
    /// Takes the page's own language, title and description out. `None`: it lacks one of them.
    pub fn cut(html: &str) -> Option<Self> {
        const LANGUAGE: &str = "<html lang=\"";
        let language_start = html.find(LANGUAGE)? + LANGUAGE.len();
        let language_end = language_start + html[language_start..].find('"')?;
        let title = element(html, "<title>", "</title>")?;
        let description = html.find("name=\"description\"")?;
        let description_start = html[..description].rfind("<meta")?;
        let description_end = description + html[description..].find('>')? + 1;
        let (top, middle) = (&html[..language_start], html.get(language_end..title.start)?);
        let between = html.get(title.end..description_start)?.trim_end();
        let body_end = html.rfind("</body>").filter(|end| *end > description_end).unwrap_or(html.len());
        let content = &html[description_end..body_end];
        let (before, body) = content.split_once(PICTURE).map_or((content, None), |(before, body)| (before, Some(body)));
        Some(Self {
            top: top.to_owned(),
            middle: middle.to_owned(),
            rest: format!("{between}{before}"),
            body: body.map(str::to_owned),
            end: html[body_end..].to_owned(),
        })
    }

    /// The whole page in this language, with this head, and with what the app asks for first.
    pub fn with(&self, locale: Locale, head: &Head, answers: &FirstAnswers) -> String {
        let mut page = [&self.top, locale.as_str(), &self.middle, head.as_str(), &self.rest].concat();
        if let Some(body) = &self.body {
            page.extend([answers.picture_element().as_str(), body]);
        }
        page.extend([answers.element().as_str(), &self.end]);
        page
    }
}

fn element(html: &str, open: &str, close: &str) -> Option<Range<usize>> {
    let start = html.find(open)?;
    Some(start..start + html[start..].find(close)? + close.len())
}

/// Sources (`'sha256-…'`) of the inline scripts and styles that the shell itself contains.
#[derive(Debug, Default, Clone)]
pub struct InlineHashes {
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
}

/// Reads the inline parts of a page. The page is our own build's, so that its form is known: lower-case
/// tags, no comments with tags inside.
pub(super) fn inline_hashes(html: &str) -> InlineHashes {
    let scripts = contents(html, "script").filter(|(tag, _)| !tag.contains(" src=")).map(|(_, text)| source(text));
    let mut styles: Vec<String> = contents(html, "style").map(|(_, text)| source(text)).collect();
    // The app's style library appends empty style elements and fills them through the object model.
    styles.push(source(""));
    InlineHashes { scripts: scripts.collect(), styles }
}

fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// The opening tags of an element, each with the text inside the element.
fn contents<'a>(html: &'a str, element: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let (open, close) = (format!("<{element}"), format!("</{element}>"));
    let mut rest = html;
    std::iter::from_fn(move || {
        let start = rest.find(&open)?;
        let tag_end = start + rest[start..].find('>')?;
        let end = tag_end + rest[tag_end..].find(&close)?;
        let found = (&rest[start..tag_end], &rest[tag_end + 1..end]);
        rest = &rest[end + close.len()..];
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_page_has_the_places_where_the_server_writes() {
        let built = include_str!("../../../../frontend/index.html");
        let mut head = Head::default();
        head.title("Ein Zimmer");
        let mut answers = FirstAnswers::default();
        answers.add("getPublicSettings", None, b"{}");
        answers.show("of-card", "/a.jpg 500w".to_owned(), "100vw");
        let page = Shell::cut(built).unwrap().with(Locale::English, &head, &answers);
        assert!(page.contains("<html lang=\"en-US\">") && page.contains("<title>Ein Zimmer</title>"), "{page}");
        assert_eq!((page.matches("<title>").count(), page.matches("name=\"description\"").count()), (1, 0));
        let bare = Shell::cut(built).unwrap().with(Locale::English, &head, &FirstAnswers::default());
        assert!(page.contains(&format!("{}\n      <main", answers.picture_element())), "{page}");
        assert_eq!(page.len() - bare.len(), answers.element().len() + answers.picture_element().len());
        let (before, after) = (inline_hashes(built), inline_hashes(&bare));
        assert_eq!((before.scripts, before.styles), (after.scripts, after.styles));
    }

    #[test]
    fn only_what_is_inline_is_hashed() {
        let hashes = inline_hashes(
            r#"<html><style>a{}</style><script>go()</script><script type="module" src="/assets/x.js"></script></html>"#,
        );
        assert_eq!(hashes.scripts, [source("go()")]);
        assert_eq!(hashes.styles, [source("a{}"), source("")]);
        assert_eq!(source(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }
}
