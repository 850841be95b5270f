//! `et_pb_post_slider` and `et_pb_fullwidth_post_slider`: posts as slides.
//!
//! Contract "divi-modules", section 2.

use compat::divi::attributes::State;
use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::media::{Attachment, ImageSize, Media, wp_get_attachment_image};
use compat::wordpress::php::cast::string_to_int;
use compat::wordpress::post::{Post, PostId};
use minijinja::context;

use crate::wordpress::content::the_title;
use crate::wordpress::head::url;
use crate::wordpress::thumbnail::post_thumbnail;
use crate::wordpress::view::{Page, View};

use super::super::builder::button::{icon_attributes, rel_attribute};
use super::super::builder::post_list::{author_of, comments_text, each, excerpt, posts_of};
use super::super::builder::{Background, Element, Module, OnPage, Rendered, builder_text, print};
use super::super::index::no_results;
use super::super::post_meta::term_links;
use super::slider::{add_controls, controls_multi_view};

/// `et_pb_post_slider`.
pub const MODULE: Module = Module {
    slug: "et_pb_post_slider",
    defaults: DEFAULTS,
    render: OnPage::leaf(render),
};

/// `et_pb_fullwidth_post_slider`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_post_slider",
    defaults: DEFAULTS,
    render: OnPage::leaf(render),
};

const DEFAULTS: &[(&str, &str)] = &[
    ("background_layout", "dark"),
    ("image_placement", "background"),
    ("show_image", "on"),
    ("show_meta", "on"),
    ("show_arrows", "on"),
    ("show_pagination", "on"),
    ("show_more_button", "on"),
    ("use_bg_overlay", "on"),
    ("use_manual_excerpt", "on"),
    ("excerpt_length", "270"),
    ("auto_speed", "7000"),
];

fn render(element: &Element<'_>, mut inside: Rendered, page: &mut Page) -> Rendered {
    let list = posts_of(element, page);
    let is_fullwidth = element.slug == FULLWIDTH.slug;
    let mut classes = element.class_list();
    if !is_fullwidth {
        classes.child_filters(element);
    }
    classes.add("et_pb_slider");
    classes.add_if(is_fullwidth, "et_pb_post_slider");
    let placement = element.text("image_placement");
    classes.add(format!("et_pb_post_slider_image_{}", esc_attr(placement)));
    classes.add_if(!is_fullwidth, "et_pb_slider_fullwidth_off");
    // Desktop alone decides, unlike in other sliders: vectors divi-content-3, divi-modules-2.
    add_controls(&mut classes, element, &[State::Desktop]);
    classes.add_if(element.is_on("use_bg_overlay"), "et_pb_slider_with_overlay");
    classes.add_if(
        element.is_on("use_text_overlay"),
        "et_pb_slider_with_text_overlay",
    );
    let slides = if list.posts.is_empty() {
        classes.add("et_pb_no_results");
        no_results(&page.view)
    } else {
        each(page, &list, |page, post, _| {
            slide(element, page, post, &mut inside.extras().post_images)
        })
    };
    let multi_view = controls_multi_view(element);
    let values = context! {
        content => slides, multi_view,
        layers => Background::of(element).slots(), ..element.root(&classes)
    };
    let html = print(element, "slider", values);
    inside.with_html(html)
}

fn slide(
    element: &Element<'_>,
    page: &mut Page,
    post: &Post,
    pictures: &mut Vec<(PostId, String)>,
) -> String {
    let view = page.view.clone();
    let title = the_title(page, post);
    let placement = element.text("image_placement");
    let image = post_thumbnail(&view, post).filter(|_| element.is_on("show_image"));
    let is_background = placement == "background";
    let amount = match element.text("excerpt_length") {
        "" => 270,
        length => usize::try_from(string_to_int(length.as_bytes())).unwrap_or(0),
    };
    let text = match element.text("content_source") {
        "on" if view.post_password_required(post) => (view.theme.password_form)(&view, post),
        "on" => {
            let outer = page.content_post.replace(post.id);
            let content = crate::wordpress::content::the_content(page, teaser(&post.content));
            page.content_post = outer;
            content
        }
        // The loop of a single page gives no excerpts: vector divi-module-options (`use_current_loop="on"`).
        _ if element.is_on("use_current_loop") && view.query.is.is_singular => String::new(),
        _ => excerpt(page, post, element.is_on("use_manual_excerpt"), amount).text(),
    };
    let has_parallax = is_background && element.is_on("parallax") && image.is_some();
    if let Some(image) = image.filter(|_| is_background) {
        let picture = (post.id, image.url());
        pictures.push(picture);
    }
    let beside = image.filter(|_| !is_background);
    let picture = beside.map(|image| thumbnail(page, image));
    let values = context! {
        post_id => post.id.0, title, text, has_parallax,
        layout => element.text("background_layout"),
        href => url(&view.links().get_permalink(post)),
        no_image => image.is_none(), with_image => beside.is_some(),
        background => image.filter(|_| is_background).map(|image| url(&image.url())),
        css_parallax => element.text("parallax_method") != "on",
        image => picture,
        has_overlay => element.is_on("use_bg_overlay"),
        has_text_overlay => element.is_on("use_text_overlay"),
        hides_content => element.text("show_content_on_mobile") == "off",
        hides_button => element.text("show_cta_on_mobile") == "off",
        meta => if element.is_on("show_meta") { meta(&view, post) } else { String::new() },
        tag => element.heading("header_level", "h2"),
        more => if element.is_on("show_more_button") { more_text(element, &view) } else { String::new() },
        icon => icon_attributes(element, "button"),
        rel => rel_attribute(element.text("button_rel")),
    };
    print(element, "post_slide", values)
}

/// The featured image beside the text, in WordPress's markup.
fn thumbnail(page: &mut Page, image: &Attachment) -> String {
    const CLASS: &str = "attachment-post-thumbnail size-post-thumbnail wp-post-image";
    let view = page.view.clone();
    let media = Media {
        sizes: &view.image_sizes,
        filters: &view.theme.image_filters,
    };
    let size = ImageSize::Named("post-thumbnail".to_owned());
    let attributes = [("class", Some(CLASS))];
    let loading = page.media().loading;
    wp_get_attachment_image(
        &media,
        image,
        &size,
        &attributes,
        "the_post_thumbnail",
        loading,
    )
}

fn more_text(element: &Element<'_>, view: &View) -> String {
    match element.text("more_text") {
        "" => builder_text(view, "Read More"),
        own => own.to_owned(),
    }
}

/// The content up to `<!--more-->`.
fn teaser(content: &str) -> &str {
    content.split("<!--more").next().unwrap_or(content)
}

fn meta(view: &View, post: &Post) -> String {
    let date = view.mysql2date(&view.site.options.text("date_format"), &post.date);
    let parts = [
        author_of(view, post),
        format!("<span class=\"published\">{}</span>", esc_html(&date)),
        term_links(view, post, "category", ", "),
        comments_text(view, post),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
    format!("<p class=\"post-meta\">{}</p>", parts.join(" | "))
}
