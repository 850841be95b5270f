//! [`View`]: the input of rendering. [`Page`]: the state of one rendering.
//!
//! Rendering is a pure function of the view: it runs no queries.

use std::collections::HashMap;
use std::sync::Arc;

use compat::wordpress::column::{PageData, SiteData};
use compat::wordpress::comment::{Comment, discussion};
use compat::wordpress::content::{Attachments, ContentContext, ContentMedia, ContentSettings};
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::date::{WpTimezone, mysql2date};
use compat::wordpress::db::tag::{SitePart, Tag};
use compat::wordpress::l10n::{Locale, Translations};
use compat::wordpress::link::Links;
use compat::wordpress::media::{Attachment, ImageSizes, LoadingOptimization, Media};
use compat::wordpress::nonce::NonceContext;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::posted::Posted;
use compat::wordpress::query::{MainQuery, QueriedObject};
use compat::wordpress::rewrite::Rewrite;
use compat::wordpress::salt::Salts;
use compat::wordpress::shortcode::Atts;
use compat::wordpress::site::Site;
use compat::wordpress::user::User;
use compat::wordpress::widget::WidgetRows;

use minijinja::Value;

use crate::render::{RenderError, RenderStatus};
use crate::slots::Slots;
use crate::theme;

use super::assets::Assets;
use super::conversions::Conversions;
use super::globals::Globals;
use super::site_files::SiteFiles;

pub use super::frontend::Frontend;
pub use super::request_user::{Commenter, RequestUser};

/// Templates, filters, shortcodes and hooks of pages.
pub type Theme = theme::Theme<View, Page>;

/// The input of rendering.
pub struct View {
    /// The site's snapshot.
    pub site: Arc<Site>,
    /// Permalink settings.
    pub rewrite: Arc<Rewrite>,
    /// The keys and salts, for nonces.
    pub salts: Arc<Salts>,
    /// Templates, filters, shortcodes, columns.
    pub theme: Arc<Theme>,
    /// The locale of the page.
    pub locale: Arc<Locale>,
    /// The objects loaded for this request.
    pub objects: ObjectCache,
    /// The main query and what it found.
    pub query: MainQuery,
    /// The rows of the site's widgets.
    pub widget_rows: Arc<WidgetRows>,
    /// The comments of the current post.
    pub comments: Vec<Comment>,
    /// The previous and next post of the same type.
    pub adjacent: Adjacent,
    /// The requesting user.
    pub visitor: RequestUser,
    /// Whether browser modules or legacy scripts are linked.
    pub frontend: Frontend,
    /// The site's existing files.
    pub site_files: SiteFiles,
    /// Unix time in seconds, from the application's clock.
    pub now: i64,
    /// The settings of the content filters.
    pub content_settings: ContentSettings,
    /// The registered image sizes.
    pub image_sizes: ImageSizes,
    /// The WordPress version, for `?ver=` and the generator tag.
    pub wp_version: String,
    /// The attachments that the page may show, by id.
    pub attachments: HashMap<i64, Attachment>,
    /// The columns' page data.
    pub page_data: PageData,
    /// The language code of the page, on a multilingual site.
    pub language: Option<String>,
    /// Conversion event names for an analytics service.
    pub conversions: Arc<Conversions>,
    /// The columns' site data.
    pub site_data: Arc<SiteData>,
    /// The result of a form posted to the page.
    pub posted: Posted,
    /// All translations, for parts of the page in another language.
    pub translations: Arc<Translations>,
    /// Whether rendering was stopped or failed.
    pub render_status: RenderStatus,
}

/// Neighbours of a single post.
#[derive(Debug, Clone, Default)]
pub struct Adjacent {
    /// The previous post by date.
    pub previous: Option<Arc<Post>>,
    /// The next post by date.
    pub next: Option<Arc<Post>>,
}

impl View {
    /// Renders a template. An error is recorded in [`Self::render_status`], and the page is not sent.
    pub fn render(&self, template: &str, values: Value) -> String {
        self.or_fail(self.theme.engine.render(template, values))
    }

    /// Renders a template that is a text with slots, [`Self::render`] with fewer copies.
    pub fn render_slots(&self, folder: &str, name: &str, slots: &Slots<'_>) -> String {
        self.or_fail(self.theme.engine.render_slots(folder, name, slots))
    }

