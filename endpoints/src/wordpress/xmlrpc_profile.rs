//! What `xmlrpc.php` tells a person who signed in: the site, and the person's own profile.

use compat::wordpress::php::Value;
use compat::wordpress::user::UserId;
use compat::wordpress::user::roles::UserRoles;
use themes::wordpress::xmlrpc::XmlValue;

use super::request_context::RequestContext;

/// The fields that `basic` stands for.
const BASIC: [&str; 6] = [
    "user_id",
    "username",
    "email",
    "registered",
    "display_name",
    "nicename",
];

/// `wp.getUsersBlogs`: the one site.
pub fn users_blogs(context: &RequestContext<'_>) -> XmlValue {
    let state = &context.state;
    let name = state.site.options.text("blogname").into_owned();
    let is_admin = context.visitor.viewer().can("manage_options");
    XmlValue::List(vec![XmlValue::Struct(vec![
        ("isAdmin", XmlValue::Bool(is_admin)),
        ("url", XmlValue::Text(format!("{}/", state.site.home()))),
        ("blogid", "1".into()),
        ("blogName", XmlValue::Text(name)),
        ("xmlrpc", XmlValue::Text(context.site_url("xmlrpc.php"))),
    ])])
}

/// `wp.getProfile`: the fields that are asked for, all without a list.
pub fn profile(context: &RequestContext<'_>, id: UserId, fields: Option<&Value>) -> XmlValue {
    let Some(user) = context.objects.user(id) else {
        return XmlValue::Struct(Vec::new());
    };
    let meta = context.objects.user_meta(id);
    let options = &context.state.site.options;
    let roles = UserRoles::of(options, context.app.db.prefix(), meta).roles();
    let text = |key: &str| XmlValue::Text(meta.text(key).into_owned());
    let own = |value: &str| XmlValue::Text(value.to_owned());
    let registered = user.registered.replace('-', "").replace(' ', "T");
    let mut all = vec![
        ("user_id", XmlValue::Text(id.0.to_string())),
        ("username", own(&user.login)),
        ("first_name", text("first_name")),
        ("last_name", text("last_name")),
        ("registered", XmlValue::Date(registered)),
        ("bio", text("description")),
        ("email", own(&user.email)),
        ("nickname", text("nickname")),
        ("nicename", own(&user.nicename)),
        ("url", own(&user.url)),
        ("display_name", own(&user.display_name)),
        (
            "roles",
            XmlValue::List(roles.into_iter().map(XmlValue::Text).collect()),
        ),
    ];
    let asked = fields.map(|fields| fields.values()).into_iter().flatten();
    let asked: Vec<String> = asked.map(|f| f.to_string_lossy().into_owned()).collect();
    let has = |name: &str| asked.iter().any(|own| own == name);
    if !asked.is_empty() && !has("all") {
        all.retain(|(name, _)| has(name) || has("basic") && BASIC.contains(name));
    }
    XmlValue::Struct(all)
}
