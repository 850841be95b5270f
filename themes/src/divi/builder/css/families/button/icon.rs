//! The icon of a button.

use compat::divi::attributes::is_filled;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::super::style_sheet::Media;
use super::super::super::styles::{DEVICES, Styles, hover_at_end, name};
use super::super::super::values::length;
use super::{Button, Icon, each};

impl Button<'_> {
    /// The size of an icon that is a character of the button's font.
    pub(super) fn character(&self, styles: &mut Styles<'_>, media: Media, end: &str, size: &str) {
        styles.rule(media, &self.with(end), "font-size:1.6em;");
        let custom = name(&[
            "body.et_button_custom_icon #page-container ",
            &self.main,
            end,
        ]);
        styles.rule(media, &custom, &format!("font-size:{};", length(size, "")));
    }

    /// Whether the icon is on, by its option or its default; any other word shows it too.
    fn is_switched(&self, styles: &Styles<'_>) -> bool {
        matches!(styles.get(&self.option("use_icon")), "" | "on")
    }

    #[expect(
        clippy::too_many_lines,
        reason = "the steps of the contract, in their order"
    )]
    pub(super) fn icon(
        &self,
        styles: &mut Styles<'_>,
        icon: Icon<'_>,
        placement: &str,
        on_hover: &str,
    ) {
        let [pseudo, other] = icon.pseudo();
        let has_icon = !icon.icon.is_empty();
        let is_placed_default = self.is_default(styles, "icon_placement", placement)
            && self.is_default(styles, "on_hover", on_hover);
        if icon.is_left {
            styles.rule(Media::General, &self.with(other), "display: none;");
            if has_icon {
                let css = format!("content: attr(data-icon); {}", icon.font());
                styles.rule(Media::General, &self.with(pseudo), &css);
            } else {
                styles.rule(Media::General, &self.with(pseudo), &icon.font());
            }
        }
        if !(self.is_default(styles, "icon", icon.icon) && is_placed_default) {
            let hover = self.with(&name(&[":hover", pseudo]));
            styles.rule(Media::General, &hover, &icon.appears());
        }
        let size = self.three(styles, "text_size")[0];
        if !has_icon && is_filled(size) && !self.is_default(styles, "text_size", size) {
            self.character(styles, Media::General, pseudo, size);
        }
        let hover_size = styles.hover(&self.option("text_size"));
        if !has_icon && is_filled(hover_size) && hover_size != size {
            self.character(
                styles,
                Media::General,
                &name(&[":hover", pseudo]),
                hover_size,
            );
        }
        let color_option = self.option("icon_color");
        let color = self.three(styles, "icon_color")[0];
        let mut css = Vec::new();
        if is_filled(color) {
            css.push(format!("color:{};", esc_html(color)));
        }
        if has_icon {
            css.push("line-height: inherit;".to_owned());
            css.push("font-size: inherit !important;".to_owned());
        }
        if !is_placed_default {
            css.push(
                if icon.is_on_hover {
                    "opacity:0;"
                } else {
                    "opacity:1;"
                }
                .to_owned(),
            );
        }
        if has_icon || !icon.is_on_hover {
            css.push(icon.margin().to_owned());
        }
        if !self.is_default(styles, "icon_placement", placement) && self.is_switched(styles) {
            css.push("display: inline-block;".to_owned());
        }
        if has_icon {
            css.push(icon.font());
        }
        let selector = self.with(pseudo);
        styles.rule(Media::General, &selector, &css.join(" "));
        let hover = styles.hover(&color_option);
        if is_filled(hover) && hover != color {
            let css = format!("color: {}", esc_html(hover));
            styles.rule(Media::General, &hover_at_end(&selector), &css);
        }
        let sticky = styles.sticky(&color_option);
        if is_filled(sticky) {
            let css = format!("color: {}", esc_html(sticky));
            let selector = self.sticky(styles, &selector);
            styles.rule(Media::General, &selector, &css);
        }
    }

    #[expect(
        clippy::too_many_arguments,
        clippy::too_many_lines,
        reason = "what the caller has read of all devices"
    )]
    pub(super) fn device(
        &self,
        styles: &mut Styles<'_>,
        media: Media,
        at: usize,
        has_icon: bool,
        icon: Icon<'_>,
        icons: &[&str; 3],
        placement: &str,
    ) {
        let [color, width, border, radius, spacing, size, font] = self.text(styles, at);
        let mut css = vec![size, spacing, color, width, border, radius, font];
        let option = self.padding_option(styles);
        let paddings = DEVICES.map(|(_, device)| styles.at(&option, device));
        let (own, wider) = (
            self.has_padding(paddings[at]),
            self.has_padding(paddings[at - 1]),
        );
        let is_read = styles.is_responsive(&option);
        let room = match (icon.is_on_hover, icon.is_left) {
            (true, _) => ["1em", "1em"],
            (false, true) => ["0.7em", "2em"],
            (false, false) => ["2em", "0.7em"],
        };
        for (side, (name, room)) in ["right", "left"].into_iter().zip(room).enumerate() {
            if is_read && !paddings[at].is_empty() && wider[side] && !own[side] {
                css.push(format!("padding-{name}:{room};"));
            }
        }
        css.retain(|part| !part.is_empty());
        let selector = self.selector.clone();
        styles.rule(media, &selector, &css.join(" "));
        if !has_icon {
            return;
        }
        let [pseudo, other] = icon.pseudo();
        let mut css = Vec::new();
        let color = self.three(styles, "icon_color")[at];
        if is_filled(color) {
            css.push(format!("color:{};", esc_html(color)));
        }
        let is_icon = !icon.icon.is_empty();
        if is_icon {
            css.push("line-height: inherit; font-size: inherit !important;".to_owned());
        }
        if is_icon || !icon.is_on_hover {
            css.push(icon.margin().to_owned());
        }
        if !placement.is_empty() && self.is_switched(styles) {
            css.push("display: inline-block;".to_owned());
        }
        css.push(
            if icon.is_on_hover {
                "opacity: 0;"
            } else {
                "opacity: 1;"
            }
            .to_owned(),
        );
        styles.rule(media, &self.with(pseudo), &css.join(" "));
        if is_icon {
            self.content(styles, media, at, icon, icons, [pseudo, other]);
        }
        let on_hover = styles.get(&self.option("on_hover"));
        if is_icon || !placement.is_empty() || !on_hover.is_empty() {
            let hover = self.with(&name(&[":hover", pseudo]));
            styles.rule(media, &hover, &icon.appears());
        }
        let size = self.three(styles, "text_size")[at];
        if !is_icon && is_filled(size) {
            self.character(styles, media, pseudo, size);
        }
    }

    /// The declarations of a device's icon; the other side is hidden.
    pub(super) fn content(
        &self,
        styles: &mut Styles<'_>,
        media: Media,
        at: usize,
        icon: Icon<'_>,
        icons: &[&str; 3],
        [pseudo, other]: [&str; 2],
    ) {
        let end = match at {
            1 if icons[1] != icons[0] => "-tablet",
            2 if icons[2] != icons[1] => "-phone",
            2 if icons[1] != icons[0] => "-tablet",
            _ => "",
        };
        styles.rule(media, &self.with(other), "display: none;");
        let css = format!("content: attr(data-icon{end}); {}", icon.font());
        styles.rule(media, &self.with(pseudo), &css);
    }

    /// The rules of a button without an icon.
    pub(super) fn no_icon(&self, styles: &mut Styles<'_>, icon: Icon<'_>) {
        let hover = each(&self.selector, |part| name(&[part, ":hover"]));
        let all = name(&[&self.selector, ", ", &hover]);
        let stored = styles.get(&self.padding_option(styles));
        let css = if stored.is_empty() {
            "padding: 0.3em 1em !important;".to_owned()
        } else {
            let [right, left] = self.has_padding(stored);
            let or = |is_set: bool, css: &'static str| if is_set { "" } else { css };
            [
                or(right, "padding-right: 1em !important;"),
                or(left, "padding-left: 1em !important;"),
            ]
            .concat()
        };
        if !self.config.get("hide_custom_padding").is_on() {
            styles.rule(Media::General, &all, &css);
        }
        let pseudo = [":before", ":after"]
            .map(|pseudo| self.with(pseudo))
            .join(", ");
        styles.rule(Media::General, &pseudo, "display:none !important;");
        if !icon.icon.is_empty() {
            styles.rule(Media::General, &pseudo, &icon.font());
        }
    }
}
