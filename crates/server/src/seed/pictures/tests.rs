use std::collections::HashSet;
use std::sync::Mutex;

use bytes::Bytes;
use portal_services::ports::Picture;
use portal_services::testing::MockPorts;

use super::drawing::View;
use super::scenes::PAINTS;
use super::*;

struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
}

fn picture() -> Picture {
    Picture { bytes: Bytes::from_static(b"pixels"), content_type: "image/jpeg" }
}

#[test]
fn every_shot_has_a_place_of_its_own() {
    let locations: HashSet<String> = ALL.iter().map(|shot| location(*shot)).collect();
    assert_eq!(locations.len(), ALL.len());
    for location in locations {
        let name = location.strip_prefix('/').and_then(|name| name.strip_suffix(".jpg")).unwrap();
        assert!(name.len() == 32 && name.bytes().all(|c| c.is_ascii_hexdigit()), "{location}");
    }
}

#[test]
fn every_colour_that_is_painted_over_is_in_the_drawing() {
    for scene in Scene::ALL {
        let strokes = (0..PAINTS).flat_map(|way| scene.paint(way)).copied().chain(scene.other_sky());
        for (colour, _) in strokes {
            assert!(scene.drawing().contains(colour), "{scene:?} has no {colour}");
        }
    }
}

#[test]
fn a_shot_is_drawn_in_the_size_of_a_photograph() {
    let shot = Shot { scene: Scene::Attic, paint: 1, view: View::OtherLight };
    let png = shot.draw().unwrap();
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((&png[1..4], size(16), size(20)), (b"PNG".as_slice(), 1_600, 1_200));
}

#[test]
fn the_ways_to_paint_and_to_look_at_a_scene_give_different_pictures() {
    let drawn: HashSet<Vec<u8>> =
        ALL.iter().filter(|shot| shot.scene == Scene::LoftBed).map(|shot| shot.draw().unwrap()).collect();
    assert_eq!(drawn.len(), ALL.iter().filter(|shot| shot.scene == Scene::LoftBed).count());
}

#[tokio::test]
async fn what_hangs_already_is_not_drawn_again() {
    let mut ports = MockPorts::default();
    ports.pictures.expect_serve().times(ALL.len()).returning(|_, _, _| Ok(picture()));
    hang(&ports.build(), &Silent).await.unwrap();
}

#[tokio::test]
async fn what_is_missing_is_taken_in_like_any_photograph_and_stored_in_its_place() {
    let missing = location(ALL[3]);
    let mut ports = MockPorts::default();
    let asked_for = missing.clone();
    ports.pictures.expect_serve().times(ALL.len()).returning(move |location, _, _| {
        if location == asked_for { Err(PictureError::NotFound) } else { Ok(picture()) }
    });
    ports.pictures.expect_prepare().once().returning(|file| {
        assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG"));
        Ok(picture())
    });
    ports
        .pictures
        .expect_store()
        .once()
        .withf(move |location, master| *location == missing && *master == picture())
        .returning(|_, _| Ok(()));
    hang(&ports.build(), &Silent).await.unwrap();
}

#[tokio::test]
async fn an_object_store_that_is_down_is_no_reason_to_draw() {
    let mut ports = MockPorts::default();
    let down = Mutex::new(Some(PictureError::Unavailable("the object store is down".into())));
    ports.pictures.expect_serve().returning(move |_, _, _| {
        Err(down.lock().unwrap().take().unwrap_or(PictureError::Unavailable("still down".into())))
    });
    assert!(matches!(hang(&ports.build(), &Silent).await, Err(SeedError::Picture(PictureError::Unavailable(_)))));
}
