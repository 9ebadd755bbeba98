//! Money: euro, counted in whole cents.

/// An amount in euro cents. Sums saturate instead of wrapping; the largest sum that the rules allow
/// (the rent, the ancillary cost and a few additional costs of at most 100,000 euro each) is far
/// below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cents(i64);

impl Cents {
    /// The lowest rent of a listing: 1.01 euro.
    pub const MIN_RENT: Self = Self(101);
    /// The largest single amount of a listing: 100,000 euro.
    pub const MAX: Self = Self(10_000_000);
    pub const ZERO: Self = Self(0);

    pub const fn new(cents: i64) -> Self {
        Self(cents)
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::iter::Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sum_in_any_order_is_equal(mut amounts in prop::collection::vec(0i64..=10_000_000, 0..20)) {
            let forward: Cents = amounts.iter().copied().map(Cents::new).sum();
            amounts.reverse();
            let backward: Cents = amounts.into_iter().map(Cents::new).sum();
            prop_assert_eq!(forward, backward);
        }
    }

    #[test]
    fn plus_beyond_maximum_saturates() {
        assert_eq!(Cents::new(i64::MAX).plus(Cents::new(1)), Cents::new(i64::MAX));
    }
}
