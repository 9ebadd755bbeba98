//! The two languages of the portal, and how they write numbers and amounts.

use crate::money::Cents;
use crate::text_enum::text_enum;

text_enum! {
    /// A language of the portal. German is the fallback.
    #[derive(Default)]
    Locale {
        #[default]
        German = "de-DE",
        English = "en-US",
    }
}

impl Locale {
    pub const fn decimal_separator(self) -> char {
        match self {
            Self::German => ',',
            Self::English => '.',
        }
    }

    const fn thousands_separator(self) -> char {
        match self {
            Self::German => '.',
            Self::English => ',',
        }
    }

    /// A number with separators between thousands: `1.234.567`.
    pub fn group_digits(self, number: u64) -> String {
        let digits = number.to_string();
        let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                grouped.push(self.thousands_separator());
            }
            grouped.push(digit);
        }
        grouped
    }

    /// An amount in euros, with cents only where there are any: `1.234,05 €`, `€450`.
    pub fn money(self, amount: Cents) -> String {
        let whole = self.group_digits(amount.get().unsigned_abs() / 100);
        let amount = match amount.get().unsigned_abs() % 100 {
            0 => whole,
            cents => format!("{whole}{}{cents:02}", self.decimal_separator()),
        };
        match self {
            Self::German => format!("{amount} €"),
            Self::English => format!("€{amount}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_has_the_form_of_the_language() {
        for (cents, german, english) in [
            (46_550, "465,50 €", "€465.50"),
            (46_505, "465,05 €", "€465.05"),
            (45_000, "450 €", "€450"),
            (123_456_700, "1.234.567 €", "€1,234,567"),
            (100_000, "1.000 €", "€1,000"),
            (99, "0,99 €", "€0.99"),
            (0, "0 €", "€0"),
        ] {
            let amount = Cents::new(cents);
            assert_eq!((&*Locale::German.money(amount), &*Locale::English.money(amount)), (german, english));
        }
    }
}
