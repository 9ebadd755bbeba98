//! A scene becomes a picture: painted, lit, framed and rendered.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::scenes::Scene;

const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1200;

/// A scene, and how it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    pub scene: Scene,
    /// Which way it is painted.
    pub paint: usize,
    pub view: View,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The whole room.
    Room,
    /// Its best corner, close.
    Corner,
    /// The whole room at another time of the day.
    OtherLight,
}

#[derive(Debug, thiserror::Error)]
pub enum DrawingError {
    #[error("a drawing is no SVG")]
    Svg(#[from] resvg::usvg::Error),
    #[error("a drawing could not be encoded: {0}")]
    Png(String),
}

impl Shot {
    /// Draws it, as PNG.
    pub fn draw(self) -> Result<Vec<u8>, DrawingError> {
        let tree = Tree::from_str(&self.svg(), &Options::default())?;
        let mut canvas = Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| DrawingError::Png("no canvas".to_owned()))?;
        resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
        canvas.encode_png().map_err(|error| DrawingError::Png(error.to_string()))
    }

    /// The drawing with the colours exchanged, in a frame of its own. Every second way of painting is
    /// mirrored, so that two flats with the same furniture are not the same flat.
    fn svg(self) -> String {
        let mut strokes = self.scene.paint(self.paint).to_vec();
        if self.view == View::OtherLight {
            strokes.extend(self.scene.other_sky());
        }
        let sized = self.scene.drawing().replacen("<svg ", r#"<svg width="800" height="600" "#, 1);
        let drawing = repaint(&sized, &strokes);
        let mirror = if self.paint % 2 == 1 { "translate(800 0) scale(-1 1)" } else { "" };
        let light = match self.scene.other_light() {
            Some(light) if self.view == View::OtherLight => {
                format!(r#"<rect width="800" height="600" fill="{light}" style="mix-blend-mode:multiply"/>"#)
            }
            _ => String::new(),
        };
        let (left, top, width) = self.frame();
        let height = width * 3 / 4;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="{left} {top} {width} {height}"><g transform="{mirror}">{drawing}</g>{light}</svg>"#
        )
    }

    fn frame(self) -> (u32, u32, u32) {
        match (self.view, self.scene.corner()) {
            (View::Corner, (left, top, width)) if self.paint % 2 == 1 => (800 - left - width, top, width),
            (View::Corner, corner) => corner,
            _ => (0, 0, 800),
        }
    }
}

/// Exchanges all colours at once, so that one that is painted over another is not painted over again.
fn repaint(drawing: &str, strokes: &[(&str, &str)]) -> String {
    let mut painted = String::with_capacity(drawing.len());
    let mut rest = drawing;
    while let Some(position) = rest.find('#') {
        let (before, colour) = rest.split_at(position);
        painted.push_str(before);
        let stroke = strokes.iter().find(|(from, _)| colour.starts_with(from));
        let (taken, put) = stroke.map_or((1, "#"), |(from, to)| (from.len(), *to));
        painted.push_str(put);
        rest = &colour[taken..];
    }
    painted.push_str(rest);
    painted
}
