//! The theme's own shapes of masks, patterns and dividers, and its tables, read from the site's files as data.
//!
//! Each file of `includes/builder/feature/background-masks/{mask,pattern}/` returns an array in `settings()`:
//! `svgContent` has the variants `default`, `rotated`, `inverted` and `rotated-inverted`, each a text (patterns) or a text
//! for `landscape`, `portrait` and `square` (masks); patterns have a `width` and a `height`. Dividers are an array of
//! styles, each with its shape at the `top` and at the `bottom`. Nothing is run: what is no literal is not read.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::data_files::DataFiles;
use super::theme_tables::ThemeTables;
use crate::type_map_entry;
use crate::wordpress::read_files::ReadFiles;
use crate::wordpress::wp_config::literals::Literal;

/// Where the lists of dividers may stand in the theme's folder.
const DIVIDERS: [&str; 2] = [
    "includes/builder/module/field",
    "includes/builder/feature/dividers",
];

/// A shape of a mask or pattern.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shape {
    /// By variant and orientation (see [`place`]); the orientation is empty for patterns.
    drawings: HashMap<(usize, String), String>,
    /// The width of a tile, as in `20px`.
    pub width: String,
    /// Its height.
    pub height: String,
}

impl Shape {
    /// The elements of the drawing, for an orientation (`landscape`, `portrait`, `square`).
    pub fn drawing(&self, is_rotated: bool, is_inverted: bool, orientation: &str) -> Option<&str> {
        let variant = place(is_rotated, is_inverted);
        let of = |orientation: &str| self.drawings.get(&(variant, orientation.to_owned()));
        of(orientation)
            .or_else(|| of(""))
            .or_else(|| of("landscape"))
            .map(String::as_str)
    }

    fn new(settings: &Literal) -> Option<Self> {
        let mut shape = Self::default();
        let Literal::Array(variants) = settings.get("svgContent")? else {
            return None;
        };
        for (name, content) in variants {
            let name = name.to_lowercase();
            let variant = place(name.contains("rotate"), name.contains("invert"));
            let of: Vec<(&str, &Literal)> = match content {
                Literal::Array(by) => by
                    .iter()
                    .map(|(name, text)| (name.as_str(), text))
                    .collect(),
                text => vec![("", text)],
            };
            for (orientation, text) in of {
                let drawing = text.text()?.to_owned();
                shape
                    .drawings
                    .insert((variant, orientation.to_owned()), drawing);
            }
        }
        let side = |name: &str| {
            settings
                .get(name)
                .and_then(Literal::text)
                .unwrap_or_default()
        };
        (shape.width, shape.height) = (side("width").to_owned(), side("height").to_owned());
        (!shape.drawings.is_empty()).then_some(shape)
    }
}

/// The number of a variant: 0 for the default, 1 more when rotated, 2 more when inverted.
fn place(is_rotated: bool, is_inverted: bool) -> usize {
    usize::from(is_rotated) + 2 * usize::from(is_inverted)
}

/// The shapes and tables of a site's theme; empty without the theme's files.
#[derive(Debug, Default)]
pub struct ThemeArtwork {
    masks: HashMap<String, Shape>,
    patterns: HashMap<String, Shape>,
    /// At the top and at the bottom.
    dividers: HashMap<String, [String; 2]>,
    /// Icons and fonts.
    pub tables: ThemeTables,
    /// What was not understood: file, line and reason.
    pub problems: Vec<String>,
    files: ReadFiles,
    /// A number that differs between different readings, 0 when nothing was read.
    pub generation: u64,
}

/// The shapes, as the column's site data.
pub type Artwork = Arc<ThemeArtwork>;
type_map_entry!(Artwork);

