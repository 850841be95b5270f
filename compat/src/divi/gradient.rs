//! Gradients as CSS.
//!
//! Contract "divi-server", section 6.3; vectors divi-helpers `background.get_gradient_style`.

/// The options of a gradient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gradient<'v> {
    /// `linear`, `circular` (`radial`), `elliptical`, `conic`.
    pub kind: &'v str,
    /// The angle of a linear or conic gradient.
    pub direction: &'v str,
    /// The centre of the other types.
    pub radial_direction: &'v str,
    /// Colours with their positions, separated by bars.
    pub stops: &'v str,
    /// Whether it repeats: `on`.
    pub repeat: &'v str,
}

impl Default for Gradient<'_> {
    fn default() -> Self {
        Self {
            kind: "linear",
            direction: "180deg",
            radial_direction: "center",
            stops: "#2b87da 0%|#29c4a9 100%",
            repeat: "off",
        }
    }
}

impl Gradient<'_> {
    /// The value of `background-image`.
    pub fn css(&self) -> String {
        let Self {
            direction,
            radial_direction,
            ..
        } = self;
        let (function, place) = match self.kind {
            "conic" => ("conic", format!("from {direction} at {radial_direction}")),
            "elliptical" => ("radial", format!("ellipse at {radial_direction}")),
            "radial" | "circular" => ("radial", format!("circle at {radial_direction}")),
            _ => ("linear", (*direction).to_owned()),
        };
        let repeating = if self.repeat == "on" {
            "repeating-"
        } else {
            ""
        };
        let stops = self.stops.replace('|', ", ");
        format!("{repeating}{function}-gradient( {place}, {stops} )")
    }
}