    /// The markup; on an error, an empty string, and the error is recorded in [`Self::render_status`].
    pub fn or_fail(&self, markup: Result<String, RenderError>) -> String {
        markup.unwrap_or_else(|error| {
            self.render_status.fail(error);
            String::new()
        })
    }

    /// The queried post: the single post, or the posts page.
    pub fn queried_post(&self) -> Option<&Arc<Post>> {
        let id = self.query.queried_post_id()?;
        self.query.queried_post().or_else(|| self.objects.post(id))
    }

    /// An attachment that a gallery names by its id: those that are private or in the trash are not shown
    /// (`post_status` `inherit` of the gallery's query).
    pub fn gallery_image(&self, id: i64) -> Option<&Attachment> {
        let is_shown = |post: &Arc<Post>| post.status == "inherit";
        let image = self.attachments.get(&id)?;
        // The rows of attachments are loaded with them.
        let row = self.objects.post(PostId(id));
        row.is_none_or(is_shown).then_some(image)
    }

    /// Records that the page depends on a part of the site snapshot.
    pub fn shows(&self, part: SitePart) {
        self.objects.reads().add(Tag::Part(part));
    }

    /// `get_comments_number`.
    pub fn comments_number(&self, post: &Post) -> i64 {
        post.comments_number(self.objects.reads())
    }

    /// The queried author of an author archive.
    pub fn queried_author(&self) -> Option<&Arc<User>> {
        match self.query.queried_object {
            Some(QueriedObject::User(id)) => self.objects.user(id),
            _ => None,
        }
    }

    /// `comments_open`.
    pub fn comments_open(&self, post: &Post) -> bool {
        discussion::comments_open(&self.site.options, post, self.now)
    }

    /// `pings_open`.
    pub fn pings_open(&self, post: &Post) -> bool {
        discussion::pings_open(&self.site.options, post, self.now)
    }

    /// A translated core text.
    pub fn text(&self, source: &str) -> String {
        self.locale.translate(source).to_owned()
    }

    /// The label of a post type or taxonomy.
    pub fn label(&self, text_domain: &str, source: &str) -> String {
        self.locale.domain(text_domain).translate(source).to_owned()
    }

    /// A translated text of the theme.
    pub fn theme_text(&self, source: &str) -> String {
        self.locale
            .domain(self.theme.text_domain)
            .translate(source)
            .to_owned()
    }

    /// A translated text with context (`_x`).
    pub fn text_in_context(&self, source: &str, context: &str) -> String {
        self.locale
            .translate_with_context(source, context)
            .to_owned()
    }

    /// The version of WordPress.
    pub fn wp_version(&self) -> String {
        self.wp_version.clone()
    }

    /// Whether the page links the site's legacy scripts.
    pub fn is_legacy(&self) -> bool {
        self.frontend == Frontend::Legacy
    }

    /// Whether the page may link the file of a URL.
    pub fn may_link(&self, url: &str) -> bool {
        self.site_files.may_link(&self.site.siteurl(), url)
    }

    /// The URL of a plugin's file.
    pub fn plugin_url(&self, path: &str) -> String {
        format!("{}/wp-content/plugins/{path}", self.site.siteurl())
    }

    /// The URL of a file of the theme.
    pub fn theme_url(&self, path: &str) -> String {
        format!(
            "{}/wp-content/themes/{}/{path}",
            self.site.siteurl(),
            self.site.options.text("template")
        )
    }

    /// The site's time zone.
    pub fn timezone(&self) -> WpTimezone {
        let offset = self.site.options.text("gmt_offset").parse().unwrap_or(0.0);
        WpTimezone::from_options(&self.site.options.text("timezone_string"), offset)
    }

    /// A stored local date in a PHP format, localized; empty for an invalid date.
    pub fn mysql2date(&self, format: &str, date: &str) -> String {
        let strings = self.locale.wp_locale().date_strings();
        mysql2date(format, date, &self.timezone(), Some(&strings)).unwrap_or_default()
    }

