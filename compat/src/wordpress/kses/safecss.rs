//! `safecss_filter_attr`: the declarations of a style attribute that WordPress lets pass.

use crate::wordpress::php::trim::trim_str;
use crate::wordpress::static_regex::StaticRegex;

use super::bad_protocol::{WP_ALLOWED_PROTOCOLS, wp_kses_bad_protocol};
use super::no_null::{SlashZero, wp_kses_no_null};
use crate::wordpress::formatting::whitespace::SPACE;

/// Properties that may stand in a style attribute (`safe_style_css`).
const SAFE_STYLE_CSS: &str = " background background-color background-image background-position \
background-repeat background-size background-attachment background-blend-mode border border-radius \
border-width border-color border-style border-right border-right-color border-right-style \
border-right-width border-bottom border-bottom-color border-bottom-left-radius \
border-bottom-right-radius border-bottom-style border-bottom-width border-left border-left-color \
border-left-style border-left-width border-top border-top-color border-top-left-radius \
border-top-right-radius border-top-style border-top-width border-spacing border-collapse \
caption-side columns column-count column-fill column-gap column-rule column-span column-width color \
filter font font-family font-size font-style font-variant font-weight letter-spacing line-height \
text-align text-decoration text-indent text-transform height min-height max-height width min-width \
max-width margin margin-right margin-bottom margin-left margin-top margin-block-start \
margin-block-end margin-inline-start margin-inline-end padding padding-right padding-bottom \
padding-left padding-top padding-block-start padding-block-end padding-inline-start \
padding-inline-end flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap gap \
row-gap grid-template-columns grid-auto-columns grid-column-start grid-column-end grid-column \
grid-column-gap grid-template-rows grid-auto-rows grid-row-start grid-row-end grid-row grid-row-gap \
grid-gap justify-content justify-items justify-self align-content align-items align-self clear \
cursor direction float list-style-type object-fit object-position opacity overflow vertical-align \
writing-mode position top right bottom left z-index box-shadow aspect-ratio container-type ";

/// Properties that may hold `url()`.
const URL_PROPERTIES: [&str; 6] = [
    "background",
    "background-image",
    "cursor",
    "filter",
    "list-style",
    "list-style-image",
];

/// Functions whose arguments are not looked into.
const FUNCTIONS: [&str; 7] = ["var", "calc", "min", "max", "minmax", "clamp", "repeat"];

/// The declarations that are allowed, joined by `;`. Empty when none is.
pub fn safecss_filter_attr(css: &str) -> String {
    let css = wp_kses_no_null(css, SlashZero::Remove).replace(['\n', '\r', '\t'], "");
    let mut out = String::with_capacity(css.len());
    for declaration in trim_str(&css).split(';').filter(|d| !d.is_empty()) {
        let declaration = trim_str(declaration);
        if is_safe(declaration) {
            if !out.is_empty() {
                out.push(';');
            }
            out.push_str(declaration);
        }
    }
    out
}

fn is_safe(declaration: &str) -> bool {
    let Some((property, value)) = declaration.split_once(':') else {
        return has_no_bad_characters(&without_functions(declaration));
    };
    let property = trim_str(property);
    let value_trimmed = trim_str(value);
    let custom = is_custom_property(property);
    if !custom && !is_known(property) {
        return false;
    }
    let mut test = declaration.to_owned();
    let may_hold_url = if custom {
        value_trimmed.starts_with("url(")
    } else {
        URL_PROPERTIES.contains(&property)
    };
    if may_hold_url {
        for url in urls(value) {
            if !is_safe_url(url) {
                return false;
            }
            test = test.replace(url, "");
        }
    }
    let may_hold_gradient = if custom {
        value_trimmed.contains("-gradient(")
    } else {
        matches!(property, "background" | "background-image")
    };
    if may_hold_gradient && is_gradient(value_trimmed) {
        test = test.replace(value_trimmed, "");
    }
    has_no_bad_characters(&without_functions(&test))
}

fn is_known(property: &str) -> bool {
    !property.contains(' ') && SAFE_STYLE_CSS.contains(&format!(" {property} "))
}

