//! Global elements: sections, rows and modules whose content is kept in the library, once for all pages.
//!
//! Contract "divi-server", section 1.3. The library's posts must be loaded; paragraphs of their texts are the renderer's
//! matter. A post that is missing leaves the page's own element as it is, and so does one that names itself again.

use std::collections::HashSet;

use super::element::{Element, Node, parse};
use crate::wordpress::php::json::json_decode_assoc;
use crate::wordpress::post::PostId;

/// A post of the library.
#[derive(Debug, Clone, Copy)]
pub struct LibraryItem<'a> {
    /// Its content.
    pub content: &'a str,
    /// Meta `_et_pb_excluded_global_options`: JSON list of what stays the page's own.
    pub excluded_options: Option<&'a str>,
}

/// Finds a published post of the library.
pub trait Library {
    /// The post with this id.
    fn item(&self, id: PostId) -> Option<LibraryItem<'_>>;
}

/// Most elements that the library may add to one page: content that multiplies itself ends here.
const MOST_ITEMS: usize = 2_000;

/// The post of the library that an element names.
pub fn library_id(element: &Element) -> Option<PostId> {
    let id = element.attributes.text("global_module").parse().ok()?;
    (id > 0).then_some(PostId(id))
}

/// Puts the library's content in place of all global elements of a layout.
pub fn replace_global_modules(nodes: &mut Vec<Node>, library: &dyn Library) {
    let mut walk = Walk {
        library,
        open: HashSet::new(),
        left: MOST_ITEMS,
    };
    walk.nodes(nodes, false);
}

struct Walk<'a> {
    library: &'a dyn Library,
    /// Posts that are being put in place around the current element.
    open: HashSet<PostId>,
    left: usize,
}

impl Walk<'_> {
    fn nodes(&mut self, nodes: &mut Vec<Node>, in_specialty_column: bool) {
        let mut out = Vec::with_capacity(nodes.len());
        for node in nodes.drain(..) {
            match node {
                Node::Text(_) => out.push(node),
                Node::Element(element) => self.element(element, in_specialty_column, &mut out),
            }
        }
        *nodes = out;
    }

    fn element(&mut self, mut element: Element, in_specialty_column: bool, out: &mut Vec<Node>) {
        let id = library_id(&element).filter(|id| self.left > 0 && !self.open.contains(id));
        let library = self.library;
        let found = id.and_then(|id| Some((id, library.item(id)?)));
        let Some((id, item)) = found else {
            self.inside(&mut element);
            out.push(Node::Element(element));
            return;
        };
        self.left -= 1;
        self.open.insert(id);
        let mut replaced = if is_replaced_whole(&element.slug) {
            whole(&element, item, in_specialty_column)
        } else {
            vec![Node::Element(module(element, item))]
        };
        for node in &mut replaced {
            if let Node::Element(element) = node {
                self.inside(element);
            }
        }
        out.append(&mut replaced);
        self.open.remove(&id);
    }

    fn inside(&mut self, element: &mut Element) {
        let is_specialty = element.attributes.is_filled("specialty_columns");
        let is_specialty_column = element.slug == "et_pb_column" && is_specialty;
        self.nodes(&mut element.children, is_specialty_column);
    }
}

fn is_replaced_whole(slug: &str) -> bool {
    matches!(slug, "et_pb_section" | "et_pb_row" | "et_pb_row_inner")
}

/// The library's content in place of a section or row; colours of the neighbours stay the page's.
fn whole(element: &Element, item: LibraryItem<'_>, in_specialty_column: bool) -> Vec<Node> {
    let mut nodes = parse(item.content);
    for node in &mut nodes {
        let Node::Element(new) = node else { continue };
        if in_specialty_column || element.slug == "et_pb_row_inner" {
            rename_to_inner(new);
        }
        for name in ["prev_background_color", "next_background_color"] {
            if let Some(color) = element.attributes.get(name) {
                new.attributes.insert(name, color);
            }
        }
        if library_id(new).is_none() {
            new.attributes
                .insert("global_module", element.attributes.text("global_module"));
        }
    }
    nodes
}

/// Rows inside of specialty columns have names of their own, so that they can stand inside a row's column.
fn rename_to_inner(row: &mut Element) {
    if row.slug != "et_pb_row" {
        return;
    }
    row.slug = "et_pb_row_inner".to_owned();
    for column in row.elements_mut().filter(|e| e.slug == "et_pb_column") {
        column.slug = "et_pb_column_inner".to_owned();
    }
}

/// A module with the library's attributes over its own, and the library's content where that is shared.
fn module(mut local: Element, item: LibraryItem<'_>) -> Element {
    let stored = parse(item.content).into_iter().find_map(|node| match node {
        Node::Element(element) => find(element, &local.slug),
        Node::Text(_) => None,
    });
    let Some(stored) = stored else {
        return local;
    };
    let excluded = item.excluded_options.map(excluded_options);
    let is_excluded = |name: &str| excluded.as_ref().is_some_and(|list| list.contains(name));
    let takes_content = match &excluded {
        Some(list) => !list.contains("et_pb_content_field"),
        None => {
            let tabs = local.attributes.text("saved_tabs");
            tabs == "all" || tabs.contains("general")
        }
    };
    for (name, value) in stored.attributes.iter() {
        if name != "global_module" && !is_excluded(name) {
            local.attributes.insert(name, value);
        }
    }
    if takes_content {
        local.content = stored.content;
        local.children = stored.children;
    }
    local
}

