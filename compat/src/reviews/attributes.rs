//! A widget as its shortcode describes it, with the site's defaults: contract "reviews-widget", sections 3.2 and 4.1.

use crate::wordpress::options::Options;
use crate::wordpress::shortcode::Atts;

use super::carousel::{Bullet, Carousel};
use super::item_style::ItemStyle;
use super::option;
use super::selection::Selection;
use super::shortcode_atts::{ShortcodeAtts, classes, is_no};
use super::stars::{Stars, StarsGray};
use super::summary::Summary;
use super::target::Links;

/// The colour schemes of the style sheet.
pub const COLOR_SCHEMES: [&str; 14] = [
    "cranberry",
    "coral",
    "pumpkin",
    "mustard",
    "forest",
    "turquoise",
    "ocean",
    "amethyst",
    "magenta",
    "slate",
    "carbon",
    "copper",
    "coffee",
    "contrast",
];

/// The elements of a widget by their position: contract section 4.2.
pub const HTML_TAGS: [&str; 10] = ["h2", "p", "p", "ul", "li", "ul", "li", "p", "p", "p"];
/// How many of them an attribute may change.
const CHANGEABLE_TAGS: usize = 8;

/// Whether and how the service is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Attribution {
    /// Not at all.
    Hidden,
    /// As the theme has it.
    #[default]
    Usual,
    /// For a light ground.
    Light,
    /// For a dark ground.
    Dark,
}

impl Attribution {
    /// Its class.
    pub fn class(self) -> Option<&'static str> {
        match self {
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
            Self::Hidden | Self::Usual => None,
        }
    }
}

/// A widget.
#[derive(Debug, Clone)]
pub struct ReviewsWidget {
    /// The id that the page gave it.
    pub id: Option<String>,
    /// The place it is about.
    pub place_id: String,
    /// Words of the theme.
    pub theme: Vec<String>,
    /// Further classes.
    pub classes: Vec<String>,
    /// The scheme of colours.
    pub color_scheme: Option<&'static str>,
    /// Whether a style sheet is there.
    pub has_styles: bool,
    /// Golden stars.
    pub stars: Stars,
    /// Grey stars.
    pub stars_gray: StarsGray,
    /// The summary.
    pub summary: Summary,
    /// The carousel.
    pub carousel: Carousel,
    /// Which reviews.
    pub selection: Selection,
    /// How they are shown.
    pub item: ItemStyle,
    /// Where parts lead.
    pub links: Links,
    /// The elements by position.
    pub tags: [String; 10],
    /// The service's name.
    pub attribution: Attribution,
    /// Whether what is missing is said in the page.
    pub has_errors: bool,
}

impl ReviewsWidget {
    /// Reads the attributes of a shortcode.
    pub fn of(atts: &Atts, options: &Options) -> Self {
        let given = ShortcodeAtts(atts);
        let place_id = place_id(given, options);
        let theme = theme(given, options);
        let has = |word: &str| theme.iter().any(|w| w == word);
        let is_small = has("tiny") || has("badge");
        let is_tiny_badge = has("tiny") && has("badge");
        let is_badge = has("badge");
        let color_scheme = color_scheme(given, options);
        let selection = Selection::of(given, options, &place_id);
        Self {
            id: given.text("id").filter(|id| is_id(id)).map(str::to_owned),
            classes: given.classes("class").unwrap_or_default(),
            has_styles: given.text("stylesheet").is_some() || has_stylesheet(options),
            stars: Stars::of(given, color_scheme.is_some()),
            stars_gray: StarsGray::of(given),
            summary: Summary::of(given, is_tiny_badge),
            carousel: Carousel::of(given, options, selection.limit),
            item: ItemStyle::of(given, options, is_badge),
            links: Links::of(given, &place_id, selection.limit, is_small),
            tags: tags(given),
            attribution: attribution(given),
            has_errors: given.switch("errors").unwrap_or(false),
            theme,
            color_scheme,
            selection,
            place_id,
        }
    }

    /// Whether the theme has a word.
    pub fn has_theme(&self, word: &str) -> bool {
        self.theme.iter().any(|w| w == word)
    }

    /// Whether the stars are characters on characters.
    pub fn has_text_stars(&self) -> bool {
        let old = ["version-1", "version_1", "version1"];
        self.stars == Stars::Html || self.classes.iter().any(|c| old.contains(&c.as_str()))
    }

