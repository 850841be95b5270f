//! The links to social networks in header and footer.
//!
//! Contract "divi-theme", section 3.

use minijinja::{Value, context};

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::options::DiviOptions;

const NETWORKS: [(&str, &str); 4] = [
    ("facebook", "Facebook"),
    ("twitter", "Twitter"),
    ("instagram", "Instagram"),
    ("rss", "RSS"),
];

/// The list of the enabled networks.
pub fn social_icons(view: &View) -> String {
    let options = DiviOptions::of(view);
    let mut icons = Vec::new();
    for (network, label) in NETWORKS {
        if !options.is_on(&format!("divi_show_{network}_icon"), true) {
            continue;
        }
        let own = options.text(&format!("divi_{network}_url"));
        let href = match (own.is_empty(), network) {
            (true, "rss") => view.links().get_feed_link("rss2"),
            (true, _) => "#".to_owned(),
            (false, _) => own.into_owned(),
        };
        let href = Value::from_safe_string(url(&href));
        icons.push(context! { network => network, label => view.theme_text(label), url => href });
    }
    view.render("divi/social_icons.html", context! { icons => icons })
}