/// The first element of this name: the library keeps modules inside a section, a row and a column.
fn find(element: Element, slug: &str) -> Option<Element> {
    if element.slug == slug {
        return Some(element);
    }
    element.children.into_iter().find_map(|node| match node {
        Node::Element(inner) => find(inner, slug),
        Node::Text(_) => None,
    })
}

fn excluded_options(json: &str) -> HashSet<String> {
    let list = json_decode_assoc(json.as_bytes()).unwrap_or_default();
    let names = list.values().filter_map(|name| name.as_str_lossy());
    names.map(std::borrow::Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Shelf(&'static [(i64, &'static str, Option<&'static str>)]);

    impl Library for Shelf {
        fn item(&self, id: PostId) -> Option<LibraryItem<'_>> {
            let found = self.0.iter().find(|(own, ..)| *own == id.0);
            found.map(|(_, content, excluded_options)| LibraryItem {
                content,
                excluded_options: *excluded_options,
            })
        }
    }

    fn replaced(content: &str, shelf: &Shelf) -> Vec<Node> {
        let mut nodes = parse(content);
        replace_global_modules(&mut nodes, shelf);
        nodes
    }

    fn text_module(shelf: &Shelf, local: &str) -> (String, String, String) {
        let nodes = replaced(local, shelf);
        let Some(Node::Element(element)) = nodes.first() else {
            panic!("no element");
        };
        let text = |name: &str| element.attributes.text(name).to_owned();
        (text("a"), text("b"), element.content.clone())
    }

    #[test]
    fn modules_take_what_is_shared() {
        let shelf = Shelf(&[
            (
                5,
                "[et_pb_text a=\"lib\" b=\"lib\" saved_tabs=\"all\"]Biblioteca[/et_pb_text]",
                None,
            ),
            (
                6,
                "[et_pb_text a=\"lib\" b=\"lib\"]Biblioteca[/et_pb_text]",
                Some("[\"b\"]"),
            ),
            (
                7,
                "[et_pb_section][et_pb_row][et_pb_column][et_pb_text a=\"lib\"]Biblioteca[/et_pb_text][/et_pb_column][/et_pb_row][/et_pb_section]",
                Some("[\"et_pb_content_field\"]"),
            ),
        ]);
        let case = |local: &str| text_module(&shelf, local);
        let owned = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        assert_eq!(
            case(
                "[et_pb_text a=\"own\" saved_tabs=\"all\" global_module=\"5\"]Propio[/et_pb_text]"
            ),
            owned("lib", "lib", "Biblioteca")
        );
        // Without the mark of what was saved, the text is the page's.
        assert_eq!(
            case("[et_pb_text a=\"own\" global_module=\"5\"]Propio[/et_pb_text]"),
            owned("lib", "lib", "Propio")
        );
        assert_eq!(
            case("[et_pb_text a=\"own\" b=\"own\" global_module=\"6\"]Propio[/et_pb_text]"),
            owned("lib", "own", "Biblioteca")
        );
        assert_eq!(
            case("[et_pb_text a=\"own\" b=\"own\" global_module=\"7\"]Propio[/et_pb_text]"),
            owned("lib", "own", "Propio")
        );
        assert_eq!(
            case("[et_pb_text a=\"own\" global_module=\"404\"]Propio[/et_pb_text]"),
            owned("own", "", "Propio")
        );
    }

    #[test]
    fn sections_and_rows_are_replaced_whole() {
        let shelf = Shelf(&[
            (
                5,
                "[et_pb_section x=\"lib\"][et_pb_row global_module=\"6\"][/et_pb_row][/et_pb_section]",
                None,
            ),
            (
                6,
                "[et_pb_row][et_pb_column type=\"4_4\"][/et_pb_column][/et_pb_row]",
                None,
            ),
        ]);
        let nodes = replaced(
            "[et_pb_section next_background_color=\"#fff\" global_module=\"5\"][/et_pb_section]",
            &shelf,
        );
        let Some(Node::Element(section)) = nodes.first() else {
            panic!("no section");
        };
        assert_eq!(section.attributes.text("x"), "lib");
        assert_eq!(section.attributes.text("next_background_color"), "#fff");
        let row = section.elements().next().unwrap();
        assert_eq!(
            row.elements().next().unwrap().attributes.text("type"),
            "4_4"
        );
        let nodes = replaced(
            "[et_pb_column specialty_columns=\"2\"][et_pb_row_inner global_module=\"6\"][/et_pb_row_inner][/et_pb_column]",
            &shelf,
        );
        let Some(Node::Element(column)) = nodes.first() else {
            panic!("no column");
        };
        let row = column.elements().next().unwrap();
        assert_eq!(row.slug, "et_pb_row_inner");
        assert_eq!(row.elements().next().unwrap().slug, "et_pb_column_inner");
    }

    #[test]
    fn a_circle_ends() {
        let shelf = Shelf(&[
            (
                5,
                "[et_pb_section][et_pb_row global_module=\"6\"][/et_pb_row][et_pb_row global_module=\"6\"][/et_pb_row][/et_pb_section]",
                None,
            ),
            (
                6,
                "[et_pb_row][et_pb_column][et_pb_section global_module=\"5\"][/et_pb_section][et_pb_section global_module=\"5\"][/et_pb_section][/et_pb_column][/et_pb_row]",
                None,
            ),
        ]);
        let nodes = replaced(
            "[et_pb_section global_module=\"5\"][/et_pb_section]",
            &shelf,
        );
        assert_eq!(nodes.len(), 1);
    }
}