/// `--name`.
fn is_custom_property(property: &str) -> bool {
    property.strip_prefix("--").is_some_and(|name| {
        !name.is_empty()
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    })
}

/// No `\`, `(`, `&`, `=`, `}` and no comment.
fn has_no_bad_characters(css: &str) -> bool {
    !css.contains(['\\', '(', '&', '=', '}']) && !css.contains("/*")
}

/// Each `url(…)` of a value.
fn urls(value: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = value;
    while let Some(found) = rest.find("url(").and_then(|at| rest.get(at..)) {
        let end = found.find(')');
        rest = found.get(4..).unwrap_or_default();
        if let Some(end) = end
            && end > 4
        {
            out.extend(found.get(..=end));
            rest = found.get(end..).unwrap_or_default();
        } else if end.is_none() {
            break;
        }
    }
    out
}

/// Whether `url('…')` holds an address with an allowed protocol.
fn is_safe_url(url: &str) -> bool {
    let inner = url
        .strip_prefix("url(")
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or_default()
        .trim_start_matches(SPACE);
    let unquoted = inner.chars().next().and_then(|quote| {
        let quoted = matches!(quote, '"' | '\'');
        let end = inner.trim_end_matches(SPACE);
        end.strip_suffix(quote)
            .filter(|_| quoted)
            .and_then(|text| text.get(1..))
    });
    let address = unquoted.unwrap_or(inner);
    let address_trimmed = trim_str(address);
    !matches!(address, "" | "0")
        && !matches!(address_trimmed, "" | "0")
        && wp_kses_bad_protocol(address_trimmed, &WP_ALLOWED_PROTOCOLS) == address_trimmed
}

fn is_gradient(value: &str) -> bool {
    static GRADIENT: StaticRegex = StaticRegex::new(
        r"^(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|rgba?\([^()]*\))*\)$",
    );
    GRADIENT.is_match(value)
}

/// The text without calls of [`FUNCTIONS`], nested brackets included, where the brackets balance.
fn without_functions(css: &str) -> String {
    if !css.contains('(') {
        return css.to_owned();
    }
    let closing = closing_brackets(css);
    let mut out = String::with_capacity(css.len());
    let mut kept_from = 0;
    for (open, close) in closing {
        if open < kept_from {
            continue;
        }
        let before = css.get(kept_from..open).unwrap_or_default();
        let name = FUNCTIONS.iter().filter(|name| {
            before.strip_suffix(**name).is_some_and(|rest| {
                !rest.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            })
        });
        if let Some(name) = name.max_by_key(|name| name.len()) {
            out.push_str(before.strip_suffix(name).unwrap_or_default());
            kept_from = close + 1;
        }
    }
    out.push_str(css.get(kept_from..).unwrap_or_default());
    out
}

/// Offsets of each opening bracket that is closed, in order, with its closing one.
fn closing_brackets(css: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    for (at, byte) in css.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => pairs.extend(open.pop().map(|start| (start, at))),
            _ => {}
        }
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn table() {
        for (css, want) in [
            ("color:red; behavior:url(x);;top: 1px", "color:red;top: 1px"),
            ("width:calc(1px + (2px * 3))", "width:calc(1px + (2px * 3))"),
            ("width:calc(1px", ""),
            ("width:xcalc(1px)", ""),
            (
                "background:url( 'a.png' ) red",
                "background:url( 'a.png' ) red",
            ),
            ("background:url(javascript:x)", ""),
            ("background:url()", ""),
            (
                "background:linear-gradient(90deg,rgba(0,0,0,.5),#fff)",
                "background:linear-gradient(90deg,rgba(0,0,0,.5),#fff)",
            ),
            ("--x:url(a.png)", "--x:url(a.png)"),
            ("COLOR:red", ""),
            ("red", "red"),
            ("color:expression(x)", ""),
            ("color:/**/red", ""),
            ("width:min(1px,max(2px,3px))", "width:min(1px,max(2px,3px))"),
        ] {
            assert_eq!(safecss_filter_attr(css), want, "{css}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(css in "(url|calc|min|color|background|\\(|\\)|:|;|'|é| |-){0,30}") {
            let _ = safecss_filter_attr(&css);
        }
    }
}
