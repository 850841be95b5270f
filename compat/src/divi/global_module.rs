//! Global modules: sections, rows and modules whose content is stored once in the library.
//!
//! Contract "divi-server", section 1.3. The library's posts are loaded with the page ([`super::page_data`]) and replace
//! the elements that name them. Where a post is missing, the page's own element is rendered.

use std::borrow::Cow;
use std::collections::HashSet;

use super::attributes::Attributes;
use super::shortcode_breaks::fix_shortcodes;
use crate::wordpress::formatting::autop::wpautop;
use crate::wordpress::php::json::json_decode_assoc;
use crate::wordpress::post::PostId;
use crate::wordpress::shortcode::{ShortcodeMatches, shortcode_parse_atts};
use crate::wordpress::static_regex::StaticRegex;

/// The post type of the library.
pub const LIBRARY_TYPE: &str = "et_pb_layout";

/// The meta of a library post that lists the options which are not shared (JSON).
pub const EXCLUDED_OPTIONS: &str = "_et_pb_excluded_global_options";

/// A post of the library.
#[derive(Debug, Clone, Copy)]
pub struct LibraryItem<'a> {
    /// Its content.
    pub content: &'a str,
    /// Its meta [`EXCLUDED_OPTIONS`], when there is one.
    pub excluded_options: Option<&'a str>,
}

/// The library post of an element.
pub fn global_module(attributes: &Attributes) -> Option<PostId> {
    let id = attributes.text("global_module").parse().ok()?;
    (id > 0).then_some(PostId(id))
}

static NAMED: StaticRegex = StaticRegex::new(r#"\bglobal_module=["']?([0-9]{1,18})"#);

/// The library posts of the elements in a text. Text that only looks like an attribute may add one.
pub fn global_modules_in(text: &str) -> impl Iterator<Item = PostId> {
    NAMED.captures_iter(text).filter_map(|found| {
        let id = found.get(1)?.as_str().parse().ok()?;
        (id > 0).then_some(PostId(id))
    })
}

/// Whether the library's content replaces an element of this kind completely, not only its attributes and text.
pub fn is_replaced_whole(slug: &str) -> bool {
    matches!(slug, "et_pb_section" | "et_pb_row" | "et_pb_row_inner")
}

/// The replacement of a section or row: the library's content after `wpautop`, before its shortcodes run. The colours of
/// neighbouring sections are those of the page.
pub fn whole(item: LibraryItem<'_>, slug: &str, attributes: &Attributes) -> String {
    let mut content = Cow::Borrowed(item.content);
    if slug == "et_pb_row_inner" {
        content = Cow::Owned(as_inner_rows(&content));
    }
    for name in ["prev_background_color", "next_background_color"] {
        let color = attributes.text(name);
        if !color.is_empty()
            && let Some(new) = with_attribute(&content, slug, name, color)
        {
            content = Cow::Owned(new);
        }
    }
    fix_shortcodes(&wpautop(&content, true)).into_owned()
}

/// The content of a row inside a specialty column, with the slugs of inner rows and columns.
fn as_inner_rows(content: &str) -> String {
    let mut content = content.to_owned();
    for kind in ["row", "column"] {
        for (open, end) in [("[", " "), ("[", "]"), ("[/", "]")] {
            let old = format!("{open}et_pb_{kind}{end}");
            let new = format!("{open}et_pb_{kind}_inner{end}");
            content = content.replace(&old, &new);
        }
    }
    content
}

/// The text with an attribute of its first element of a kind set.
fn with_attribute(content: &str, slug: &str, name: &str, value: &str) -> Option<String> {
    if value.contains(['"', '[', ']']) {
        return None;
    }
    let found = first(content, slug)?;
    let (before, rest) = content.split_at_checked(found.start + 1 + slug.len())?;
    let (attributes, behind) = rest.split_at_checked(found.attrs.len())?;
    let open = format!("{name}=\"");
    let written = attributes.find(&open).and_then(|at| {
        let start = at + open.len();
        let length = attributes.get(start..)?.find('"')?;
        Some((attributes.get(..start)?, attributes.get(start + length..)?))
    });
    Some(match written {
        Some((head, tail)) => format!("{before}{head}{value}{tail}{behind}"),
        None => format!("{before} {open}{value}\"{attributes}{behind}"),
    })
}

fn first<'c>(
    content: &'c str,
    slug: &str,
) -> Option<crate::wordpress::shortcode::ShortcodeMatch<'c>> {
    let is_wanted = |name: &str| (name == slug).then_some(name.len());
    ShortcodeMatches::new(content, is_wanted).find(|found| !found.open_escape)
}

/// Overwrites a module's attributes with the library's; returns the library's text, after `wpautop`, where it is shared.
pub fn module(slug: &str, local: &mut Attributes, item: LibraryItem<'_>) -> Option<String> {
    let content = put_attributes(slug, local, item)?;
    Some(fix_shortcodes(&wpautop(content, true)).into_owned())
}

