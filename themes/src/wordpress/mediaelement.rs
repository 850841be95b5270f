//! The video and audio player (`wp-mediaelement`): scripts, style sheets and texts.
//!
//! Recordings `pages/modulos-video`, `pages/modulos-audio`. Our browser modules contain their own player.

use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;

use super::assets::{Script, Style};
use super::view::{Page, View};

/// The version of the player's library.
const VERSION: &str = "4.2.17";

/// Core's untranslated texts by key.
const TEXTS: [(&str, &str); 17] = [
    ("download-file", "Download File"),
    (
        "install-flash",
        "You are using a browser that does not have Flash player enabled or installed. Please turn on your Flash player plugin or download the latest version from https://get.adobe.com/flashplayer/",
    ),
    ("fullscreen", "Fullscreen"),
    ("play", "Play"),
    ("pause", "Pause"),
    ("time-slider", "Time Slider"),
    (
        "time-help-text",
        "Use Left/Right Arrow keys to advance one second, Up/Down arrows to advance ten seconds.",
    ),
    ("live-broadcast", "Live Broadcast"),
    (
        "volume-help-text",
        "Use Up/Down Arrow keys to increase or decrease volume.",
    ),
    ("unmute", "Unmute"),
    ("mute", "Mute"),
    ("volume-slider", "Volume Slider"),
    ("video-player", "Video Player"),
    ("audio-player", "Audio Player"),
    ("captions-subtitles", "Captions/Subtitles"),
    ("captions-chapters", "Chapters"),
    ("none", "None"),
];

/// Languages of captions: the key is the name in lower case, with hyphens for spaces, without brackets.
const LANGUAGES: [&str; 55] = [
    "Afrikaans",
    "Albanian",
    "Arabic",
    "Belarusian",
    "Bulgarian",
    "Catalan",
    "Chinese",
    "Chinese (Simplified)",
    "Chinese (Traditional)",
    "Croatian",
    "Czech",
    "Danish",
    "Dutch",
    "English",
    "Estonian",
    "Filipino",
    "Finnish",
    "French",
    "Galician",
    "German",
    "Greek",
    "Haitian Creole",
    "Hebrew",
    "Hindi",
    "Hungarian",
    "Icelandic",
    "Indonesian",
    "Irish",
    "Italian",
    "Japanese",
    "Korean",
    "Latvian",
    "Lithuanian",
    "Macedonian",
    "Malay",
    "Maltese",
    "Norwegian",
    "Persian",
    "Polish",
    "Portuguese",
    "Romanian",
    "Russian",
    "Serbian",
    "Slovak",
    "Slovenian",
    "Spanish",
    "Swahili",
    "Swedish",
    "Tagalog",
    "Thai",
    "Turkish",
    "Ukrainian",
    "Vietnamese",
    "Welsh",
    "Yiddish",
];

/// Enqueues the player. Its texts are printed before the library, its settings after it.
pub fn wp_enqueue_mediaelement(page: &mut Page) {
    let view = page.view.clone();
    let texts = format!("var mejsL10n = {};", json(&texts(&view)));
    let file = |name: &str| format!("{}/wp-includes/js/mediaelement/{name}", view.site.siteurl());
    let wp = view.wp_version();
    // The browser module's player has the library's elements: where the site has its sheets, they lay it out.
    page.assets.late_style(Style::linked(
        "mediaelement",
        &file("mediaelementplayer-legacy.min.css"),
        VERSION,
    ));
    page.assets.late_style(Style::linked(
        "wp-mediaelement",
        &file("wp-mediaelement.min.css"),
        &wp,
    ));
    if !view.is_legacy() {
        page.assets
            .footer_script(Script::inline("mediaelement-core").before(&texts));
        page.assets.footer_script(settings());
        return;
    }
    let library = file("mediaelement-and-player.min.js");
    let core = Script::linked("mediaelement-core", &library, VERSION).before(&texts);
    page.assets.footer_script(core);
    for script in [
        Script::linked(
            "mediaelement-migrate",
            &file("mediaelement-migrate.min.js"),
            &wp,
        ),
        settings(),
        Script::linked("wp-mediaelement", &file("wp-mediaelement.min.js"), &wp),
    ] {
        page.assets.footer_script(script);
    }
}

fn texts(view: &View) -> Value {
    let mut strings = Value::array();
    for (key, text) in TEXTS {
        strings = strings.with(format!("mejs.{key}").as_str(), view.text(text));
    }
    for name in LANGUAGES {
        let key = name
            .to_lowercase()
            .replace(' ', "-")
            .replace(['(', ')'], "");
        strings = strings.with(format!("mejs.{key}").as_str(), view.text(name));
    }
    let code = view.locale.code();
    let language = code.split(['_', '-']).next().unwrap_or_default();
    Value::array()
        .with("language", language)
        .with("strings", strings)
}

fn settings() -> Script {
    let settings = Value::array()
        .with("pluginPath", "/wp-includes/js/mediaelement/")
        .with("classPrefix", "mejs-")
        .with("stretching", "responsive")
        .with("audioShortcodeLibrary", "mediaelement")
        .with("videoShortcodeLibrary", "mediaelement");
    Script::inline("mediaelement").localized("_wpmejsSettings", &json(&settings))
}

fn json(value: &Value) -> String {
    json_encode(value, 0).unwrap_or_default()
}
