//! `et_pb_video`, `et_pb_video_slider` and `et_pb_video_slider_item`.
//!
//! Contract "divi-modules", section 2. No oEmbed requests are made: URLs of known providers get the providers' standard
//! `iframe`.

use compat::divi::attributes::State;
use compat::wordpress::formatting::escape::esc_attr;

use crate::wordpress::head::url;

use super::super::builder::{
    ClassList, Element, ModeValues, Module, MultiView, Render, Rendered, print_slots,
};
use crate::slots::slots;

/// `et_pb_video`.
pub const MODULE: Module = Module {
    slug: "et_pb_video",
    defaults: &[],
    render: Render::Leaf(video),
};

/// `et_pb_video_slider`.
pub const SLIDER: Module = Module {
    slug: "et_pb_video_slider",
    defaults: &[("show_arrows", "on"), ("show_thumbnails", "on")],
    render: Render::Around(slider),
};

/// `et_pb_video_slider_item`.
pub const ITEM: Module = Module {
    slug: "et_pb_video_slider_item",
    defaults: &[("background_layout", "dark")],
    render: Render::Leaf(item),
};

fn video(element: &Element<'_>) -> Rendered {
    let images = element.values("image_src");
    let classes = element.class_list();
    let overlay = if images.is_any() {
        overlay(element, &images, None)
    } else {
        String::new()
    };
    let values = slots! {
        player => player(element),
        player_multi_view => player_multi_view(element),
        overlay, ..element.root_slots(&classes)
    };
    print_slots(element, "video", &values).into()
}

/// The files of a video: option, kind.
const FILES: [(&str, &str); 2] = [("src", "mp4"), ("src_webm", "webm")];

/// The video: an `iframe` of a provider, or files.
fn player(element: &Element<'_>) -> String {
    if let Some(iframe) = embedded(element.text("src")) {
        return iframe;
    }
    let files = FILES.iter().map(|(name, kind)| {
        let src = Some(element.text(name)).filter(|src| !src.is_empty());
        src.map_or_else(String::new, |src| ["\n", &source(src, kind)].concat())
    });
    format!("\n<video controls>{}\n</video>", files.collect::<String>())
}

/// `data-et-multi-view` of a video that differs by state. A state shows its own files only; one that it has not is an
/// element without an address (vectors divi-modules-2).
fn player_multi_view(element: &Element<'_>) -> String {
    // The white space of the value: as recorded.
    const OPEN: &str = "\n\t\t\t\t <video controls>\n\t\t\t\t\t ";
    const CLOSE: &str = "\n\t\t\t\t </video>";
    let files = FILES.map(|(name, kind)| (element.values(name), kind));
    let values: Vec<&ModeValues> = files.iter().map(|(values, _)| values).collect();
    let content = ModeValues::of_parts(&values, |state| {
        let own = |values: &ModeValues| {
            match state {
                State::Desktop => Some(values.desktop()).filter(|src| !src.is_empty()),
                state => Some(values.own(state).unwrap_or_default()),
            }
            .map(str::to_owned)
        };
        let [first, _] = &files;
        if let Some(iframe) = own(&first.0).as_deref().and_then(embedded) {
            return iframe;
        }
        let sources = files
            .iter()
            .map(|(values, kind)| own(values).map_or_else(String::new, |src| source(&src, kind)));
        let sources: Vec<String> = sources.collect();
        [OPEN, &sources.join("\n\t\t\t\t\t "), CLOSE].concat()
    });
    MultiView::default().content(&content).print(element.slug)
}

fn source(src: &str, kind: &str) -> String {
    format!("<source type=\"video/{kind}\" src=\"{}\" />", url(src))
}

/// The `iframe` of a known provider.
fn embedded(src: &str) -> Option<String> {
    embed_address(src).map(|address| {
        format!(
            "<iframe width=\"1080\" height=\"608\" src=\"{}\" frameborder=\"0\" allow=\"accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; web-share\" allowfullscreen></iframe>",
            url(&address)
        )
    })
}

/// The `iframe` URL of a known provider.
fn embed_address(src: &str) -> Option<String> {
    let (_, rest) = src.split_once("//")?;
    let (host, path) = rest.split_once('/')?;
    let host = host.trim_start_matches("www.").trim_start_matches("m.");
    let id_of = |text: &str| {
        let end = text.find(['&', '?', '/', '#']).unwrap_or(text.len());
        text.get(..end)
            .filter(|id| !id.is_empty())
            .map(str::to_owned)
    };
    let id = match host {
        "youtube.com" => id_of(path.split_once("v=").map_or_else(
            || path.strip_prefix("embed/").unwrap_or_default(),
            |(_, id)| id,
        ))?,
        "youtu.be" => id_of(path)?,
        "vimeo.com" => {
            return Some(format!(
                "https://player.vimeo.com/video/{}?dnt=1",
                id_of(path)?
            ));
        }
        _ => return None,
    };
    Some(format!("https://www.youtube.com/embed/{id}?feature=oembed"))
}

/// The image overlay; hidden without an image or by `shown`.
fn overlay(element: &Element<'_>, images: &ModeValues, shown: Option<&ModeValues>) -> String {
    let image = url(images.desktop());
    let styles = images.clone().map(|src| format!("url({src})"));
    let styled = MultiView::default().attributes("styles", &[("background-image", styles)]);
    let (is_shown, multi_view) = match shown {
        Some(shown) => (shown.desktop() == "on", styled.visibility(shown, "on")),
        None => (!image.is_empty(), styled.visible_where(images)),
    };
    let hidden = if is_shown {
        ""
    } else {
        " et_multi_view_hidden"
    };
    format!(
        "<div style=\"background-image:url({image})\" class=\"et_pb_video_overlay{hidden}\"{}><div class=\"et_pb_video_overlay_hover\"><a href=\"#\" class=\"et_pb_video_play\"></a></div></div>",
        multi_view.print(element.slug)
    )
}

fn slider(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let (arrows, thumbnails) = (
        element.values("show_arrows"),
        element.values("show_thumbnails"),
    );
    let classes = element.class_list();
    let multi_view = MultiView::default()
        .classes(&[
            ("et_pb_slider_no_arrows", &arrows, true, "off"),
            (
                "et_pb_slider_carousel et_pb_slider_no_pagination",
                &thumbnails,
                true,
                "on",
            ),
            ("et_pb_slider_dots", &thumbnails, true, "off"),
        ])
        .print(element.slug);
    let values = slots! {
        content, multi_view,
        no_arrows => arrows.desktop() == "off",
        dots => thumbnails.desktop() == "off",
        carousel => thumbnails.desktop() == "on",
        controls => esc_attr(element.text("controls_color")),
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "video_slider", &values);
    inside.with_html(html)
}

fn item(element: &Element<'_>) -> Rendered {
    let shown = element.parent("et_pb_video_slider").map_or_else(
        || ModeValues::fixed("off"),
        |slider| ModeValues::of_attributes(&slider.attributes, "show_image_overlay", "off"),
    );
    let images = element.values("image_src");
    let mut classes = ClassList::of_child(element);
    classes.add("et_pb_slide");
    classes.background_layout(element);
    let image = MultiView::default().attributes("attrs", &[("data-image", images.clone())]);
    let values = slots! {
        player => player(element),
        player_multi_view => player_multi_view(element),
        overlay => overlay(element, &images, Some(&shown)),
        image => url(images.desktop()),
        image_multi_view => image.print(element.slug),
        ..element.root_slots(&classes)
    };
    print_slots(element, "video_slider_item", &values).into()
}
