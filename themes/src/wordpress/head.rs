//! Core's output in `wp_head` and `wp_footer`.
//!
//! Contract "wordpress-core", section 7; order and spelling as in the recorded pages (6.8).

use std::sync::Arc;

use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::global_styles::SharedStyles;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::php::url::urlencode;
use compat::wordpress::query::QueriedObject;
use compat::wordpress::taxonomy::Term;
use compat::wordpress::url::esc_url;

use crate::column::Hooks;

use super::assets::Style;
use super::view::{Page, View};

pub(super) fn register(hooks: &mut Hooks) {
    hooks.wp_enqueue_scripts(1, enqueue);
    hooks.wp_head(1, title);
    hooks.wp_head(1, robots);
    hooks.wp_head(1, auto_sizes);
    hooks.wp_head(2, resource_hints);
    hooks.wp_head(2, feed_links);
    hooks.wp_head(3, extra_feed_links);
    hooks.wp_head(8, |page| {
        page.assets.print_head(&|url| page.view.may_link(url))
    });
    hooks.wp_head(10, rest_and_discovery);
    hooks.wp_head(10, generator);
    hooks.wp_head(10, canonical_and_shortlink);
    hooks.wp_head(10, oembed_links);
    hooks.wp_head(99, site_icon);
    hooks.wp_footer(1, speculation_rules);
    hooks.wp_footer(20, |page| {
        page.assets.print_footer(&|url| page.view.may_link(url))
    });
}

/// A URL escaped for an attribute.
pub fn url(text: &str) -> String {
    esc_url(text, &WP_ALLOWED_PROTOCOLS).into_owned()
}

/// The language attributes of the document.
pub fn language_attributes(view: &View) -> String {
    let lang = esc_attr(&view.locale.html_lang()).into_owned();
    if view.locale.wp_locale().is_rtl {
        format!("dir=\"rtl\" lang=\"{lang}\"")
    } else {
        format!("lang=\"{lang}\"")
    }
}

fn enqueue(page: &mut Page) {
    let view = page.view.clone();
    let href = format!(
        "{}/wp-includes/css/dist/block-library/style.min.css",
        view.site.siteurl()
    );
    page.assets
        .style(Style::linked("wp-block-library", &href, &view.wp_version()));
    let styles = view.site_data.get::<SharedStyles>();
    for (handle, css) in [
        ("wp-block-library-theme", &styles.block_library_theme),
        ("global-styles", &styles.global_styles),
    ] {
        if !css.is_empty() {
            page.assets.style(Style::inline(handle, css));
        }
    }
}

fn title(page: &mut Page) -> String {
    format!(
        "<title>{}</title>\n",
        super::document_title::document_title(&page.view)
    )
}

fn robots(page: &mut Page) -> String {
    let view = &page.view;
    let is_reply = view.visitor.reply_to_comment.is_some();
    let rules = if !view.site.options.is_on("blog_public") {
        "noindex, nofollow"
    } else if view.query.is.is_search || view.query.is.is_embed || is_reply {
        "noindex, follow, max-image-preview:large"
    } else if view.theme.hooks.is_left_out_by_robots(view) {
        "max-image-preview:large, noindex, follow"
    } else {
        "max-image-preview:large"
    };
    format!("<meta name='robots' content='{rules}' />\n")
}

fn auto_sizes(_page: &mut Page) -> String {
    "\t<style>img:is([sizes=\"auto\" i], [sizes^=\"auto,\" i]) { contain-intrinsic-size: 3000px 1500px }</style>\n\t".to_owned()
}

/// `wp_resource_hints`.
fn resource_hints(page: &mut Page) -> String {
    let home = page.view.site.home();
    let own = home
        .split_once("//")
        .map_or(home.as_str(), |(_, rest)| rest);
    let hosts = page
        .assets
        .foreign_hosts(own.split('/').next().unwrap_or(own));
    let hosts = hosts
        .iter()
        .map(|h| format!("<link rel='dns-prefetch' href='//{}' />\n", esc_attr(h)));
    let pages = page.assets.prerendered().iter();
    let pages = pages.map(|page| format!("<link rel='prerender' href='{}' />\n", url(page)));
    hosts.chain(pages).collect()
}

fn feed_link(title: &str, href: &str) -> String {
    let (title, href) = (esc_attr(title), url(href));
    format!(
        "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"{title}\" href=\"{href}\" />\n"
    )
}