    /// The classes of the widget's element, each once.
    pub fn root_classes(&self, is_demo: bool) -> Vec<&str> {
        let mut all = vec!["google-business-reviews-rating", "gmbrr"];
        all.extend(self.theme.iter().map(String::as_str));
        all.extend(self.classes.iter().map(String::as_str));
        all.extend(self.color_scheme);
        all.extend(self.stars.class());
        all.extend(self.stars_gray.class());
        let flags = [
            (self.carousel.view.is_some(), "carousel"),
            (
                matches!(self.carousel.bullet, Bullet::Symbol(_)),
                "bullet-symbol",
            ),
            (self.links.has_link_class, "link"),
            (is_demo, "demo"),
        ];
        all.extend(
            flags
                .iter()
                .filter(|(is_on, _)| *is_on)
                .map(|(_, class)| *class),
        );
        let mut classes: Vec<&str> = Vec::with_capacity(all.len());
        for class in all {
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }
}

/// The place of a shortcode: the site's, unless it names another.
pub fn place_id(given: ShortcodeAtts<'_>, options: &Options) -> String {
    let is_place = |id: &&str| {
        id.len() >= 20
            && id
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    };
    let own = given.text("place_id").filter(is_place);
    own.map_or_else(
        || options.text(option::PLACE_ID).into_owned(),
        str::to_owned,
    )
}

/// Whether the site has the plugin's style sheet on.
pub fn has_stylesheet(options: &Options) -> bool {
    !matches!(options.text_or(option::STYLESHEET, "1").as_ref(), "" | "0")
}

fn theme(given: ShortcodeAtts<'_>, options: &Options) -> Vec<String> {
    let own = given.classes("theme");
    let mut words = own.unwrap_or_else(|| classes(&options.text(option::REVIEWS_THEME)));
    if words.first().is_some_and(|word| word == "light") {
        words.remove(0);
    }
    words
}

fn color_scheme(given: ShortcodeAtts<'_>, options: &Options) -> Option<&'static str> {
    let known = |name: &str| COLOR_SCHEMES.into_iter().find(|scheme| *scheme == name);
    match given.text("color_scheme") {
        Some(name) => known(name),
        None => known(&options.text(option::COLOR_SCHEME)),
    }
}

fn is_id(id: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    id.starts_with(|c: char| c.is_ascii_alphabetic()) && id.bytes().all(is_plain)
}

fn attribution(given: ShortcodeAtts<'_>) -> Attribution {
    match given.text("attribution") {
        Some("light") => Attribution::Light,
        Some("dark") => Attribution::Dark,
        Some(text) if is_no(text) => Attribution::Hidden,
        _ => Attribution::Usual,
    }
}

/// The first name of `html_tags`, for shortcodes that print one element.
pub fn first_tag(given: ShortcodeAtts<'_>) -> Option<String> {
    listed_tags(given).into_iter().next().flatten()
}

fn listed_tags(given: ShortcodeAtts<'_>) -> Vec<Option<String>> {
    let list = given.text("html_tags").or(given.text("html_tag"));
    let is_tag = |tag: &&str| {
        tag.starts_with(|c: char| c.is_ascii_alphabetic())
            && tag.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let names = list.unwrap_or_default().split([',', ' ']).map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(|name| Some(name).filter(is_tag).map(str::to_ascii_lowercase))
        .collect()
}

fn tags(given: ShortcodeAtts<'_>) -> [String; 10] {
    let mut tags = HTML_TAGS.map(str::to_owned);
    let own = listed_tags(given).into_iter().take(CHANGEABLE_TAGS);
    for (tag, own) in tags.iter_mut().zip(own) {
        // A script would not show what stands in it.
        if let Some(own) = own.filter(|own| own != "script" && own != "style") {
            *tag = own;
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    fn widget(text: &str) -> ReviewsWidget {
        ReviewsWidget::of(&shortcode_parse_atts(text), &Options::default())
    }

    #[test]
    fn classes_in_their_order() {
        for (text, expected) in [
            ("theme=\"light bubble\"", "bubble"),
            ("theme=\"tiny light\"", "tiny light"),
            (
                "stars=css stars_gray=css view=2 bullet=* class=x",
                "x stars-css carousel bullet-symbol",
            ),
            ("stars_gray=css", "stars-css"),
            (
                "stars=\"#ff0000\" stars_gray=\"#cccccc\"",
                "stars-color stars-gray-color",
            ),
            ("stars=html stars_gray=html", "stars-html"),
            ("stars=\"inline svg\"", "inline-svg"),
            ("color_scheme=ocean", "ocean stars-css"),
            ("color_scheme=clay", ""),
            ("limit=0 link=/x", "link"),
            ("limit=0 link=yes", ""),
        ] {
            let widget = widget(text);
            let classes = widget.root_classes(false);
            assert_eq!(
                classes.get(2..).unwrap_or_default().join(" "),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn ids_tags_and_sheets() {
        assert_eq!(widget("id=resenas").id.as_deref(), Some("resenas"));
        assert_eq!(widget("id=\"5,3\"").id, None);
        let tags = widget("html_tags=\"h3,p,div,ul,li\"").tags;
        assert_eq!(
            (tags[0].as_str(), tags[2].as_str(), tags[7].as_str()),
            ("h3", "div", "p")
        );
        assert!(widget("").has_styles && widget("stylesheet=no").has_styles);
        let off = Options::new([(option::STYLESHEET.to_owned(), Vec::new())]);
        let atts = shortcode_parse_atts("");
        assert!(!ReviewsWidget::of(&atts, &off).has_styles);
        let atts = shortcode_parse_atts("stylesheet=no");
        assert!(ReviewsWidget::of(&atts, &off).has_styles);
    }
}
