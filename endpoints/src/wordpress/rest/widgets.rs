//! `wp/v2/widgets`: reading, making, changing, moving and deleting widgets.
//!
//! Contract "wordpress-rest", section 15; recordings owner/widget*. A widget that is made by REST stands in its area in
//! the answer, and among the inactive ones in the rows until its area is set, as in WordPress (recording
//! owner/widget-create).

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::widget::Widget;
use compat::wordpress::widgets::{
    INACTIVE, WidgetEditor, WidgetKind, edit_widgets, updated_settings,
};

use super::arg::Arg;
use super::collection::context_arg;
use super::guarded::{callback, endpoint, has};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{CREATABLE, DELETABLE, EDITABLE, READABLE, Rest, Routes};
use super::route_error::RouteError;
use super::widget_areas::{arrangement, known_widgets, manage_widgets, sidebars};
use super::widget_item::{
    PlacedWidget, form_settings, kind_of, signed_settings, stored_widget, widget_items,
};

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    let sidebar = Arg::new(
        "sidebar",
        locale.translate("The sidebar to return widgets for."),
    );
    let listed = vec![context(), sidebar.string()];
    routes.register(
        "wp/v2",
        "/widgets",
        vec![
            endpoint(READABLE, listed, manage_widgets, callback!(list)).in_batches(),
            endpoint(
                CREATABLE,
                write_args(locale, true),
                manage_widgets,
                callback!(create),
            )
            .in_batches(),
        ],
    );
    routes.schema(item_schema::widget);
    let source = "Whether to force removal of the widget, or move it to the inactive sidebar.";
    let force = Arg::new("force", locale.translate(source)).boolean();
    routes.register(
        "wp/v2",
        "/widgets/(?P<id>[\\w\\-]+)",
        vec![
            endpoint(READABLE, vec![context()], manage_widgets, callback!(item)).in_batches(),
            endpoint(
                EDITABLE,
                write_args(locale, false),
                manage_widgets,
                callback!(update),
            )
            .in_batches(),
            endpoint(DELETABLE, vec![force], manage_widgets, callback!(delete)).in_batches(),
        ],
    );
    routes.schema(item_schema::widget);
}

fn write_args(locale: &Locale, is_new: bool) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let text = |source: &str| locale.translate(source).to_owned();
    let part = |kind: &str, source: &str| {
        Value::array()
            .with("description", text(source))
            .with("type", kind)
            .with("context", ["edit"].into_iter().collect::<Value>())
    };
    let properties = Value::array()
        .with(
            "encoded",
            part(
                "string",
                "Base64 encoded representation of the instance settings.",
            ),
        )
        .with(
            "hash",
            part("string", "Cryptographic hash of the instance settings."),
        )
        .with(
            "raw",
            part("object", "Unencoded instance settings, if supported."),
        );
    let mut sidebar = arg("sidebar", "The sidebar the widget belongs to.").string();
    if is_new {
        sidebar = sidebar.default(INACTIVE).required();
    }
    let base = "The type of the widget. Corresponds to ID in widget-types endpoint.";
    let form = "URL-encoded form data from the widget admin form. Used to update a widget that does not support instance. Write only.";
    vec![
        arg("id", "Unique identifier for the widget.").string(),
        arg("id_base", base).string(),
        sidebar,
        arg("instance", "Instance settings of the widget, if supported.")
            .with("type", "object")
            .with("properties", properties),
        arg("form_data", form).string(),
    ]
}

async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let state = rest.state_now();
    let areas = sidebars(&state, &rest.locale);
    let asked = Some(request.text("sidebar")).filter(|_| request.has("sidebar"));
    let mut placed = Vec::new();
    for (area, widgets) in arrangement(&state, &areas).areas() {
        if asked.as_ref().is_some_and(|asked| *asked != area) {
            continue;
        }
        let widgets = widgets.iter().filter_map(|id| stored_widget(&state, id));
        placed.extend(widgets.map(|widget| PlacedWidget {
            area: area.clone(),
            widget,
        }));
    }
    let items = widget_items(rest, request, (&state, &areas), placed).await?;
    Ok(RestResponse::new(Body::List(items)))
}

fn unknown(rest: &Rest<'_>) -> RouteError {
    let source = "No widget was found with that id.";
    rest.error("rest_widget_not_found", source, 404).into()
}

fn invalid(rest: &Rest<'_>, source: &str) -> RouteError {
    rest.error("rest_invalid_widget", source, 400).into()
}

