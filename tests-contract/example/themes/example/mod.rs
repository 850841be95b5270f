//! Example Notes: the list of notes, a class of the body, a style sheet.

use compat::wordpress::shortcode::ShortcodeCall;
use minijinja::context;
use themes::base_css::place;
use themes::column::{Column, Registry};
use themes::wordpress::view::{Page, View};

use crate::compat::example::notes::{NoteSettings, Notes};
use crate::compat::example::register::{COLUMN as MEANING, SHORTCODE};

/// The column.
pub const COLUMN: Column = Column {
    name: "example",
    is_active: MEANING.is_active,
    register,
};

fn register(registry: &mut Registry) {
    registry.shortcodes.register(SHORTCODE, list);
    registry.hooks.body_class(10, body_class);
    registry.templates.push((
        "example/notes.html",
        include_str!("../templates/example/notes.html"),
    ));
    registry.sheets.add(
        place::PLUGINS,
        &[include_str!("../assets/example/example.css")],
    );
}

/// `[example_notes]`.
fn list(_: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    let Notes(notes) = view.page_data.get();
    let heading = &view.site_data.get::<NoteSettings>().heading;
    view.render("example/notes.html", context! { heading, notes })
}

fn body_class(view: &View, classes: &mut Vec<String>) {
    let Notes(notes) = view.page_data.get();
    if !notes.is_empty() {
        classes.push("has-example-notes".to_owned());
    }
}
