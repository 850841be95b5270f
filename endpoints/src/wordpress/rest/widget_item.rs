//! A widget as an item: rendered, with its form and its signed settings.
//!
//! Contract "wordpress-rest", section 15; recordings owner/widgets, owner/widget-create, owner/widget-encode.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::wordpress::hash::hash_equals;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::{Array, Object, Value, serialize, unserialize};
use compat::wordpress::posted::Posted;
use compat::wordpress::query::MainQuery;
use compat::wordpress::widget::Widget;
use compat::wordpress::widgets::{INACTIVE, WidgetKind};
use themes::wordpress::view::{Page, View};
use themes::wordpress::widgets::{Sidebar, widget_form};

use crate::site_state::SiteState;
use crate::wordpress::view;

use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;
use super::route_error::RouteError;

/// The methods of a widget's address.
const ALLOWED: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE"];

/// A widget with the area that it stands in.
#[derive(Debug, Clone)]
pub struct PlacedWidget {
    /// The area's id.
    pub area: String,
    /// The widget; its settings are empty when none are stored.
    pub widget: Widget,
}

/// The kind of a widget, if it is known.
pub fn kind_of<'a>(state: &'a SiteState, id_base: &str) -> Option<&'a WidgetKind> {
    let mut kinds = state.site.registry.widget_kinds.iter();
    kinds.find(|kind| kind.id_base == id_base)
}

/// `wp_parse_widget_id` with the stored settings; `None` when there are none.
pub fn stored_widget(state: &SiteState, id: &str) -> Option<Widget> {
    let (id_base, number) = id.rsplit_once('-')?;
    let number: i64 = number.parse().ok()?;
    let stored = state.site.options.value(&format!("widget_{id_base}"));
    Some(Widget {
        id: id.to_owned(),
        id_base: id_base.to_owned(),
        number,
        settings: stored.get(number)?.clone(),
    })
}

/// The settings as they are sent: serialised, signed, and readable where the kind allows it.
pub fn instance(state: &SiteState, kind: &WidgetKind, settings: &Value) -> Value {
    let serialized = serialize(settings);
    let value = Value::array()
        .with("encoded", STANDARD.encode(&serialized))
        .with("hash", state.salts.wp_hash(&serialized, "auth"));
    if !kind.shows_instance {
        return value;
    }
    let raw = match settings.is_empty() {
        true => Value::Object(Box::new(Object::new("stdClass"))),
        false => settings.clone(),
    };
    value.with("raw", raw)
}

/// The settings of `encoded` and `hash`; `Err` when the hash is not theirs, `None` when they are not sent.
///
/// # Errors
/// `rest_invalid_widget`.
pub fn signed_settings(rest: &Rest<'_>, sent: &Value) -> Result<Option<Value>, RouteError> {
    let (Some(encoded), Some(hash)) = (sent.get("encoded"), sent.get("hash")) else {
        return Ok(None);
    };
    let serialized = STANDARD
        .decode(encoded.to_bytes().as_ref())
        .unwrap_or_default();
    let own = rest.state.salts.wp_hash(&serialized, "auth");
    let settings = match hash_equals(&own, &hash.to_string_lossy()) {
        true => unserialize(&serialized).ok(),
        false => None,
    };
    let source = "The provided instance is malformed.";
    let malformed = || rest.error("rest_invalid_widget", source, 400).into();
    settings.map(Some).ok_or_else(malformed)
}

/// A view of a site's snapshot without a page.
///
/// # Errors
/// When the database fails.
pub async fn view_of(rest: &Rest<'_>, state: &Arc<SiteState>) -> Result<Arc<View>, RouteError> {
    let mut context = rest.context.clone();
    context.state = Arc::clone(state);
    let (query, objects) = (MainQuery::default(), ObjectCache::default());
    let view = view::build(&context, query, objects, Posted::default()).await?;
    Ok(Arc::new(view))
}

/// Widgets as items, rendered together.
///
/// # Errors
/// When the database or rendering fails.
pub async fn widget_items(
    rest: &Rest<'_>,
    request: &RestRequest,
    (state, areas): (&Arc<SiteState>, &[Sidebar]),
    widgets: Vec<PlacedWidget>,
) -> Result<Vec<Item>, RouteError> {
    if widgets.is_empty() {
        return Ok(Vec::new());
    }
    let view = view_of(rest, state).await?;
    let is_edit = request.text("context") == "edit";
    let (shown, areas) = (widgets.clone(), areas.to_vec());
    let render = move |page: &mut Page| {
        let printed = shown
            .iter()
            .map(|placed| print(page, &areas, placed, is_edit));
        Ok(printed.collect::<Vec<_>>())
    };
    let (printed, _) = rest.app.render_pool.render(view, render).await?;
    let items = widgets.iter().zip(printed);
    let items = items.map(|(placed, printed)| item(rest, state, (placed, printed), is_edit));
    Ok(items.collect())
}

/// The widget in its area, and its form.
fn print(
    page: &mut Page,
    areas: &[Sidebar],
    placed: &PlacedWidget,
    is_edit: bool,
) -> (String, String) {
    let view = page.view.clone();
    let theme = view.theme.clone();
    let widget = &placed.widget;
    let area = areas.iter().find(|area| area.id == placed.area);
    let rendered = area.map(|area| theme.widgets.print(page, widget, area.args));
    let kinds = &view.site.registry.widget_kinds;
    let kind = kinds.iter().find(|kind| kind.id_base == widget.id_base);
    let form = kind
        .filter(|_| is_edit)
        .map(|kind| widget_form(&view, kind, widget));
    let trimmed = |text: Option<String>| text.unwrap_or_default().trim().to_owned();
    (trimmed(rendered), trimmed(form))
}

fn item(
    rest: &Rest<'_>,
    state: &SiteState,
    (placed, (rendered, form)): (&PlacedWidget, (String, String)),
    is_edit: bool,
) -> Item {
    let PlacedWidget { area, widget } = placed;
    let mut item = Item::default();
    item.set("id", widget.id.as_str());
    item.set("id_base", widget.id_base.as_str());
    item.set("sidebar", area.as_str());
    item.set("rendered", if area == INACTIVE { "" } else { &rendered });
    if is_edit {
        let kind = kind_of(state, &widget.id_base);
        let form = kind.map(|_| Value::from(form));
        item.set("rendered_form", form.unwrap_or(Value::Null));
        let signed = kind.map(|kind| instance(state, kind, &widget.settings));
        item.set("instance", signed.unwrap_or(Value::Null));
    }
    let url = |path: String| rest.rest_url(&path);
    item.link_self(url(format!("/wp/v2/widgets/{}", widget.id)), ALLOWED);
    item.link("collection", rest.rest_url("/wp/v2/widgets"));
    let about = format!("/wp/v2/widget-types/{}", widget.id_base);
    item.embeddable("about", url(about));
    item.link("wp:sidebar", url(format!("/wp/v2/sidebars/{area}/")));
    item
}

/// The settings of a form that is sent as a query string: the first number of the kind.
pub fn form_settings(form: &Array, id_base: &str) -> Option<(i64, Value)> {
    let numbers = form.get(format!("widget-{id_base}").as_str())?;
    let (number, settings) = numbers.as_array()?.first()?;
    Some((number.as_int().unwrap_or(0), settings.clone()))
}
