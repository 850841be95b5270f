//! Who may not: refusals of routes that write or that belong to the dashboard, as visitors see them.
//!
//! Recordings rest/create-post-anon, rest/settings, rest/plugins.

use super::context::Rest;
use super::fault::{Fault, RestError};
use super::request::RestRequest;
use super::route::{Answering, Permitting};

/// Writing is not offered to users here; the dashboard does it.
pub fn not_here<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Answering<'a> {
    let source = "Sorry, you are not allowed to do that.";
    let error = rest.error("rest_forbidden", source, 403);
    Box::pin(async move { Err(error.into()) })
}

fn unless_editor<'a>(rest: &Rest<'_>, error: RestError) -> Permitting<'a> {
    let outcome = if rest.is_editor {
        Ok(())
    } else {
        Err(Fault::Error(error))
    };
    Box::pin(async move { outcome })
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident => $code:literal, $source:literal;)+) => {
        $($(#[$doc])*
        pub fn $name<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
            unless_editor(rest, rest.forbidden($code, $source))
        })+
    };
}

refusals! {
    /// Posts are made by authors.
    create_post => "rest_cannot_create", "Sorry, you are not allowed to create posts as this user.";
    /// Revisions are for editors.
    revisions => "rest_cannot_read", "Sorry, you are not allowed to view revisions of this post.";
    /// Terms are made by editors.
    create_term => "rest_cannot_create", "Sorry, you are not allowed to create terms in this taxonomy.";
    /// Terms are changed by editors.
    edit_term => "rest_cannot_update", "Sorry, you are not allowed to edit this term.";
    /// Terms are removed by editors.
    delete_term => "rest_cannot_delete", "Sorry, you are not allowed to delete this term.";
    /// Users are made by administrators.
    create_user => "rest_cannot_create_user", "Sorry, you are not allowed to create new users.";
    /// Users are changed by administrators.
    edit_user => "rest_cannot_edit", "Sorry, you are not allowed to edit this user.";
    /// Users are removed by administrators.
    delete_user => "rest_user_cannot_delete", "Sorry, you are not allowed to delete this user.";
    /// Comments are changed by moderators.
    edit_comment => "rest_cannot_edit", "Sorry, you are not allowed to edit this comment.";
    /// Comments are removed by moderators.
    delete_comment => "rest_cannot_delete", "Sorry, you are not allowed to delete this comment.";
    /// Options are for administrators.
    settings => "rest_forbidden", "Sorry, you are not allowed to do that.";
    /// Plugins are for administrators.
    plugins => "rest_cannot_view_plugins", "Sorry, you are not allowed to manage plugins for this site.";
    /// Themes are for administrators.
    themes => "rest_cannot_view_themes", "Sorry, you are not allowed to view themes.";
    /// Sidebars and widgets are for administrators.
    widgets => "rest_cannot_manage_widgets", "Sorry, you are not allowed to manage widgets on this site.";
    /// Kinds of blocks are for editors.
    block_types => "rest_block_type_cannot_view", "Sorry, you are not allowed to manage block types.";
    /// Menus are for administrators.
    menus => "rest_cannot_view", "Sorry, you are not allowed to view menus.";
    /// Items of menus are for administrators.
    menu_items => "rest_cannot_view", "Sorry, you are not allowed to view menu items.";
    /// Places of menus are for administrators.
    menu_locations => "rest_cannot_view", "Sorry, you are not allowed to view menu locations.";
    /// Reusable blocks are for editors.
    blocks => "rest_cannot_view", "Sorry, you are not allowed to edit posts in this post type.";
    /// Templates are for administrators.
    templates => "rest_cannot_manage_templates", "Sorry, you are not allowed to access the templates on this site.";
    /// The proxy is for authors.
    oembed_proxy => "rest_forbidden", "Sorry, you are not allowed to make proxied oEmbed requests.";
    /// Patterns are for editors.
    patterns => "rest_cannot_view", "Sorry, you are not allowed to view the registered block patterns.";
    /// Categories of patterns are for editors.
    pattern_categories => "rest_cannot_view", "Sorry, you are not allowed to view the registered block pattern categories.";
}

/// Changing a post: it must exist.
pub fn edit_post<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        super::posts::post_of(rest, request, request.int("id")).await?;
        if rest.is_editor {
            return Ok(());
        }
        let source = "Sorry, you are not allowed to edit this post.";
        Err(rest.forbidden("rest_cannot_edit", source).into())
    })
}

/// Removing a post: it must exist.
pub fn delete_post<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        super::posts::post_of(rest, request, request.int("id")).await?;
        if rest.is_editor {
            return Ok(());
        }
        let source = "Sorry, you are not allowed to delete this post.";
        Err(rest.forbidden("rest_cannot_delete", source).into())
    })
}
