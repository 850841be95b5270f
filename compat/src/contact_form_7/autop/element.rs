//! Which element may stand where.
//!
//! Contract "contact-form-7" section 5.1.

/// Stands for a form-tag among text.
pub const PLACEHOLDER_INLINE: &str = "placeholder:inline";
/// Stands for a form-tag outside of paragraphs.
pub const PLACEHOLDER_BLOCK: &str = "placeholder:block";

/// Elements without an end.
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    ) || name == PLACEHOLDER_INLINE
        || name == PLACEHOLDER_BLOCK
}

/// Elements that may directly contain themselves.
pub fn is_nestable(name: &str) -> bool {
    matches!(
        name,
        "article" | "aside" | "blockquote" | "div" | "fieldset" | "section" | "span"
    )
}

/// Elements whose text becomes paragraphs.
pub fn is_p_parent(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "header"
            | "li"
            | "main"
            | "nav"
            | "section"
            | "td"
            | "th"
    )
}

/// Elements in which a paragraph never stands.
pub fn is_p_nonparent(name: &str) -> bool {
    matches!(
        name,
        "colgroup"
            | "dl"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "hgroup"
            | "html"
            | "legend"
            | "menu"
            | "ol"
            | "pre"
            | "style"
            | "summary"
            | "table"
            | "tbody"
            | "template"
            | "tfoot"
            | "thead"
            | "title"
            | "tr"
            | "ul"
    )
}

/// Elements that stand in a line of text.
pub fn is_p_child(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "area"
            | "audio"
            | "b"
            | "bdi"
            | "bdo"
            | "br"
            | "button"
            | "canvas"
            | "cite"
            | "code"
            | "data"
            | "datalist"
            | "del"
            | "dfn"
            | "em"
            | "embed"
            | "i"
            | "iframe"
            | "img"
            | "input"
            | "ins"
            | "kbd"
            | "keygen"
            | "label"
            | "link"
            | "map"
            | "mark"
            | "meta"
            | "meter"
            | "noscript"
            | "object"
            | "output"
            | "picture"
            | "progress"
            | "q"
            | "ruby"
            | "s"
            | "samp"
            | "script"
            | "select"
            | "slot"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "textarea"
            | "time"
            | "u"
            | "var"
            | "video"
            | "wbr"
            | "optgroup"
            | "option"
            | "rp"
            | "rt"
    ) || name == PLACEHOLDER_INLINE
}

/// Elements in which a line break becomes `<br />`.
pub fn is_br_parent(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "address"
            | "article"
            | "aside"
            | "audio"
            | "b"
            | "bdi"
            | "bdo"
            | "blockquote"
            | "button"
            | "canvas"
            | "caption"
            | "cite"
            | "code"
            | "data"
            | "datalist"
            | "dd"
            | "del"
            | "details"
            | "dfn"
            | "dialog"
            | "div"
            | "dt"
            | "em"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "i"
            | "ins"
            | "kbd"
            | "label"
            | "legend"
            | "li"
            | "main"
            | "map"
            | "mark"
            | "meter"
            | "nav"
            | "noscript"
            | "object"
            | "output"
            | "p"
            | "progress"
            | "q"
            | "rt"
            | "ruby"
            | "s"
            | "samp"
            | "section"
            | "slot"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "summary"
            | "sup"
            | "td"
            | "th"
            | "time"
            | "u"
            | "var"
            | "video"
    )
}

/// The open elements that a start tag closes, in order.
pub fn closed_by(name: &str) -> &'static [&'static str] {
    match name {
        "dd" | "dt" => &["dd", "dt"],
        "li" => &["li"],
        "optgroup" => &["option", "optgroup"],
        "option" => &["option"],
        "rp" | "rt" => &["rp", "rt"],
        "td" | "th" => &["td", "th"],
        "tr" => &["tr"],
        "tbody" => &["thead"],
        "tfoot" => &["thead", "tbody"],
        _ => &[],
    }
}

/// The elements across which an element is not closed.
pub fn guards(name: &str) -> &'static [&'static str] {
    match name {
        "dd" | "dt" => &["dl"],
        "li" => &["ol", "ul", "menu"],
        "td" | "th" | "tr" | "thead" | "tbody" | "tfoot" => &["table"],
        _ => &[],
    }
}
