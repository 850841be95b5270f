//! `et_pb_post_slider` and `et_pb_fullwidth_post_slider`: posts as slides.
//!
//! Contracts "divi-modules", section 2, and "divi-server", section 2.3 (values by device and state).

use compat::divi::attributes::{State, is_filled};
use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::media::{Attachment, ImageSize, Media, wp_get_attachment_image};
use compat::wordpress::php::cast::string_to_int;
use compat::wordpress::post::{Post, PostId};
use minijinja::context;

use crate::wordpress::content::{the_content, the_title};
use crate::wordpress::head::url;
use crate::wordpress::thumbnail::post_thumbnail;
use crate::wordpress::view::{Page, View};

use super::super::builder::button::{icon_attributes, rel_attribute};
use super::super::builder::post_list::{author_of, comments_text, each, excerpt, posts_of};
use super::super::builder::{
    Background, Element, ModeValues, Module, MultiView, OnPage, Rendered, builder_text, print,
};
use super::super::index::no_results;
use super::super::post_meta::term_links;
use super::slider::add_controls;

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
    ("content_source", "off"),
    ("show_meta", "on"),
    ("show_arrows", "on"),
    ("show_pagination", "on"),
    ("show_more_button", "on"),
    ("use_bg_overlay", "on"),
    ("use_manual_excerpt", "on"),
    ("excerpt_length", "270"),
    ("auto_speed", "7000"),
];

/// The classes of the placements of images.
const PLACEMENTS: [(&str, &str); 5] = [
    ("et_pb_post_slider_image_background", "background"),
    ("et_pb_post_slider_image_left", "left"),
    ("et_pb_post_slider_image_right", "right"),
    ("et_pb_post_slider_image_top", "top"),
    ("et_pb_post_slider_image_bottom", "bottom"),
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
    let multi_view = root_multi_view(element);
    let values = context! {
        content => slides, multi_view,
        layers => Background::of(element).slots(), ..element.root(&classes)
    };
    let html = print(element, "slider", values);
    inside.with_html(html)
}

/// `data-et-multi-view` of arrows and dots. Lists the classes of the placement too, which is the same in all states.
fn root_multi_view(element: &Element<'_>) -> String {
    let (arrows, dots) = (
        element.values("show_arrows"),
        element.values("show_pagination"),
    );
    let placement = ModeValues::fixed(element.text("image_placement"));
    let mut classes = vec![
        ("et_pb_slider_no_arrows", &arrows, true, "off"),
        ("et_pb_slider_no_pagination", &dots, true, "off"),
    ];
    let placements = PLACEMENTS.into_iter();
    classes.extend(placements.map(|(class, word)| (class, &placement, true, word)));
    MultiView::default().classes(&classes).print(element.slug)
}

fn slide(
    element: &Element<'_>,
    page: &mut Page,
    post: &Post,
    pictures: &mut Vec<(PostId, String)>,
) -> String {
    let view = page.view.clone();
    let title = the_title(page, post);
    let image = FeaturedImage::of(element, post_thumbnail(&view, post));
    let (text, text_multi_view) = text(element, page, post);
    if let Some(image) = image.of_style_sheet() {
        pictures.push((post.id, image.url()));
    }
    let picture = image.beside().map(|image| thumbnail(page, image));
    let (image_above, image_below) = match image.placement() {
        "bottom" => (None, picture),
        _ => (picture, None),
    };
    let background = image.background().map(|image| url(&image.url()));
    let button = button(element, &view);
    let has_button = button.is_some();
    let (more, more_multi_view) = button.unwrap_or_default();
    let values = context! {
        post_id => post.id.0, title, text, text_multi_view,
        layout => element.text("background_layout"),
        href => url(&view.links().get_permalink(post)),
        image_class => image.class(),
        multi_view => image.slide_multi_view(),
        has_parallax => background.is_some() && element.is_on("parallax"),
        css_parallax => element.text("parallax_method") != "on",
        layer_multi_view => image.layer_multi_view(),
        background, image_above, image_below,
        image_multi_view => image.visibility(),
        has_overlay => element.is_on("use_bg_overlay"),
        has_text_overlay => element.is_on("use_text_overlay"),
        hides_content => element.text("show_content_on_mobile") == "off",
        hides_button => element.text("show_cta_on_mobile") == "off",
        meta => meta(element, &view, post),
        tag => element.heading("header_level", "h2"),
        has_button, more, more_multi_view,
        icon => icon_attributes(element, "button"),
        rel => rel_attribute(element.text("button_rel")),
    };
    print(element, "post_slide", values)
}

