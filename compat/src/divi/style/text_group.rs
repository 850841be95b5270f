//! Groups of text settings: a title, a body, links, lists, quotes.
//!
//! Contract "divi-server", section 6.3. Shadows of texts are [`super::text_shadow`]'s. Groups whose colour or line height
//! has a selector of its own take the parts one by one.

use super::media::{Declarations, Media, State};
use crate::divi::alignment::get_alignment;
use crate::divi::attributes::Attributes;
use crate::divi::font::set_element_font;
use crate::divi::range_value::process_range_value;
use crate::divi::responsive::Device;
use crate::wordpress::formatting::escape::esc_html;

/// What a group sets, in the order in which it is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPart {
    /// Family, weight, style, decoration.
    Font,
    /// Size.
    FontSize,
    /// Colour.
    Color,
    /// Distance of letters.
    LetterSpacing,
    /// Height of lines.
    LineHeight,
    /// Alignment.
    TextAlign,
}

impl TextPart {
    /// All parts in their order.
    pub const ALL: [Self; 6] = [
        Self::Font,
        Self::FontSize,
        Self::Color,
        Self::LetterSpacing,
        Self::LineHeight,
        Self::TextAlign,
    ];

    /// The end of the attribute's name.
    fn attribute(self) -> &'static str {
        match self {
            Self::Font => "font",
            Self::FontSize => "font_size",
            Self::Color => "text_color",
            Self::LetterSpacing => "letter_spacing",
            Self::LineHeight => "line_height",
            Self::TextAlign => "text_align",
        }
    }
}

/// How a group prints its values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextGroupStyle<'a> {
    /// The font that the module's own sheet gives the text.
    pub default_font: &'a str,
    /// Parts that must win over the theme's rules; colours always do.
    pub important: &'a [TextPart],
}

/// The declarations of one part of a group in a state, `None` when it is not set.
pub fn text_part(
    attributes: &Attributes,
    (group, part): (&str, TextPart),
    style: TextGroupStyle<'_>,
    state: State,
) -> Option<String> {
    let value = state.own(attributes, &format!("{group}_{}", part.attribute()))?;
    let important = part == TextPart::Color || style.important.contains(&part);
    let end = if important { " !important" } else { "" };
    let text = match part {
        TextPart::Font => {
            let text = set_element_font(value, important, style.default_font);
            return Some(text).filter(|text| !text.is_empty());
        }
        TextPart::FontSize => format!("font-size: {}", process_range_value(value, "font-size")),
        TextPart::Color => format!("color: {}", esc_html(value)),
        TextPart::LetterSpacing => {
            format!(
                "letter-spacing: {}",
                process_range_value(value, "letter_spacing")
            )
        }
        TextPart::LineHeight => {
            format!("line-height: {}", process_range_value(value, "line_height"))
        }
        TextPart::TextAlign => format!("text-align: {}", esc_html(get_alignment(value))),
    };
    Some(format!("{text}{end};"))
}

/// All parts of a group on each device, as one rule prints them.
pub fn text_group(
    attributes: &Attributes,
    group: &str,
    style: TextGroupStyle<'_>,
) -> Vec<Declarations> {
    let of_device = |device| {
        let state = State::Device(device);
        let part = |part| text_part(attributes, (group, part), style, state);
        // No space stands between a font and its size.
        let font = [TextPart::Font, TextPart::FontSize]
            .into_iter()
            .filter_map(part);
        let font: String = font.collect();
        let rest = TextPart::ALL.into_iter().skip(2).filter_map(part);
        let pieces = std::iter::once(font)
            .chain(rest)
            .filter(|text| !text.is_empty());
        let text = pieces.collect::<Vec<_>>().join(" ");
        (!text.is_empty()).then(|| Declarations {
            media: Media::of(device),
            text,
        })
    };
    Device::ALL.into_iter().filter_map(of_device).collect()
}