impl ThemeArtwork {
    /// The shapes of the theme in a folder. Blocks on the file system.
    #[must_use]
    pub fn read(theme: &Path) -> Self {
        static GENERATION: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
        let mut artwork = Self::default();
        let mut data = DataFiles::new();
        let folder = theme.join("includes/builder/feature/background-masks");
        for kind in ["mask", "pattern"] {
            for file in data.list(&folder.join(kind)) {
                let name = file
                    .file_stem()
                    .map(|name| name.to_string_lossy().into_owned());
                let read = data.read(&file);
                let shape = read.arrays().find_map(Shape::new);
                let shapes = if kind == "mask" {
                    &mut artwork.masks
                } else {
                    &mut artwork.patterns
                };
                match (name, shape) {
                    (Some(name), Some(shape)) => {
                        shapes.insert(name, shape);
                    }
                    _ if read.arrays().next().is_none() => {}
                    _ => data
                        .problems
                        .push(format!("{}: no svgContent of literals", file.display())),
                }
            }
        }
        for folder in DIVIDERS {
            for file in data.list(&theme.join(folder)) {
                let is_named =
                    |file: &Path| file.to_string_lossy().to_lowercase().contains("divider");
                if is_named(&file) {
                    let read = data.read(&file);
                    read.arrays().for_each(|array| artwork.add_dividers(array));
                }
            }
        }
        artwork.tables = ThemeTables::read(&mut data, theme);
        (artwork.files, artwork.problems) = (data.files, data.problems);
        if artwork.counts() != [0; 3] || !artwork.tables.is_empty() {
            artwork.generation = GENERATION.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        artwork
    }

    /// The styles of an array, at any depth, that have a shape for the top and the bottom.
    fn add_dividers(&mut self, array: &Literal) {
        let Literal::Array(entries) = array else {
            return;
        };
        for (name, entry) in entries {
            let shape = |at: &str| {
                entry
                    .get(at)
                    .and_then(Literal::text)
                    .filter(|text| text.starts_with('<'))
            };
            match (shape("top"), shape("bottom")) {
                (Some(top), Some(bottom)) => {
                    self.dividers
                        .insert(name.clone(), [top, bottom].map(str::to_owned));
                }
                _ => self.add_dividers(entry),
            }
        }
    }

    /// The shape of a mask.
    pub fn mask(&self, style: &str) -> Option<&Shape> {
        self.masks.get(style)
    }

    /// The shape of a pattern.
    pub fn pattern(&self, style: &str) -> Option<&Shape> {
        self.patterns.get(style)
    }

    /// The elements of a divider at the top or the bottom.
    pub fn divider(&self, style: &str, place: &str) -> Option<&str> {
        let [top, bottom] = self.dividers.get(style)?;
        Some(if place == "top" { top } else { bottom })
    }

    /// The numbers of masks, patterns and dividers.
    pub fn counts(&self) -> [usize; 3] {
        [self.masks.len(), self.patterns.len(), self.dividers.len()]
    }

    /// Whether the files are as they were read.
    pub fn is_current(&self) -> bool {
        self.files.are_current()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Instant;

    use super::super::data_files::TIME_MAX;
    use super::*;

    const FOLDER: &str = "includes/builder/feature/background-masks";

    fn theme() -> tempfile::TempDir {
        let theme = tempfile::tempdir().unwrap();
        for folder in [
            format!("{FOLDER}/mask"),
            format!("{FOLDER}/pattern"),
            DIVIDERS[0].to_owned(),
        ] {
            fs::create_dir_all(theme.path().join(folder)).unwrap();
        }
        theme
    }

    fn write(theme: &tempfile::TempDir, file: &str, source: impl AsRef<[u8]>) {
        fs::write(theme.path().join(file), source).unwrap();
    }

    /// A theme with a mask, a pattern and a divider.
    fn theme_with_shapes() -> tempfile::TempDir {
        let theme = theme();
        write(
            &theme,
            &format!("{FOLDER}/mask/arch.php"),
            r#"<?php
if ( ! defined( 'ABSPATH' ) ) { die( 'no' ); }
class Arch extends Base {
    public function settings() {
        return array(
            'label'      => esc_html__( 'Arch', 'x' ),
            'svgContent' => array(
                'default'          => array( 'landscape' => '<path d="L"/>', 'portrait' => '<path d="P"/>', 'square' => '<path d="S"/>' ),
                'rotated'          => array( 'landscape' => '<path d="RL"/>', 'square' => '<path d="RS"/>' ),
                'inverted'         => array( 'landscape' => '<path d="IL"/>' ),
                'rotated-inverted' => array( 'landscape' => '<path d="RIL"/>' ),
            ),
        );
    }
}
return new Arch();"#,
        );
        write(
            &theme,
            &format!("{FOLDER}/pattern/dots.php"),
            r#"<?php
return [ 'svgContent' => [ 'default' => '<path d="D"/>', 'invertedRotated' => '<path d="X"/>' ], 'width' => '12px', 'height' => '8px' ];"#,
        );
        write(
            &theme,
            &format!("{}/Divider.php", DIVIDERS[0]),
            r#"<?php
class D { public $svg = array( 'list' => array( 'slant' => array( 'top' => '<path d="T"/>', 'bottom' => '<path d="B"/>' ) ) ); }"#,
        );
        theme
    }

    #[test]
    fn shapes_of_a_theme() {
        let theme = theme_with_shapes();
        let artwork = ThemeArtwork::read(theme.path());
        println!("{:?} {:?}", artwork.counts(), artwork.problems);
        assert_eq!((artwork.counts(), artwork.problems.len()), ([1, 1, 1], 0));
        let mask = artwork.mask("arch").unwrap();
        assert_eq!(
            mask.drawing(false, false, "portrait"),
            Some("<path d=\"P\"/>")
        );
        assert_eq!(
            mask.drawing(true, false, "square"),
            Some("<path d=\"RS\"/>")
        );
        assert_eq!(
            mask.drawing(true, true, "square"),
            Some("<path d=\"RIL\"/>")
        );
        let pattern = artwork.pattern("dots").unwrap();
        assert_eq!(
            (pattern.width.as_str(), pattern.height.as_str()),
            ("12px", "8px")
        );
        assert_eq!(
            pattern.drawing(true, true, "landscape"),
            Some("<path d=\"X\"/>")
        );
        assert_eq!(pattern.drawing(true, false, ""), None);
        assert_eq!(artwork.divider("slant", "bottom"), Some("<path d=\"B\"/>"));
        assert!(artwork.is_current());
        write(
            &theme,
            &format!("{FOLDER}/pattern/dots.php"),
            "<?php return [];",
        );
        assert!(!artwork.is_current());
        fs::remove_file(theme.path().join(FOLDER).join("pattern/dots.php")).unwrap();
        assert!(!artwork.is_current());
    }

    #[test]
    fn hostile_files_leave_a_message() {
        let theme = theme();
        let file = |name: &str| format!("{FOLDER}/mask/{name}.php");
        write(&theme, &file("a-huge"), vec![b'x'; 2 << 20]);
        write(
            &theme,
            &file("b-nested"),
            format!(
                "<?php return {}{};",
                "[".repeat(100_000),
                "]".repeat(100_000)
            ),
        );
        write(
            &theme,
            &file("c-open"),
            "<?php\nreturn array( 'svgContent' => 'x",
        );
        write(
            &theme,
            &file("d-code"),
            "<?php return array( 'svgContent' => file_get_contents( '/etc/passwd' ) );",
        );
        write(&theme, &file("e-bytes"), [0xff, 0xfe, 0x00]);
        write(
            &theme,
            &file("f-fine"),
            "<?php return array( 'svgContent' => array( 'default' => '<g/>' ) );",
        );
        fs::create_dir(theme.path().join(file("g-folder"))).unwrap();
        let started = Instant::now();
        let artwork = ThemeArtwork::read(theme.path());
        let taken = started.elapsed();
        for problem in &artwork.problems {
            println!("{problem}");
        }
        println!("{taken:?}");
        assert_eq!(artwork.counts(), [1, 0, 0]);
        assert_eq!(artwork.problems.len(), 6);
        let tells = |text: &str| {
            artwork
                .problems
                .iter()
                .any(|problem| problem.contains(text))
        };
        assert!(tells("c-open.php:2: this text never ends"));
        assert!(tells("b-nested.php:1: arrays are nested too deep"));
        assert!(tells("d-code.php: no svgContent of literals"));
        assert!(taken < TIME_MAX);
    }

    #[test]
    fn no_theme_no_shapes() {
        let artwork = ThemeArtwork::read(Path::new("/nowhere"));
        assert_eq!((artwork.counts(), artwork.generation), ([0, 0, 0], 0));
        assert!(artwork.is_current() && artwork.problems.is_empty());
    }
}
