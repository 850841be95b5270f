//! Who writes posts through the API, and what writing needs of the site.

use compat::wordpress::comment::insert::has_trash;
use compat::wordpress::post::post_writer::PostWriter;
use compat::wordpress::user::UserId;

use super::route::Rest;
use crate::app::App;
use crate::site_state::SiteState;

impl Rest<'_> {
    /// The requesting user as a writer of posts.
    pub fn post_writer(&self) -> PostWriter {
        let mut writer = post_writer(self.app, &self.state, self.now);
        writer.user = self.visitor.user.unwrap_or_default();
        writer.unfiltered_html = self.can("unfiltered_html");
        writer
    }
}

/// Nobody as a writer of posts: for scheduled jobs.
pub fn post_writer(app: &App, state: &SiteState, now: i64) -> PostWriter {
    let constant = |name: &str| app.wp_config.as_ref().and_then(|config| config.text(name));
    PostWriter {
        site: state.site.clone(),
        rewrite: state.rewrite.clone(),
        zone: state.timezone(),
        locale: state.locale_code(),
        now,
        user: UserId(0),
        unfiltered_html: false,
        has_trash: has_trash(constant("EMPTY_TRASH_DAYS").as_deref()),
        revisions_to_keep: revisions_to_keep(constant("WP_POST_REVISIONS").as_deref()),
    }
}

/// WP_POST_REVISIONS: `true` and negative numbers keep all, `false` and 0 none.
fn revisions_to_keep(constant: Option<&str>) -> Option<usize> {
    match constant.map(|value| value.trim().to_ascii_lowercase()) {
        None => None,
        Some(value) => match value.as_str() {
            "true" => None,
            "false" | "" => Some(0),
            number => number
                .parse::<i64>()
                .ok()
                .and_then(|n| usize::try_from(n).ok()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_that_are_kept() {
        let cases = [
            (None, None),
            (Some("true"), None),
            (Some("-1"), None),
            (Some("false"), Some(0)),
            (Some("0"), Some(0)),
            (Some("5"), Some(5)),
        ];
        for (constant, want) in cases {
            assert_eq!(revisions_to_keep(constant), want, "{constant:?}");
        }
    }
}
