//! Shapes of patterns, masks and section dividers, as base64 of SVG.
//!
//! Contract "divi-server", section 6.3 (names of styles). A site's theme brings its own shapes ([`ThemeArtwork`]); without
//! them there are those below, drawn for this project, in the same boxes.

use compat::divi::artwork::{Shape, ThemeArtwork};
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;
use compat::wordpress::php::hash::base64_encode;

/// Options of a pattern or mask.
#[derive(Debug, Clone, Copy)]
pub struct Art<'a> {
    /// The name of the style.
    pub style: &'a str,
    /// The colour.
    pub color: &'a str,
    /// Whether it is rotated by 90 degrees.
    pub is_rotated: bool,
    /// Whether filled and empty areas are swapped.
    pub is_inverted: bool,
    /// The orientation of a mask: `landscape`, `portrait`, `square`; empty for the first.
    pub orientation: &'a str,
    /// Whether the drawing fills its box in both directions.
    pub is_stretched: bool,
}

/// Patterns: name, side of the square tile in px, path.
const PATTERNS: &[(&str, u32, &str)] = &[
    ("3d-diamonds", 24, "M12 0l6 12-6 12-6-12z"),
    ("checkerboard", 24, "M0 0h12v12H0zM12 12h12v12H12z"),
    (
        "confetti",
        30,
        "M3 4l4 2-1 2-4-2zM20 8h4v2h-4zM11 20l2-4 2 1-2 4z",
    ),
    ("crosses", 24, "M10 4h4v6h6v4h-6v6h-4v-6H4v-4h6z"),
    ("cubes", 28, "M14 0l12 7-12 7L2 7zM2 9l11 6v13L2 22z"),
    ("diagonal-stripes", 16, "M0 16L16 0h-6L0 10zM16 16v-6l-6 6z"),
    ("diagonal-stripes-2", 16, "M0 0l16 16v-6L6 0zM0 16v-6l6 6z"),
    ("diamonds", 20, "M10 0l10 10-10 10L0 10z"),
    (
        "honeycomb",
        28,
        "M14 1l12 7v12l-12 7L2 20V8zM14 3L4 9v10l10 6 10-6V9z",
    ),
    ("inverted-chevrons", 20, "M0 12L10 2l10 10v6L10 8 0 18z"),
    ("inverted-chevrons-2", 20, "M0 10L10 0l10 10v3L10 3 0 13z"),
    (
        "ogees",
        24,
        "M12 0c0 8 12 4 12 12S12 16 12 24c0-8-12-4-12-12S12 8 12 0z",
    ),
    (
        "pills",
        24,
        "M4 2h4a4 4 0 010 8H4a4 4 0 010-8zM16 14h4a4 4 0 010 8h-4a4 4 0 010-8z",
    ),
    ("pinwheel", 24, "M12 12V0l12 12zM12 12H0L12 24z"),
    ("polka-dots", 20, "M10 6a4 4 0 110 8 4 4 0 010-8z"),
    ("scallops", 24, "M0 12a12 12 0 0124 0h-3a9 9 0 00-18 0z"),
    (
        "shippo",
        24,
        "M12 0a12 12 0 010 24 12 12 0 010-24zm0 2a10 10 0 100 20 10 10 0 000-20z",
    ),
    ("smiles", 24, "M4 10a8 8 0 0016 0h-2a6 6 0 01-12 0z"),
    ("squares", 20, "M4 4h12v12H4z"),
    ("triangles", 20, "M10 2l8 16H2z"),
    ("tufted", 24, "M12 0l1 11 11 1-11 1-1 11-1-11-11-1 11-1z"),
    (
        "waves",
        24,
        "M0 10c6 0 6-6 12-6s6 6 12 6v4c-6 0-6-6-12-6s-6 6-12 6z",
    ),
    ("zig-zag", 20, "M0 14L10 4l10 10v-4L10 0 0 10z"),
    ("zig-zag-2", 20, "M4 0l10 10L4 20h4l10-10L8 0z"),
];

