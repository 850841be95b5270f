//! Core's chains.

use std::borrow::Cow;
use std::sync::Arc;

use super::embed::{autoembed, embed_shortcode, may_stand_alone};
use super::{Autop, ContentContext, Filters, Pass};
use crate::wordpress::blocks::{Blocks, has_blocks};
use crate::wordpress::formatting::autop::wpautop;
use crate::wordpress::formatting::balance_tags::force_balance_tags;
use crate::wordpress::formatting::capital_p_dangit::{capital_p_dangit, capital_p_dangit_title};
use crate::wordpress::formatting::clickable::{ClickableSettings, make_clickable};
use crate::wordpress::formatting::convert_chars::convert_chars;
use crate::wordpress::formatting::shortcode_unautop::shortcode_unautop;
use crate::wordpress::formatting::smilies::convert_smilies;
use crate::wordpress::formatting::texturize::wptexturize;
use crate::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::media::wp_filter_content_tags;
use crate::wordpress::shortcode::Shortcodes;
use crate::wordpress::url::esc_url;

/// Builds the chains of a site out of its shortcodes and blocks.
pub struct ContentFilters<C> {
    /// The site's shortcodes.
    pub shortcodes: Arc<Shortcodes<C>>,
    /// The site's dynamic blocks.
    pub blocks: Arc<Blocks<C>>,
}

impl<C: ContentContext> ContentFilters<C> {
    /// `the_content`: the text of a post.
    pub fn the_content(&self) -> Filters<C> {
        let mut filters = Filters::of_content();
        let embed = embed_shortcode::<C>();
        let has_embed = |text: &str| contains(text, "[embed");
        filters.add_where(8, "run_shortcode", has_embed, move |text, pass| {
            embed.do_shortcode_ignoring_html(text, pass.context)
        });
        filters.add_where(8, "autoembed", may_stand_alone, |text, pass| {
            autoembed(text, pass.context)
        });
        self.add_post_blocks(&mut filters);
        self.add_paragraphs(&mut filters);
        filters.add_last(10, "wpautop", |text, pass| match pass.autop {
            Autop::Last => Cow::Owned(wpautop(text, true)),
            _ => Cow::Borrowed(text),
        });
        filters.add(10, "prepend_attachment", |text, pass| {
            match pass.context.prepend_attachment() {
                Some(html) => Cow::Owned(format!("{html}\n{text}")),
                None => Cow::Borrowed(text),
            }
        });
        filters.add(10, "wp_replace_insecure_home_url", insecure_home_url);
        add_capital_p_dangit(11, &mut filters);
        self.add_shortcodes(&mut filters);
        add_content_tags("the_content", &mut filters);
        add_convert_smilies(20, &mut filters);
        filters
    }

    /// `the_excerpt`: a short form of a post.
    pub fn the_excerpt(&self) -> Filters<C> {
        let mut filters = Filters::of_content();
        self.add_texturize(&mut filters);
        add_convert_smilies(10, &mut filters);
        filters.add(10, "convert_chars", |text, _| {
            Cow::Owned(convert_chars(text))
        });
        self.add_autop(&mut filters);
        filters.add(10, "wp_replace_insecure_home_url", insecure_home_url);
        add_content_tags("the_excerpt", &mut filters);
        filters
    }

    /// `the_title`: the title of a post.
    pub fn the_title(&self) -> Filters<C> {
        let mut filters = Filters::of_content();
        self.add_texturize(&mut filters);
        filters.add(10, "convert_chars", |text, _| {
            Cow::Owned(convert_chars(text))
        });
        filters.add(10, "trim", |text, _| {
            Cow::Borrowed(text.trim_matches([' ', '\t', '\n', '\r', '\0', '\x0b']))
        });
        filters.add(11, "capital_P_dangit", |text, _| {
            if contains(text, "Wordpress") {
                Cow::Owned(capital_p_dangit_title(text))
            } else {
                Cow::Borrowed(text)
            }
        });
        filters
    }

    /// `comment_text`: a comment.
    pub fn comment_text(&self) -> Filters<C> {
        let mut filters: Filters<C> = Filters::of_content();
        filters.add(9, "make_clickable", |text, pass| {
            let hosts = &pass.context.settings().internal_hosts;
            let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
            let settings = ClickableSettings {
                esc_url: &|url| esc_url(url, &WP_ALLOWED_PROTOCOLS).into_owned(),
                internal_hosts: &hosts,
                ugc: true,
            };
            Cow::Owned(make_clickable(text, &settings))
        });
        self.add_texturize(&mut filters);
        filters.add(10, "convert_chars", |text, _| {
            Cow::Owned(convert_chars(text))
        });
        add_convert_smilies(20, &mut filters);
        filters.add(25, "force_balance_tags", |text, _| {
            Cow::Owned(force_balance_tags(text))
        });
        filters.add(30, "wpautop", |text, _| Cow::Owned(wpautop(text, true)));
        add_capital_p_dangit(31, &mut filters);
        filters
    }

    /// `widget_text_content`: the text of a text widget.
    pub fn widget_text_content(&self) -> Filters<C> {
        let mut filters = Filters::of_content();
        self.add_paragraphs(&mut filters);
        filters.add(10, "wp_replace_insecure_home_url", insecure_home_url);
        add_capital_p_dangit(11, &mut filters);
        self.add_shortcodes(&mut filters);
        add_content_tags("widget_text_content", &mut filters);
        add_convert_smilies(20, &mut filters);
        filters
    }

