//! Draws a demo image: replaces colours, applies the framing and renders the result.

use portal_demo::{Framing, SceneImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::scenes::{Replacement, corner, drawing, other_light, other_sky, replacements};

/// In pixels.
pub(crate) const WIDTH: u32 = 1600;
pub(crate) const HEIGHT: u32 = 1200;

/// The image as PNG.
pub(crate) fn draw(image: SceneImage) -> Vec<u8> {
    let tree = Tree::from_str(&svg(image), &Options::default()).unwrap();
    let mut canvas = Pixmap::new(WIDTH, HEIGHT).unwrap();
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    canvas.encode_png().unwrap()
}

/// Every second colouring is mirrored, so that two listings with the same scene differ.
fn svg(SceneImage { scene, colouring, framing }: SceneImage) -> String {
    let mut colours = replacements(scene, colouring).to_vec();
    if framing == Framing::OtherLight {
        colours.extend(other_sky(scene));
    }
    let sized = drawing(scene).replacen("<svg ", r#"<svg width="800" height="600" "#, 1);
    let drawing = replace_colours(&sized, &colours);
    let mirror = if colouring % 2 == 1 { "translate(800 0) scale(-1 1)" } else { "" };
    let light = match other_light(scene) {
        Some(light) if framing == Framing::OtherLight => {
            format!(r#"<rect width="800" height="600" fill="{light}" style="mix-blend-mode:multiply"/>"#)
        }
        _ => String::new(),
    };
    let (left, top, width) = match (framing, corner(scene)) {
        (Framing::Corner, (left, top, width)) if colouring % 2 == 1 => (800 - left - width, top, width),
        (Framing::Corner, corner) => corner,
        _ => (0, 0, 800),
    };
    let height = width * 3 / 4;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="{left} {top} {width} {height}"><g transform="{mirror}">{drawing}</g>{light}</svg>"#
    )
}

/// Replaces all colours in one pass, so that no replacement is replaced again.
fn replace_colours(drawing: &str, colours: &[Replacement]) -> String {
    let mut result = String::with_capacity(drawing.len());
    let mut rest = drawing;
    while let Some(position) = rest.find('#') {
        let (before, colour) = rest.split_at(position);
        result.push_str(before);
        let found = colours.iter().find(|(from, _)| colour.starts_with(from));
        let (length, to) = found.map_or((1, "#"), |(from, to)| (from.len(), *to));
        result.push_str(to);
        rest = &colour[length..];
    }
    result.push_str(rest);
    result
}
