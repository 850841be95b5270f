//! Which element may stand where.
//!
//! Contract "contact-form-7" section 5.1.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Stands for a form-tag among text.
pub const PLACEHOLDER_INLINE: &str = "placeholder:inline";
/// Stands for a form-tag outside of paragraphs.
pub const PLACEHOLDER_BLOCK: &str = "placeholder:block";

/// Names of elements.
type Names = LazyLock<HashSet<&'static str>>;

fn set(names: &'static str) -> HashSet<&'static str> {
    names.split_whitespace().collect()
}

/// Elements without an end.
pub fn is_void(name: &str) -> bool {
    static NAMES: Names = LazyLock::new(|| {
        set(
            "area base br col embed hr img input keygen link meta param source track wbr placeholder:inline \
         placeholder:block",
        )
    });
    NAMES.contains(name)
}

/// Elements that may directly contain themselves.
pub fn is_nestable(name: &str) -> bool {
    static NAMES: Names =
        LazyLock::new(|| set("article aside blockquote div fieldset section span"));
    NAMES.contains(name)
}

/// Elements whose text becomes paragraphs.
pub fn is_p_parent(name: &str) -> bool {
    static NAMES: Names = LazyLock::new(|| {
        set(
            "address article aside blockquote body caption dd details dialog div dt fieldset figcaption \
         figure footer form header li main nav section td th",
        )
    });
    NAMES.contains(name)
}

/// Elements in which a paragraph never stands.
pub fn is_p_nonparent(name: &str) -> bool {
    static NAMES: Names = LazyLock::new(|| {
        set(
            "colgroup dl h1 h2 h3 h4 h5 h6 head hgroup html legend menu ol pre style summary table tbody \
         template tfoot thead title tr ul",
        )
    });
    NAMES.contains(name)
}

/// Elements that stand in a line of text.
pub fn is_p_child(name: &str) -> bool {
    static NAMES: Names = LazyLock::new(|| {
        set(
            "a abbr area audio b bdi bdo br button canvas cite code data datalist del dfn em embed i iframe \
         img input ins kbd keygen label link map mark meta meter noscript object output picture progress \
         q ruby s samp script select slot small span strong sub sup textarea time u var video wbr \
         optgroup option rp rt placeholder:inline",
        )
    });
    NAMES.contains(name)
}

/// Elements in which a line break becomes `<br />`.
pub fn is_br_parent(name: &str) -> bool {
    static NAMES: Names = LazyLock::new(|| {
        set(
            "a abbr address article aside audio b bdi bdo blockquote button canvas caption cite code data \
         datalist dd del details dfn dialog div dt em fieldset figcaption figure footer form h1 h2 h3 h4 \
         h5 h6 header i ins kbd label legend li main map mark meter nav noscript object output p \
         progress q rt ruby s samp section slot small span strong sub summary sup td th time u var video",
        )
    });
    NAMES.contains(name)
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
