//! The forms of core's widgets (`WP_Widget::form`) in the dashboard.
//!
//! Contract "wordpress-rest", section 15 (`rendered_form`); recordings owner/widgets, owner/widget-create.

use compat::wordpress::php::Value as Stored;
use compat::wordpress::widget::Widget;
use compat::wordpress::widgets::{WidgetKind, is_legacy_text};
use minijinja::{Value, context};

use super::field_forms::field_form;
use crate::markup::markup;
use crate::wordpress::view::View;

/// The form of a widget.
pub fn widget_form(view: &View, kind: &WidgetKind, widget: &Widget) -> String {
    if let Some(fields) = kind.fields {
        return field_form(view, kind.domain, fields, widget);
    }
    let form = Form { view, widget };
    match kind.id_base {
        "text" => form.text(),
        "custom_html" => form.filled("custom_html", context! { content => form.value("content") }),
        "block" => form.filled("block", context! { content => form.value("content") }),
        "recent-posts" => form.filled(
            "recent_posts",
            context! {
                number => form.number(5),
                show_date => form.checked(" ", "show_date"),
            },
        ),
        "recent-comments" => form.filled("recent_comments", context! { number => form.number(5) }),
        "categories" => form.filled(
            "categories",
            context! {
                dropdown => form.checked(" ", "dropdown"),
                count => form.checked(" ", "count"),
                hierarchical => form.checked(" ", "hierarchical"),
            },
        ),
        "archives" => form.filled(
            "archives",
            context! {
                dropdown => form.checked(" ", "dropdown"),
                count => form.checked(" ", "count"),
            },
        ),
        "tag_cloud" => form.tag_cloud(),
        "pages" => form.pages(),
        "nav_menu" => form.nav_menu(),
        "rss" => form.rss(),
        base if base.starts_with("media_") => form.media(),
        _ => form.filled("title", context! {}),
    }
}

/// The form of one widget.
struct Form<'a> {
    view: &'a View,
    widget: &'a Widget,
}

