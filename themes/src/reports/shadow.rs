//! The page of shadowing. What it shows comes from pages of anybody: the template escapes it.

use minijinja::{Value, context};

use super::{DIFFERENCES_STYLE, STYLE};
use crate::engine::Engine;
use crate::render::RenderError;

/// The page's content.
#[derive(Debug, Clone, Default)]
pub struct ShadowView<'a> {
    /// Answers that were compared.
    pub compared: u64,
    /// Answers that were the same.
    pub same: u64,
    /// When the first ones were compared.
    pub since: String,
    /// When the last ones were.
    pub until: String,
    /// Differences that are only counted.
    pub left_out: u64,
    /// The causes, in their order.
    pub causes: Vec<CauseView<'a>>,
}

/// A cause of differences.
#[derive(Debug, Clone, Default)]
pub struct CauseView<'a> {
    /// Differences.
    pub count: u64,
    /// What differs.
    pub kind: &'a str,
    /// Where.
    pub place: &'a str,
    /// When it was seen last.
    pub last: String,
    /// Examples.
    pub examples: Vec<ExampleView<'a>>,
}

/// An example.
#[derive(Debug, Clone, Default)]
pub struct ExampleView<'a> {
    /// The address.
    pub url: &'a str,
    /// As the other server has it.
    pub want: &'a str,
    /// As we have it.
    pub got: &'a str,
}

/// Renders the page.
///
/// # Errors
/// When the template fails.
pub fn shadow_report(view: &ShadowView<'_>) -> Result<String, RenderError> {
    let view = context! {
        compared => view.compared,
        same => view.same,
        different => view.compared.saturating_sub(view.same),
        since => &view.since,
        until => &view.until,
        left_out => view.left_out,
        causes => view.causes.iter().map(cause).collect::<Vec<_>>(),
    };
    Engine::new().render(
        "reports/shadow.html",
        context! {
            style => [STYLE, DIFFERENCES_STYLE].concat(),
            title => "Differences from the shadowed server",
            view => view,
        },
    )
}

fn cause(cause: &CauseView<'_>) -> Value {
    let example = |example: &ExampleView<'_>| {
        context! { url => example.url, want => example.want, got => example.got }
    };
    context! {
        count => cause.count,
        kind => cause.kind,
        place => cause.place,
        last => &cause.last,
        examples => cause.examples.iter().map(example).collect::<Vec<_>>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_page_is_markup_in_the_report() {
        let bad = "<script>alert(1)</script>\"";
        let example = ExampleView {
            url: bad,
            want: bad,
            got: bad,
        };
        let cause = CauseView {
            count: 2,
            kind: bad,
            place: bad,
            examples: vec![example],
            ..CauseView::default()
        };
        let view = ShadowView {
            compared: 3,
            same: 1,
            causes: vec![cause],
            ..ShadowView::default()
        };
        let page = shadow_report(&view).unwrap();
        assert!(!page.contains("<script"), "{page}");
        assert_eq!(page.matches("&lt;script&gt;").count(), 5);
        assert!(page.contains("2 of 3 answers differ, for 1 cause."));
        assert!(
            shadow_report(&ShadowView::default())
                .unwrap()
                .contains("Nothing was compared")
        );
    }
}
