//! Tests many values against a window at once, with AVX2 where the processor has it.

use super::ZONE_WORDS;

/// Values per word of result bits.
pub(super) const WORD: usize = 64;

/// Accepts the values from `start` to `start + span`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) start: u16,
    pub(super) span: u16,
}

/// The prices and the areas of a zone with the window of each.
type Columns<'a> = [(&'a [[u16; WORD]], Window); 2];

#[derive(Clone, Copy)]
pub(super) struct Simd {
    #[cfg(target_arch = "x86_64")]
    avx2: Option<pulp::x86::V3>,
}

impl Simd {
    /// Detects what the processor supports.
    pub(super) fn new() -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            avx2: pulp::x86::V3::try_new(),
        }
    }

    /// A bit per document, set if both of its values are accepted.
    #[inline]
    pub(super) fn within(self, columns: Columns<'_>) -> [u64; ZONE_WORDS] {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.vectorize(avx2::Within { avx2, columns });
        }
        within_portable(columns)
    }
}

/// Computes a byte per document in a loop without branches, which compilers vectorize; then gathers
/// eight bytes into eight bits by one multiplication.
fn within_portable([(prices, price), (areas, area)]: Columns<'_>) -> [u64; ZONE_WORDS] {
    let mut words = [0; ZONE_WORDS];
    for ((word, prices), areas) in words.iter_mut().zip(prices).zip(areas) {
        let mut accepted = [0_u8; WORD];
        for ((accepted, of_price), of_area) in accepted.iter_mut().zip(prices).zip(areas) {
            let contains = |window: Window, value: u16| u8::from(value.wrapping_sub(window.start) <= window.span);
            *accepted = contains(price, *of_price) & contains(area, *of_area);
        }
        let (bytes, _) = accepted.as_chunks::<8>();
        *word = bytes.iter().enumerate().fold(0, |bits, (index, bytes)| {
            let gathered = u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits | gathered << (index * 8)
        });
    }
    words
}

/// Twice as fast as the portable form: no compiler finds the instruction that gathers 32 bytes into
/// 32 bits.
#[cfg(target_arch = "x86_64")]
#[expect(clippy::inline_always, reason = "only inlined functions are compiled with the AVX2 target feature")]
mod avx2 {
    use pulp::bytemuck::{cast, cast_ref};
    use pulp::x86::V3;
    use pulp::{NullaryFnOnce, u16x16};

    use super::{Columns, WORD, Window, ZONE_WORDS};

    pub(super) struct Within<'a> {
        pub(super) avx2: V3,
        pub(super) columns: Columns<'a>,
    }

    impl NullaryFnOnce for Within<'_> {
        type Output = [u64; ZONE_WORDS];

        #[inline(always)]
        fn call(self) -> [u64; ZONE_WORDS] {
            let Self { avx2, columns: [(prices, price), (areas, area)] } = self;
            let mut words = [0; ZONE_WORDS];
            for ((word, prices), areas) in words.iter_mut().zip(prices).zip(areas) {
                let [first, second, third, fourth] = both(avx2, (prices, price), (areas, area));
                *word = u64::from(bits(avx2, first, second)) | u64::from(bits(avx2, third, fourth)) << 32;
            }
            words
        }
    }

    /// All bits of a lane are set if both values are accepted, and none otherwise.
    #[inline(always)]
    fn both(avx2: V3, prices: (&[u16; WORD], Window), areas: (&[u16; WORD], Window)) -> [u16x16; WORD / 16] {
        let (price, area): (&[u16x16; WORD / 16], &[u16x16; WORD / 16]) = (cast_ref(prices.0), cast_ref(areas.0));
        let mut both = [avx2.splat_u16x16(0); WORD / 16];
        for ((both, price), area) in both.iter_mut().zip(price).zip(area) {
            *both = avx2.and_u16x16(contains(avx2, prices.1, *price), contains(avx2, areas.1, *area));
        }
        both
    }

    #[inline(always)]
    fn contains(avx2: V3, window: Window, values: u16x16) -> u16x16 {
        let offset = avx2.wrapping_sub_u16x16(values, avx2.splat_u16x16(window.start));
        let at_most = avx2.min_u16x16(offset, avx2.splat_u16x16(window.span));
        cast(avx2.avx2._mm256_cmpeq_epi16(cast(at_most), cast(offset)))
    }

    /// A bit for each of 32 lanes.
    #[inline(always)]
    fn bits(avx2: V3, first: u16x16, second: u16x16) -> u32 {
        // Packing interleaves the halves of the registers; the permutation restores the order.
        let bytes = avx2.avx2._mm256_packs_epi16(cast(first), cast(second));
        let in_order = avx2.avx2._mm256_permute4x64_epi64::<0b11_01_10_00>(bytes);
        avx2.avx2._mm256_movemask_epi8(in_order).cast_unsigned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn window() -> impl Strategy<Value = Window> {
        (0_u16..=u16::MAX, 0_u16..=u16::MAX)
            .prop_map(|(start, span)| Window { start, span: span.min(u16::MAX - start) })
    }

    proptest! {
        #[test]
        fn within_equals_a_plain_loop_with_and_without_avx2(
            values in prop::collection::vec((any::<u16>(), any::<u16>()), WORD * 2), price in window(), area in window(),
        ) {
            let words = |of: fn(&(u16, u16)) -> u16| {
                let values: Vec<u16> = values.iter().map(of).collect();
                values.as_chunks::<WORD>().0.to_vec()
            };
            let (prices, areas) = (words(|value| value.0), words(|value| value.1));
            let columns = [(prices.as_slice(), price), (areas.as_slice(), area)];
            let within = |window: Window, value: u16| (u32::from(window.start)..=u32::from(window.start) + u32::from(window.span)).contains(&u32::from(value));
            let mut expected = [0; ZONE_WORDS];
            for (index, (of_price, of_area)) in values.iter().enumerate() {
                expected[index / WORD] |= u64::from(within(price, *of_price) && within(area, *of_area)) << (index % WORD);
            }
            prop_assert_eq!(within_portable(columns), expected);
            prop_assert_eq!(Simd::new().within(columns), expected);
        }
    }
}
