//! `paginate_links`: the row of page numbers under a list.
//!
//! The markup is WordPress's own, down to the attribute order: themes and scripts select in it.

use crate::wordpress::url::{QueryArg, add_query_arg, esc_url};

/// How the row is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PaginateStyle {
    /// Links, one a line.
    #[default]
    Plain,
    /// An unordered list.
    List,
}

/// Localised texts.
#[derive(Debug, Clone)]
pub struct PaginateTexts {
    /// "&laquo; Previous"
    pub previous: String,
    /// "Next &raquo;"
    pub next: String,
    /// "Page %s", the label of a number; `%s` is the number.
    pub page: String,
}

/// The arguments.
#[derive(Debug, Clone)]
pub struct PaginateLinks {
    /// The URL with `%_%` for the format and `%#%` for the number.
    pub base: String,
    /// What `%_%` stands for on pages after the first.
    pub format: String,
    /// Number of pages.
    pub total: i64,
    /// The page being shown.
    pub current: i64,
    /// All numbers, without dots.
    pub show_all: bool,
    /// Whether there are links to the previous and next page.
    pub prev_next: bool,
    /// Numbers kept at both ends.
    pub end_size: i64,
    /// Numbers kept on both sides of the current one.
    pub mid_size: i64,
    /// Variables added to each link.
    pub add_args: Vec<(String, String)>,
    /// Added at the end of each link.
    pub add_fragment: String,
    /// The form of the output.
    pub style: PaginateStyle,
}

impl Default for PaginateLinks {
    fn default() -> Self {
        Self {
            base: String::new(),
            format: String::new(),
            total: 1,
            current: 1,
            show_all: false,
            prev_next: true,
            end_size: 1,
            mid_size: 2,
            add_args: Vec::new(),
            add_fragment: String::new(),
            style: PaginateStyle::Plain,
        }
    }
}

impl PaginateLinks {
    /// The markup; `None` when there is one page at most. `number_format` writes a number for the reader, `protocols`
    /// are those allowed in URLs.
    pub fn render(
        &self,
        texts: &PaginateTexts,
        number_format: impl Fn(i64) -> String,
        protocols: &[&str],
    ) -> Option<String> {
        if self.total < 2 {
            return None;
        }
        let url = |number: i64| esc_url(&self.url(number), protocols).into_owned();
        let mut links = Vec::new();
        if self.prev_next && self.current > 1 {
            let href = url(self.current - 1);
            links.push(format!(
                "<a class=\"prev page-numbers\" href=\"{href}\">{}</a>",
                texts.previous
            ));
        }
        self.push_numbers(&mut links, texts, &number_format, &url);
        if self.prev_next && self.current > 0 && self.current < self.total {
            let href = url(self.current + 1);
            links.push(format!(
                "<a class=\"next page-numbers\" href=\"{href}\">{}</a>",
                texts.next
            ));
        }
        Some(match self.style {
            PaginateStyle::Plain => links.join("\n"),
            PaginateStyle::List => format!(
                "<ul class='page-numbers'>\n\t<li>{}</li>\n</ul>\n",
                links.join("</li>\n\t<li>")
            ),
        })
    }

    fn push_numbers(
        &self,
        links: &mut Vec<String>,
        texts: &PaginateTexts,
        number_format: &impl Fn(i64) -> String,
        url: &impl Fn(i64) -> String,
    ) {
        let (end, mid) = (self.end_size.max(1), self.mid_size.max(0));
        let mut dots = false;
        for number in 1..=self.total {
            let shown = number_format(number);
            let label = texts.page.replacen("%s", &shown, 1);
            let near = self.current > 0 && (number - self.current).abs() <= mid;
            if number == self.current {
                links.push(format!(
                    "<span aria-label=\"{label}\" aria-current=\"page\" class=\"page-numbers current\">{shown}</span>"
                ));
                dots = true;
            } else if self.show_all || number <= end || near || number > self.total - end {
                let href = url(number);
                links.push(format!(
                    "<a aria-label=\"{label}\" class=\"page-numbers\" href=\"{href}\">{shown}</a>"
                ));
                dots = true;
            } else if dots {
                links.push("<span class=\"page-numbers dots\">&hellip;</span>".to_owned());
                dots = false;
            }
        }
    }

    fn url(&self, number: i64) -> String {
        let format = if number == 1 { "" } else { &self.format };
        let mut url = self
            .base
            .replace("%_%", format)
            .replace("%#%", &number.to_string());
        if !self.add_args.is_empty() {
            let args: Vec<(&str, QueryArg)> = self
                .add_args
                .iter()
                .map(|(k, v)| (k.as_str(), QueryArg::Text(v.clone())))
                .collect();
            url = add_query_arg(&args, &url);
        }
        url + &self.add_fragment
    }
}
