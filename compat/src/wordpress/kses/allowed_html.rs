//! The tables of allowed elements and attributes: for posts, for comments, for nothing.
//!
//! `wp_kses_allowed_html` of the contexts `post`, `data` and `strip`. A plugin's own table starts from
//! one of these and adds to it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

/// One test of an attribute's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeCheck {
    /// At most so many bytes.
    MaxLength(usize),
    /// At least so many bytes.
    MinLength(usize),
    /// A number up to this one.
    MaxValue(u32),
    /// A number from this one on.
    MinValue(u32),
    /// Without a value (`true`), or with one (`false`).
    Valueless(bool),
    /// One of these, in lower case.
    Values(Vec<Cow<'static, str>>),
    /// The address of a PDF file on the site's own uploads host.
    PdfInUploads,
}

/// What an attribute must be like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeRule {
    /// Without this attribute the element is not allowed.
    pub required: bool,
    /// All of these must hold; none means any value.
    pub checks: Vec<AttributeCheck>,
}

/// Allowed attributes of an element, by lower-case name.
pub type Attributes = HashMap<Cow<'static, str>, AttributeRule>;

/// Allowed elements, by lower-case name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedHtml {
    elements: HashMap<Cow<'static, str>, Attributes>,
}

/// Attributes that every element of a post may have.
const GLOBAL: &str = "aria-controls aria-current aria-describedby aria-details aria-expanded \
    aria-hidden aria-label aria-labelledby aria-live class data-* dir hidden id lang style title \
    role xml:lang";

/// Elements of a post: `name: attributes`, one a line.
const POST: &str = "
address abbr acronym b bdo big br cite code dd dfn dl dt em fieldset i kbd mark rb rp rt rtc ruby s \
samp small strike strong sub sup title tt u var
a: href rel rev name target download
area: alt coords href nohref shape target
article aside caption details div figure figcaption footer h1 h2 h3 h4 h5 h6 header hgroup legend \
main nav p section span summary: align
audio: autoplay controls loop muted preload src
blockquote q: cite
button: disabled name type value
col colgroup: align char charoff span valign width
del: datetime
details: open
font: color face size
hr: align noshade size width
img: alt align border height hspace loading longdesc vspace src usemap width
ins: datetime cite
label: for
li: align value
map: name
menu ul: type
object: data type
ol: start type reversed
pre: width
table: align bgcolor border cellpadding cellspacing rules summary width
tbody tfoot thead: align char charoff valign
td th: abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width
textarea: cols rows disabled name readonly
tr: align bgcolor char charoff valign
track: default kind label src srclang
video: autoplay controls height loop muted playsinline poster preload src width
";

/// Elements of a comment.
const DATA: &str = "
b code em i s strike strong cite
a: href title
abbr acronym: title
blockquote q: cite
del: datetime
";

impl AllowedHtml {
    /// No element at all.
    pub fn strip() -> &'static Self {
        static STRIP: LazyLock<AllowedHtml> = LazyLock::new(AllowedHtml::default);
        &STRIP
    }

    /// The elements of a comment (`$allowedtags`).
    pub fn data() -> &'static Self {
        static DATA_TABLE: LazyLock<AllowedHtml> = LazyLock::new(|| AllowedHtml::parse(DATA));
        &DATA_TABLE
    }

    /// The elements of a post (`$allowedposttags`).
    pub fn post() -> &'static Self {
        static POST_TABLE: LazyLock<AllowedHtml> = LazyLock::new(|| {
            let mut table = AllowedHtml::parse(POST);
            for attributes in table.elements.values_mut() {
                for name in GLOBAL.split_whitespace() {
                    attributes.insert(Cow::Borrowed(name), AttributeRule::default());
                }
            }
            table.add_rule("a", "download", false, AttributeCheck::Valueless(true));
            table.add_rule("object", "data", true, AttributeCheck::PdfInUploads);
            let pdf = AttributeCheck::Values(vec![Cow::Borrowed("application/pdf")]);
            table.add_rule("object", "type", true, pdf);
            table
        });
        &POST_TABLE
    }

    /// Reads a table of lines `name name: attribute attribute`.
    fn parse(table: &'static str) -> Self {
        let mut out = Self::default();
        for line in table.lines() {
            let (names, attributes) = line.split_once(':').unwrap_or((line, ""));
            for name in names.split_whitespace() {
                out.allow(name, attributes.split_whitespace());
            }
        }
        out
    }

    /// Allows an element and, with any value, these attributes; earlier ones stay.
    pub fn allow(
        &mut self,
        element: impl Into<Cow<'static, str>>,
        attributes: impl IntoIterator<Item = impl Into<Cow<'static, str>>>,
    ) {
        let known = self.elements.entry(element.into()).or_default();
        for attribute in attributes {
            known.insert(attribute.into(), AttributeRule::default());
        }
    }

    /// Allows an attribute of an element under a rule; replaces an earlier rule.
    pub fn add_rule(
        &mut self,
        element: impl Into<Cow<'static, str>>,
        attribute: impl Into<Cow<'static, str>>,
        required: bool,
        check: AttributeCheck,
    ) {
        let rule = AttributeRule {
            required,
            checks: vec![check],
        };
        let known = self.elements.entry(element.into()).or_default();
        known.insert(attribute.into(), rule);
    }

    /// Takes an element out.
    pub fn remove(&mut self, element: &str) {
        self.elements.remove(element);
    }

    /// The attributes of an element (lower-case name), `None` when it is not allowed.
    pub fn attributes(&self, element: &str) -> Option<&Attributes> {
        self.elements.get(element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables() {
        let post = AllowedHtml::post();
        let details = post.attributes("details").unwrap();
        assert!(details.contains_key("align") && details.contains_key("open"));
        assert!(details.contains_key("data-*"));
        assert!(post.attributes("script").is_none());
        assert_eq!(AllowedHtml::data().attributes("b").unwrap().len(), 0);
    }
}