    /// `widget_block_content`: the text of a block widget.
    pub fn widget_block_content(&self) -> Filters<C> {
        let mut filters = Filters::of_content();
        self.add_blocks(&mut filters);
        self.add_shortcodes(&mut filters);
        add_content_tags("widget_block_content", &mut filters);
        filters
    }

    /// Blocks of a post, which decide on the paragraph step too.
    fn add_post_blocks(&self, filters: &mut Filters<C>) {
        let blocks = Arc::clone(&self.blocks);
        let run = move |text: &str, pass: &mut Pass<'_, C>| {
            let moved = pass.context.autop_moved();
            if has_blocks(text) {
                *moved = true;
                pass.autop = Autop::Skipped;
            } else if *moved {
                pass.autop = Autop::Last;
            }
            has_comments(text).then(|| blocks.do_blocks(text, pass.context))
        };
        filters.add(9, "do_blocks", move |text, pass| {
            run(text, pass).map_or(Cow::Borrowed(text), Cow::Owned)
        });
    }

    fn add_blocks(&self, filters: &mut Filters<C>) {
        let blocks = Arc::clone(&self.blocks);
        filters.add_where(9, "do_blocks", has_comments, move |text, pass| {
            Cow::Owned(blocks.do_blocks(text, pass.context))
        });
    }

    fn add_paragraphs(&self, filters: &mut Filters<C>) {
        self.add_texturize(filters);
        self.add_autop(filters);
    }

    /// `wptexturize` at priority 10.
    pub fn add_texturize(&self, filters: &mut Filters<C>) {
        let shortcodes = Arc::clone(&self.shortcodes);
        filters.add(10, "wptexturize", move |text, pass| {
            let is_known = |tag: &str| shortcodes.is_known(tag);
            let strings = &pass.context.settings().texturize;
            Cow::Owned(wptexturize(text, strings, &is_known))
        });
    }

    /// `wpautop` and `shortcode_unautop` at priority 10.
    pub fn add_autop(&self, filters: &mut Filters<C>) {
        let shortcodes = Arc::clone(&self.shortcodes);
        filters.add(10, "wpautop", |text, pass| match pass.autop {
            Autop::InPlace => Cow::Owned(wpautop(text, true)),
            _ => Cow::Borrowed(text),
        });
        filters.add(10, "shortcode_unautop", move |text, _| {
            if !text.contains('[') {
                return Cow::Borrowed(text);
            }
            Cow::Owned(shortcode_unautop(text, &|tag| shortcodes.is_known(tag)))
        });
    }

    /// `do_shortcode` at priority 11.
    pub fn add_shortcodes(&self, filters: &mut Filters<C>) {
        let shortcodes = Arc::clone(&self.shortcodes);
        filters.add(11, "do_shortcode", move |text, pass| {
            let outer =
                std::mem::replace(&mut pass.context.media().loading.doing_the_content, true);
            let out = shortcodes.do_shortcode(text, pass.context);
            pass.context.media().loading.doing_the_content = outer;
            out
        });
    }
}

/// `capital_P_dangit` at a priority.
pub fn add_capital_p_dangit<C: ContentContext>(priority: i32, filters: &mut Filters<C>) {
    filters.add(priority, "capital_P_dangit", capital_p);
}

/// `convert_smilies` at a priority.
pub fn add_convert_smilies<C: ContentContext>(priority: i32, filters: &mut Filters<C>) {
    filters.add(priority, "convert_smilies", smilies);
}

/// `wp_filter_content_tags` at priority 12; `context` is the name of the chain.
pub fn add_content_tags<C: ContentContext>(context: &'static str, filters: &mut Filters<C>) {
    filters.add(12, "wp_filter_content_tags", move |text, pass| {
        content_tags(text, context, pass)
    });
}

/// Whether a text may hold blocks: they stand in comments.
fn has_comments(text: &str) -> bool {
    contains(text, "<!--")
}

/// `text.contains`, quick for long texts.
fn contains(text: &str, part: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), part.as_bytes()).is_some()
}

fn capital_p<'t, C: ContentContext>(text: &'t str, pass: &mut Pass<'_, C>) -> Cow<'t, str> {
    if !contains(text, "Wordpress") {
        return Cow::Borrowed(text);
    }
    let opening = &pass.context.settings().texturize.opening_double;
    Cow::Owned(capital_p_dangit(text, opening))
}

fn smilies<'t, C: ContentContext>(text: &'t str, pass: &mut Pass<'_, C>) -> Cow<'t, str> {
    match &pass.context.settings().smilies_url {
        Some(url) => convert_smilies(text, url),
        None => Cow::Borrowed(text),
    }
}

fn insecure_home_url<'t, C: ContentContext>(text: &'t str, pass: &mut Pass<'_, C>) -> Cow<'t, str> {
    let Some((http, https)) = &pass.context.settings().insecure_home_url else {
        return Cow::Borrowed(text);
    };
    let escaped = |url: &str| url.replace('/', "\\/");
    let text = text.replace(http, https);
    Cow::Owned(text.replace(&escaped(http), &escaped(https)))
}

fn content_tags<'t, C: ContentContext>(
    text: &'t str,
    context: &str,
    pass: &mut Pass<'_, C>,
) -> Cow<'t, str> {
    let parts = pass.context.media();
    let attachments = parts.attachments;
    let find = |id| attachments.attachment(id);
    wp_filter_content_tags(text, context, &parts.media, find, parts.loading)
}
