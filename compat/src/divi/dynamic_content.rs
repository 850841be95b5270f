//! Dynamic content: attributes whose value is resolved while the page is rendered.
//!
//! Contract "divi-server", section 1.2; vectors divi-helpers `resolve_dynamic_content`. The post, its author, meta, terms
//! and featured image must be loaded. Not here: WooCommerce's sources, and those of term archives.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::wordpress::column::text_at;
use crate::wordpress::date::{DateStrings, WpTimezone, mysql2date, wp_date};
use crate::wordpress::formatting::escape::{esc_attr, esc_html};
use crate::wordpress::formatting::trim_words::{WordCountType, wp_trim_words};
use crate::wordpress::gravatar::gravatar_url;
use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::link::Links;
use crate::wordpress::php::Value;
use crate::wordpress::php::json::json_decode_assoc;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::url::esc_url;

/// The delimiters of an encoded value.
const MARK: &str = "@ET-DC@";

/// A value to resolve.
#[derive(Debug, Clone, PartialEq)]
pub struct DynamicContent {
    /// The source, as in `post_title`.
    pub source: String,
    /// Its settings.
    pub settings: Value,
}

impl DynamicContent {
    /// Parses an attribute's value: encoded between delimiters, or JSON of old content. `None` for other values.
    pub fn parse(value: &str) -> Option<Self> {
        let value = value.trim();
        let encoded = value.strip_prefix(MARK).and_then(|v| v.strip_suffix('@'));
        let decoded = match encoded {
            Some(text) => STANDARD.decode(text).ok()?,
            None if value.starts_with('{') && value.contains("\"dynamic\"") => {
                value.as_bytes().to_vec()
            }
            None => return None,
        };
        let json = json_decode_assoc(&decoded).ok()?;
        json.at("dynamic").to_bool().then(|| Self {
            source: json.at("content").to_string_lossy().into_owned(),
            settings: json.at("settings").clone(),
        })
    }

    /// A text between the settings `before` and `after`.
    pub fn around(&self, text: &str) -> String {
        Settings(&self.settings).around(text)
    }
}

/// The context in which values are resolved.
pub struct DynamicScene<'a> {
    /// Links, with the loaded objects and the site.
    pub links: Links<'a>,
    /// The shown page.
    pub page: Option<PostId>,
    /// The site's time zone.
    pub zone: &'a WpTimezone,
    /// The names of months and weekdays.
    pub strings: &'a DateStrings,
    /// Unix time.
    pub now: i64,
    /// `get_the_title`.
    pub title: &'a dyn Fn(&Post) -> String,
    /// `get_the_excerpt`.
    pub excerpt: &'a dyn Fn(&Post) -> String,
}

/// The settings of a value, empty text for missing ones.
struct Settings<'a>(&'a Value);

impl Settings<'_> {
    fn text(&self, name: &str) -> String {
        self.0.at(name).to_string_lossy().into_owned()
    }

    fn text_or(&self, name: &str, default: &str) -> String {
        Some(self.text(name))
            .filter(|text| !text.is_empty())
            .unwrap_or_else(|| default.to_owned())
    }

    fn is_on(&self, name: &str, default: &str) -> bool {
        self.text_or(name, default) == "on"
    }

    /// The content between the settings `before` and `after`.
    fn around(&self, content: &str) -> String {
        format!("{}{content}{}", self.text("before"), self.text("after"))
    }
}

