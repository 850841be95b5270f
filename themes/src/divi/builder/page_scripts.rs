//! The globals of a page that scripts of elements read.
//!
//! Contracts "divi-server", section 2.4, and "divi-ajax", section 6.

use compat::divi::attributes::State;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;

use crate::wordpress::view::Page;

use super::render_state::RenderState;

/// `et_pb_motion_elements`.
pub fn motion_json(page: &mut Page) -> String {
    let lists = RenderState::of(page).scope.collected.scripts.lists();
    let motion = lists.map(|lists| lists.motion.clone()).unwrap_or_default();
    let object = State::DEVICES
        .iter()
        .zip(&motion)
        .fold(Value::array(), |object, (device, entries)| {
            object.with(device.name(), list(entries))
        });
    json_encode(&object, 0).unwrap_or_default()
}

/// `et_pb_sticky_elements`: an object, or an empty list without elements.
pub fn sticky_json(page: &mut Page) -> String {
    let lists = RenderState::of(page).scope.collected.scripts.lists();
    let elements = lists.into_iter().flat_map(|lists| &lists.sticky);
    let object = elements.fold(Value::array(), |object, (class, e)| {
        object.with(class.as_str(), e.clone())
    });
    json_encode(&object, 0).unwrap_or_default()
}

fn list(entries: &[Value]) -> Value {
    entries
        .iter()
        .fold(Value::array(), |list, e| list.with_pushed(e.clone()))
}

/// Prints the globals of animations and links, where there are any.
pub fn print(page: &mut Page) -> String {
    let Some(scripts) = RenderState::of(page).scope.collected.scripts.lists() else {
        return String::new();
    };
    let globals = [
        ("et_animation_data", &scripts.animations),
        ("et_link_options_data", &scripts.links),
    ];
    let mut out = String::new();
    for (name, entries) in globals.into_iter().filter(|(_, e)| !e.is_empty()) {
        let json = json_encode(&list(entries), 0).unwrap_or_default();
        out.push_str(&format!(
            "<script type=\"text/javascript\">\n\t\t\t\tvar {name} = {json};\n\t\t\t</script>\n"
        ));
    }
    out
}