/// The requested widget where it stands.
fn placed(rest: &Rest<'_>, request: &RestRequest) -> Result<PlacedWidget, RouteError> {
    let id = request.url_text("id");
    let state = rest.state_now();
    let areas = sidebars(&state, &rest.locale);
    let area = arrangement(&state, &areas).area_of(&id);
    let widget = stored_widget(&state, &id);
    let found = area.zip(widget);
    let found = found.map(|(area, widget)| PlacedWidget { area, widget });
    found.ok_or_else(|| unknown(rest))
}

async fn item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let state = rest.state_now();
    let areas = sidebars(&state, &rest.locale);
    let placed = placed(rest, request)?;
    let items = widget_items(rest, request, (&state, &areas), vec![placed]).await?;
    Ok(RestResponse::new(one(items)))
}

fn one(items: Vec<Item>) -> Body {
    let item = items.into_iter().next().unwrap_or_default();
    Body::Item(Box::new(item))
}

/// What is sent of a widget's settings: its number in a form, and the settings before the kind cleans them.
#[derive(Clone)]
enum Sent {
    Nothing,
    Instance(Value),
    Form(i64, Value),
}

/// `save_widget`: what is to become of the settings.
fn sent_settings(
    rest: &Rest<'_>,
    request: &RestRequest,
    kind: &WidgetKind,
) -> Result<Sent, RouteError> {
    let instance = request.get("instance");
    if !instance.is_empty() && !instance.is_null() {
        if let Some(settings) = signed_settings(rest, instance)? {
            return Ok(Sent::Instance(settings));
        }
        let Some(raw) = instance.get("raw").filter(|raw| !raw.is_null()) else {
            let source = "The provided instance is invalid. Must contain raw OR encoded and hash.";
            return Err(invalid(rest, source));
        };
        if !kind.shows_instance {
            return Err(invalid(rest, "Widget type does not support raw instances."));
        }
        return Ok(Sent::Instance(raw.clone()));
    }
    let form = parse_str(request.text("form_data").as_bytes());
    let settings = form_settings(&form, kind.id_base);
    Ok(settings.map_or(Sent::Nothing, |(number, settings)| {
        Sent::Form(number, settings)
    }))
}

/// The answer about a widget as it is stored now, in the context `edit`.
async fn answer(
    rest: &Rest<'_>,
    request: &RestRequest,
    (id, area): (&str, String),
) -> Result<Vec<Item>, RouteError> {
    let state = rest.state_now();
    let areas = sidebars(&state, &rest.locale);
    let mut request = request.clone();
    request.set_param("context", "edit");
    let widget = stored_widget(&state, id).or_else(|| {
        let (id_base, number) = id.rsplit_once('-')?;
        Some(Widget {
            id: id.to_owned(),
            id_base: id_base.to_owned(),
            number: number.parse().ok()?,
            settings: Value::array(),
        })
    });
    let widget = widget.ok_or_else(|| unknown(rest))?;
    let placed = vec![PlacedWidget { area, widget }];
    widget_items(rest, &request, (&state, &areas), placed).await
}

fn editor(rest: &Rest<'_>) -> WidgetEditor {
    WidgetEditor {
        unfiltered_html: has(rest, "unfiltered_html"),
    }
}

async fn create(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let base = match request.text("id").rsplit_once('-') {
        Some((base, _)) if request.has("id") => base.to_owned(),
        _ => request.text("id_base"),
    };
    if base.is_empty() {
        return Err(invalid(rest, "Widget type (id_base) is required."));
    }
    let source = "The provided widget type (id_base) cannot be updated.";
    let kind = kind_of(&rest.state, &base).ok_or_else(|| invalid(rest, source))?;
    let sent = sent_settings(rest, request, kind)?;
    let (kind, by) = (*kind, editor(rest));
    let registered: Vec<String> = sidebars(&rest.state_now(), &rest.locale)
        .into_iter()
        .map(|area| area.id)
        .collect();
    let known = known_widgets(&rest.state_now());
    let caches = rest.state.site.registry.widget_caches.clone();
    let own = (Some(base), caches);
    let done = edit_widgets(&rest.app.db, own, move |stored| {
        let number = stored.next_number();
        let id = format!("{}-{number}", kind.id_base);
        let (stored_number, new) = match sent {
            Sent::Nothing => (number, None),
            Sent::Instance(settings) => (number, Some(settings)),
            Sent::Form(form_number, settings) => (form_number, Some(settings)),
        };
        if let Some(new) = new {
            let old = stored.settings_of(stored_number).cloned();
            let old = old.unwrap_or_else(Value::array);
            let settings = updated_settings(&kind, &new, &old, by);
            stored.set_settings(stored_number, settings);
        }
        stored.areas = stored.areas.retrieved(&registered, &known);
        // The new widget stands nowhere yet: it comes in front of the inactive ones.
        let known = std::slice::from_ref(&id);
        stored.areas = stored.areas.retrieved(&registered, known);
        Ok::<String, std::convert::Infallible>(id)
    });
    let Ok(id) = done.await?;
    rest.wrote(&["options"]).await;
    let area = match request.text("sidebar") {
        area if area.is_empty() => INACTIVE.to_owned(),
        area => area,
    };
    let items = answer(rest, request, (&id, area)).await?;
    let mut response = RestResponse::new(one(items));
    response.status = 201;
    Ok(response)
}