fn feed_links(page: &mut Page) -> String {
    let view = &page.view;
    let (name, links) = (
        view.site.options.text("blogname").into_owned(),
        view.links(),
    );
    let feed = view
        .text("%1$s %2$s Feed")
        .replace("%1$s", &name)
        .replace("%2$s", "&raquo;");
    let comments = view
        .text("%1$s %2$s Comments Feed")
        .replace("%1$s", &name)
        .replace("%2$s", "&raquo;");
    feed_link(&feed, &links.get_feed_link("rss2"))
        + &feed_link(&comments, &links.get_feed_link("comments_rss2"))
}

/// `feed_links_extra`: the feed of the post's comments, term, author, search or post type archive.
fn extra_feed_links(page: &mut Page) -> String {
    let view = &page.view;
    let (is, links) = (&view.query.is, view.links());
    let name = view.site.options.text("blogname").into_owned();
    let titled = |pattern: &str, what: &str| {
        view.text(pattern)
            .replace("%1$s", &name)
            .replace("%2$s", "&raquo;")
            .replace("%3$s", what)
            .replace("%4$s", what)
    };
    if is.is_search {
        let words = view.query.vars.text("s");
        let title = titled(
            "%1$s %2$s Search Results for &#8220;%3$s&#8221; Feed",
            words,
        );
        return feed_link(&title, &links.get_search_feed_link(words, "rss2"));
    }
    match &view.query.queried_object {
        Some(QueriedObject::Post(_)) if is.is_singular => {
            let Some(post) = view.queried_post() else {
                return String::new();
            };
            if !(view.comments_open(post)
                || view.pings_open(post)
                || view.comments_number(post) > 0)
            {
                return String::new();
            }
            let title = titled(
                "%1$s %2$s %3$s Comments Feed",
                &super::document_title::plain_title(view, post),
            );
            feed_link(&title, &links.get_post_comments_feed_link(post, "rss2"))
        }
        Some(QueriedObject::Term(term)) => term_feed_link(view, term, &name),
        Some(QueriedObject::User(_)) => {
            let Some(user) = view.queried_author() else {
                return String::new();
            };
            let title = titled("%1$s %2$s Posts by %3$s Feed", &user.display_name);
            feed_link(
                &title,
                &links.get_author_feed_link(user.id, &user.nicename, "rss2"),
            )
        }
        Some(QueriedObject::PostType(kind)) => {
            let post_type = view.site.registry.post_types.get(*kind);
            let label = post_type.map(|t| view.label(t.text_domain, t.label));
            let title = titled("%1$s %2$s %3$s Feed", &label.unwrap_or_default());
            links
                .get_post_type_archive_feed_link(kind, "rss2")
                .map(|href| feed_link(&title, &href))
                .unwrap_or_default()
        }
        _ => String::new(),
    }
}

fn term_feed_link(view: &View, term: &Arc<Term>, name: &str) -> String {
    let taxonomy = view.site.registry.taxonomies.get(term.taxonomy.as_str());
    let label = taxonomy.map(|t| view.label(t.text_domain, &t.singular_label));
    let pattern = match term.taxonomy.as_str() {
        "category" => "%1$s %2$s %3$s Category Feed",
        "post_tag" => "%1$s %2$s %3$s Tag Feed",
        _ => "%1$s %2$s %3$s %4$s Feed",
    };
    let title = view
        .text(pattern)
        .replace("%1$s", name)
        .replace("%2$s", "&raquo;")
        .replace("%3$s", &term.name)
        .replace("%4$s", &label.unwrap_or_default());
    let href = view.links().get_term_feed_link(term, "rss2");
    href.map(|href| feed_link(&title, &href))
        .unwrap_or_default()
}

/// The REST route of the queried object.
pub fn rest_route(view: &View) -> Option<String> {
    let registry = &view.site.registry;
    match view.query.queried_object.as_ref()? {
        QueriedObject::Post(_) if view.query.is.is_singular => {
            let post = view.queried_post()?;
            let base = registry
                .post_types
                .get(post.post_type.as_str())?
                .rest_base?;
            Some(format!("wp/v2/{base}/{}", post.id))
        }
        QueriedObject::Term(term) => {
            let base = registry.taxonomies.get(term.taxonomy.as_str())?.rest_base?;
            Some(format!("wp/v2/{base}/{}", term.term_id.0))
        }
        QueriedObject::User(id) => Some(format!("wp/v2/users/{}", id.0)),
        _ => None,
    }
}

/// The root of the REST API.
pub fn rest_url(view: &View) -> String {
    if view.rewrite.using_permalinks() {
        format!("{}/wp-json/", view.site.home())
    } else {
        format!("{}/index.php?rest_route=/", view.site.home())
    }
}