/// Masks: name and path of the part that is left open, in a view box of 100 by 60.
const MASKS: &[(&str, &str)] = &[
    ("arch", "M25 60V35a25 25 0 0150 0v25z"),
    ("bean", "M30 10c25-12 50 5 45 25S45 60 30 48 15 18 30 10z"),
    (
        "blades",
        "M0 60L20 0h15L15 60zM35 60L55 0h15L50 60zM70 60L90 0h10v10L85 60z",
    ),
    ("caret", "M50 5l45 55H5z"),
    (
        "chevrons",
        "M10 0h25l20 30-20 30H10l20-30zM45 0h25l20 30-20 30H45l20-30z",
    ),
    ("corner-blob", "M0 0h70c10 30-20 30-35 40S10 60 0 55z"),
    ("corner-lake", "M100 60H30c-10-20 20-20 30-35S85 0 100 5z"),
    (
        "corner-paint",
        "M0 0h60l-6 8 4 6-14 8 3 8-16 6 2 8-18 6-15 4z",
    ),
    (
        "corner-pill",
        "M0 60V20A20 20 0 0120 0h60a20 20 0 010 40H40v20z",
    ),
    ("corner-square", "M0 0h60v40H0z"),
    ("diagonal", "M0 60L60 0h40L40 60z"),
    ("diagonal-bars", "M0 60L60 0h10L10 60zM20 60L80 0h10L30 60z"),
    (
        "diagonal-bars-2",
        "M10 60L70 0h20L30 60zM45 60l55-55v15L60 60z",
    ),
    (
        "diagonal-pills",
        "M15 45l30-30a7 7 0 0110 10L25 55a7 7 0 01-10-10zM50 48l25-25a6 6 0 019 9L59 57a6 6 0 01-9-9z",
    ),
    ("ellipse", "M50 5a45 25 0 010 50 45 25 0 010-50z"),
    (
        "floating-squares",
        "M10 8h25v25H10zM45 20h30v30H45zM80 5h12v12H80z",
    ),
    (
        "honeycomb",
        "M30 5l13 8v14l-13 8-13-8V13zM62 5l13 8v14l-13 8-13-8V13zM46 31l13 8v14l-13 8-13-8V39z",
    ),
    (
        "layer-blob",
        "M20 15c20-20 45-10 60 5s5 35-15 38S30 50 15 45 8 27 20 15z",
    ),
    (
        "paint",
        "M5 20l90-12-6 10 6 6-20 6 15 8-70 16 6-8-16-4 10-8z",
    ),
    (
        "rock-stack",
        "M30 8h40a8 8 0 010 16H30a8 8 0 010-16zM20 26h60a8 8 0 010 16H20a8 8 0 010-16zM10 44h80a7 7 0 010 14H10a7 7 0 010-14z",
    ),
    (
        "square-stripes",
        "M10 0h15v60H10zM35 0h15v60H35zM60 0h15v60H60z",
    ),
    ("triangles", "M0 60L25 5l25 55zM50 60L75 5l25 55z"),
    ("wave", "M0 20c25-20 25 15 50 0s25 15 50 0v40H0z"),
];

/// Dividers: name and path of the filled part, in a view box of 1280 by 100.
const DIVIDERS: &[(&str, &str)] = &[
    ("slant", "M0 100L1280 0v100z"),
    ("slant2", "M0 70L1280 0v100H0z"),
    ("arrow", "M0 100V0l640 100L1280 0v100z"),
    ("arrow2", "M0 100L640 0l640 100z"),
    ("arrow3", "M0 100V60h560l80-60 80 60h560v40z"),
    ("ramp", "M0 100C500 100 900 60 1280 0v100z"),
    ("ramp2", "M0 100V40c480 40 900 0 1280-40v100z"),
    ("curve", "M0 100C320 0 960 0 1280 100z"),
    ("curve2", "M0 0c320 100 960 100 1280 0v100H0z"),
    (
        "mountains",
        "M0 100L200 20l160 50L560 0l240 80 180-50 300 70z",
    ),
    (
        "mountains2",
        "M0 100V60l150-40 170 50L520 10l260 70 220-60 280 60v20z",
    ),
    (
        "wave",
        "M0 60c320-100 640 60 960 10 130-20 240-50 320-40v70H0z",
    ),
    ("wave2", "M0 40c200 60 500 60 700 10s380-60 580 10v40H0z"),
    (
        "waves",
        "M0 60c160-80 240 60 400 10s240-60 440 10 300 0 440-20v40H0z",
    ),
    (
        "waves2",
        "M0 50c130-50 240 50 370 20s260-60 420-10 320 30 490-30v70H0z",
    ),
    ("asymmetric", "M0 100V40l900 60 380-100v100z"),
    ("asymmetric2", "M0 100V0l380 80 900-40v60z"),
    ("asymmetric3", "M0 100C300 20 700 90 1280 0v100z"),
    ("asymmetric4", "M0 100V50c500-60 800 60 1280-20v70z"),
    (
        "graph",
        "M0 100V70l180-40 170 30L540 20l230 50 240-40 270 40v30z",
    ),
    (
        "graph2",
        "M0 100V80l120-30 140 20 200-60 210 50 190-30 180 40 240-50v80z",
    ),
    ("graph3", "M0 100V50l260 20L480 10l300 60 240-50 260 40v40z"),
    ("graph4", "M0 100V60L320 30l300 40 320-60 340 50v40z"),
    ("triangle", "M560 100l80-60 80 60z"),
    (
        "clouds",
        "M0 100V70a80 50 0 01160 0a100 65 0 01200 0a90 45 0 01180 0a120 68 0 01240 0a80 48 0 01160 0a100 62 0 01200 0\
         a70 44 0 01140 0v30z",
    ),
    (
        "clouds2",
        "M0 100V80a120 55 0 01240 0a160 75 0 01320 0a100 48 0 01200 0a150 70 0 01300 0a110 52 0 01220 0v20z",
    ),
];

