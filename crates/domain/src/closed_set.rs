//! One way to write an enum that is stored and sent as text.

/// Declares an enum whose variants have one fixed spelling, used by the database and the API alike.
macro_rules! closed_set {
    (
        $(#[$meta:meta])*
        $name:ident { $( $(#[$variant_meta:meta])* $variant:ident = $text:literal ),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $( $(#[$variant_meta])* $variant ),+ }

        impl $name {
            /// Every member, in the order of declaration.
            pub const ALL: &'static [Self] = &[ $( Self::$variant ),+ ];

            /// The one spelling of this member.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $text ),+ }
            }

            /// The member of this spelling, if there is one.
            pub fn parse(text: &str) -> Option<Self> {
                match text { $( $text => Some(Self::$variant), )+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
}
pub(crate) use closed_set;