fn rest_and_discovery(page: &mut Page) -> String {
    let view = &page.view;
    let root = rest_url(view);
    let mut out = format!(
        "<link rel=\"https://api.w.org/\" href=\"{}\" />",
        url(&root)
    );
    if let Some(route) = rest_route(view) {
        let href = url(&format!("{root}{route}"));
        out.push_str(&format!(
            "<link rel=\"alternate\" title=\"{}\" type=\"application/json\" href=\"{href}\" />",
            view.text_in_context("JSON", "REST API resource link name")
        ));
    }
    out.push_str(&format!(
        "<link rel=\"EditURI\" type=\"application/rsd+xml\" title=\"RSD\" href=\"{}/xmlrpc.php?rsd\" />\n",
        url(&view.site.siteurl())
    ));
    out
}

fn generator(page: &mut Page) -> String {
    format!(
        "<meta name=\"generator\" content=\"WordPress {}\" />\n",
        esc_attr(&page.view.wp_version())
    )
}

fn canonical_and_shortlink(page: &mut Page) -> String {
    let view = &page.view;
    let Some(post) = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular)
    else {
        return String::new();
    };
    let mut out = String::new();
    if post.is_published() || post.post_type == "attachment" {
        let mut canonical = view.links().get_permalink(post);
        if view.query.page() > 1 {
            canonical = view.links().get_page_of_post_link(post, view.query.page());
        }
        out.push_str(&format!(
            "<link rel=\"canonical\" href=\"{}\" />\n",
            url(&canonical)
        ));
    }
    if let Some(shortlink) = view.links().wp_get_shortlink(post) {
        out.push_str(&format!(
            "<link rel='shortlink' href='{}' />\n",
            url(&shortlink)
        ));
    }
    out
}

fn oembed_links(page: &mut Page) -> String {
    let view = &page.view;
    let Some(post) = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular)
    else {
        return String::new();
    };
    let target = urlencode(view.links().get_permalink(post).as_bytes());
    let href = format!("{}oembed/1.0/embed?url={target}", rest_url(view));
    let link = |title: &str, kind: &str, href: &str| {
        format!(
            "<link rel=\"alternate\" title=\"{}\" type=\"{kind}\" href=\"{}\" />\n",
            esc_attr(title),
            url(href)
        )
    };
    let json = view.text_in_context("oEmbed (JSON)", "oEmbed resource link name");
    let xml = view.text_in_context("oEmbed (XML)", "oEmbed resource link name");
    link(&json, "application/json+oembed", &href)
        + &link(&xml, "text/xml+oembed", &format!("{href}&format=xml"))
}

fn site_icon(page: &mut Page) -> String {
    let view = &page.view;
    let Some(icon) = view.attachments.get(&view.site.options.int("site_icon")) else {
        return String::new();
    };
    let sized = |size: i64| {
        let name = icon.metadata.as_ref().and_then(|m| {
            m.sizes
                .iter()
                .find(|(_, s)| s.width == size && s.height == size)
        });
        let full = icon.url();
        match (name, full.rfind('/')) {
            (Some((_, s)), Some(at)) => format!("{}/{}", &full[..at], s.file),
            _ => full,
        }
    };
    format!(
        "<link rel=\"icon\" href=\"{}\" sizes=\"32x32\" />\n<link rel=\"icon\" href=\"{}\" sizes=\"192x192\" />\n\
         <link rel=\"apple-touch-icon\" href=\"{}\" />\n<meta name=\"msapplication-TileImage\" content=\"{}\" />\n",
        url(&sized(32)),
        url(&sized(192)),
        url(&sized(180)),
        url(&sized(270))
    )
}

/// Speculation rules (WordPress 6.8): prefetching of links, except those with side effects.
fn speculation_rules(page: &mut Page) -> String {
    let stylesheet = page.view.site.options.text("stylesheet").into_owned();
    let theme = esc_html(&stylesheet).into_owned();
    format!(
        "<script type=\"speculationrules\">\n{{\"prefetch\":[{{\"source\":\"document\",\"where\":{{\"and\":[{{\"href_matches\":\"\\/*\"}},\
         {{\"not\":{{\"href_matches\":[\"\\/wp-*.php\",\"\\/wp-admin\\/*\",\"\\/wp-content\\/uploads\\/*\",\"\\/wp-content\\/*\",\
         \"\\/wp-content\\/plugins\\/*\",\"\\/wp-content\\/themes\\/{theme}\\/*\",\"\\/*\\\\?(.+)\"]}}}},\
         {{\"not\":{{\"selector_matches\":\"a[rel~=\\\"nofollow\\\"]\"}}}},\
         {{\"not\":{{\"selector_matches\":\".no-prefetch, .no-prefetch a\"}}}}]}},\"eagerness\":\"conservative\"}}]}}\n</script>\n"
    )
}