/// The featured image of a post in its slide: behind the text, in a layer with parallax, or beside the text.
struct FeaturedImage<'a, 'e> {
    element: &'a Element<'e>,
    image: Option<&'a Attachment>,
    /// `show_image`.
    shown: ModeValues,
}

impl<'a, 'e> FeaturedImage<'a, 'e> {
    fn of(element: &'a Element<'e>, image: Option<&'a Attachment>) -> Self {
        Self {
            element,
            image,
            shown: element.values("show_image"),
        }
    }

    fn placement(&self) -> &'a str {
        self.element.text("image_placement")
    }

    fn is_background(&self) -> bool {
        self.placement() == "background"
    }

    fn is_at_side(&self) -> bool {
        matches!(self.placement(), "left" | "right")
    }

    /// The image behind the text, printed where any state shows it.
    fn background(&self) -> Option<&'a Attachment> {
        let is_printed = self.is_background() && self.shown.any_is("on");
        self.image.filter(|_| is_printed)
    }

    /// The image behind the text that has a rule in the style sheet: where a device shows it. Hover does not count:
    /// vectors divi-content-3.
    fn of_style_sheet(&self) -> Option<&'a Attachment> {
        let mut devices = State::DEVICES.into_iter();
        let has_rule = devices.any(|device| self.shown.inherited(device) == "on");
        self.image.filter(|_| self.is_background() && has_rule)
    }

    /// The image beside the text. Above the text, desktop alone decides whether it is printed, except in the full-width
    /// slider.
    fn beside(&self) -> Option<&'a Attachment> {
        let needs_desktop = self.placement() != "bottom" && self.element.slug != FULLWIDTH.slug;
        let is_printed = if needs_desktop {
            self.shown.desktop() != "off"
        } else {
            self.shown.any_is("on")
        };
        self.image.filter(|_| is_printed && !self.is_background())
    }

    /// The classes of the slide on desktop, each with a leading space.
    fn class(&self) -> &'static str {
        match self.image {
            _ if self.shown.desktop() == "off" => "",
            None => " et_pb_slide_with_no_image",
            Some(_) if self.is_at_side() => " et_pb_slide_with_image et_pb_media_alignment_center",
            Some(_) => "",
        }
    }

    /// The background image by state of what draws it: the layer with parallax, else the slide.
    fn backgrounds(&self, is_layer: bool) -> ModeValues {
        let draws = self.is_background() && self.element.is_on("parallax") == is_layer;
        let image = self.image.filter(|_| draws);
        let image = image.map(|image| format!("url({})", url(&image.url())));
        self.shown.clone().map(|shown| match &image {
            Some(image) if shown == "on" => image.clone(),
            _ => "none".to_owned(),
        })
    }

    /// `data-et-multi-view` of the slide.
    fn slide_multi_view(&self) -> String {
        let on_where = |is_there: bool| {
            let values = self.shown.clone();
            values.map(|shown| String::from(if is_there { shown } else { "off" }))
        };
        let with_image = on_where(self.image.is_some() && self.is_at_side());
        let with_no_image = on_where(self.image.is_none());
        MultiView::default()
            .attributes("styles", &[("background-image", self.backgrounds(false))])
            .classes(&[
                ("et_pb_slide_with_image", &with_image, true, "on"),
                ("et_pb_slide_with_no_image", &with_no_image, true, "on"),
            ])
            .print(self.element.slug)
    }

    /// `data-et-multi-view` of the layer with parallax.
    fn layer_multi_view(&self) -> String {
        MultiView::default()
            .attributes("styles", &[("background-image", self.backgrounds(true))])
            .print(self.element.slug)
    }

    /// `data-et-multi-view` of the image beside the text.
    fn visibility(&self) -> String {
        MultiView::default()
            .visibility(&self.shown, "on")
            .print(self.element.slug)
    }
}

