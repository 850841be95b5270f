//! `[audio]` and `[video]`: players of files.
//!
//! Contract "wordpress-core", section 8.4.

use compat::wordpress::formatting::escape::esc_html;

use super::super::head::url;
use super::super::view::Page;

/// Players printed so far, by kind.
#[derive(Debug, Default)]
struct Players {
    audio: u32,
    video: u32,
}

/// The MIME type of a file that browsers play.
fn mime_type(src: &str, kinds: &[(&str, &'static str)]) -> Option<&'static str> {
    let path = src.split(['?', '#']).next().unwrap_or(src);
    let (_, extension) = path.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    let found = kinds.iter().find(|(e, _)| *e == extension);
    found.map(|(_, mime)| *mime)
}

const AUDIO: [(&str, &str); 6] = [
    ("mp3", "audio/mpeg"),
    ("ogg", "audio/ogg"),
    ("flac", "audio/flac"),
    ("m4a", "audio/mpeg"),
    ("wav", "audio/wav"),
    ("aac", "audio/aac"),
];

const VIDEO: [(&str, &str); 5] = [
    ("mp4", "video/mp4"),
    ("m4v", "video/mp4"),
    ("webm", "video/webm"),
    ("ogv", "video/ogg"),
    ("flv", "video/x-flv"),
];

/// `wp_audio_shortcode` of a file; a link when it is no sound.
pub fn wp_audio(page: &mut Page, src: &str) -> String {
    let address = url(src);
    let Some(mime) = mime_type(src, &AUDIO) else {
        return link("wp-embedded-audio", &address);
    };
    let players = page.globals.of::<Players>();
    players.audio += 1;
    let number = players.audio;
    let post = page.content_post.map_or(0, |id| id.0);
    format!(
        "{}<audio class=\"wp-audio-shortcode\" id=\"audio-{post}-{number}\" preload=\"none\" style=\"width: 100%;\" \
         controls=\"controls\"><source type=\"{mime}\" src=\"{address}?_={number}\" /><a href=\"{address}\">{}</a></audio>",
        old_browsers("audio", number),
        esc_html(&address)
    )
}

/// `wp_video_shortcode` of a file in a box; a link when it is no film.
pub fn wp_video(page: &mut Page, src: &str, width: u32, height: u32) -> String {
    let address = url(src);
    let Some(mime) = mime_type(src, &VIDEO) else {
        return link("wp-embedded-video", &address);
    };
    let players = page.globals.of::<Players>();
    players.video += 1;
    let number = players.video;
    let post = page.content_post.map_or(0, |id| id.0);
    format!(
        "<div style=\"width: {width}px;\" class=\"wp-video\">{}<video class=\"wp-video-shortcode\" \
         id=\"video-{post}-{number}\" width=\"{width}\" height=\"{height}\" preload=\"metadata\" controls=\"controls\">\
         <source type=\"{mime}\" src=\"{address}?_={number}\" /><a href=\"{address}\">{}</a></video></div>",
        old_browsers("video", number),
        esc_html(&address)
    )
}

fn link(class: &str, address: &str) -> String {
    format!(
        "<a class=\"{class}\" href=\"{address}\">{}</a>",
        esc_html(address)
    )
}

/// What old browsers need before the first player.
fn old_browsers(tag: &str, number: u32) -> String {
    if number > 1 {
        return String::new();
    }
    format!("<!--[if lt IE 9]><script>document.createElement('{tag}');</script><![endif]-->\n")
}