impl DynamicScene<'_> {
    /// The value of a source for a post.
    pub fn resolve(&self, content: &DynamicContent, post: PostId) -> String {
        let settings = Settings(&content.settings);
        let post = self.links.cache.post(post).map(AsRef::as_ref);
        if content.source == "post_comment_count" {
            return post.map_or_else(String::new, |post| self.comment_count(post, &settings));
        }
        let value = match post {
            Some(post) => self.of_post(&content.source, post, &settings),
            None => None,
        };
        let value = value.or_else(|| self.of_site(&content.source, &settings));
        settings.around(&value.unwrap_or_default())
    }

    fn of_site(&self, source: &str, settings: &Settings<'_>) -> Option<String> {
        let site = self.links.site;
        Some(match source {
            "site_title" => site.options.text("blogname").into_owned(),
            "site_tagline" => site.options.text("blogdescription").into_owned(),
            "site_logo" => text_at(site.options.value("et_divi"), "divi_logo"),
            "home_url" => self.links.home_url("/"),
            "current_date" => {
                let format = self.date_format(settings);
                wp_date(&format, self.now, self.zone, self.strings)
            }
            "any_post_link_url" => self.chosen_link(settings),
            _ if source.starts_with("post_link_url_") => self.chosen_link(settings),
            _ => return None,
        })
    }

    fn of_post(&self, source: &str, post: &Post, settings: &Settings<'_>) -> Option<String> {
        Some(match source {
            "post_title" => (self.title)(post),
            "post_excerpt" => self.post_excerpt(post, settings),
            "post_date" => {
                let format = self.date_format(settings);
                mysql2date(&format, &post.date, self.zone, Some(self.strings)).unwrap_or_default()
            }
            "post_categories" => self.terms(post, settings, "project_category"),
            "post_tags" => self.terms(post, settings, "project_tag"),
            "post_link" => self.post_link(post, settings),
            "post_link_url" => self.links.get_permalink(post),
            "post_author" => self.post_author(post, settings),
            "post_author_bio" => {
                let meta = self.links.cache.user_meta(post.author);
                meta.text("description").into_owned()
            }
            "post_author_url" => self.author_url(post, &settings.text("author_page_type")),
            "post_author_profile_picture" => self.profile_picture(post),
            "post_featured_image" => self.featured_image(post),
            "post_meta_key" => self.meta(post, &settings.text("meta_key"), settings),
            _ => self.meta(post, source.strip_prefix("custom_meta_")?, settings),
        })
    }

    fn date_format(&self, settings: &Settings<'_>) -> String {
        match settings.text_or("date_format", "default").as_str() {
            "default" => self.links.site.options.text("date_format").into_owned(),
            "custom" => settings.text("custom_date_format"),
            format => format.to_owned(),
        }
    }

    fn post_excerpt(&self, post: &Post, settings: &Settings<'_>) -> String {
        let mut excerpt = (self.excerpt)(post);
        let words = settings.0.at("words").to_int();
        if words > 0 {
            excerpt = wp_trim_words(&excerpt, words, "&hellip;", WordCountType::Words);
        }
        let label = settings.text("read_more_label");
        if !label.is_empty() {
            let link = esc_url(&self.links.get_permalink(post), &WP_ALLOWED_PROTOCOLS).into_owned();
            excerpt.push_str(&format!(" <a href=\"{link}\">{}</a>", esc_html(&label)));
        }
        excerpt
    }

    /// The number of comments, linked to them unless that is switched off.
    fn comment_count(&self, post: &Post, settings: &Settings<'_>) -> String {
        let number = post.comments_number(self.links.cache.reads());
        let count = settings.around(&number.to_string());
        if !settings.is_on("link_to_comments_page", "on") {
            return count;
        }
        let place = if number > 0 { "comments" } else { "respond" };
        let link = format!("{}#{place}", self.links.get_permalink(post));
        format!(
            "<a href=\"{}\">{count}</a>",
            esc_url(&link, &WP_ALLOWED_PROTOCOLS)
        )
    }

    fn terms(&self, post: &Post, settings: &Settings<'_>, default: &str) -> String {
        let kind = if default == "project_tag" {
            "tag_type"
        } else {
            "category_type"
        };
        let taxonomy = settings.text_or(kind, default);
        let is_linked = settings.is_on(
            if default == "project_tag" {
                "link_to_term_page"
            } else {
                "link_to_category_page"
            },
            "on",
        );
        let related = self.links.cache.relationships(post.id).iter();
        let terms = related.filter_map(|id| self.links.site.terms.get(*id));
        let mut terms: Vec<_> = terms.filter(|term| term.taxonomy == taxonomy).collect();
        terms.sort_by(|a, b| a.name.cmp(&b.name));
        let names = terms.into_iter().map(|term| {
            let name = esc_html(&term.name).into_owned();
            match self.links.get_term_link(term).filter(|_| is_linked) {
                Some(link) => format!(
                    "<a href=\"{}\">{name}</a>",
                    esc_url(&link, &WP_ALLOWED_PROTOCOLS)
                ),
                None => name,
            }
        });
        let names: Vec<String> = names.collect();
        names.join(&settings.text_or("separator", " | "))
    }

    fn post_link(&self, post: &Post, settings: &Settings<'_>) -> String {
        let text = match settings.text_or("text", "post_title").as_str() {
            "custom" => settings.text("custom_text"),
            _ => (self.title)(post),
        };
        let link = self.links.get_permalink(post);
        format!(
            "<a href=\"{}\">{}</a>",
            esc_url(&link, &WP_ALLOWED_PROTOCOLS),
            esc_html(&text)
        )
    }

    fn post_author(&self, post: &Post, settings: &Settings<'_>) -> String {
        let cache = self.links.cache;
        let Some(author) = cache.user(post.author) else {
            return String::new();
        };
        let meta = cache.user_meta(post.author);
        let (first, last) = (meta.text("first_name"), meta.text("last_name"));
        let name = match settings.text_or("name_format", "display_name").as_str() {
            "first_last_name" => format!("{first} {last}"),
            "last_first_name" => format!("{last}, {first}"),
            "first_name" => first.into_owned(),
            "last_name" => last.into_owned(),
            "nickname" => meta.text("nickname").into_owned(),
            "username" => author.login.clone(),
            _ => author.display_name.clone(),
        };
        if !settings.is_on("link", "off") {
            return name;
        }
        let destination = settings.text_or("link_destination", "author_archive");
        let url = self.author_url(post, &destination);
        if url.is_empty() {
            return name;
        }
        let target = if destination == "author_archive" {
            "_self"
        } else {
            "_blank"
        };
        format!(
            "<a href=\"{}\" target=\"{}\">{name}</a>",
            esc_url(&url, &WP_ALLOWED_PROTOCOLS),
            esc_attr(target)
        )
    }

    fn author_url(&self, post: &Post, destination: &str) -> String {
        let Some(author) = self.links.cache.user(post.author) else {
            return String::new();
        };
        match destination {
            "author_website" => author.url.clone(),
            _ => self.links.get_author_posts_url(author.id, &author.nicename),
        }
    }

    fn profile_picture(&self, post: &Post) -> String {
        let options = &self.links.site.options;
        let author = self.links.cache.user(post.author);
        author.map_or_else(String::new, |author| {
            let (default, rating) = (
                options.text("avatar_default"),
                options.text("avatar_rating"),
            );
            gravatar_url(&author.email, 96, &default, &rating)
        })
    }

    fn featured_image(&self, post: &Post) -> String {
        let id = self
            .links
            .cache
            .post_meta(post.id)
            .value("_thumbnail_id")
            .to_int();
        let image = self.links.cache.post(PostId(id));
        let url = image.and_then(|image| self.links.wp_get_attachment_url(image));
        url.unwrap_or_default()
    }

    /// A post's meta; markup is escaped unless it is allowed.
    fn meta(&self, post: &Post, key: &str, settings: &Settings<'_>) -> String {
        let meta = self.links.cache.post_meta(post.id);
        // Names with a leading underscore are protected meta.
        if key.is_empty() {
            return String::new();
        }
        let value = meta.text(key);
        if settings.is_on("enable_html", "off") {
            value.into_owned()
        } else {
            esc_html(&value).into_owned()
        }
    }

    /// The permalink of the chosen post, or of the page when none is chosen.
    fn chosen_link(&self, settings: &Settings<'_>) -> String {
        let chosen = PostId(settings.0.at("post_id").to_int());
        let id = if chosen.0 > 0 {
            Some(chosen)
        } else {
            self.page
        };
        let post = id.and_then(|id| self.links.cache.post(id));
        post.map_or_else(String::new, |post| self.links.get_permalink(post))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_forms_are_read() {
        let json = r#"{"dynamic":true,"content":"post_title","settings":{"before":"A"}}"#;
        let encoded = format!("@ET-DC@{}@", STANDARD.encode(json));
        for value in [json, encoded.as_str()] {
            let content = DynamicContent::parse(value).unwrap();
            assert_eq!(content.source, "post_title");
            assert_eq!(content.settings.at("before").as_str(), Some("A"));
        }
        for value in ["", "text", "@ET-DC@%@", "{\"dynamic\":false}", "@ET-DC@"] {
            assert_eq!(DynamicContent::parse(value), None, "{value}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(value in "(@ET-DC@)?[A-Za-z0-9+/={}\"@]{0,40}") {
            DynamicContent::parse(&value);
        }
    }
}
