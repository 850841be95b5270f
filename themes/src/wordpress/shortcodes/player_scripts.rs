//! The script of players, printed by pages that have one: its words, its settings, its files.
//!
//! Contract "wordpress-core", section 8.4; recording pages/modulos-audio. `player_words.tsv`: the script's name for a word,
//! and the word as translations know it.

use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;

use crate::wordpress::assets::{Script, Style};
use crate::wordpress::view::Page;

use super::player::Players;

/// The player that core comes with.
const VERSION: &str = "4.2.17";

/// Enqueues the scripts and sheets when the page has a player.
pub(super) fn enqueue(page: &mut Page) -> String {
    if !page.globals.of::<Players>().is_any() {
        return String::new();
    }
    let view = page.view.clone();
    let file = |name: &str| format!("{}/wp-includes/js/mediaelement/{name}", view.site.siteurl());
    let core = view.wp_version.as_str();
    let script = |handle: &str, name: &str, version: &str| {
        if view.is_legacy() {
            Script::linked(handle, &file(name), version)
        } else {
            Script::inline(handle)
        }
    };
    if view.is_legacy() {
        let sheet = file("mediaelementplayer-legacy.min.css");
        page.assets
            .late_style(Style::linked("mediaelement", &sheet, VERSION));
        let sheet = file("wp-mediaelement.min.css");
        page.assets
            .late_style(Style::linked("wp-mediaelement", &sheet, core));
    }
    let code = view.locale.code().split(['_', '-']).next();
    let words = WORDS.lines().filter_map(|line| line.split_once('\t'));
    let words = words.fold(Value::array(), |words, (name, word)| {
        words.with(format!("mejs.{name}"), view.locale.translate(word))
    });
    let texts = Value::array()
        .with("language", code.unwrap_or_default().to_ascii_lowercase())
        .with("strings", words);
    let settings = Value::array()
        .with("pluginPath", "/wp-includes/js/mediaelement/")
        .with("classPrefix", "mejs-")
        .with("stretching", "responsive")
        .with("audioShortcodeLibrary", "mediaelement")
        .with("videoShortcodeLibrary", "mediaelement");
    let json = |value: &Value| json_encode(value, 0).unwrap_or_default();
    let player = script(
        "mediaelement-core",
        "mediaelement-and-player.min.js",
        VERSION,
    );
    let assets = &mut page.assets;
    assets.footer_script(player.before(&format!("var mejsL10n = {};", json(&texts))));
    assets.footer_script(script(
        "mediaelement-migrate",
        "mediaelement-migrate.min.js",
        core,
    ));
    // Settings without a file of their own.
    let settings = Script::inline("mediaelement").localized("_wpmejsSettings", &json(&settings));
    assets.footer_script(settings);
    assets.footer_script(script("wp-mediaelement", "wp-mediaelement.min.js", core));
    String::new()
}

const WORDS: &str = include_str!("player_words.tsv");
