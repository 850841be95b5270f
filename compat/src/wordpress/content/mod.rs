//! Content filters (`the_content` and the like).
//!
//! Contract "wordpress-core" section 8.1; order and priorities as WordPress 6.8 has them (vector family
//! wordpress-content). A chain is a list of steps with priorities ([`Filters`]); [`ContentFilters`] builds core's
//! chains, and columns add their own steps to them before the site starts.
//!
//! Filters get data of the page through the caller's [`ContentContext`]. They load no posts. [`close_cdata`] is applied
//! when the text is printed.

mod chains;
mod embed;
mod extended;
mod filters;
mod pages;

use std::borrow::Cow;

pub use chains::{ContentFilters, add_capital_p_dangit, add_content_tags, add_convert_smilies};
pub use embed::expand_embeds;
pub use extended::{Extended, get_extended};
pub use filters::{Autop, Filters, Pass};
pub use pages::generate_postdata_pages;

use super::formatting::texturize::TexturizeStrings;
use super::media::{Attachment, LoadingOptimization, Media};
use super::shortcode::Atts;

/// The settings of the content filters.
#[derive(Clone, Debug, Default)]
pub struct ContentSettings {
    /// The locale's quotes and dashes.
    pub texturize: TexturizeStrings,
    /// The folder of the smiley images; `None` when `use_smilies` is off.
    pub smilies_url: Option<String>,
    /// The site's own hosts, in small letters: links to them are not marked `nofollow`.
    pub internal_hosts: Vec<String>,
    /// The home address with `http://` and with `https://`, after a move to HTTPS that is not finished yet.
    pub insecure_home_url: Option<(String, String)>,
}

/// What the image step needs.
pub struct ContentMedia<'a> {
    /// Sizes and filters.
    pub media: Media<'a>,
    /// The attachments that the text names ([`super::media::attachment_ids_in`]).
    pub attachments: &'a dyn Attachments,
    /// The counters of the page.
    pub loading: &'a mut LoadingOptimization,
}

/// Attachments that have been loaded.
pub trait Attachments {
    /// The attachment with that id.
    fn attachment(&self, id: i64) -> Option<&Attachment>;
}

impl Attachments for std::collections::HashMap<i64, Attachment> {
    fn attachment(&self, id: i64) -> Option<&Attachment> {
        self.get(&id)
    }
}

/// The page for which content is filtered.
pub trait ContentContext: Sized + 'static {
    /// The site's settings.
    fn settings(&self) -> &ContentSettings;

    /// Whether the rendering was stopped: no further filter, shortcode or block runs.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Whether block content was filtered before on this page ([`Autop::Last`]).
    fn autop_moved(&mut self) -> &mut bool;

    /// The images of the page.
    fn media(&mut self) -> ContentMedia<'_>;

    /// The HTML for a URL on its own line or in `[embed]`; `None` without a provider.
    fn embed(&mut self, _url: &str, _atts: &Atts) -> Option<String> {
        None
    }

    /// `prepend_attachment`.
    fn prepend_attachment(&mut self) -> Option<String> {
        None
    }
}

/// Texts are printed inside documents that may be XML: the end of a CDATA section is escaped.
pub fn close_cdata(content: &str) -> Cow<'_, str> {
    if content.contains("]]>") {
        Cow::Owned(content.replace("]]>", "]]&gt;"))
    } else {
        Cow::Borrowed(content)
    }
}
