//! `wp/v2/widget-types`: the kinds of widgets, and what the block editor asks of one: its form, its preview.
//!
//! Contract "wordpress-rest", section 15; recordings owner/widget-type-text, owner/widget-encode.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::php::html::html_entity_decode;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::widget::Widget;
use compat::wordpress::widgets::{WidgetEditor, WidgetKind, updated_settings};
use themes::wordpress::view::Page;
use themes::wordpress::widgets::{preview_document, widget_form, widget_preview};

use super::arg::Arg;
use super::collection::context_arg;
use super::guarded::{callback, endpoint, has};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{CREATABLE, READABLE, Rest, Routes};
use super::route_error::RouteError;
use super::widget_areas::manage_widgets;
use super::widget_item::{form_settings, instance, kind_of, signed_settings, view_of};

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    let id = || Arg::new("id", locale.translate("The widget type id.")).string();
    let source = "Current instance settings of the widget.";
    let settings = || Arg::new("instance", locale.translate(source)).with("type", "object");
    let list = endpoint(READABLE, vec![context()], manage_widgets, callback!(list));
    routes.register("wp/v2", "/widget-types", vec![list]);
    routes.schema(item_schema::widget_type);
    let one = vec![id(), context()];
    let item = endpoint(READABLE, one, manage_widgets, callback!(item));
    let path = "/widget-types/(?P<id>[a-zA-Z0-9_-]+)";
    routes.register("wp/v2", path, vec![item]);
    routes.schema(item_schema::widget_type);
    let source = "Serialized widget form data to encode into instance settings.";
    let form = Arg::new("form_data", locale.translate(source)).string();
    let sent = vec![id().required(), settings(), form];
    let encode = endpoint(CREATABLE, sent, manage_widgets, callback!(encode));
    routes.register("wp/v2", &format!("{path}/encode"), vec![encode]);
    let sent = vec![id().required(), settings()];
    let render = endpoint(CREATABLE, sent, manage_widgets, callback!(render));
    routes.register("wp/v2", &format!("{path}/render"), vec![render]);
}

async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let mut kinds: Vec<&WidgetKind> = rest.state.site.registry.widget_kinds.iter().collect();
    kinds.sort_by_key(|kind| kind.id_base);
    let items = kinds.into_iter().map(|kind| type_item(rest, request, kind));
    Ok(RestResponse::new(Body::List(items.collect())))
}

async fn item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let kind = kind_of(&rest.state, &request.url_text("id"));
    let source = "Invalid widget type.";
    let unknown = || rest.error("rest_widget_type_invalid", source, 404);
    let kind = kind.ok_or_else(unknown)?;
    Ok(RestResponse::item(type_item(rest, request, kind)))
}

fn type_item(rest: &Rest<'_>, request: &RestRequest, kind: &WidgetKind) -> Item {
    let domain = rest.locale.domain(kind.domain);
    let name = match kind.name_context {
        "" => domain.translate(kind.name),
        context => domain.translate_with_context(kind.name, context),
    };
    let plain = |text: &str| {
        let decoded = html_entity_decode(text.as_bytes());
        String::from_utf8_lossy(&decoded).into_owned()
    };
    let mut item = Item::default();
    item.set("id", kind.id_base);
    item.set("name", plain(name));
    item.set("description", plain(domain.translate(kind.description)));
    item.set("is_multi", true);
    item.set("classname", kind.class);
    super::collection::keep_context(
        &mut item,
        request,
        &["id", "name", "description", "is_multi", "classname"],
    );
    item.link("collection", rest.rest_url("/wp/v2/widget-types"));
    let own = format!("/wp/v2/widget-types/{}", kind.id_base);
    item.link_self(rest.rest_url(&own), &["GET"]);
    item
}

/// The kind and the settings that a form or a preview is asked for.
fn asked(rest: &Rest<'_>, request: &RestRequest) -> Result<(WidgetKind, Value), RouteError> {
    let kind = kind_of(&rest.state, &request.url_text("id"));
    let source = "Cannot preview a widget that does not extend WP_Widget.";
    let unknown = || rest.error("rest_invalid_widget", source, 400);
    let kind = *kind.ok_or_else(unknown)?;
    let settings = signed_settings(rest, request.get("instance"))?;
    Ok((kind, settings.unwrap_or_else(Value::array)))
}

async fn encode(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (kind, mut settings) = asked(rest, request)?;
    let form = parse_str(request.text("form_data").as_bytes());
    if let Some((_, new)) = form_settings(&form, kind.id_base) {
        let by = WidgetEditor {
            unfiltered_html: has(rest, "unfiltered_html"),
        };
        settings = updated_settings(&kind, &new, &settings, by);
    }
    let number = match request.get("number") {
        Value::Null => -1,
        number => number.to_int(),
    };
    let signed = instance(&rest.state, &kind, &settings);
    let widget = Widget {
        id: format!("{}-{number}", kind.id_base),
        id_base: kind.id_base.to_owned(),
        number,
        settings,
    };
    let view = view_of(rest, &rest.state).await?;
    let print = move |page: &mut Page| {
        let form = widget_form(&page.view.clone(), &kind, &widget);
        Ok((form, widget_preview(page, &widget)))
    };
    let ((form, preview), _) = rest.app.render_pool.render(view, print).await?;
    let value = Value::array()
        .with("form", form.trim())
        .with("preview", preview.trim())
        .with("instance", signed);
    Ok(RestResponse::new(Body::Value(value)))
}

async fn render(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (kind, settings) = asked(rest, request)?;
    let widget = Widget {
        id: format!("{}--1", kind.id_base),
        id_base: kind.id_base.to_owned(),
        number: -1,
        settings,
    };
    let view = view_of(rest, &rest.state).await?;
    let print = move |page: &mut Page| {
        let preview = widget_preview(page, &widget);
        Ok(preview_document(&page.view.clone(), &preview))
    };
    let (preview, _) = rest.app.render_pool.render(view, print).await?;
    let value = Value::array().with("preview", preview);
    Ok(RestResponse::new(Body::Value(value)))
}
