//! One locale of a site: looks up translations; files are read on first use.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::DEFAULT_DOMAIN;
use super::mo_file::{Message, MoFile};
use super::plural_forms::PluralForms;
use super::wording::Language;
use super::wp_locale::WpLocale;

/// The files in which a domain's translations may lie, first come, first served.
#[derive(Debug, Default)]
pub(super) struct Domain {
    pub(super) candidates: Vec<PathBuf>,
    pub(super) file: OnceLock<Option<MoFile>>,
}

impl Domain {
    /// The domain's file, read on first use: a local read of some hundred kilobytes, once for each
    /// language and domain of the site.
    fn file(&self) -> Option<&MoFile> {
        let read = || {
            let (path, bytes) = self
                .candidates
                .iter()
                .find_map(|path| Some((path, read_file(path)?)))?;
            MoFile::new(bytes)
                .inspect_err(|error| {
                    tracing::warn!(file = %path.display(), %error, "translations not read");
                })
                .ok()
        };
        self.file.get_or_init(read).as_ref()
    }
}

/// The content of a file; `None` without one. A file that cannot be read counts as missing, with a warning.
fn read_file(path: &Path) -> Option<Vec<u8>> {
    let read = std::fs::read(path);
    let read = read.inspect_err(|error| {
        if error.kind() != std::io::ErrorKind::NotFound {
            tracing::warn!(file = %path.display(), %error, "translations not read");
        }
    });
    read.ok()
}

/// A language of a site. Cheap to share; made by `Translations::locale`.
#[derive(Debug)]
pub struct Locale {
    code: String,
    domains: HashMap<String, Domain>,
    wp_locale: OnceLock<Arc<WpLocale>>,
}

impl Locale {
    pub(super) fn new(code: String, domains: HashMap<String, Domain>) -> Self {
        Self {
            code,
            domains,
            wp_locale: OnceLock::new(),
        }
    }

    /// English without any file: every text is itself.
    pub fn english() -> Self {
        Self::new("en_US".to_owned(), HashMap::new())
    }

    /// The locale's code, for example `es_ES`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The attribute `lang` of a page in this language.
    pub fn html_lang(&self) -> String {
        let id = "html_lang_attribute";
        let translated = self.translate(id);
        let is_tag = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if translated != id && translated.chars().all(is_tag) {
            translated.to_owned()
        } else {
            self.code.replace('_', "-")
        }
    }

    /// The texts of a plugin or theme; without one, those of WordPress itself.
    pub fn domain<'a>(&'a self, name: &'a str) -> TextDomain<'a> {
        TextDomain { locale: self, name }
    }

    /// Whether the site has a file of this domain in this language.
    pub fn has_file(&self, domain: &str) -> bool {
        self.domain(domain).file().is_some()
    }

    /// WordPress's `__` without a domain: the translation of a text, else the text.
    pub fn translate<'a>(&'a self, id: &'a str) -> &'a str {
        self.domain(DEFAULT_DOMAIN).translate(id)
    }

    /// WordPress's `_x` without a domain: the translation of a text in a context.
    pub fn translate_with_context<'a>(&'a self, id: &'a str, context: &'a str) -> &'a str {
        self.domain(DEFAULT_DOMAIN)
            .translate_with_context(id, context)
    }

    /// WordPress's `_n` without a domain: the translation that fits `n` things. The number is not put
    /// in.
    pub fn ngettext<'a>(&'a self, id: &'a str, plural: &'a str, n: u64) -> &'a str {
        self.domain(DEFAULT_DOMAIN).ngettext(id, plural, n)
    }

    /// The language's dates, numbers and quotes, made on first use.
    pub fn wp_locale(&self) -> &Arc<WpLocale> {
        self.wp_locale.get_or_init(|| {
            let text = |context: Option<&str>, id: &'static str| {
                let text = match context {
                    Some(context) => self.translate_with_context(id, context),
                    None => self.translate(id),
                };
                text.to_owned()
            };
            Arc::new(WpLocale::new(&self.code, text))
        })
    }
}

/// The texts of one plugin, theme, or WordPress itself, in one language.
#[derive(Debug, Clone, Copy)]
pub struct TextDomain<'l> {
    locale: &'l Locale,
    name: &'l str,
}

impl<'l> TextDomain<'l> {
    /// WordPress's `__`: the translation of a text, else the text.
    pub fn translate<'a>(self, id: &'a str) -> &'a str
    where
        'l: 'a,
    {
        self.message(Message::new(id))
    }

    /// WordPress's `_x`: the translation of a text in a context. Arguments in WordPress's order.
    pub fn translate_with_context<'a>(self, id: &'a str, context: &'a str) -> &'a str
    where
        'l: 'a,
    {
        self.message(Message {
            context: Some(context),
            ..Message::new(id)
        })
    }

    /// WordPress's `_n`: the translation that fits `n` things. The number is not put in.
    pub fn ngettext<'a>(self, id: &'a str, plural: &'a str, n: u64) -> &'a str
    where
        'l: 'a,
    {
        let message = Message {
            plural: Some(plural),
            ..Message::new(id)
        };
        self.plural(message, n)
    }

    /// WordPress's `_nx`: the same in a context. Arguments in WordPress's order.
    pub fn ngettext_with_context<'a>(
        self,
        id: &'a str,
        plural: &'a str,
        n: u64,
        context: &'a str,
    ) -> &'a str
    where
        'l: 'a,
    {
        let message = Message {
            context: Some(context),
            id,
            plural: Some(plural),
        };
        self.plural(message, n)
    }

    fn message<'a>(self, message: Message<'a>) -> &'a str
    where
        'l: 'a,
    {
        if let Some(file) = self.file() {
            // A text that the file lacks stays English, as in WordPress.
            return file.translate(&message).unwrap_or(message.id);
        }
        Language::of_locale(&self.locale.code)
            .and_then(|language| language.words(self.name, &message)?.first())
            .map_or(message.id, |word| word.as_ref())
    }

    fn plural<'a>(self, message: Message<'a>, n: u64) -> &'a str
    where
        'l: 'a,
    {
        let english = match message.plural {
            Some(plural) if PluralForms::one_and_other().form(n) == 1 => plural,
            _ => message.id,
        };
        if let Some(file) = self.file() {
            return file.translate_plural(&message, n).unwrap_or(english);
        }
        let Some(language) = Language::of_locale(&self.locale.code) else {
            return english;
        };
        language
            .words(self.name, &message)
            .and_then(|words| words.get(language.plural_forms(self.name).form(n)))
            .map_or(english, |word| word.as_ref())
    }

    fn file(self) -> Option<&'l MoFile> {
        self.locale.domains.get(self.name)?.file()
    }
}
