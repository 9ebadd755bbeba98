//! The six rooms of the demo pictures, and how each is shown.

/// A room of the demo pictures.
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

/// How many colourings there are of a scene.
pub const PAINTS: usize = 3;

impl Scene {
    pub const ALL: [Self; 6] =
        [Self::GardenView, Self::Salon, Self::Attic, Self::Kitchen, Self::LoftBed, Self::Evening];

    const fn name(self) -> &'static str {
        match self {
            Self::GardenView => "garden_view",
            Self::Salon => "salon",
            Self::Attic => "attic",
            Self::Kitchen => "kitchen",
            Self::LoftBed => "loft_bed",
            Self::Evening => "evening",
        }
    }
}

/// Which part of a scene is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The whole room.
    Room,
    /// Its best corner, close.
    Corner,
    /// The whole room at another time of the day.
    OtherLight,
}

/// One demo picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    pub scene: Scene,
    /// Which colouring, below [`PAINTS`].
    pub paint: usize,
    pub view: View,
}

impl Shot {
    /// Its file in `assets/pictures`, as `garden_view-0-room.webp`.
    pub fn file_name(self) -> String {
        let view = match self.view {
            View::Room => "room",
            View::Corner => "corner",
            View::OtherLight => "other_light",
        };
        format!("{}-{}-{view}.webp", self.scene.name(), self.paint)
    }
}
