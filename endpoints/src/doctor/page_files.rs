//! Files that pages and their style sheets name and nobody serves: pictures, scripts, sheets, fonts.

use std::collections::{BTreeMap, VecDeque};

use compat::wordpress::audit::links::{internal, internal_links};

use super::finding::{Finding, Level};
use super::running::Running;
use crate::app::App;
use crate::audit::site_url::SiteOrigin;

const AREA: &str = "files";
/// Pages that are looked at, the front page first.
const PAGES: usize = 12;
/// Files that are asked for.
const FILES: usize = 400;

/// Files by path, each with what names it.
type Named = BTreeMap<String, String>;

pub(super) async fn check(app: &App, running: &Running, found: &mut Vec<Finding>) {
    let state = app.state();
    let home = SiteOrigin::of(&state.site.home());
    let own = SiteOrigin::of(&state.site.siteurl());
    let mut origins = vec![home.host(), own.host()];
    let shown = &app.settings.site.site_url;
    if !shown.is_empty() {
        origins.push(SiteOrigin::of(shown).host());
    }
    let (pages, files) = files_of_pages(running, &origins).await;
    let (asked, missing) = ask_for(running, &origins, files).await;
    if missing.is_empty() {
        found.push(Finding::ok(
            AREA,
            format!("all {asked} files named by {pages} pages are served"),
        ));
    }
    for (target, (status, page)) in missing.iter().take(30) {
        let advice = match is_font(target) {
            true => "copy the font into the site's folder, or change the style sheet that names it",
            false => {
                "copy the file from the PHP server into the site's folder, or remove what names it"
            }
        };
        let what = format!("{target} is answered with {status}; {page} names it");
        found.push(Finding::new(AREA, Level::Warning, what, advice));
    }
    if missing.len() > 30 {
        let more = missing.len() - 30;
        let what = format!("{more} further files are missing");
        let advice = "copy wp-content from the PHP server";
        found.push(Finding::new(AREA, Level::Warning, what, advice));
    }
}

/// The files that pages name, from the front page on along its links; and how many pages were looked at.
async fn files_of_pages(running: &Running, origins: &[String]) -> (usize, Named) {
    let mut pages: VecDeque<String> = VecDeque::from(["/".to_owned()]);
    let mut seen = vec!["/".to_owned()];
    let mut files = Named::new();
    let mut looked_at = 0;
    while let Some(page) = pages.pop_front().filter(|_| looked_at < PAGES) {
        let Ok(answer) = running.get(&page, &[]).await else {
            continue;
        };
        looked_at += 1;
        let html = String::from_utf8_lossy(&answer.body);
        let mut add = |target: String| match is_file(&target) {
            true if files.len() < FILES => {
                files.entry(target).or_insert_with(|| page.clone());
            }
            false if seen.len() < 200 && !target.contains('?') && !seen.contains(&target) => {
                seen.push(target.clone());
                pages.push_back(target);
            }
            _ => {}
        };
        internal_links(&html, origins, &mut add);
        css_urls(&html, "/", origins, &mut add);
    }
    (looked_at, files)
}

/// Asks for files, and for those that their style sheets name: how many, and the missing ones with status and origin.
async fn ask_for(
    running: &Running,
    origins: &[String],
    files: Named,
) -> (usize, BTreeMap<String, (u16, String)>) {
    let mut missing = BTreeMap::new();
    let mut asked = 0;
    let mut known: Vec<String> = files.keys().cloned().collect();
    let mut queue: VecDeque<(String, String)> = files.into_iter().collect();
    while let Some((target, page)) = queue.pop_front() {
        let Ok(answer) = running.get(&target, &[]).await else {
            continue;
        };
        asked += 1;
        if answer.status >= 400 {
            missing.insert(target, (answer.status, page));
            continue;
        }
        if ending(&target) == "css" {
            let css = String::from_utf8_lossy(&answer.body);
            css_urls(&css, &target, origins, &mut |found: String| {
                if known.len() < FILES && !known.contains(&found) {
                    known.push(found.clone());
                    queue.push_back((found, target.clone()));
                }
            });
        }
    }
    (asked, missing)
}

fn ending(target: &str) -> &str {
    let path = target.split('?').next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn is_file(target: &str) -> bool {
    let ending = ending(target);
    (2..=5).contains(&ending.len()) && !matches!(ending, "php" | "html" | "xml")
}

fn is_font(target: &str) -> bool {
    matches!(ending(target), "woff2" | "woff" | "ttf" | "otf" | "eot")
}

/// Calls `found` with each internal `url(…)` of a style sheet at a path.
fn css_urls(css: &str, sheet: &str, origins: &[String], found: &mut impl FnMut(String)) {
    for piece in css.split("url(").skip(1).take(2000) {
        let Some(value) = piece.get(..piece.find(')').unwrap_or(0)) else {
            continue;
        };
        let value = value.trim().trim_matches(['"', '\'']);
        if value.is_empty() || value.starts_with("data:") || value.starts_with('#') {
            continue;
        }
        let is_relative = !value.starts_with('/') && !value.contains("://");
        let target = match is_relative {
            true => internal(&resolved(sheet, value), origins),
            false => internal(value, origins),
        };
        if let Some(target) = target {
            found(target);
        }
    }
}

/// A relative address beside a style sheet.
fn resolved(sheet: &str, relative: &str) -> String {
    let path = sheet.split('?').next().unwrap_or_default();
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match joined.starts_with('/') {
        true => joined,
        false => format!("/{joined}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_of_a_sheet_are_found_beside_it() {
        let css = "@font-face{src:url('../fonts/a.woff2') format('x'),url(//s.example/b.woff)} a{background:url(data:x)}";
        let mut found = Vec::new();
        let origins = ["//s.example".to_owned()];
        css_urls(
            css,
            "/wp-content/themes/x/css/style.css?ver=1",
            &origins,
            &mut |url: String| found.push(url),
        );
        assert_eq!(found, ["/wp-content/themes/x/fonts/a.woff2", "/b.woff"]);
        assert_eq!(resolved("/a.css", "../../b.png"), "/b.png");
        assert!(is_font("/x.woff2?1") && is_file("/x.js") && !is_file("/a/b/"));
    }
}