/// The text of a slide and its `data-et-multi-view`: content or excerpt.
fn text(element: &Element<'_>, page: &mut Page, post: &Post) -> (String, String) {
    // Unlike in other options, a device without a value has an empty one, which differs and means the excerpt: vector
    // divi-module-options (`content_source_tablet`).
    let source = element.values("content_source").with_all_devices();
    let mut states = [State::Tablet, State::Phone, State::Hover].into_iter();
    if states.all(|state| source.own(state).is_none()) {
        let text = match source.desktop() {
            "on" => content(page, post),
            _ => summary(element, page, post),
        };
        return (text, String::new());
    }
    // Where the values differ, the excerpt is cut from the rendered content: same vector.
    let content = content(page, post);
    let rendered = Post {
        content: content.clone(),
        ..Post::clone(post)
    };
    let summary = summary(element, page, &rendered);
    let texts = source.map(|source| match source {
        "on" => content.clone(),
        _ => summary.clone(),
    });
    let multi_view = MultiView::default()
        .content(&marked(&texts))
        .print(element.slug);
    (texts.desktop().to_owned(), multi_view)
}

/// The content of a post up to `<!--more-->`.
fn content(page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    if view.post_password_required(post) {
        return (view.theme.password_form)(&view, post);
    }
    let outer = page.content_post.replace(post.id);
    let content = the_content(page, teaser(&post.content));
    page.content_post = outer;
    content
}

/// The excerpt of a post.
fn summary(element: &Element<'_>, page: &mut Page, post: &Post) -> String {
    // The loop of a single page gives no excerpts: vector divi-module-options (`use_current_loop="on"`).
    if element.is_on("use_current_loop") && page.view.query.is.is_singular {
        return String::new();
    }
    let amount = match element.text("excerpt_length") {
        "" => 270,
        length => usize::try_from(string_to_int(length.as_bytes())).unwrap_or(0),
    };
    excerpt(page, post, element.is_on("use_manual_excerpt"), amount).text()
}

/// Contents for `data-et-multi-view`: escaped angle brackets are escaped twice, which the browser module undoes.
fn marked(contents: &ModeValues) -> ModeValues {
    let contents = contents.clone();
    contents.map(|text| text.replace("&lt;", "&amp;lt;").replace("&gt;", "&amp;gt;"))
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

/// The label of the button and its `data-et-multi-view`; none where no state shows it.
fn button(element: &Element<'_>, view: &View) -> Option<(String, String)> {
    let default = builder_text(view, "Read More");
    let labels = ModeValues::of_attributes(&element.attributes, "more_text", &default);
    let switches = element.values("show_more_button");
    if !labels.is_any() || !switches.any_is("on") {
        return None;
    }
    let shown = ModeValues::of_parts(&[&labels, &switches], |state| {
        let is_shown = is_filled(labels.inherited(state)) && switches.inherited(state) == "on";
        String::from(if is_shown { "on" } else { "off" })
    });
    let multi_view = MultiView::default()
        .content(&marked(&labels))
        .visibility(&shown, "on")
        .print(element.slug);
    Some((labels.desktop().to_owned(), multi_view))
}

/// A text up to `<!--more-->`.
fn teaser(content: &str) -> &str {
    content.split("<!--more").next().unwrap_or(content)
}

/// The line about a post; empty where no state shows it.
fn meta(element: &Element<'_>, view: &View, post: &Post) -> String {
    let shown = element.values("show_meta");
    if !shown.any_is("on") {
        return String::new();
    }
    let date = view.mysql2date(&view.site.options.text("date_format"), &post.date);
    // Separators stand around empty parts too, as in the blog module: vector divi-module-options.
    let parts = [
        author_of(view, post),
        format!("<span class=\"published\">{}</span>", esc_html(&date)),
        term_links(view, post, "category", ", "),
        comments_text(view, post),
    ];
    let multi_view = MultiView::default()
        .visibility(&shown, "on")
        .print(element.slug);
    let parts = parts.join(" | ");
    format!("<p class=\"post-meta\"{multi_view}>{parts}</p>")
}
