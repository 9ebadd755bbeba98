//! Which of many figures lie in a window, as one bit for each, by the widest arithmetic that the processor has.

use super::ZONE_WORDS;

/// How many figures become one word of bits.
pub(super) const WORD: usize = 64;

/// Figures that exceed `from` by at most `span`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub from: u16,
    pub span: u16,
}

/// Two columns of a zone and what is accepted of each.
type Columns<'a> = [(&'a [[u16; WORD]], Window); 2];

#[derive(Clone, Copy)]
pub(super) struct Wide {
    #[cfg(target_arch = "x86_64")]
    avx2: Option<pulp::x86::V3>,
}

impl Wide {
    /// For this processor.
    pub fn new() -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            avx2: pulp::x86::V3::try_new(),
        }
    }

    /// One bit for each document whose figures are accepted in both columns.
    #[inline]
    pub fn within(self, columns: Columns<'_>) -> [u64; ZONE_WORDS] {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.vectorize(avx2::Within { avx2, columns });
        }
        by_the_compiler(columns)
    }
}

/// One byte for each document in a loop without branches, which compilers turn into wide arithmetic; then eight bytes to
/// eight bits by one multiplication.
fn by_the_compiler([(prices, price), (areas, area)]: Columns<'_>) -> [u64; ZONE_WORDS] {
    let mut words = [0; ZONE_WORDS];
    for ((word, prices), areas) in words.iter_mut().zip(prices).zip(areas) {
        let mut accepted = [0_u8; WORD];
        for ((accepted, of_price), of_area) in accepted.iter_mut().zip(prices).zip(areas) {
            let has = |window: Window, figure: u16| u8::from(figure.wrapping_sub(window.from) <= window.span);
            *accepted = has(price, *of_price) & has(area, *of_area);
        }
        let (bytes, _) = accepted.as_chunks::<8>();
        *word = bytes.iter().enumerate().fold(0, |bits, (index, bytes)| {
            let gathered = u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits | gathered << (index * 8)
        });
    }
    words
}

/// The same in half of the time: no compiler finds the one instruction that turns 32 bytes into 32 bits.
#[cfg(target_arch = "x86_64")]
#[allow(clippy::inline_always, reason = "only what is inlined is compiled for the processor that it runs on")]
mod avx2 {
    use pulp::bytemuck::{cast, cast_ref};
    use pulp::x86::V3;
    use pulp::{NullaryFnOnce, u16x16};

    use super::{Columns, WORD, Window, ZONE_WORDS};

    pub(super) struct Within<'a> {
        pub avx2: V3,
        pub columns: Columns<'a>,
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

    /// All bits of a figure are set where both are accepted, and none elsewhere.
    #[inline(always)]
    fn both(avx2: V3, prices: (&[u16; WORD], Window), areas: (&[u16; WORD], Window)) -> [u16x16; WORD / 16] {
        let (price, area): (&[u16x16; WORD / 16], &[u16x16; WORD / 16]) = (cast_ref(prices.0), cast_ref(areas.0));
        let mut both = [avx2.splat_u16x16(0); WORD / 16];
        for ((both, price), area) in both.iter_mut().zip(price).zip(area) {
            *both = avx2.and_u16x16(has(avx2, prices.1, *price), has(avx2, areas.1, *area));
        }
        both
    }

    #[inline(always)]
    fn has(avx2: V3, window: Window, figures: u16x16) -> u16x16 {
        let above = avx2.wrapping_sub_u16x16(figures, avx2.splat_u16x16(window.from));
        let at_most = avx2.min_u16x16(above, avx2.splat_u16x16(window.span));
        cast(avx2.avx2._mm256_cmpeq_epi16(cast(at_most), cast(above)))
    }

    /// One bit for each of 32 figures.
    #[inline(always)]
    fn bits(avx2: V3, first: u16x16, second: u16x16) -> u32 {
        // Packing goes by halves of registers, so that quarters have to be put in order afterwards.
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
        (0_u16..=u16::MAX, 0_u16..=u16::MAX).prop_map(|(from, span)| Window { from, span: span.min(u16::MAX - from) })
    }

    proptest! {
        #[test]
        fn both_ways_find_the_same(
            figures in prop::collection::vec((any::<u16>(), any::<u16>()), WORD * 2), price in window(), area in window(),
        ) {
            let words = |of: fn(&(u16, u16)) -> u16| {
                let figures: Vec<u16> = figures.iter().map(of).collect();
                figures.as_chunks::<WORD>().0.to_vec()
            };
            let (prices, areas) = (words(|figure| figure.0), words(|figure| figure.1));
            let columns = [(prices.as_slice(), price), (areas.as_slice(), area)];
            let within = |window: Window, figure: u16| (u32::from(window.from)..=u32::from(window.from) + u32::from(window.span)).contains(&u32::from(figure));
            let mut expected = [0; ZONE_WORDS];
            for (index, (of_price, of_area)) in figures.iter().enumerate() {
                expected[index / WORD] |= u64::from(within(price, *of_price) && within(area, *of_area)) << (index % WORD);
            }
            prop_assert_eq!(by_the_compiler(columns), expected);
            prop_assert_eq!(Wide::new().within(columns), expected);
        }
    }
}
