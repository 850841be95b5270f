//! Evaluates an element's display conditions for the request.
//!
//! Contract "divi-server", sections 1.2 and 2 (step i; rules: [`compat::divi::display_condition`]). A page with a
//! condition on the visitor or the time is not cached.

use compat::divi::display_condition::visits::{
    LIFETIME, MODULE_VIEWS, POST_VISIT, with_views, with_visit,
};
use compat::divi::display_condition::{
    ATTRIBUTE, ConditionFacts, ConditionVisitor, DisplayCondition, verdict,
};
use compat::divi::theme_builder::{TemplateRequest, roles};
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::date::PhpDate;

use crate::wordpress::view::{Page, View};

use super::builder::Element;

/// Whether an element is displayed.
pub fn is_displayed(element: &Element<'_>, page: &mut Page) -> bool {
    let value = element.attributes.text(ATTRIBUTE);
    if value.is_empty() {
        return true;
    }
    let conditions = DisplayCondition::parse(value);
    let verdict = with_facts(&page.view, |facts| verdict(&conditions, facts));
    if verdict.is_personal {
        page.keep_for_one_visitor("a display condition depends on the visitor");
    }
    let before = already_set(page, MODULE_VIEWS);
    let visitor = page.view.page_data.get::<ConditionVisitor>();
    let before = before.as_deref().unwrap_or(visitor.module_views());
    if let Some(views) = with_views(before, &conditions, page.view.now) {
        set_cookie(page, MODULE_VIEWS, views);
    }
    verdict.is_displayed
}

/// Records that the visitor viewed the post, if a condition uses that; called before rendering.
pub fn remember_visit(page: &mut Page) {
    let view = page.view.clone();
    let Some(post) = view.queried_post().filter(|_| view.query.is.is_singular) else {
        return;
    };
    let before = already_set(page, POST_VISIT);
    let visitor = view.page_data.get::<ConditionVisitor>();
    let before = before.as_deref().unwrap_or(visitor.post_visits());
    if let Some(visits) = with_visit(before, post.id.0, &view.site.options, view.now) {
        page.keep_for_one_visitor("it remembers the visit for display conditions");
        set_cookie(page, POST_VISIT, visits);
    }
}

/// The value of a cookie set by this response.
fn already_set(page: &Page, name: &str) -> Option<String> {
    let mut cookies = page.set_cookies.iter();
    let found = cookies.find(|cookie| cookie.name == name)?;
    Some(found.value.clone())
}

fn set_cookie(page: &mut Page, name: &str, value: String) {
    page.set_cookies.retain(|cookie| cookie.name != name);
    page.set_cookies.push(SetCookie {
        name: name.to_owned(),
        value,
        expires: Some(page.view.now.saturating_add(LIFETIME)),
        path: "/".to_owned(),
        domain: None,
        secure: page.view.site.siteurl().starts_with("https:"),
        http_only: true,
    });
}

fn with_facts<T>(view: &View, look: impl FnOnce(&ConditionFacts<'_>) -> T) -> T {
    let request = TemplateRequest::of(&view.site, &view.query, &view.objects);
    let post = view.global_post();
    let zone = view.timezone();
    let user = view.visitor.user;
    let roles_of_visitor = user.map_or_else(Vec::new, |id| roles(&view.objects, id));
    let facts = ConditionFacts {
        user: user.map(|id| id.0),
        roles: &roles_of_visitor,
        request: &request,
        post: post.map_or(0, |post| post.id.0),
        post_type: post.map_or("", |post| &post.post_type),
        author: post.map_or(0, |post| post.author.0),
        search: view.query.vars.text("s"),
        cart_count: view.visitor.cart_contents_count,
        visitor: view.page_data.get(),
        now: view.now,
        // Day names are compared in English.
        date: &|format| PhpDate::new(view.now, &zone).format(format),
        meta: &|name| {
            let meta = view.objects.post_meta(post?.id);
            meta.raw(name)?;
            Some(meta.text(name).into_owned())
        },
        archive_date: &archive_date(view),
        terms: &request.terms,
    };
    look(&facts)
}

/// The first day of the current date archive.
fn archive_date(view: &View) -> String {
    let number = |name: &str, default: u32| {
        let value = view.query.vars.text(name).parse().unwrap_or(0);
        if value == 0 { default } else { value }
    };
    format!(
        "{:04}-{:02}-{:02}",
        number("year", 0),
        number("monthnum", 1),
        number("day", 1)
    )
}