impl Form<'_> {
    fn value(&self, name: &str) -> String {
        match self.widget.settings.at(name) {
            Stored::Array(_) => String::new(),
            value => value.to_string_lossy().into_owned(),
        }
    }

    fn is_on(&self, name: &str) -> bool {
        self.widget.settings.at(name).to_bool()
    }

    /// `checked()` of a setting, behind a separator when it prints something.
    fn checked(&self, separator: &str, name: &str) -> Value {
        Self::attribute(separator, "checked", self.is_on(name))
    }

    fn attribute(separator: &str, name: &str, is_set: bool) -> Value {
        match is_set {
            true => markup(format!("{separator}{name}='{name}'")),
            false => markup(String::new()),
        }
    }

    fn number(&self, default: i64) -> i64 {
        match self.widget.settings.get("number") {
            Some(number) => number.to_int(),
            None => default,
        }
    }

    fn text_of(&self, source: &str) -> String {
        self.view.text(source)
    }

    /// A template with the fields that all forms have, and its own.
    fn filled(&self, template: &str, own: Value) -> String {
        let Widget {
            id_base, number, ..
        } = self.widget;
        let count = match id_base.as_str() {
            "tag_cloud" => "Show tag counts",
            _ => "Show post counts",
        };
        let amount = match id_base.as_str() {
            "recent-comments" => "Number of comments to show:",
            _ => "Number of posts to show:",
        };
        let labels = context! {
            title => self.text_of("Title:"),
            number => self.text_of(amount),
            show_date => self.text_of("Display post date?"),
            dropdown => self.text_of("Display as dropdown"),
            count => self.text_of(count),
            hierarchical => self.text_of("Show hierarchy"),
            taxonomy => self.text_of("Taxonomy:"),
            content => self.text_of("Block HTML:"),
            text => self.text_of("Content:"),
            filter => self.text_of("Automatically add paragraphs"),
            sortby => self.text_of("Sort by:"),
            exclude => self.text_of("Exclude:"),
            exclude_note => self.text_of("Page IDs, separated by commas."),
            nav_menu => self.text_of("Select Menu:"),
        };
        let common = context! {
            id => format!("widget-{id_base}-{number}-"),
            name => format!("widget-{id_base}[{number}]"),
            title => self.value("title"),
            labels => labels,
        };
        let path = format!("wordpress/widgets/forms/{template}.html");
        self.view.render(&path, context! { ..own, ..common })
    }

    /// The visual editor's form, or the plain one for settings that it would change.
    fn text(&self) -> String {
        let template = match is_legacy_text(&self.widget.settings) {
            true => "text_plain",
            false => "text_visual",
        };
        self.filled(
            template,
            context! {
                text => self.value("text"),
                filter => self.checked(" ", "filter"),
            },
        )
    }

    fn tag_cloud(&self) -> String {
        let chosen = self.value("taxonomy");
        let view = self.view;
        let taxonomies = view.site.registry.taxonomies.values();
        // Those with a user interface: public ones of the API, and others that have a label.
        let shown = taxonomies.filter(|t| match t.public {
            true => t.rest_base.is_some(),
            false => !t.label.is_empty(),
        });
        let mut options: Vec<(String, String)> = shown
            .map(|t| (t.name.to_string(), view.label(t.text_domain, &t.label)))
            .collect();
        let links = ("link_category".to_owned(), view.text("Link Categories"));
        let place = options.iter().position(|(name, _)| name == "post_tag");
        options.insert(place.map_or(0, |place| place + 1), links);
        let known = options.iter().any(|(name, _)| *name == chosen);
        let chosen = if known { chosen } else { "post_tag".to_owned() };
        let rows = options.into_iter().map(|(name, label)| {
            let selected = Self::attribute(" ", "selected", name == chosen);
            context! { name => name, label => label, selected => selected }
        });
        let own = context! {
            taxonomies => Value::from_iter(rows.collect::<Vec<_>>()),
            count => self.checked("", "count"),
        };
        self.filled("tag_cloud", own)
    }

    fn pages(&self) -> String {
        let chosen = self.value("sortby");
        let orders = [
            ("post_title", "Page title"),
            ("menu_order", "Page order"),
            ("ID", "Page ID"),
        ];
        let chosen = match chosen.as_str() {
            "" => "post_title",
            chosen => chosen,
        };
        let rows = orders.into_iter().map(|(value, label)| {
            let selected = Self::attribute(" ", "selected", value == chosen);
            context! { value => value, label => self.text_of(label), selected => selected }
        });
        let own = context! {
            orders => Value::from_iter(rows.collect::<Vec<_>>()),
            exclude => self.value("exclude"),
        };
        self.filled("pages", own)
    }

    fn nav_menu(&self) -> String {
        let chosen = self.widget.settings.at("nav_menu").to_int();
        let mut menus: Vec<_> = self.view.site.terms.of("nav_menu").iter().collect();
        menus.sort_by_key(|menu| menu.name.to_lowercase());
        let rows = menus.into_iter().map(|menu| {
            let id = menu.term_id.0;
            let selected = Self::attribute(" ", "selected", id == chosen);
            context! { id => id, name => menu.name.as_str(), selected => selected }
        });
        let url = format!("{}/wp-admin/nav-menus.php", self.view.site.siteurl());
        let none = self.text_of("No menus have been created yet. <a href=\"%s\">Create some</a>.");
        let own = context! {
            menus => Value::from_iter(rows.collect::<Vec<_>>()),
            select => markup(self.text_of("&mdash; Select &mdash;")),
            no_menus => markup(none.replace("%s", &url)),
        };
        self.filled("nav_menu", own)
    }

    fn rss(&self) -> String {
        let chosen = match self.widget.settings.at("items").to_int() {
            items @ 1..=20 => items,
            _ => 10,
        };
        let items = (1..=20).map(|value: i64| {
            let selected = Self::attribute("", "selected", value == chosen);
            context! { value => value, selected => selected }
        });
        let boxes = [
            ("show-summary", "show_summary", "Display item content?"),
            (
                "show-author",
                "show_author",
                "Display item author if available?",
            ),
            ("show-date", "show_date", "Display item date?"),
        ];
        let boxes = boxes.into_iter().map(|(id, field, label)| {
            let checked = Self::attribute("", "checked", self.is_on(field));
            context! { id => id, field => field, label => self.text_of(label), checked => checked }
        });
        let labels = context! {
            url => self.text_of("Enter the RSS feed URL here:"),
            title => self.text_of("Give the feed a title (optional):"),
            items => self.text_of("How many items would you like to display?"),
        };
        let own = context! {
            number => self.widget.number,
            url => self.value("url"),
            items => Value::from_iter(items.collect::<Vec<_>>()),
            boxes => Value::from_iter(boxes.collect::<Vec<_>>()),
            labels => labels,
        };
        self.filled("rss", own)
    }

    fn media(&self) -> String {
        let stored = self.widget.settings.iter().map(|(name, value)| {
            let name = name.to_string_lossy();
            let text = match value {
                Stored::Array(_) => {
                    let ids = value.values().map(Stored::to_string_lossy);
                    ids.collect::<Vec<_>>().join(",")
                }
                Stored::Bool(is_on) => if *is_on { "1" } else { "" }.to_owned(),
                value => value.to_string_lossy().into_owned(),
            };
            context! { name => name, value => text }
        });
        let own = context! { fields => Value::from_iter(stored.collect::<Vec<_>>()) };
        self.filled("media", own)
    }
}
