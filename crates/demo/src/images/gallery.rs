//! The images of a listing.

use std::sync::LazyLock;

use portal_domain::listing::UnitType;

use super::scenes::{COLOURINGS, Framing, Scene, SceneImage};
use crate::random::SeededRng;

/// All images, in a fixed order.
pub static ALL: LazyLock<Vec<SceneImage>> = LazyLock::new(|| {
    let mut images = Vec::new();
    for scene in Scene::ALL {
        for colouring in 0..COLOURINGS {
            images.extend([Framing::Room, Framing::Corner].map(|framing| SceneImage { scene, colouring, framing }));
        }
        images.push(SceneImage { scene, colouring: 0, framing: Framing::OtherLight });
    }
    images
});

/// Three to six images of one listing: first the scene of its headline, then other rooms of its
/// unit type.
pub(crate) fn of(first: Scene, unit_type: UnitType, rng: &mut SeededRng) -> Vec<SceneImage> {
    let rooms: &[Scene] = match unit_type {
        UnitType::Room | UnitType::Other => &[Scene::Kitchen, Scene::Salon],
        UnitType::Apartment => &[Scene::Kitchen, Scene::Evening, Scene::Salon],
        UnitType::House => &[Scene::Salon, Scene::Kitchen, Scene::GardenView, Scene::Attic, Scene::Evening],
    };
    let colouring = pick_colouring(rng);
    let mut images = vec![
        SceneImage { scene: first, colouring, framing: Framing::Room },
        SceneImage { scene: first, colouring, framing: Framing::Corner },
    ];
    let others = rooms.iter().filter(|room| **room != first);
    images.extend(others.flat_map(|room| {
        let colouring = pick_colouring(rng);
        [Framing::Room, Framing::Corner].map(|framing| SceneImage { scene: *room, colouring, framing })
    }));
    if colouring == 0 {
        images.insert(2, SceneImage { scene: first, colouring, framing: Framing::OtherLight });
    }
    let max = if unit_type == UnitType::House { 6 } else { 5 };
    images.truncate(usize::try_from(rng.between(3, max)).unwrap_or(3));
    images
}

fn pick_colouring(rng: &mut SeededRng) -> usize {
    *rng.pick(&[0, 1, 2])
}
