//! Compares the demo images in `assets/images` with the drawings that they are generated from.
//! `UPDATE_DEMO_IMAGES=1` overwrites them, as `make generate` does.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod drawing;
mod scenes;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use portal_demo::{COLOURINGS, DEMO_IMAGES, Framing, Scene, SceneImage};
use portal_imaging::{OutputFormat, Raster, TargetSize, decode, encode_sizes, inspect};

use drawing::{HEIGHT, WIDTH, draw};

/// The largest mean difference of a colour value that the encoder may cause, of 255.
const MAX_LOSS: f64 = 2.0;

#[test]
fn files_match_their_drawings() {
    let folder = folder();
    if env::var_os("UPDATE_DEMO_IMAGES").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for image in DEMO_IMAGES.iter() {
            let files =
                encode_sizes(raster(&draw(*image)), &[TargetSize::Fit(WIDTH, HEIGHT)], OutputFormat::WebP).unwrap();
            fs::write(folder.join(image.file_name()), &files[0]).unwrap();
        }
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for images in DEMO_IMAGES.chunks(DEMO_IMAGES.len().div_ceil(threads)) {
            scope.spawn(|| images.iter().for_each(|image| assert_matches(&folder, *image)));
        }
    });
}

fn assert_matches(folder: &Path, image: SceneImage) {
    let name = image.file_name();
    let file = fs::read(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}; run make generate"));
    let difference = difference(&raster(&file), &raster(&draw(image)));
    assert!(difference < MAX_LOSS, "{name} differs from its drawing by {difference}; run make generate");
}

#[test]
fn folder_contains_no_other_files() {
    let expected: HashSet<String> = DEMO_IMAGES.iter().map(|image| image.file_name()).collect();
    let found: HashSet<String> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(found, expected);
}

#[test]
fn replaced_colours_occur_in_their_drawing() {
    for scene in Scene::ALL {
        let colours = (0..COLOURINGS).flat_map(|colouring| scenes::replacements(scene, colouring)).copied();
        for (colour, _) in colours.chain(scenes::other_sky(scene)) {
            assert!(scenes::drawing(scene).contains(colour), "{scene:?} has no {colour}");
        }
    }
}

#[test]
fn framings_and_colourings_of_a_scene_differ() {
    let loft_beds: Vec<SceneImage> =
        DEMO_IMAGES.iter().filter(|image| image.scene == Scene::LoftBed).copied().collect();
    assert!(loft_beds.iter().any(|image| image.framing == Framing::OtherLight));
    let drawn: HashSet<Vec<u8>> = loft_beds.iter().map(|image| draw(*image)).collect();
    assert_eq!(drawn.len(), loft_beds.len());
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/images")
}

fn raster(file: &[u8]) -> Raster {
    let header = inspect(file).unwrap();
    decode(file, &header, header.downscale_for(&[TargetSize::Fit(WIDTH, HEIGHT)])).unwrap()
}

/// One of so many colour values is compared. Not a multiple of the three in a pixel.
const STEP: usize = 7;

/// The mean difference of the colour values of two images.
fn difference(one: &Raster, other: &Raster) -> f64 {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let pairs = one.pixels.iter().zip(&other.pixels).step_by(STEP);
    let differences: Vec<f64> = pairs.map(|(a, b)| f64::from(a.abs_diff(*b))).collect();
    differences.iter().sum::<f64>() / f64::from(u32::try_from(differences.len()).unwrap())
}
