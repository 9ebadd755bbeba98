//! A PDF of one page: lines of text, rules and a coloured band, in a standard font.

use std::fmt::Write;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Colour {
    Black,
    Grey,
    White,
    Teal,
}

impl Colour {
    const fn rgb(self) -> &'static str {
        match self {
            Self::Black => "0.1 0.1 0.12",
            Self::Grey => "0.42 0.44 0.47",
            Self::White => "1 1 1",
            Self::Teal => "0.1 0.26 0.34",
        }
    }
}

/// The content of an A4 page, 595 by 842 points. The origin is the lower left corner.
#[derive(Debug, Default)]
pub(crate) struct Page(String);

impl Page {
    /// A band over the whole width, from `bottom` to `top`.
    pub(crate) fn band(&mut self, bottom: i32, top: i32, colour: Colour) {
        self.draw(&format!("{} rg 0 {bottom} 595 {} re f", colour.rgb(), top - bottom));
    }

    /// A thin rule from `left` to the right margin.
    pub(crate) fn line(&mut self, left: i32, height: i32) {
        self.draw(&format!("0.5 w 0.82 0.84 0.86 RG {left} {height} m {} {height} l S", 595 - left));
    }

    /// A line of text; `size` in points.
    pub(crate) fn text(&mut self, left: i32, height: i32, size: i32, colour: Colour, text: &str) {
        self.draw(&format!("BT {} rg /F {size} Tf {left} {height} Td {} Tj ET", colour.rgb(), string(text)));
    }

    fn draw(&mut self, operators: &str) {
        self.0.push_str(operators);
        self.0.push('\n');
    }

    /// The file. It is ASCII, so the offsets of the cross-reference table are character counts.
    pub(crate) fn into_pdf(self, title: &str) -> Vec<u8> {
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R /Lang (de-DE) >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R \
             /Resources << /Font << /F 4 0 R >> >> >>"
                .to_owned(),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
            format!("<< /Length {} >>\nstream\n{}endstream", self.0.len(), self.0),
            format!("<< /Title {} >>", string(title)),
        ];
        let mut file = "%PDF-1.4\n".to_owned();
        let mut offsets = Vec::new();
        for (number, object) in (1..).zip(&objects) {
            offsets.push(file.len());
            // Writing to a string cannot fail.
            let _ = write!(file, "{number} 0 obj\n{object}\nendobj\n");
        }
        let table = file.len();
        let entries = objects.len() + 1;
        let _ = write!(file, "xref\n0 {entries}\n0000000000 65535 f \n");
        for offset in offsets {
            let _ = writeln!(file, "{offset:010} 00000 n ");
        }
        let _ = write!(file, "trailer\n<< /Size {entries} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{table}\n%%EOF\n");
        file.into_bytes()
    }
}

/// A hexadecimal string in `WinAnsi` encoding, which needs no escapes.
pub(super) fn string(text: &str) -> String {
    let mut encoded = "<".to_owned();
    for character in text.chars() {
        let _ = write!(encoded, "{:02X}", byte(character));
    }
    encoded.push('>');
    encoded
}

/// The character in `WinAnsi` encoding; without its diacritic if it is missing there, else `?`.
fn byte(character: char) -> u8 {
    match character {
        '–' => 0x96,
        '€' => 0x80,
        'ş' => b's',
        'ı' => b'i',
        'ć' => b'c',
        other => u8::try_from(other).unwrap_or(b'?'),
    }
}
