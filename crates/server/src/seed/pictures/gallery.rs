//! Which pictures a listing shows.

use std::sync::LazyLock;

use portal_domain::listing::UnitType;

use super::scenes::{PAINTS, Scene, Shot, View};
use crate::seed::dice::Dice;

/// All shots that are ever shown, in a fixed order.
pub static ALL: LazyLock<Vec<Shot>> = LazyLock::new(|| {
    let mut shots = Vec::new();
    for scene in Scene::ALL {
        for paint in 0..PAINTS {
            shots.extend([View::Room, View::Corner].map(|view| Shot { scene, paint, view }));
        }
        shots.push(Shot { scene, paint: 0, view: View::OtherLight });
    }
    shots
});

/// Three to six shots of one dwelling: first the room that the headline speaks of, then the others that
/// a dwelling of this type has.
pub fn of(title: Scene, unit_type: UnitType, dice: &mut Dice) -> Vec<Shot> {
    let rooms: &[Scene] = match unit_type {
        UnitType::Room | UnitType::Other => &[Scene::Kitchen, Scene::Salon],
        UnitType::Apartment => &[Scene::Kitchen, Scene::Evening, Scene::Salon],
        UnitType::House => &[Scene::Salon, Scene::Kitchen, Scene::GardenView, Scene::Attic, Scene::Evening],
    };
    let paint = way_to_paint(dice);
    let mut shots =
        vec![Shot { scene: title, paint, view: View::Room }, Shot { scene: title, paint, view: View::Corner }];
    let others = rooms.iter().filter(|room| **room != title);
    shots.extend(others.flat_map(|room| {
        let paint = way_to_paint(dice);
        [View::Room, View::Corner].map(|view| Shot { scene: *room, paint, view })
    }));
    if paint == 0 {
        shots.insert(2, Shot { scene: title, paint, view: View::OtherLight });
    }
    let most = if unit_type == UnitType::House { 6 } else { 5 };
    shots.truncate(usize::try_from(dice.between(3, most)).unwrap_or(3));
    shots
}

fn way_to_paint(dice: &mut Dice) -> usize {
    *dice.pick(&[0, 1, 2])
}
