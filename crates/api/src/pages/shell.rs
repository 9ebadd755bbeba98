//! What the content security policy must know of the shell: the hashes of its own inline parts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

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
    fn only_what_is_inline_is_hashed() {
        let hashes = inline_hashes(
            r#"<html><style>a{}</style><script>go()</script><script type="module" src="/assets/x.js"></script></html>"#,
        );
        assert_eq!(hashes.scripts, [source("go()")]);
        assert_eq!(hashes.styles, [source("a{}"), source("")]);
        assert_eq!(source(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }
}
