//! `[audio]` and `[video]`: players (`wp_audio_shortcode`, `wp_video_shortcode`).
//!
//! Contract "wordpress-core", section 8.4; recordings pages/modulos-audio and rest/media. Without a URL nothing is
//! printed (WordPress would use the post's attached media). Scripts and styles: [`wp_enqueue_mediaelement`].

use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::mime_types::wp_check_filetype;
use compat::wordpress::php::Value;
use compat::wordpress::php::cast::string_to_int;
use compat::wordpress::php::wp_value::wp_validate_boolean;
use compat::wordpress::shortcode::Atts;
use compat::wordpress::url::{QueryArg, add_query_arg};

use crate::wordpress::head::url;
use crate::wordpress::mediaelement::wp_enqueue_mediaelement;
use crate::wordpress::view::Page;

/// A kind of player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `[audio]`.
    Audio,
    /// `[video]`.
    Video,
}

impl Kind {
    /// Its HTML element.
    fn tag(self) -> &'static str {
        match self {
            Self::Audio => "audio",
            Self::Video => "video",
        }
    }

    /// Supported file extensions, in the order of the sources.
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Audio => &["mp3", "ogg", "flac", "m4a", "wav"],
            Self::Video => &["mp4", "m4v", "webm", "ogv", "flv"],
        }
    }
}

/// Number of players of each kind on the page.
#[derive(Clone, Debug, Default)]
struct Players {
    audio: u32,
    video: u32,
}

impl Players {
    fn next(&mut self, kind: Kind) -> u32 {
        let count = match kind {
            Kind::Audio => &mut self.audio,
            Kind::Video => &mut self.video,
        };
        *count = count.saturating_add(1);
        *count
    }
}

/// Renders a player for the URLs in the attributes; `inner` contains its tracks.
pub fn player(kind: Kind, atts: &Atts, inner: &str, page: &mut Page) -> String {
    let number = page.globals.of::<Players>().next(kind);
    let sources = match sources(kind, atts) {
        Ok(sources) => sources,
        Err(other) => {
            let (class, address) = (kind.tag(), url(other));
            let text = esc_html(other);
            return format!("<a class=\"wp-embedded-{class}\" href=\"{address}\">{text}</a>");
        }
    };
    let Some((first, _)) = sources.first().copied() else {
        return String::new();
    };
    wp_enqueue_mediaelement(page);
    let old = match number {
        1 => format!(
            "<!--[if lt IE 9]><script>document.createElement('{}');</script><![endif]-->\n",
            kind.tag()
        ),
        _ => String::new(),
    };
    let listed = sources
        .iter()
        .map(|(address, mime)| source(address, mime, number));
    let listed: String = listed.collect();
    let fallback = format!("<a href=\"{}\">{}</a>", url(first), esc_html(first));
    let single = || page.view.queried_post().map(|post| post.id);
    let post = page.content_post.or_else(single).map_or(0, |post| post.0);
    let id = format!("{}-{post}-{number}", kind.tag());
    let (attributes, width) = match kind {
        Kind::Audio => (audio_attributes(atts, &id), None),
        Kind::Video => {
            let (width, height) = size(atts, page.view.image_sizes.content_width);
            (video_attributes(atts, &id, (width, height)), Some(width))
        }
    };
    let element = format!(
        "{old}<{0} {attributes} controls=\"controls\">{listed}{inner}{fallback}</{0}>",
        kind.tag()
    );
    match width {
        Some(width) => {
            format!("<div style=\"width: {width}px;\" class=\"wp-video\">{element}</div>")
        }
        None => element,
    }
}

/// A player for one file.
pub fn player_of(kind: Kind, src: &str, page: &mut Page) -> String {
    let mut atts = Atts::default();
    atts.insert("src", src);
    player(kind, &atts, "", page)
}

/// The files in the attributes with their types; or the first unsupported one.
fn sources(kind: Kind, atts: &Atts) -> Result<Vec<(&str, &'static str)>, &str> {
    let given = |name: &str| atts.get(name).filter(|value| !value.is_empty());
    let of_type = |address: &str| {
        let (extension, mime) = wp_check_filetype(address.split(['?', '#']).next()?)?;
        let extension = extension.to_ascii_lowercase();
        let is_played = kind.extensions().contains(&extension.as_str());
        is_played.then_some(mime)
    };
    if let Some(src) = given("src") {
        return of_type(src).map(|mime| vec![(src, mime)]).ok_or(src);
    }
    let all = kind.extensions().iter().filter_map(|name| given(name));
    Ok(all.filter_map(|src| Some((src, of_type(src)?))).collect())
}

fn source(address: &str, mime: &str, number: u32) -> String {
    let number = number.to_string();
    let address = add_query_arg(&[("_", QueryArg::from(number.as_str()))], address);
    format!(
        "<source type=\"{}\" src=\"{}\" />",
        esc_attr(mime),
        url(&address)
    )
}

fn attribute(name: &str, value: &str) -> String {
    format!("{name}=\"{}\"", esc_attr(value))
}

/// `name="1"` for an enabled attribute.
fn switch(atts: &Atts, name: &str) -> Option<String> {
    let value = Value::from(atts.get(name)?);
    wp_validate_boolean(&value).then(|| attribute(name, "1"))
}

fn preload(atts: &Atts, default: &str) -> Option<String> {
    let value = atts.get("preload").unwrap_or(default);
    (!value.is_empty()).then(|| attribute("preload", value))
}

fn audio_attributes(atts: &Atts, id: &str) -> String {
    let parts = [
        Some(attribute(
            "class",
            atts.get("class").unwrap_or("wp-audio-shortcode"),
        )),
        Some(attribute("id", id)),
        switch(atts, "loop"),
        switch(atts, "autoplay"),
        preload(atts, "none"),
        Some(attribute(
            "style",
            atts.get("style").unwrap_or("width: 100%;"),
        )),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn video_attributes(atts: &Atts, id: &str, (width, height): (i64, i64)) -> String {
    let poster = atts.get("poster").filter(|poster| !poster.is_empty());
    let parts = [
        Some(attribute(
            "class",
            atts.get("class").unwrap_or("wp-video-shortcode"),
        )),
        Some(attribute("id", id)),
        Some(attribute("width", &width.to_string())),
        Some(attribute("height", &height.to_string())),
        poster.map(|poster| format!("poster=\"{}\"", url(poster))),
        switch(atts, "loop"),
        switch(atts, "autoplay"),
        switch(atts, "muted"),
        preload(atts, "metadata"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Width and height, limited to the theme's content width.
fn size(atts: &Atts, most: i64) -> (i64, i64) {
    let number = |name: &str, default: i64| {
        let value = atts
            .get(name)
            .map_or(default, |v| string_to_int(v.as_bytes()));
        if value > 0 { value } else { default }
    };
    let (width, height) = (number("width", 640), number("height", 360));
    if most > 0 && width > most {
        let scaled = height.saturating_mul(most).saturating_add(width / 2) / width;
        return (most, scaled);
    }
    (width, height)
}