async fn update(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let PlacedWidget { area, widget } = placed(rest, request)?;
    let source = "The provided widget type (id_base) cannot be updated.";
    let kind = kind_of(&rest.state, &widget.id_base).ok_or_else(|| invalid(rest, source))?;
    let changes = request.has("instance") || request.has("form_data");
    let sent = match changes {
        true => sent_settings(rest, request, kind)?,
        false => Sent::Nothing,
    };
    let (kind, by, id, number) = (*kind, editor(rest), widget.id.clone(), widget.number);
    let target = Some(request.text("sidebar")).filter(|_| request.has("sidebar"));
    let target = target.filter(|target| *target != area);
    let moved = target.clone();
    let work = change(rest, widget.id_base, move |stored| {
        let new = match sent {
            Sent::Nothing => None,
            Sent::Instance(settings) => Some((number, settings)),
            Sent::Form(number, settings) => Some((number, settings)),
        };
        if let Some((number, new)) = new {
            let old = stored.settings_of(number).cloned();
            let old = old.unwrap_or_else(Value::array);
            stored.set_settings(number, updated_settings(&kind, &new, &old, by));
        }
        if let Some(target) = moved {
            stored.areas.assign(&id, Some(&target));
        }
    });
    work.await?;
    let area = target.unwrap_or(area);
    let items = answer(rest, request, (&widget.id, area)).await?;
    Ok(RestResponse::new(one(items)))
}

/// Changes widgets after what lies nowhere was put among the inactive ones.
async fn change(
    rest: &Rest<'_>,
    id_base: String,
    work: impl FnOnce(&mut compat::wordpress::widgets::StoredWidgets) + Clone + Send + 'static,
) -> Result<(), RouteError> {
    let registered: Vec<String> = sidebars(&rest.state_now(), &rest.locale)
        .into_iter()
        .map(|area| area.id)
        .collect();
    let known = known_widgets(&rest.state_now());
    let caches = rest.state.site.registry.widget_caches.clone();
    let own = (Some(id_base), caches);
    let done = edit_widgets(&rest.app.db, own, move |stored| {
        stored.areas = stored.areas.retrieved(&registered, &known);
        work(stored);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(()) = done.await?;
    rest.wrote(&["options"]).await;
    Ok(())
}

async fn delete(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let PlacedWidget { area, widget } = placed(rest, request)?;
    let (id, number) = (widget.id.clone(), widget.number);
    if !request.bool("force") {
        let own = id.clone();
        change(rest, widget.id_base, move |stored| {
            stored.areas.assign(&own, Some(INACTIVE));
        })
        .await?;
        let items = answer(rest, request, (&id, INACTIVE.to_owned())).await?;
        return Ok(RestResponse::new(one(items)));
    }
    let state = rest.state_now();
    let areas = sidebars(&state, &rest.locale);
    let mut edit = request.clone();
    edit.set_param("context", "edit");
    let before = vec![PlacedWidget {
        area,
        widget: widget.clone(),
    }];
    let items = widget_items(rest, &edit, (&state, &areas), before).await?;
    change(rest, widget.id_base, move |stored| {
        stored.areas.assign(&id, None);
        stored.remove_settings(number);
    })
    .await?;
    let before = items.into_iter().next().unwrap_or_default();
    let mut item = Item {
        links: before.links,
        ..Item::default()
    };
    item.set("deleted", true);
    item.set("previous", before.data);
    Ok(RestResponse::item(item))
}