/// The shape of a divider at the top or bottom; `None` for an unknown style.
pub fn divider(
    artwork: &ThemeArtwork,
    (style, place): (&str, &str),
    color: &str,
    height: &str,
) -> Option<String> {
    let own = || {
        let (_, path) = DIVIDERS.iter().find(|(name, _)| *name == style)?;
        let turn = if place == "top" {
            "rotate(180 640 70) "
        } else {
            ""
        };
        Some(format!(
            "<path d=\"{path}\" transform=\"{turn}scale(1 1.4)\"/>"
        ))
    };
    let drawing = match artwork.divider(style, place) {
        Some(drawing) => drawing.to_owned(),
        None => own()?,
    };
    let svg = format!(
        "<svg width=\"100%\" height=\"{}\" viewBox=\"0 0 1280 140\" preserveAspectRatio=\"none\" \
         xmlns=\"http://www.w3.org/2000/svg\"><g fill=\"{}\">{drawing}</g></svg>",
        esc_attr(height),
        esc_attr(color)
    );
    Some(base64_encode(svg.as_bytes()))
}

/// The shape of a pattern or mask; `None` for an unknown style.
pub fn layer(artwork: &ThemeArtwork, layer: &str, art: &Art<'_>) -> Option<String> {
    let svg = if layer == "mask" {
        mask(artwork, art)?
    } else {
        pattern(artwork, art)?
    };
    Some(base64_encode(svg.as_bytes()))
}

/// The elements of the theme's drawing of a shape.
fn themes_own<'s>(shape: Option<&'s Shape>, art: &Art<'_>) -> Option<&'s str> {
    shape?.drawing(art.is_rotated, art.is_inverted, art.orientation)
}

/// A tile of a pattern.
fn pattern(artwork: &ThemeArtwork, art: &Art<'_>) -> Option<String> {
    let shape = artwork.pattern(art.style);
    let (width, height, drawing) = match (shape, themes_own(shape, art)) {
        (Some(shape), Some(drawing)) => {
            // A tile that is not square is turned with its drawing.
            let (width, height) = (pixels(&shape.width), pixels(&shape.height));
            let (width, height) = match art.is_rotated {
                true => (height, width),
                false => (width, height),
            };
            (width, height, drawing.to_owned())
        }
        _ => own_pattern(art)?,
    };
    Some(format!(
        "<svg fill=\"{}\" height=\"{height}px\" viewBox=\"0 0 {width} {height}\" width=\"{width}px\" \
         xmlns=\"http://www.w3.org/2000/svg\">{drawing}</svg>",
        esc_attr(art.color)
    ))
}

/// A length without its unit.
fn pixels(length: &str) -> String {
    to_php_string(string_to_float(length.as_bytes()))
}

fn own_pattern(art: &Art<'_>) -> Option<(String, String, String)> {
    let (_, size, path) = PATTERNS.iter().find(|(name, ..)| *name == art.style)?;
    let frame = if art.is_inverted {
        format!("M0 0h{size}v{size}H0z")
    } else {
        String::new()
    };
    let turn = if art.is_rotated {
        format!(" transform=\"rotate(90 {0} {0})\"", size / 2)
    } else {
        String::new()
    };
    let drawing = format!("<path d=\"{frame}{path}\" fill-rule=\"evenodd\"{turn}/>");
    Some((size.to_string(), size.to_string(), drawing))
}

/// The drawing of a mask in the box of its orientation.
fn mask(artwork: &ThemeArtwork, art: &Art<'_>) -> Option<String> {
    let (width, height) = match art.orientation {
        "portrait" => (1920, 2560),
        "square" => (1920, 1920),
        _ => (1920, 1440),
    };
    let drawing = match themes_own(artwork.mask(art.style), art) {
        Some(drawing) => drawing.to_owned(),
        None => own_mask(art, (width, height))?,
    };
    let ratio = if art.is_stretched {
        "none"
    } else {
        "xMinYMin slice"
    };
    Some(format!(
        "<svg fill=\"{}\" preserveAspectRatio=\"{ratio}\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\">{drawing}</svg>",
        esc_attr(art.color)
    ))
}

/// Our own drawing, drawn in a box of 100 by 60, stretched to that of the mask.
fn own_mask(art: &Art<'_>, (width, height): (u32, u32)) -> Option<String> {
    let (_, path) = MASKS.iter().find(|(name, _)| *name == art.style)?;
    let frame = if art.is_inverted {
        ""
    } else {
        "M0 0h100v60H0z"
    };
    let turn = if art.is_rotated {
        "translate(.5 .5) rotate(90) translate(-.5 -.5) "
    } else {
        ""
    };
    Some(format!(
        "<path transform=\"scale({width} {height}) {turn}scale(.01 .0166667)\" d=\"{frame}{path}\" \
         fill-rule=\"evenodd\"/>"
    ))
}
