//! `et_pb_social_media_follow` and `et_pb_social_media_follow_network`.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_attr;

use crate::wordpress::head::url;

use super::super::builder::{
    Background, ClassList, Element, Module, Render, Rendered, builder_text, print_slots, slots,
};

/// `et_pb_social_media_follow`.
pub const MODULE: Module = Module {
    slug: "et_pb_social_media_follow",
    defaults: &[("background_layout", "light")],
    render: Render::Around(follow),
};

/// `et_pb_social_media_follow_network`.
pub const NETWORK: Module = Module {
    slug: "et_pb_social_media_follow_network",
    defaults: &[],
    render: Render::Around(network),
};

/// Networks whose icons are in Font Awesome.
const FONT_AWESOME: [&str; 43] = [
    "500px",
    "airbnb",
    "amazon",
    "angellist",
    "apple",
    "artstation",
    "askfm",
    "bandcamp",
    "behance",
    "bitbucket",
    "blogger",
    "buffer",
    "codepen",
    "delicious",
    "deviantart",
    "discord",
    "etsy",
    "facebook-messenger",
    "flipboard",
    "foursquare",
    "github",
    "goodreads",
    "houzz",
    "itunes",
    "lastfm",
    "line",
    "medium",
    "meetup",
    "odnoklassniki",
    "patreon",
    "paypal",
    "periscope",
    "podcast",
    "qq",
    "quora",
    "reddit",
    "researchgate",
    "spotify",
    "telegram",
    "tiktok",
    "twitch",
    "vk",
    "weibo",
];

/// Networks whose name is not their capitalized key.
const NAMES: [(&str, &str); 12] = [
    ("google-plus", "Google+"),
    ("youtube", "Youtube"),
    ("linkedin", "LinkedIn"),
    ("rss", "RSS"),
    ("flikr", "Flickr"),
    ("myspace", "MySpace"),
    ("tumblr", "Tumblr"),
    ("deviantart", "DeviantArt"),
    ("skype", "skype"),
    ("tiktok", "TikTok"),
    ("github", "GitHub"),
    ("whatsapp", "WhatsApp"),
];

fn follow(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = element.class_list();
    classes.add("clearfix");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(element.is_on("follow_button"), "has_follow_button");
    let html = print_slots(
        element,
        "social_media_follow",
        &slots! { content, ..element.root_slots(&classes) },
    );
    inside.with_html(html)
}

fn name_of(network: &str, written: &str) -> String {
    let word = if written.is_empty() { network } else { written };
    if let Some((_, name)) = NAMES.iter().find(|(n, _)| *n == word) {
        return (*name).to_owned();
    }
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn network(element: &Element<'_>, inside: Rendered) -> Rendered {
    let view = element.view;
    let network = element.text("social_network");
    let written = inside.html.as_str();
    let name = name_of(network, written.trim());
    let parent = element.parent("et_pb_social_media_follow");
    let opens_window =
        parent.is_none_or(|p| p.attributes.get("url_new_window").unwrap_or("on") == "on");
    let has_button = parent.is_some_and(|p| p.attributes.is_on("follow_button"));
    let href = if network == "skype" {
        let account = esc_attr(element.text("skype_url")).into_owned();
        let action = element.attributes.get("skype_action").unwrap_or("call");
        format!("skype:{account}?{}", esc_attr(action))
    } else {
        url(element.text("url"))
    };
    let mut classes = ClassList::of_child(element);
    classes.backgrounds(element);
    for class in [
        "et_pb_section_video et_pb_preload",
        "et_pb_section_parallax",
    ] {
        classes.remove(class);
    }
    classes.add("et_pb_social_icon");
    classes.add("et_pb_social_network_link");
    if !network.is_empty() {
        classes.add(format!(" et-social-{}", esc_attr(network)));
    }
    classes.add_if(FONT_AWESOME.contains(&network), "et-pb-social-fa-icon");
    // The markup of its video stands inside the link's `class`: vectors divi-modules-2.
    let video = match Background::of(element).video() {
        none if none.is_empty() => none,
        video => format!(
            " et_pb_section_video et_pb_preload {}",
            video.replace('\'', "&#039;")
        ),
    };
    let values = slots! {
        video, classes => classes.print(), id => element.id_attribute(), href,
        title => builder_text(view, "Follow on %s").replace("%s", &name),
        name, opens_window, has_button,
        follow => builder_text(view, "Follow"),
    };
    let html = print_slots(element, "social_media_follow_network", &values);
    inside.with_html(html)
}
