use super::*;

/// Behind the headers of the container and of the picture.
fn stream(file: &[u8]) -> &[u8] {
    let start = file.windows(4).position(|name| name == b"VP8L").unwrap();
    &file[start + 8 + 5..]
}

/// Written by libwebp with its greatest effort: transforms, cached colours and several groups.
const MANY_GROUPS: &[u8] = include_bytes!("../../../../tests/pictures/lossless-groups.webp");

#[test]
fn the_groups_of_a_real_picture_are_counted() {
    let bytes = table_bytes(stream(MANY_GROUPS), 256, 256).unwrap();
    // Five full codes of one group could not take so much, and no honest picture takes much more.
    assert!((20_000..2_000_000).contains(&bytes), "{bytes}");
}

/// Once the codes are read, what follows is pixels, which are of no concern: reading must end there.
#[test]
fn codes_that_were_cut_off_are_damaged() {
    let stream = stream(MANY_GROUPS);
    let enough = (0..stream.len()).find(|&length| table_bytes(&stream[..length], 256, 256).is_some()).unwrap();
    assert!((100..stream.len() - 100).contains(&enough), "{enough} of {}", stream.len());
    let all = table_bytes(stream, 256, 256);
    assert!((enough..stream.len()).step_by(50).all(|length| table_bytes(&stream[..length], 256, 256) == all));
}

#[test]
fn a_picture_with_one_group_of_single_symbols_takes_next_to_nothing() {
    // No transforms, no cache, no further groups; then five codes of one symbol, four bits each.
    let stream = [0b1000_1000, 0b1000_1000, 0b0000_1000];
    assert_eq!(table_bytes(&stream, 1, 1), Some(GROUP_BYTES));
    assert_eq!(table_bytes(&stream[..2], 1, 1), None);
}

#[test]
fn codes_are_read_as_the_specification_says() {
    // Two symbols, 3 and 200, each written with eight bits; then one bit chooses.
    let mut bits = Bits::new(&[0b0001_1111, 0b0100_0000, 0b0001_0110]);
    let code = Code::read(&mut bits, 256).unwrap();
    assert_eq!([code.symbol(&mut bits), code.symbol(&mut bits)].map(Option::unwrap), [3, 200]);
}

#[test]
fn lengths_and_distances_are_read_as_the_specification_says() {
    for (symbol, extra, length) in [(0, 0, 1), (3, 0, 4), (4, 0, 5), (4, 1, 6), (5, 1, 8), (23, 0b11_1111_1111, 4096)] {
        let stream = u32::to_le_bytes(extra);
        assert_eq!(read_length(&mut Bits::new(&stream), symbol), Some(length), "{symbol} {extra}");
    }
}