/// Overwrites a module's attributes with the library's; returns the library's text where it is shared.
pub fn put_attributes<'i>(
    slug: &str,
    local: &mut Attributes,
    item: LibraryItem<'i>,
) -> Option<&'i str> {
    let stored = first(item.content, slug)?;
    let excluded = item.excluded_options.map(excluded_options);
    let is_excluded = |name: &str| excluded.as_ref().is_some_and(|list| list.contains(name));
    let takes_content = match &excluded {
        Some(list) => !list.contains("et_pb_content_field"),
        None => {
            let tabs = local.text("saved_tabs");
            tabs == "all" || tabs.contains("general")
        }
    };
    for (name, value) in Attributes::from_atts(&shortcode_parse_atts(stored.attrs)).iter() {
        if name != "global_module" && !is_excluded(name) {
            local.insert(name, value);
        }
    }
    takes_content.then(|| stored.content.unwrap_or_default())
}

fn excluded_options(json: &str) -> HashSet<String> {
    let list = json_decode_assoc(json.as_bytes()).unwrap_or_default();
    let names = list.values().filter_map(|name| name.as_str_lossy());
    names.map(Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn attributes(written: &str) -> Attributes {
        Attributes::from_atts(&shortcode_parse_atts(written))
    }

    /// Attributes `a` and `b` and the content of a module that says these.
    fn drawn(local: &str, content: &str, excluded_options: Option<&str>) -> [String; 3] {
        let mut local = attributes(local);
        let item = LibraryItem {
            content,
            excluded_options,
        };
        let content = module("et_pb_text", &mut local, item);
        let text = |name: &str| local.text(name).to_owned();
        [text("a"), text("b"), content.unwrap_or("own".to_owned())]
    }

    #[test]
    fn modules_take_what_is_shared() {
        const STORED: &str = "[et_pb_text a=\"lib\" b=\"lib\" saved_tabs=\"all\"]Uno[/et_pb_text]";
        const NESTED: &str = "[et_pb_section][et_pb_row][et_pb_column][et_pb_text a=\"lib\" ]Uno[/et_pb_text][/et_pb_column][/et_pb_row][/et_pb_section]";
        let cases = [
            (
                "a=\"own\" saved_tabs=\"all\"",
                STORED,
                None,
                ["lib", "lib", "<p>Uno</p>\n"],
            ),
            // Without the mark of what was saved, the text is the page's.
            ("a=\"own\"", STORED, None, ["lib", "lib", "own"]),
            (
                "a=\"own\" b=\"own\"",
                STORED,
                Some("[\"b\"]"),
                ["lib", "own", "<p>Uno</p>\n"],
            ),
            (
                "b=\"own\"",
                NESTED,
                Some("[\"et_pb_content_field\"]"),
                ["lib", "own", "own"],
            ),
            (
                "a=\"own\"",
                "[et_pb_blurb a=\"lib\"]",
                None,
                ["own", "", "own"],
            ),
        ];
        for (local, stored, excluded, wanted) in cases {
            assert_eq!(drawn(local, stored, excluded), wanted, "{local}");
        }
    }

    #[test]
    fn sections_and_rows_are_replaced_whole() {
        let whole = |content: &str, slug: &str, local: &str| {
            let item = LibraryItem {
                content,
                excluded_options: None,
            };
            super::whole(item, slug, &attributes(local))
        };
        let colors = "prev_background_color=\"#000\" next_background_color=\"#fff\"";
        assert_eq!(
            whole(
                "[et_pb_section x=\"1\" next_background_color=\"red\" ]\n\n[et_pb_row][/et_pb_row][/et_pb_section]",
                "et_pb_section",
                colors
            ),
            "[et_pb_section prev_background_color=\"#000\" x=\"1\" next_background_color=\"#fff\" ][et_pb_row][/et_pb_row][/et_pb_section]"
        );
        assert_eq!(
            whole(
                "[et_pb_row a=\"1\"][et_pb_column type=\"4_4\"][/et_pb_column][/et_pb_row]",
                "et_pb_row_inner",
                ""
            ),
            "[et_pb_row_inner a=\"1\"][et_pb_column_inner type=\"4_4\"][/et_pb_column_inner][/et_pb_row_inner]"
        );
    }

    #[test]
    fn posts_that_are_named() {
        let text = "[et_pb_row global_module=\"12\"] [et_pb_text a=\"b\" global_module='7'] global_module=\"x\"";
        let ids: Vec<i64> = global_modules_in(text).map(|id| id.0).collect();
        assert_eq!(ids, [12, 7]);
    }

    proptest! {
        #[test]
        fn never_panics(content in "(\\[/?et_pb_(section|row|text)( prev_background_color=\"?)?\\]?|\"|ñ){0,20}", color in "\\PC{0,9}") {
            let item = LibraryItem { content: &content, excluded_options: Some(&color) };
            let mut local = attributes("");
            local.insert("prev_background_color", color.as_str());
            whole(item, "et_pb_section", &local);
            module("et_pb_text", &mut local, item);
        }
    }
}