    /// The permalink builder for this visitor.
    pub fn links(&self) -> Links<'_> {
        Links {
            site: &self.site,
            rewrite: &self.rewrite,
            cache: &self.objects,
            hooks: &[],
            reads_private: false,
        }
    }

    /// The URL of a page; `None` for a page that does not exist.
    pub fn page_url(&self, id: PostId) -> Option<String> {
        self.links().page_url(id)
    }

    /// `wp_create_nonce` for this visitor.
    pub fn nonce(&self, action: &str) -> String {
        let user = self.visitor.user.map_or(0, |u| u.0).to_string();
        let mut nonces = NonceContext::anonymous(&self.salts, self.now);
        nonces.user = &user;
        nonces.session_token = &self.visitor.session_token;
        nonces.create(action)
    }

    /// The home URL with trailing slash.
    pub fn home_url(&self) -> String {
        format!("{}/", self.site.home())
    }

    /// The global `$post` before the loop: the single post, else the first of the list.
    pub fn global_post(&self) -> Option<&Arc<Post>> {
        let single = self
            .query
            .queried_post()
            .filter(|_| self.query.is.is_singular);
        single.or_else(|| self.query.posts.first())
    }

    /// The settings of the content filters in a language.
    pub fn content_settings_of(site: &Site, locale: &Locale) -> ContentSettings {
        let home = site.home();
        let host = home
            .split_once("//")
            .map_or(home.as_str(), |(_, rest)| rest);
        let host = host.split(['/', ':']).next().unwrap_or(host).to_lowercase();
        ContentSettings {
            texturize: locale.wp_locale().texturize.clone(),
            smilies_url: site
                .options
                .is_on("use_smilies")
                .then(|| format!("{}/wp-includes/images/smilies/", site.siteurl())),
            internal_hosts: vec![host],
            insecure_home_url: None,
        }
    }

    /// `post_password_required`.
    pub fn post_password_required(&self, post: &Post) -> bool {
        !post.password.is_empty() && !self.visitor.opened_posts.contains(&post.id)
    }
}

/// The state of one rendering.
pub struct Page {
    /// The input.
    pub view: Arc<View>,
    /// Style sheets and scripts.
    pub assets: Assets,
    /// Ids of menus printed so far; a second one gets a number.
    pub menu_ids: Vec<String>,
    /// Menu items printed so far; a second one gets no id.
    pub menu_item_ids: Vec<String>,
    /// Ids that the first widget of its kind has taken.
    pub widget_ids: Vec<&'static str>,
    /// Number of galleries printed so far.
    pub galleries: u32,
    /// The post whose content is being filtered.
    pub content_post: Option<PostId>,
    /// The columns' state.
    pub globals: Globals,
    /// Why the page is for one visitor (a captcha, a cart) and must not be cached.
    pub for_one_visitor: Option<&'static str>,
    /// Cookies set with the page.
    pub set_cookies: Vec<SetCookie>,
    loading: LoadingOptimization,
    autop_moved: bool,
}

impl Page {
    /// Keeps the page out of the page cache; `why` completes "the page is not kept:".
    pub fn keep_for_one_visitor(&mut self, why: &'static str) {
        self.for_one_visitor.get_or_insert(why);
    }

    /// The initial state.
    pub fn new(view: Arc<View>) -> Self {
        Self {
            view,
            assets: Assets::default(),
            menu_ids: Vec::new(),
            menu_item_ids: Vec::new(),
            widget_ids: Vec::new(),
            galleries: 0,
            content_post: None,
            globals: Globals::default(),
            loading: LoadingOptimization::default(),
            for_one_visitor: None,
            set_cookies: Vec::new(),
            autop_moved: false,
        }
    }

    /// An initial state for a part of the content that does not depend on anything rendered before it.
    pub fn for_part(&self) -> Self {
        Self {
            content_post: self.content_post,
            ..Self::new(Arc::clone(&self.view))
        }
    }

    /// `the_title`.
    pub fn the_title(&mut self, title: &str) -> String {
        let theme = self.view.theme.clone();
        theme.the_title.apply(title, self).into_owned()
    }
}

impl Attachments for View {
    fn attachment(&self, id: i64) -> Option<&Attachment> {
        self.attachments.get(&id)
    }
}

impl ContentContext for Page {
    fn settings(&self) -> &ContentSettings {
        &self.view.content_settings
    }

    fn media(&mut self) -> ContentMedia<'_> {
        ContentMedia {
            media: Media {
                sizes: &self.view.image_sizes,
                filters: &self.view.theme.image_filters,
            },
            attachments: &*self.view,
            loading: &mut self.loading,
        }
    }

    fn is_stopped(&self) -> bool {
        self.view.render_status.is_stopped()
    }

    fn autop_moved(&mut self) -> &mut bool {
        &mut self.autop_moved
    }

    fn embed(&mut self, _url: &str, _atts: &Atts) -> Option<String> {
        None
    }
}
