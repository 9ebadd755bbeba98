use std::sync::Arc;

use proptest::prelude::*;

use super::*;

const CARD: &str = r#"{"externalId":"01a1f640-bc00-7000-8000-000000000001","title":"Helles \"Zimmer\" 7","views":null,"landlord":{"externalId":"01a1f640-bc00-7000-8000-000000000002","lastName":""},"areaSqm":14.5,"bedrooms":1,"amenities":["WIFI","BALCONY"],"images":[],"basicRent":450}"#;

fn phrasebook() -> Phrasebook {
    let cards: Vec<Vec<u8>> = (0..10).map(|n| CARD.replace("Zimmer", &format!("Zimmer {n}")).into_bytes()).collect();
    Phrasebook::learn(&cards)
}

fn unpacked(phrases: &Phrasebook, card: &[u8]) -> Vec<u8> {
    let mut unpacked = Vec::new();
    phrases.unpack(&phrases.pack(card), &mut unpacked);
    unpacked
}

#[test]
fn a_text_is_cut_at_its_values() {
    let values: Vec<&str> = pieces(CARD.as_bytes())
        .filter_map(|piece| match piece {
            Piece::Value(value) => std::str::from_utf8(value).ok(),
            Piece::Structure(_) => None,
        })
        .collect();
    let expected = [
        "01a1f640-bc00-7000-8000-000000000001",
        r#"Helles \"Zimmer\" 7"#,
        "01a1f640-bc00-7000-8000-000000000002",
        "14.5",
        "1",
        "WIFI",
        "BALCONY",
        "450",
    ];
    assert_eq!(values, expected);
}

#[test]
fn a_card_is_much_smaller_when_it_is_packed() {
    let packed = phrasebook().pack(CARD.replace("Helles", "Neues").as_bytes());
    assert!(packed.len() * 4 < CARD.len(), "{} of {}", packed.len(), CARD.len());
}

proptest! {
    #[test]
    fn what_is_packed_comes_out_again(title in "\\PC{0,300}", text in "\\PC{0,60}", cut in 0_usize..300) {
        let phrases = phrasebook();
        let card = CARD.replace("Zimmer", &title.replace(['"', '\\'], ""));
        prop_assert_eq!(unpacked(&phrases, card.as_bytes()), card.as_bytes());
        // Whatever it is, and with nothing learnt.
        prop_assert_eq!(unpacked(&phrases, text.as_bytes()), text.as_bytes());
        let part = &card.as_bytes()[..cut.min(card.len())];
        prop_assert_eq!(unpacked(&phrases, part), part);
        prop_assert_eq!(unpacked(&Phrasebook::default(), part), part);
    }

    #[test]
    fn shelves_keep_every_card_when_they_are_taken_over(cards in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 0..60)) {
        let phrases = Arc::new(phrasebook());
        let mut writer = ShelfWriter::new(Arc::clone(&phrases));
        for card in &cards {
            writer.push(card);
        }
        let shelf = writer.finish();
        for copies in [false, true] {
            let mut writer = ShelfWriter::new(Arc::clone(&phrases));
            writer.push(b"one more");
            for doc in (0..cards.len()).rev() {
                writer.take_over(&shelf, u32::try_from(doc).unwrap(), copies);
            }
            let other = writer.finish();
            prop_assert_eq!(other.get(0), b"one more");
            for (doc, card) in (1..).zip(cards.iter().rev()) {
                prop_assert_eq!(other.get(doc), card.as_slice());
            }
        }
    }
}

#[test]
fn a_card_that_comes_to_a_shelf_with_other_phrases_is_packed_anew() {
    let mut writer = ShelfWriter::new(Arc::default());
    writer.push(&Phrasebook::default().pack(CARD.as_bytes()));
    let plain = writer.finish();
    let mut writer = ShelfWriter::new(Arc::new(phrasebook()));
    writer.take_over(&plain, 0, false);
    let packed = writer.finish();
    assert_eq!(packed.read(0), CARD.as_bytes());
    assert!(packed.get(0).len() * 4 < plain.get(0).len(), "{} of {}", packed.get(0).len(), plain.get(0).len());
}
