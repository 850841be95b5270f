//! `loading`, `decoding` and `fetchpriority`: which images a browser fetches first, and which it may put off.
//!
//! One [`LoadingOptimization`] per page counts the images probably above the fold.

/// Where in the page something is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopPosition {
    /// Behind the header, before the loop of the main query.
    BeforeLoop,
    /// Inside the loop of the main query.
    InMainLoop,
    /// Anywhere else.
    #[default]
    Elsewhere,
}

/// What kind of element is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaTag {
    /// `img`
    Img,
    /// `iframe`
    Iframe,
}

/// The counters of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadingOptimization {
    /// Where in the page printing is.
    pub position: LoopPosition,
    /// Whether the content filters are running: images that shortcodes print are then left to the image step.
    pub doing_the_content: bool,
    /// How many images and frames the content has printed so far.
    pub content_media_count: u32,
    /// Whether an image already has `fetchpriority="high"`.
    pub high_priority_given: bool,
}

/// What the element already says; `None` for an absent attribute.
#[derive(Clone, Copy, Debug, Default)]
pub struct GivenAttributes<'a> {
    /// `width`
    pub width: Option<i64>,
    /// `height`
    pub height: Option<i64>,
    /// `loading`; an empty text stands for "none, on purpose".
    pub loading: Option<&'a str>,
    /// `fetchpriority`
    pub fetchpriority: Option<&'a str>,
    /// `decoding`
    pub decoding: Option<&'a str>,
}

/// What is added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadingAttributes {
    /// `decoding`
    pub decoding: Option<String>,
    /// Whether `loading="lazy"`.
    pub lazy: bool,
    /// Whether `fetchpriority="high"`.
    pub high_priority: bool,
}

/// The first so many images and frames of the content are not put off.
const OMIT_LOADING_ATTR_THRESHOLD: u32 = 3;
/// Smaller images are never the most important one.
const MIN_PRIORITY_IMG_PIXELS: i64 = 50_000;
/// Contexts that stand in the header of a page.
const HEADER_CONTEXTS: [&str; 2] = ["template_part_header", "get_header_image_tag"];

impl LoadingOptimization {
    /// Decides for one element, and counts it.
    ///
    /// `context` is WordPress's word for the caller: `the_content`, `widget_text_content`,
    /// `wp_get_attachment_image`, `template`, ...
    pub fn attributes(
        &mut self,
        tag: MediaTag,
        given: &GivenAttributes<'_>,
        context: &str,
    ) -> LoadingAttributes {
        let mut out = LoadingAttributes::default();
        if context == "template" || (context != "the_content" && self.doing_the_content) {
            return out;
        }
        if tag == MediaTag::Img {
            out.decoding = Some(given.decoding.unwrap_or("async").to_owned());
        }
        let (Some(width), Some(height)) = (given.width, given.height) else {
            return out;
        };
        let large = width.saturating_mul(height) >= MIN_PRIORITY_IMG_PIXELS;
        let mut in_viewport = given.loading.map(|loading| loading != "lazy");
        if given.fetchpriority == Some("high") {
            if in_viewport == Some(false) {
                out.high_priority = true;
            } else {
                in_viewport = Some(true);
            }
        }
        let (mut counts, mut counts_if_large) = (false, false);
        if in_viewport.is_none() {
            if HEADER_CONTEXTS.contains(&context) || self.position == LoopPosition::BeforeLoop {
                in_viewport = Some(true);
                counts_if_large = true;
            } else if self.position == LoopPosition::InMainLoop {
                in_viewport = Some(self.content_media_count < OMIT_LOADING_ATTR_THRESHOLD);
                counts = true;
            }
        }
        if in_viewport == Some(true) {
            self.give_priority(tag, given, large, &mut out);
        } else {
            out.lazy = true;
        }
        if counts || (counts_if_large && large) {
            self.content_media_count = self.content_media_count.saturating_add(1);
        }
        out
    }

    fn give_priority(
        &mut self,
        tag: MediaTag,
        given: &GivenAttributes<'_>,
        large: bool,
        out: &mut LoadingAttributes,
    ) {
        let wanted = match given.fetchpriority {
            Some(priority) => priority == "high",
            None => given.loading != Some("lazy") && !self.high_priority_given && large,
        };
        if tag == MediaTag::Img && wanted {
            out.high_priority = true;
            self.high_priority_given = true;
        }
    }
}
