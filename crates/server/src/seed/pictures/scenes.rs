//! The six drawn rooms, and how each can be painted anew.

/// A drawn room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scene {
    /// A bed and a desk at a window to the green.
    GardenView,
    /// A sofa beside an arched window.
    Salon,
    /// A bed and a desk under the roof.
    Attic,
    /// The kitchen of a shared flat, with a table.
    Kitchen,
    /// A hall of residence: a desk under a loft bed.
    LoftBed,
    /// A bed at a window to the town, late in the day.
    Evening,
}

/// A colour and what is painted over it.
type Stroke = (&'static str, &'static str);

/// How many ways there are to paint a scene.
pub const PAINTS: usize = 3;

impl Scene {
    pub const ALL: [Self; 6] =
        [Self::GardenView, Self::Salon, Self::Attic, Self::Kitchen, Self::LoftBed, Self::Evening];

    /// The drawing, 800 by 600.
    pub const fn drawing(self) -> &'static str {
        match self {
            Self::GardenView => include_str!("../../../assets/rooms/garden_view.svg"),
            Self::Salon => include_str!("../../../assets/rooms/salon.svg"),
            Self::Attic => include_str!("../../../assets/rooms/attic.svg"),
            Self::Kitchen => include_str!("../../../assets/rooms/kitchen.svg"),
            Self::LoftBed => include_str!("../../../assets/rooms/loft_bed.svg"),
            Self::Evening => include_str!("../../../assets/rooms/evening.svg"),
        }
    }

    /// Left, top and width of the corner that is worth a closer look, in the drawing's units. It is as
    /// wide to high as the whole: 4 to 3.
    pub const fn corner(self) -> (u32, u32, u32) {
        match self {
            Self::GardenView => (380, 150, 420),
            Self::Salon => (385, 130, 400),
            Self::Attic => (400, 95, 400),
            Self::Kitchen => (400, 225, 400),
            Self::LoftBed => (50, 95, 400),
            Self::Evening => (20, 40, 400),
        }
    }

    /// What is painted over what. The first way is the drawing as it is.
    pub const fn paint(self, way: usize) -> &'static [Stroke] {
        match (self, way) {
            (Self::GardenView, 1) => &[
                ("#F1E4D3", "#E4EDE5"),
                ("#E9CFB2", "#BFD6C9"),
                ("#6FA3A0", "#E58E6C"),
                ("#5B8E8B", "#D77A57"),
                ("#F0C87B", "#F6E8CF"),
            ],
            (Self::GardenView, 2) => &[
                ("#F1E4D3", "#E6E6F1"),
                ("#E9CFB2", "#C7CAE2"),
                ("#6FA3A0", "#F0C063"),
                ("#5B8E8B", "#DDA63F"),
                ("#F0C87B", "#D77A57"),
                ("#C79A6E", "#B9AFA2"),
                ("#B88A5E", "#A79C8E"),
            ],
            (Self::Salon, 1) => &[
                ("#CFE0DC", "#F5E4DC"),
                ("#B4CFCA", "#E8C8B8"),
                ("#E58E6C", "#37797F"),
                ("#D77A57", "#2F6F75"),
                ("#FFE0A3", "#F0C063"),
            ],
            (Self::Salon, 2) => &[
                ("#CFE0DC", "#F3ECD8"),
                ("#B4CFCA", "#E5D5AD"),
                ("#E58E6C", "#6C8DB0"),
                ("#D77A57", "#5C7FA3"),
                ("#FFE0A3", "#F7F1E6"),
                ("#DDB98F", "#B98A63"),
                ("#CDA678", "#A97A54"),
            ],
            (Self::Attic, 1) => &[
                ("#F7F2EA", "#EAF2F0"),
                ("#E7DED0", "#D2E0DC"),
                ("#E9E1D4", "#D8E4E0"),
                ("#D8CDBC", "#BCD0CA"),
                ("#E8B04C", "#E58E6C"),
                ("#D59A33", "#D77A57"),
            ],
            (Self::Attic, 2) => &[
                ("#F7F2EA", "#F8EBE5"),
                ("#E7DED0", "#EBD3C8"),
                ("#E9E1D4", "#EED9CF"),
                ("#D8CDBC", "#D9BDAF"),
                ("#E8B04C", "#5C7FA3"),
                ("#D59A33", "#4A6A8C"),
                ("#B98A63", "#CDB79A"),
                ("#A97A54", "#BDA585"),
            ],
            (Self::Kitchen, 1) => &[
                ("#DCE8DD", "#F6EADB"),
                ("#2F6F75", "#B9623F"),
                ("#37797F", "#C7714D"),
                ("#E58E6C", "#37797F"),
                ("#E8B04C", "#5B8E8B"),
            ],
            (Self::Kitchen, 2) => &[
                ("#DCE8DD", "#E7EBF2"),
                ("#2F6F75", "#34496B"),
                ("#37797F", "#415980"),
                ("#DFE8E0", "#DCE2EC"),
                ("#D8C3A5", "#B98A63"),
                ("#C9B292", "#A97A54"),
            ],
            (Self::LoftBed, 1) => {
                &[("#E4E9EF", "#F4EEE0"), ("#D5DEE8", "#E9DEC2"), ("#D77A57", "#2F6F75"), ("#5C7FA3", "#D77A57")]
            }
            (Self::LoftBed, 2) => &[
                ("#E4E9EF", "#E6EFE6"),
                ("#D5DEE8", "#CFE0D2"),
                ("#D77A57", "#E8B04C"),
                ("#5C7FA3", "#46706B"),
                ("#C9B79C", "#B98A63"),
                ("#B9A588", "#A97A54"),
            ],
            (Self::Evening, 1) => {
                &[("#8FA9A6", "#B2ABC6"), ("#7E9C99", "#9C94B6"), ("#C9D8D2", "#E2D9E6"), ("#E58E6C", "#F0C063")]
            }
            (Self::Evening, 2) => {
                &[("#8FA9A6", "#D3AA93"), ("#7E9C99", "#C4937A"), ("#C9D8D2", "#F1E1D2"), ("#2F6F75", "#34496B")]
            }
            _ => &[],
        }
    }

    /// The colours of the window at another time of the day: dusk, or for the room that is drawn at dusk
    /// a bright afternoon.
    pub const fn other_sky(self) -> [Stroke; 2] {
        const DUSK: (&str, &str) = ("#27456B", "#F0A27C");
        match self {
            Self::GardenView => [("#9FD3E6", DUSK.0), ("#E6F4F1", DUSK.1)],
            Self::Salon => [("#F8D9B8", "#6B5B86"), ("#FBEFE0", "#F3B08A")],
            Self::Attic => [("#A8D5EE", DUSK.0), ("#EAF6F7", "#8C6F96")],
            Self::Kitchen => [("#BCE0E8", DUSK.0), ("#F1F8F4", DUSK.1)],
            Self::LoftBed => [("#9CC7E8", DUSK.0), ("#E9F3F8", DUSK.1)],
            Self::Evening => [("#27456B", "#9FD3E6"), ("#F0A27C", "#E6F4F1")],
        }
    }

    /// The light that lies over the whole room then, if it is not that of the drawing.
    pub const fn other_light(self) -> Option<&'static str> {
        match self {
            Self::Evening => None,
            _ => Some("#E2C9C9"),
        }
    }
}
