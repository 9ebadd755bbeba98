use super::*;

fn read<R: Rule>(text: &str) -> Text<R> {
    serde_json::from_value(serde_json::Value::from(text)).unwrap()
}

fn code<R: Rule>(text: &str) -> String {
    required(&read::<R>(text)).unwrap_err().code.into_owned()
}

#[derive(Deserialize)]
struct Request {
    name: Line<10>,
}

#[test]
fn line_null_absent_and_blank_are_missing() {
    for json in ["null", "\"\"", "\" \\n \""] {
        assert_eq!(optional::<LineRule<10>>(serde_json::from_str(json).unwrap()).unwrap(), None, "{json}");
        let line: Line<10> = serde_json::from_str(json).unwrap();
        assert!(line.is_missing() && kept(&line).is_ok(), "{json}");
        assert_eq!(required(&line).unwrap_err().code, "required", "{json}");
    }
    assert!(serde_json::from_str::<Request>("{}").unwrap().name.is_missing());
}

#[test]
fn line_is_trimmed_bounded_and_of_one_line() {
    assert_eq!(read::<LineRule<3>>(" Ada\n").required().unwrap(), "Ada");
    assert_eq!(code::<LineRule<3>>("Adas"), "length");
    for broken in ["A\nda", "A\rda", "A\tda", "A\0da", "A\u{7f}da", "A\u{202e}da", "A\u{2028}da"] {
        assert_eq!(code::<LineRule<100>>(broken), "invalid", "{broken:?}");
        assert!(read::<LineRule<100>>(broken).required().is_err(), "{broken:?}");
        assert!(optional(Some(read::<LineRule<100>>(broken))).is_err(), "{broken:?}");
    }
}

#[test]
fn lines_keep_breaks_and_tabs_only() {
    assert_eq!(read::<LinesRule<100>>("a\r\n\tb\n\nc ").required().unwrap(), "a\n\tb\n\nc");
    assert_eq!(code::<LinesRule<100>>("a\u{8}b"), "invalid");
    assert_eq!(code::<LinesRule<3>>("a\n\nb"), "length");
}

#[test]
fn new_password_has_eight_to_128_characters_of_any_script() {
    for good in ["12345678", "🦊🦊🦊🦊🦊🦊🦊🦊", "   spaces   ", &"ü".repeat(128)] {
        assert_eq!(read::<NewPasswordRule>(good).required().unwrap(), good);
    }
    assert_eq!(code::<NewPasswordRule>("🦊🦊🦊🦊🦊🦊🦊"), "too-short");
    assert_eq!(code::<NewPasswordRule>(&"a".repeat(129)), "length");
    assert_eq!(code::<NewPasswordRule>("1234567\0"), "invalid");
}

#[test]
fn email_address_is_one_address() {
    assert_eq!(read::<EmailRule>(" Ada@Example.org ").required().unwrap().as_str(), "ada@example.org");
    for bad in ["ada", "a@b.de,c@d.de", "a@b.de\r\nBcc: c@d.de", "a@b", "a\u{202e}@b.de"] {
        assert_eq!(code::<EmailRule>(bad), "invalid", "{bad:?}");
    }
    assert_eq!(code::<EmailRule>(&format!("{}@b.de", "a".repeat(300))), "length");
}

#[test]
fn postal_code_has_five_digits() {
    assert_eq!(read::<PostalCodeRule>(" 80331 ").required().unwrap(), "80331");
    for bad in ["8033", "803311", "8033a", "８０３３１", "80\n31"] {
        assert_eq!(code::<PostalCodeRule>(bad), "invalid", "{bad:?}");
    }
}

#[test]
fn place_name_has_something_to_compare() {
    for good in ["Köln", "Halle/Saale", "3", "日本"] {
        assert_eq!(read::<PlaceNameRule>(good).required().unwrap(), good);
    }
    // The last one is a mark that counts as a letter, and that folding removes.
    for bad in ["-", " / ", "Kö\nln", "\u{345}"] {
        assert_eq!(code::<PlaceNameRule>(bad), "invalid", "{bad:?}");
    }
    assert_eq!(code::<PlaceNameRule>(&"x".repeat(101)), "length");
    assert!(read::<PlaceNameRule>(" ").is_missing());
}
