//! `wp/v2/menu-items`: routes and permissions of the items of menus.
//!
//! Contract "wordpress-rest", section 13; recordings owner/menu-item-*, owner/menu-items-*.

use compat::wordpress::l10n::Locale;
use compat::wordpress::nav_menu_item::NAV_MENU_ITEM;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::site::Registry;

use super::arg::{Arg, ArgContext};
use super::collection::context_arg;
use super::denied;
use super::denied_of;
use super::menu_item_list::{get_item, get_items};
use super::menu_item_writes::{create_item, delete_item, update_item};
use super::own_status::OwnStatus;
use super::post_args;
use super::read_permission::{can_edit, post_of, readable};
use super::request::RestRequest;
use super::route::{
    CREATABLE, Callback, DELETABLE, EDITABLE, Endpoint, Permission, READABLE, Rest, Routes,
};
use super::route_error::{RestError, RouteError};
use super::schema::parse;
use super::write_args::delete_post_args;

/// Registers the routes.
pub fn register(routes: &mut Routes, registry: &Registry, base: &str, locale: &Locale) {
    let endpoint = |methods, permission: Permission, callback: Callback, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback,
        subject: NAV_MENU_ITEM.into(),
        allow_batch: true,
    };
    let list: Permission = |rest, request| Box::pin(may_list(rest, request));
    let read: Permission = |rest, request| Box::pin(may_read(rest, request));
    let get_items: Callback = |rest, request| Box::pin(get_items(rest, request));
    let create: Callback = |rest, request| Box::pin(create_item(rest, request));
    routes.register(
        "wp/v2",
        &format!("/{base}"),
        vec![
            endpoint(
                READABLE,
                list,
                get_items,
                list_args(registry, &routes.columns.statuses.clone(), locale),
            ),
            endpoint(
                CREATABLE,
                denied::create_post,
                create,
                write_args(true, locale),
            ),
        ],
    );
    let id = || Arg::new("id", locale.translate("Unique identifier for the post.")).integer();
    let source = "The password for the post if it is password protected.";
    let one_args = vec![
        id(),
        context_arg(locale, &["view", "embed", "edit"]),
        Arg::new("password", locale.translate(source)).string(),
    ];
    let mut edit_args = vec![id()];
    edit_args.extend(write_args(false, locale));
    let get_one: Callback = |rest, request| Box::pin(get_item(rest, request));
    let update: Callback = |rest, request| Box::pin(update_item(rest, request));
    let delete: Callback = |rest, request| Box::pin(delete_item(rest, request));
    let delete_args = delete_post_args(id(), locale);
    routes.register(
        "wp/v2",
        &format!("/{base}/(?P<id>[\\d]+)"),
        vec![
            endpoint(READABLE, read, get_one, one_args),
            endpoint(EDITABLE, denied_of::edit_post, update, edit_args),
            endpoint(DELETABLE, denied_of::delete_post, delete, delete_args),
        ],
    );
}

/// Lists are of up to 100 items, in the order of their menus.
fn list_args(registry: &Registry, own: &[OwnStatus], locale: &Locale) -> Vec<Arg> {
    let mut args = post_args::args(registry, NAV_MENU_ITEM, own, locale);
    for arg in &mut args {
        match arg.name.as_str() {
            "per_page" => arg.schema.insert("default", 100),
            "order" => arg.schema.insert("default", "asc"),
            "orderby" => {
                let source = "Sort collection by object attribute.";
                arg.schema.insert("description", locale.translate(source));
                arg.schema.insert("default", "menu_order")
            }
            _ => None,
        };
    }
    args
}

/// The fields of an item; a new one has defaults.
#[expect(clippy::too_many_lines, reason = "one list of registrations")]
fn write_args(is_new: bool, locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source)).early();
    let default = |arg: Arg, value: Value| if is_new { arg.default(value) } else { arg };
    let kinds = |kinds: [&str; 2]| kinds.into_iter().collect::<Value>();
    let family =
        "The family of objects originally represented, such as \"post_type\" or \"taxonomy\".";
    let parent = "The ID for the parent of the object.";
    let position =
        "The DB ID of the nav_menu_item that is this item's menu parent, if any, otherwise 0.";
    let object = "The type of object originally represented, such as \"category\", \"post\", or \"attachment\".";
    let object_id = "The database ID of the original object this menu item represents, for example the ID for posts or the term_id for categories.";
    let menus = locale.translate("The terms assigned to the object in the %s taxonomy.");
    vec![
        arg("title", "The title for the object.")
            .with("type", kinds(["string", "object"]))
            .unchecked(),
        default(
            arg("type", family).string().one_of(&[
                "taxonomy",
                "post_type",
                "post_type_archive",
                "custom",
            ]),
            "custom".into(),
        ),
        default(
            arg("status", "A named status for the object.")
                .string()
                .one_of(&["publish", "future", "draft", "pending", "private"]),
            "publish".into(),
        ),
        default(
            arg("parent", parent).integer().with("minimum", 0),
            Value::Int(0),
        ),
        arg(
            "attr_title",
            "Text for the title attribute of the link element for this menu item.",
        )
        .string(),
        arg(
            "classes",
            "Class names for the link element of this menu item.",
        )
        .list_of("string"),
        arg("description", "The description of this menu item.").string(),
        default(
            arg("menu_order", position).integer().with("minimum", 1),
            Value::Int(1),
        ),
        arg("object", object).string(),
        default(
            arg("object_id", object_id).integer().with("minimum", 0),
            Value::Int(0),
        ),
        arg(
            "target",
            "The target attribute of the link element for this menu item.",
        )
        .string()
        .one_of(&["_blank", ""]),
        arg("url", "The URL to which this menu item points.")
            .string()
            .with("format", "uri")
            .cleaned_by(url),
        arg(
            "xfn",
            "The XFN relationship expressed in the link of this menu item.",
        )
        .list_of("string"),
        Arg::new("menus", &menus.replace("%s", "nav_menu"))
            .integer()
            .early(),
        Arg::meta(locale),
    ]
}

/// An empty address is an address here.
fn url(value: &Value, arg_context: ArgContext<'_>) -> Result<Value, RestError> {
    if value.as_str_lossy().is_some_and(|text| text.is_empty()) {
        return Ok(value.clone());
    }
    let schema = Array::new().with("type", "string").with("format", "uri");
    let url = parse(value, &schema, "url", arg_context.locale)?;
    if url.to_string_lossy().is_empty() {
        let text = arg_context.locale.translate("Invalid URL.");
        return Err(RestError::bare("rest_invalid_url", text));
    }
    Ok(url)
}

async fn may_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    if request.text("context") == "edit" && !rest.can_type(NAV_MENU_ITEM, "edit") {
        let source = "Sorry, you are not allowed to edit posts in this post type.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    denied::menu_items(rest, request).await
}

/// A menu item is read by who may view menu items, if the item is readable.
async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let item = post_of(rest, request, request.int("id")).await?;
    if request.text("context") == "edit" && !can_edit(rest, &item).await? {
        let source = "Sorry, you are not allowed to edit this post.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    let is_readable = readable(rest, std::slice::from_ref(&item)).await?;
    if item.status != "publish" && is_readable.first() != Some(&true) {
        let source = "Sorry, you are not allowed to do that.";
        return Err(rest.forbidden("rest_forbidden", source).into());
    }
    denied::menu_items(rest, request).await
}
