//! English names of German cities, folded as the search folds them.
//!
//! Names that differ in their umlauts only (`Dusseldorf`) need no entry: folding makes them equal.

/// English and German names, sorted by the English name; a test checks order and form.
const CITY_NAMES: &[(&str, &str)] = &[
    ("brunswick", "braunschweig"),
    ("coblenz", "koblenz"),
    ("cologne", "koln"),
    ("constance", "konstanz"),
    ("hamelin", "hameln"),
    ("hanover", "hannover"),
    ("munich", "munchen"),
    ("nuremberg", "nurnberg"),
    ("ratisbon", "regensburg"),
];

/// The German names of the cities whose English names match a predicate.
pub(super) fn german_names(names_city: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    CITY_NAMES.iter().filter(move |(english, _)| names_city(english)).map(|(_, german)| *german)
}

/// The English names of a city; none if both languages use the same name.
pub(super) fn english_names(german: &str) -> impl Iterator<Item = &'static str> {
    CITY_NAMES.iter().filter(move |(_, known)| *known == german).map(|(english, _)| *english)
}

#[cfg(test)]
mod tests {
    use super::CITY_NAMES;
    use crate::search_words::folded_name;

    #[test]
    fn city_names_are_sorted_folded_words() {
        assert!(CITY_NAMES.is_sorted());
        for (english, german) in CITY_NAMES {
            for name in [english, german] {
                assert_eq!(folded_name(name), *name);
                assert!(!name.contains(' '), "{name}");
            }
        }
    }
}
