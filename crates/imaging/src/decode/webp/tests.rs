use super::*;
use crate::decode::{decode, inspect};

fn riff(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    for (name, data) in chunks {
        body.extend(*name);
        body.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
        body.extend(*data);
        body.resize(body.len().next_multiple_of(2), 0);
    }
    [b"RIFF".as_slice(), &u32::try_from(body.len()).unwrap().to_le_bytes(), &body].concat()
}

/// The start of a lossy picture.
fn lossy(width: u16, height: u16) -> Vec<u8> {
    [[0, 0, 0, 0x9D, 0x01, 0x2A].as_slice(), &width.to_le_bytes(), &height.to_le_bytes()].concat()
}

fn extended(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let (width, height) = ((width - 1).to_le_bytes(), (height - 1).to_le_bytes());
    [[flags, 0, 0, 0].as_slice(), &width[..3], &height[..3]].concat()
}

const ALPHA: u8 = 0b1_0000;

fn cost(chunks: &[(&[u8; 4], &[u8])]) -> Option<u64> {
    super::inspect(&riff(chunks)).map(|header| header.decoder_bytes(1))
}

#[test]
fn what_decoding_costs_is_read_from_the_container() {
    let picture = lossy(4000, 3008);
    let pixels = 4000 * 3008;
    assert_eq!(cost(&[(b"VP8 ", &picture)]), Some(pixels * 9 / 2));
    let (plain, transparent) = (extended(0, 4000, 3008), extended(ALPHA, 4000, 3008));
    assert_eq!(cost(&[(b"VP8X", &plain), (b"VP8 ", &picture)]), Some(pixels * 9 / 2));
    let alpha = [0];
    assert_eq!(
        cost(&[(b"VP8X", &transparent), (b"ALPH", &alpha), (b"VP8 ", &picture)]),
        Some(pixels * 21 / 2),
        "transparency, not compressed"
    );
    assert_eq!(cost(&[(b"VP8X", &transparent), (b"VP8 ", &picture)]), None, "transparency is missing");
}

/// The decoder would make room for what the inner header says before it looks at the outer one.
#[test]
fn headers_that_contradict_each_other_are_damaged() {
    let outer = extended(0, 16, 16);
    assert_eq!(cost(&[(b"VP8X", &outer), (b"VP8 ", &lossy(16, 16))]), Some(16 * 16 * 9 / 2));
    assert_eq!(cost(&[(b"VP8X", &outer), (b"VP8 ", &lossy(16_383, 16_383))]), None);
    assert_eq!(cost(&[(b"VP8X", &outer)]), None, "no picture");
    assert_eq!(cost(&[(b"VP8 ", &lossy(16, 16)), (b"VP8L", &[0x2F, 0, 0, 0, 0])]), None, "two pictures");
    assert_eq!(cost(&[(b"VP8X", &outer[..9]), (b"VP8 ", &lossy(16, 16))]), None, "half a header");
}

#[test]
fn animations_are_told_by_their_flag_or_their_frames() {
    let picture = lossy(16, 16);
    assert!(!is_animated(&riff(&[(b"VP8 ", &picture)])));
    assert!(is_animated(&riff(&[(b"VP8X", &extended(0b10, 16, 16)), (b"VP8 ", &picture)])));
    for chunk in [b"ANIM", b"ANMF"] {
        assert!(is_animated(&riff(&[(b"VP8X", &extended(0, 16, 16)), (b"VP8 ", &picture), (chunk, &[0; 32])])));
    }
}

#[test]
fn lengths_that_lead_out_of_the_file_are_damaged() {
    let whole = riff(&[(b"VP8 ", &lossy(16, 16))]);
    for (position, which) in [(4, "of the file"), (16, "of the chunk")] {
        for length in [u32::MAX, u32::MAX - 8, i32::MAX.unsigned_abs(), 1000] {
            let mut file = whole.clone();
            file[position..position + 4].copy_from_slice(&length.to_le_bytes());
            assert!(super::inspect(&file).is_none(), "{length} {which}");
            assert!(!is_animated(&file));
        }
    }
}

/// Whatever lies behind the end that the container names does not count, for us nor for the decoder.
#[test]
fn chunks_behind_the_end_are_not_seen() {
    let real = include_bytes!("../../../tests/pictures/lossy.webp");
    let mut file = real.to_vec();
    file.extend(&riff(&[(b"ANMF", &[0; 32])])[12..]);
    assert!(!is_animated(&file));
    let header = inspect(&file).unwrap();
    assert_eq!(decode(&file, &header, 1).unwrap(), decode(real, &inspect(real).unwrap(), 1).unwrap());
}
