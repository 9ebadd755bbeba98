//! Random addresses and surroundings: near two cities, and far from both.

use portal_domain::town::{Near, Radius};

use super::SeededRng;

/// Postal codes of one town. The last is unknown.
const POSTAL_CODES: [&str; 10] =
    ["80331", "80539", "85748", "85354", "82319", "50667", "51373", "53111", "10115", "00000"];
/// Towns of one postal code.
const VILLAGES: [(&str, &str); 3] = [("01945", "Ruhland"), ("01945", "TETTAU"), ("01945", "Hohenbocka")];
const CENTERS: [&str; 6] = ["München", "Munich", "Köln", "Garching", "Ruhland", "Berlin"];

/// A postal code, and a city if the postal code needs one.
pub(super) fn address(rng: &mut SeededRng) -> (&'static str, Option<&'static str>) {
    if rng.chance(20) {
        let (postal_code, city) = *rng.pick(&VILLAGES);
        return (postal_code, Some(city));
    }
    (*rng.pick(&POSTAL_CODES), None)
}

/// Mostly none.
pub(super) fn near(rng: &mut SeededRng) -> Option<Near> {
    if rng.chance(85) {
        return None;
    }
    let radius = Radius::new(*rng.pick(&Radius::CHOICES))?;
    let center: &&str = rng.pick(&CENTERS);
    Near::new(center, radius)
}
