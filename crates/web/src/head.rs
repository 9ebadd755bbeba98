//! The elements that the server writes into the head of the index page.
//!
//! Values may be user input. They are escaped here, so that callers must not escape them.

use std::fmt::Write;

/// Elements of a page's head, one per line.
#[derive(Debug, Default)]
pub(super) struct Head(String);

impl Head {
    pub(crate) fn title(&mut self, text: &str) -> &mut Self {
        self.write(format_args!("<title>{}</title>", Escaped(text)))
    }

    /// A `meta` element with a name, for example `description`.
    pub(crate) fn named(&mut self, name: &str, content: &str) -> &mut Self {
        self.write(format_args!(r#"<meta name="{}" content="{}" />"#, Escaped(name), Escaped(content)))
    }

    /// An Open Graph property, for example `og:title`.
    pub(crate) fn property(&mut self, property: &str, content: &str) -> &mut Self {
        self.write(format_args!(r#"<meta property="{}" content="{}" />"#, Escaped(property), Escaped(content)))
    }

    /// The canonical URL of the page.
    pub(crate) fn canonical(&mut self, url: &str) -> &mut Self {
        self.write(format_args!(r#"<link rel="canonical" href="{}" />"#, Escaped(url)))
    }

    /// Preloads the first image of the page. `srcset` and `sizes` must be those of the image
    /// element, or a browser would load the image twice.
    pub(crate) fn preload_image(&mut self, srcset: &str, sizes: &str) -> &mut Self {
        self.write(format_args!(
            r#"<link rel="preload" as="image" imagesrcset="{}" imagesizes="{}" fetchpriority="high" />"#,
            Escaped(srcset),
            Escaped(sizes)
        ))
    }

    /// Linked data. It is not executable, so the content security policy need not allow it.
    pub(crate) fn linked_data(&mut self, data: &serde_json::Value) -> &mut Self {
        self.write(format_args!(r#"<script type="application/ld+json">{}</script>"#, in_script(&data.to_string())))
    }

    pub(crate) fn as_str(&self) -> &str {
        self.0.trim_end()
    }

    fn write(&mut self, element: std::fmt::Arguments<'_>) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{element}");
        self
    }
}

/// A text that is escaped for an element or a quoted attribute.
pub(super) struct Escaped<'a>(pub &'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                '"' => formatter.write_str("&quot;")?,
                '\'' => formatter.write_str("&#39;")?,
                c => formatter.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Escapes markup, line separators and bidirectional controls, which occur only in the strings of
/// JSON.
pub(super) fn in_script(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
                let _ = write!(safe, "\\u{:04x}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HOSTILE: &str = "</title></script><script>alert('1')</script><!-- \" & \u{2028} 🏠";

    #[test]
    fn elements_escape_texts() {
        let mut head = Head::default();
        head.title(HOSTILE).named("description", HOSTILE).property("og:title", HOSTILE).canonical(HOSTILE);
        head.preload_image(HOSTILE, HOSTILE);
        let html = head.as_str();
        assert_eq!(html.matches('<').count(), 6, "{html}");
        assert_eq!(html.matches('"').count(), 22, "{html}");
        assert!(!html.contains('\''), "{html}");
        assert!(html.contains("&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)"), "{html}");
        assert!(html.contains("&quot; &amp; \u{2028} 🏠"), "{html}");
    }

    #[test]
    fn linked_data_escapes_markup() {
        let data = json!({ "name": HOSTILE, HOSTILE: ["]]>", "\\u003c"] });
        let mut head = Head::default();
        head.linked_data(&data);
        let html = head.as_str();
        let inside = html.strip_prefix(r#"<script type="application/ld+json">"#).unwrap();
        let inside = inside.strip_suffix("</script>").unwrap();
        assert!(!inside.contains(['<', '>', '&', '\u{2028}']), "{inside}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(inside).unwrap(), data);
    }
}
