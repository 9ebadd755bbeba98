//! Enums that are stored and sent as text.

/// An enum whose variants have one fixed text each.
pub trait TextEnum: Copy {
    /// The text of this variant.
    fn as_str(self) -> &'static str;

    /// The variant with this text, if there is one.
    fn parse(text: &str) -> Option<Self>;
}

/// Declares an enum whose variants have one fixed text each, for the database and the API.
macro_rules! text_enum {
    (
        $(#[$meta:meta])*
        $name:ident { $( $(#[$variant_meta:meta])* $variant:ident = $text:literal ),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $( $(#[$variant_meta])* $variant ),+ }

        impl $name {
            /// All variants, in the order of declaration.
            pub const ALL: &'static [Self] = &[ $( Self::$variant ),+ ];

            /// The text of this variant.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $text ),+ }
            }

            /// The variant with this text, if there is one.
            pub fn parse(text: &str) -> Option<Self> {
                match text { $( $text => Some(Self::$variant), )+ _ => None }
            }
        }

        impl $crate::text_enum::TextEnum for $name {
            fn as_str(self) -> &'static str {
                Self::as_str(self)
            }

            fn parse(text: &str) -> Option<Self> {
                Self::parse(text)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
}
pub(crate) use text_enum;
