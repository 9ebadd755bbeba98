//! The drawings of the six scenes and their colourings.

use portal_demo::Scene;

/// A colour and its replacement.
pub(crate) type Replacement = (&'static str, &'static str);

/// The drawing, 800 by 600.
pub(crate) fn drawing(scene: Scene) -> &'static str {
    match scene {
        Scene::GardenView => include_str!("scenes/garden_view.svg"),
        Scene::Salon => include_str!("scenes/salon.svg"),
        Scene::Attic => include_str!("scenes/attic.svg"),
        Scene::Kitchen => include_str!("scenes/kitchen.svg"),
        Scene::LoftBed => include_str!("scenes/loft_bed.svg"),
        Scene::Evening => include_str!("scenes/evening.svg"),
    }
}

/// Left, top and width of the close-up, in the drawing's units. Its aspect ratio is 4:3, as of the
/// whole drawing.
pub(crate) fn corner(scene: Scene) -> (u32, u32, u32) {
    match scene {
        Scene::GardenView => (380, 150, 420),
        Scene::Salon => (385, 130, 400),
        Scene::Attic => (400, 95, 400),
        Scene::Kitchen => (400, 225, 400),
        Scene::LoftBed => (50, 95, 400),
        Scene::Evening => (20, 40, 400),
    }
}

/// The replaced colours of a colouring. Colouring 0 is the unchanged drawing.
pub(crate) fn replacements(scene: Scene, colouring: usize) -> &'static [Replacement] {
    match (scene, colouring) {
        (Scene::GardenView, 1) => &[
            ("#F1E4D3", "#E4EDE5"),
            ("#E9CFB2", "#BFD6C9"),
            ("#6FA3A0", "#E58E6C"),
            ("#5B8E8B", "#D77A57"),
            ("#F0C87B", "#F6E8CF"),
        ],
        (Scene::GardenView, 2) => &[
            ("#F1E4D3", "#E6E6F1"),
            ("#E9CFB2", "#C7CAE2"),
            ("#6FA3A0", "#F0C063"),
            ("#5B8E8B", "#DDA63F"),
            ("#F0C87B", "#D77A57"),
            ("#C79A6E", "#B9AFA2"),
            ("#B88A5E", "#A79C8E"),
        ],
        (Scene::Salon, 1) => &[
            ("#CFE0DC", "#F5E4DC"),
            ("#B4CFCA", "#E8C8B8"),
            ("#E58E6C", "#37797F"),
            ("#D77A57", "#2F6F75"),
            ("#FFE0A3", "#F0C063"),
        ],
        (Scene::Salon, 2) => &[
            ("#CFE0DC", "#F3ECD8"),
            ("#B4CFCA", "#E5D5AD"),
            ("#E58E6C", "#6C8DB0"),
            ("#D77A57", "#5C7FA3"),
            ("#FFE0A3", "#F7F1E6"),
            ("#DDB98F", "#B98A63"),
            ("#CDA678", "#A97A54"),
        ],
        (Scene::Attic, 1) => &[
            ("#F7F2EA", "#EAF2F0"),
            ("#E7DED0", "#D2E0DC"),
            ("#E9E1D4", "#D8E4E0"),
            ("#D8CDBC", "#BCD0CA"),
            ("#E8B04C", "#E58E6C"),
            ("#D59A33", "#D77A57"),
        ],
        (Scene::Attic, 2) => &[
            ("#F7F2EA", "#F8EBE5"),
            ("#E7DED0", "#EBD3C8"),
            ("#E9E1D4", "#EED9CF"),
            ("#D8CDBC", "#D9BDAF"),
            ("#E8B04C", "#5C7FA3"),
            ("#D59A33", "#4A6A8C"),
            ("#B98A63", "#CDB79A"),
            ("#A97A54", "#BDA585"),
        ],
        (Scene::Kitchen, 1) => &[
            ("#DCE8DD", "#F6EADB"),
            ("#2F6F75", "#B9623F"),
            ("#37797F", "#C7714D"),
            ("#E58E6C", "#37797F"),
            ("#E8B04C", "#5B8E8B"),
        ],
        (Scene::Kitchen, 2) => &[
            ("#DCE8DD", "#E7EBF2"),
            ("#2F6F75", "#34496B"),
            ("#37797F", "#415980"),
            ("#DFE8E0", "#DCE2EC"),
            ("#D8C3A5", "#B98A63"),
            ("#C9B292", "#A97A54"),
        ],
        (Scene::LoftBed, 1) => {
            &[("#E4E9EF", "#F4EEE0"), ("#D5DEE8", "#E9DEC2"), ("#D77A57", "#2F6F75"), ("#5C7FA3", "#D77A57")]
        }
        (Scene::LoftBed, 2) => &[
            ("#E4E9EF", "#E6EFE6"),
            ("#D5DEE8", "#CFE0D2"),
            ("#D77A57", "#E8B04C"),
            ("#5C7FA3", "#46706B"),
            ("#C9B79C", "#B98A63"),
            ("#B9A588", "#A97A54"),
        ],
        (Scene::Evening, 1) => {
            &[("#8FA9A6", "#B2ABC6"), ("#7E9C99", "#9C94B6"), ("#C9D8D2", "#E2D9E6"), ("#E58E6C", "#F0C063")]
        }
        (Scene::Evening, 2) => {
            &[("#8FA9A6", "#D3AA93"), ("#7E9C99", "#C4937A"), ("#C9D8D2", "#F1E1D2"), ("#2F6F75", "#34496B")]
        }
        _ => &[],
    }
}

/// The colours of the window at another time of day: dusk, or a bright afternoon for the scene that
/// is drawn at dusk.
pub(crate) fn other_sky(scene: Scene) -> [Replacement; 2] {
    const DUSK: (&str, &str) = ("#27456B", "#F0A27C");
    match scene {
        Scene::GardenView => [("#9FD3E6", DUSK.0), ("#E6F4F1", DUSK.1)],
        Scene::Salon => [("#F8D9B8", "#6B5B86"), ("#FBEFE0", "#F3B08A")],
        Scene::Attic => [("#A8D5EE", DUSK.0), ("#EAF6F7", "#8C6F96")],
        Scene::Kitchen => [("#BCE0E8", DUSK.0), ("#F1F8F4", DUSK.1)],
        Scene::LoftBed => [("#9CC7E8", DUSK.0), ("#E9F3F8", DUSK.1)],
        Scene::Evening => [("#27456B", "#9FD3E6"), ("#F0A27C", "#E6F4F1")],
    }
}

/// The colour of the light over the whole room at that time, if it differs from the drawing.
pub(crate) fn other_light(scene: Scene) -> Option<&'static str> {
    match scene {
        Scene::Evening => None,
        _ => Some("#E2C9C9"),
    }
}
