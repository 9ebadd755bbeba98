//! Words that are too frequent to be searched for, folded as the search folds them.

/// Sorted for the binary search; a test checks the order.
const STOP_WORDS: &[&str] = &[
    "a", "aber", "all", "alle", "als", "also", "am", "an", "and", "are", "as", "at", "auch", "auf", "aus", "be", "bei",
    "beim", "bin", "bis", "bist", "but", "by", "da", "dann", "das", "dass", "dein", "dem", "den", "der", "des", "die",
    "dies", "diese", "dieser", "dieses", "dir", "doch", "du", "durch", "ein", "eine", "einem", "einen", "einer",
    "eines", "er", "es", "for", "from", "fur", "hat", "have", "hier", "i", "ich", "ihr", "im", "in", "is", "ist", "it",
    "its", "ja", "kann", "man", "mein", "mit", "nach", "nicht", "noch", "nur", "ob", "oder", "of", "on", "or", "our",
    "per", "sehr", "sein", "sich", "sie", "sind", "so", "that", "the", "their", "there", "they", "this", "to", "um",
    "und", "uns", "unser", "unsere", "unter", "very", "vom", "von", "vor", "war", "was", "we", "wenn", "wie", "will",
    "wir", "wird", "with", "you", "your", "zu", "zum", "zur",
];

/// Whether a folded word is a stop word.
pub(crate) fn contains(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::STOP_WORDS;

    #[test]
    fn stop_words_are_sorted_and_folded() {
        assert!(STOP_WORDS.is_sorted());
        for word in STOP_WORDS {
            assert_eq!(super::super::fold(word), *word);
        }
    }
}
