//! `WC_Widget_Product_Categories`: a list of categories, or a drop-down.

use std::sync::Arc;

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::wordpress::db::tag::SitePart;
use compat::wordpress::db::unicode_ci;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::taxonomy::{Term, TermId};
use compat::wordpress::widget::Widget;

use crate::woocommerce::shop::Shop;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;
use crate::wordpress::widgets::{WidgetOutput, widget_title};

/// Maximum depth, so that a cycle in the data ends.
const DEEPEST: usize = 50;

/// `woocommerce_product_categories`.
pub(super) fn product_categories(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    view.shows(SitePart::TermCounts);
    let tree = Tree::of(&shop, widget);
    let start = tree.start?;
    let content = if tree.is_on("dropdown") {
        tree.dropdown()
    } else {
        let mut items = String::new();
        tree.items(start, 0, &mut items);
        if items.is_empty() {
            let text = shop.text("No product categories exist.");
            items = format!("<li class=\"cat-item-none\">{}</li>", esc_html(&text));
        }
        format!("<ul class=\"product-categories\">{items}</ul>")
    };
    let default = shop.text("Product categories");
    Some(WidgetOutput {
        title: widget_title(&view, widget, &default),
        content,
        ..WidgetOutput::default()
    })
}

struct Tree<'a> {
    shop: &'a Shop,
    widget: &'a Widget,
    terms: Vec<&'a Arc<Term>>,
    /// The category of the page.
    current: Option<TermId>,
    /// The categories above it.
    above: Vec<TermId>,
    /// Where the list begins; `None`: there is nothing to list.
    start: Option<TermId>,
    has_levels: bool,
}

impl<'a> Tree<'a> {
    fn of(shop: &'a Shop, widget: &'a Widget) -> Self {
        let view = &shop.view;
        let all = &view.site.terms;
        let current = match ShopPage::of(&view.query) {
            Some(ShopPage::Term(term)) if term.taxonomy == "product_cat" => Some(term),
            Some(ShopPage::Product) => product_category(shop),
            _ => None,
        };
        let above = current.iter().flat_map(|term| all.with_ancestors(term));
        let above = above.map(|term| term.term_id);
        let own = current.as_ref().map(|term| term.term_id);
        let above: Vec<TermId> = above.filter(|id| Some(*id) != own).collect();
        let mut tree = Self {
            shop,
            widget,
            terms: all.of("product_cat").iter().collect(),
            current: own,
            above,
            start: Some(TermId(0)),
            has_levels: false,
        };
        tree.has_levels = tree.is_on("hierarchical");
        if tree.is_on("hide_empty") {
            let has_products = |term: &Term| {
                let below = all.with_descendants(term).into_iter();
                let mut below = below.filter_map(|id| all.by_id("product_cat", id));
                below.any(|term| term.count > 0)
            };
            tree.terms.retain(|term| has_products(term));
        }
        if tree.is_on("show_children_only") {
            let mut terms = tree.terms.iter();
            let has_children = terms.any(|term| Some(term.parent) == own);
            let parent = current.as_ref().map(|term| term.parent);
            tree.start = match own {
                Some(own) if has_children => Some(own),
                Some(_) => parent,
                None => Some(TermId(0)),
            };
        }
        // The shop's own order is that of the terms.
        if widget.settings.at("orderby").to_string_lossy() != "order" {
            tree.terms
                .sort_by(|a, b| unicode_ci::compare(&a.name, &b.name));
        }
        tree
    }

    fn is_on(&self, name: &str) -> bool {
        self.widget.settings.at(name).to_bool()
    }

    /// Levels that are shown; 0 for all.
    fn max_depth(&self) -> usize {
        let depth = self.widget.settings.at("max_depth").to_int();
        usize::try_from(depth).unwrap_or(0)
    }

    fn below(&self, parent: TermId) -> Vec<&'a Arc<Term>> {
        let is_flat = !self.has_levels && !self.is_on("show_children_only");
        let stands_here = |term: &&&Arc<Term>| is_flat || term.parent == parent;
        self.terms.iter().filter(stands_here).copied().collect()
    }

    fn goes_deeper(&self, depth: usize) -> bool {
        let max = self.max_depth();
        self.has_levels && depth < DEEPEST && (max == 0 || depth + 1 < max)
    }

    fn count(&self, term: &Term) -> i64 {
        if !self.has_levels {
            return term.count;
        }
        let all = &self.shop.view.site.terms;
        let below = all.with_descendants(term).into_iter();
        let below = below.filter_map(|id| all.by_id("product_cat", id));
        below.map(|term| term.count).sum()
    }

    fn items(&self, parent: TermId, depth: usize, out: &mut String) {
        for term in self.below(parent) {
            let children = if self.goes_deeper(depth) {
                self.below(term.term_id)
            } else {
                Vec::new()
            };
            let mut class = format!("cat-item cat-item-{}", term.term_id.0);
            if self.current == Some(term.term_id) {
                class.push_str(" current-cat");
            }
            if !children.is_empty() {
                class.push_str(" cat-parent");
            }
            if self.above.contains(&term.term_id) {
                class.push_str(" current-cat-parent");
            }
            let link = self.shop.view.links().get_term_link(term);
            out.push_str(&format!(
                "<li class=\"{class}\"><a href=\"{}\">{}</a>",
                url(&link.unwrap_or_default()),
                esc_html(&term.name)
            ));
            if self.is_on("count") {
                let count = self.count(term);
                out.push_str(&format!(" <span class=\"count\">({count})</span>"));
            }
            if !children.is_empty() {
                out.push_str("<ul class='children'>\n");
                self.items(term.term_id, depth + 1, out);
                out.push_str("</ul>\n");
            }
            out.push_str("</li>\n");
        }
    }

    fn dropdown(&self) -> String {
        let mut options = String::new();
        self.options(TermId(0), 0, &mut options);
        let choose = esc_html(&self.shop.text("Select a category")).into_owned();
        let selected = if self.current.is_none() {
            " selected='selected'"
        } else {
            ""
        };
        format!(
            "<select  name='product_cat' id='product_cat' class='dropdown_product_cat'>\n\
             \t<option value=''{selected}>{choose}</option>\n{options}</select>\n"
        )
    }

    fn options(&self, parent: TermId, depth: usize, out: &mut String) {
        for term in self.below(parent) {
            let selected = if self.current == Some(term.term_id) {
                " selected=\"selected\""
            } else {
                ""
            };
            let count = if self.is_on("count") {
                format!("&nbsp;&nbsp;({})", self.count(term))
            } else {
                String::new()
            };
            out.push_str(&format!(
                "\t<option class=\"level-{depth}\" value=\"{}\"{selected}>{}{}{count}</option>\n",
                esc_attr(&term.slug),
                "&nbsp;".repeat(depth * 3),
                esc_html(&term.name)
            ));
            if self.goes_deeper(depth) {
                self.options(term.term_id, depth + 1, out);
            }
        }
    }
}

/// The category of the shown product that lies deepest.
fn product_category(shop: &Shop) -> Option<Arc<Term>> {
    let id = shop.view.query.queried_post_id()?;
    let product = shop.products().get(id)?;
    let main = product.terms_of("product_cat").max_by_key(|t| t.parent);
    main.map(Arc::clone)
}
