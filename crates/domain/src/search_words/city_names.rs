//! English names of German cities, folded as the search folds them.
//!
//! Names that differ in their umlauts only (`Dusseldorf`) need no entry: folding makes them equal.

/// The English name and the German one, sorted by the English name; a test holds order and form.
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

/// The German names of the cities whose English names a condition holds for.
pub(super) fn german_names(names_city: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    CITY_NAMES.iter().filter(move |(english, _)| names_city(english)).map(|(_, german)| *german)
}

/// The English names of a city; none for a city that has the same name in both languages.
pub(super) fn english_names(german: &str) -> impl Iterator<Item = &'static str> {
    CITY_NAMES.iter().filter(move |(_, known)| *known == german).map(|(english, _)| *english)
}

#[cfg(test)]
mod tests {
    use super::CITY_NAMES;
    use crate::search_words::folded_name;

    #[test]
    fn city_names_are_sorted_and_each_is_one_folded_word() {
        assert!(CITY_NAMES.is_sorted());
        for (english, german) in CITY_NAMES {
            for name in [english, german] {
                assert_eq!(folded_name(name), *name);
                assert!(!name.contains(' '), "{name}");
            }
        }
    }
}
