//! Holds the demo pictures in `assets/pictures` against the drawings that they are made from.
//! `UPDATE_DEMO_PICTURES=1` overwrites them, as `make generate` does.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step is a failed test")]

mod drawing;
mod scenes;

use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use portal_imaging::{Format, Frame, Raster, decode, inspect, sizes};
use portal_server::seed::{DEMO_PICTURES, PAINTS, Scene, Shot, View};

use drawing::{HEIGHT, WIDTH, draw};

/// Mean difference of a colour value that the encoder may cause, of 255.
const LOSS: f64 = 2.0;

#[test]
fn files_match_their_drawings() {
    let folder = folder();
    if env::var_os("UPDATE_DEMO_PICTURES").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for shot in DEMO_PICTURES.iter() {
            let files = sizes(raster(&draw(*shot)), &[Frame::Fit(WIDTH, HEIGHT)], Format::WebP).unwrap();
            fs::write(folder.join(shot.file_name()), &files[0]).unwrap();
        }
    }
    let at_once = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for shots in DEMO_PICTURES.chunks(DEMO_PICTURES.len().div_ceil(at_once)) {
            scope.spawn(|| shots.iter().for_each(|shot| assert_matches(&folder, *shot)));
        }
    });
}

fn assert_matches(folder: &Path, shot: Shot) {
    let name = shot.file_name();
    let file = fs::read(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}; run make generate"));
    let difference = difference(&raster(&file), &raster(&draw(shot)));
    assert!(difference < LOSS, "{name} differs from its drawing by {difference}; run make generate");
}

#[test]
fn folder_holds_no_other_files() {
    let wanted: HashSet<String> = DEMO_PICTURES.iter().map(|shot| shot.file_name()).collect();
    let found: HashSet<String> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(found, wanted);
}

#[test]
fn replaced_colours_are_in_their_drawings() {
    for scene in Scene::ALL {
        let colours = (0..PAINTS).flat_map(|colouring| scenes::replacements(scene, colouring)).copied();
        for (colour, _) in colours.chain(scenes::other_sky(scene)) {
            assert!(scenes::drawing(scene).contains(colour), "{scene:?} has no {colour}");
        }
    }
}

#[test]
fn views_and_colourings_of_a_scene_differ() {
    let loft_beds: Vec<Shot> = DEMO_PICTURES.iter().filter(|shot| shot.scene == Scene::LoftBed).copied().collect();
    assert!(loft_beds.iter().any(|shot| shot.view == View::OtherLight));
    let drawn: HashSet<Vec<u8>> = loft_beds.iter().map(|shot| draw(*shot)).collect();
    assert_eq!(drawn.len(), loft_beds.len());
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/pictures")
}

fn raster(file: &[u8]) -> Raster {
    let header = inspect(file).unwrap();
    decode(file, &header, header.fraction_for(&[Frame::Fit(WIDTH, HEIGHT)])).unwrap()
}

/// Of all colour values, one in this many is compared. No multiple of the three in a pixel.
const STEP: usize = 7;

/// The mean difference of two pictures' colour values.
fn difference(one: &Raster, other: &Raster) -> f64 {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let pairs = one.pixels.iter().zip(&other.pixels).step_by(STEP);
    let differences: Vec<f64> = pairs.map(|(a, b)| f64::from(a.abs_diff(*b))).collect();
    differences.iter().sum::<f64>() / f64::from(u32::try_from(differences.len()).unwrap())
}
