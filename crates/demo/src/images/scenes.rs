//! The six scenes of the demo images, with their colourings and framings.

/// A drawn room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scene {
    /// A bed and a desk at a window to a garden.
    GardenView,
    /// A sofa next to an arched window.
    Salon,
    /// A bed and a desk under the roof.
    Attic,
    /// The kitchen of a shared flat, with a table.
    Kitchen,
    /// A hall of residence: a desk under a loft bed.
    LoftBed,
    /// A bed at a window to the town, in the evening.
    Evening,
}

/// The number of colourings of a scene.
pub const COLOURINGS: usize = 3;

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

/// The visible part of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// The whole room.
    Room,
    /// A close-up of one corner.
    Corner,
    /// The whole room at another time of the day.
    OtherLight,
}

/// A demo image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SceneImage {
    pub scene: Scene,
    /// Below [`COLOURINGS`].
    pub colouring: usize,
    pub framing: Framing,
}

impl SceneImage {
    /// The file in `assets/images`, as `garden_view-0-room.webp`.
    pub fn file_name(self) -> String {
        let framing = match self.framing {
            Framing::Room => "room",
            Framing::Corner => "corner",
            Framing::OtherLight => "other_light",
        };
        format!("{}-{}-{framing}.webp", self.scene.name(), self.colouring)
    }
}
