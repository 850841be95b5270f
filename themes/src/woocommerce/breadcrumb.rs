//! The way from the front page to the page.
//!
//! Contract "woocommerce", sections 5.2 and 6.1 (`woocommerce_breadcrumb`).

use std::sync::Arc;

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::post::PostId;
use compat::wordpress::taxonomy::Term;
use compat::wordpress::url::remove_query_arg;

use super::shop::{Shop, TEXT_DOMAIN};
use crate::wordpress::head::url;

/// A step: its name and its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crumb {
    /// The name, as stored.
    pub name: String,
    /// The address; empty for none.
    pub link: String,
}

/// The steps of a page of the catalogue.
pub fn crumbs(shop: &Shop, page: &ShopPage) -> Vec<Crumb> {
    let view = &shop.view;
    let mut trail = vec![home(shop)];
    match page {
        ShopPage::Shop => trail.extend(shop_crumb(shop)),
        ShopPage::Term(term) => of_term(shop, term, &mut trail),
        ShopPage::Product => of_product(shop, &mut trail),
    }
    if view.query.is.is_search {
        let words = view.query.vars.text("s");
        let text = shop.text("Search results for &ldquo;%s&rdquo;");
        let name = text.replacen("%s", &esc_html(words), 1);
        trail.push(crumb(name, page_link(shop)));
    }
    let paged = view.query.vars.int("paged");
    if paged > 0 && page.is_list() {
        let name = shop.text("Page %d").replacen("%d", &paged.to_string(), 1);
        let uri = view.visitor.page_url.as_str();
        trail.push(crumb(name, view.links().get_pagenum_link(uri, paged)));
    }
    trail
}

/// The steps as a page prints them.
pub fn breadcrumb(shop: &Shop, page: &ShopPage) -> String {
    printed(shop, &crumbs(shop, page), "&nbsp;&#47;&nbsp;")
}

/// How an element of a page builder prints the way.
#[derive(Debug, Clone, Copy)]
pub struct BreadcrumbStyle<'a> {
    /// The name of the front page; empty for the shop's word.
    pub home: &'a str,
    /// The address of the front page; empty for the site's.
    pub home_url: &'a str,
    /// What stands between the steps, as markup.
    pub separator: &'a str,
}

/// The way to the page, wherever it stands in the site.
pub fn page_breadcrumb(shop: &Shop, style: BreadcrumbStyle<'_>) -> String {
    let view = &shop.view;
    let mut trail = match ShopPage::of(&view.query) {
        Some(page) => crumbs(shop, &page),
        None => of_post(shop),
    };
    if let Some(home) = trail.first_mut() {
        if !style.home.is_empty() {
            style.home.clone_into(&mut home.name);
        }
        if !style.home_url.is_empty() {
            style.home_url.clone_into(&mut home.link);
        }
    }
    printed(shop, &trail, style.separator)
}

/// The steps of a page that is none of the catalogue.
fn of_post(shop: &Shop) -> Vec<Crumb> {
    let view = &shop.view;
    let mut trail = vec![home(shop)];
    if let Some(post) = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular)
    {
        let links = view.links();
        let mut above: Vec<Crumb> = Vec::new();
        let mut parent = view.site.pages.get(post.parent);
        while let Some(page) = parent.filter(|_| above.len() < MAX_ANCESTORS) {
            let link = view.page_url(page.id).unwrap_or_default();
            above.push(crumb(page.title.clone(), link));
            parent = view.site.pages.get(page.parent);
        }
        above.reverse();
        trail.append(&mut above);
        trail.push(crumb(post.title.clone(), links.get_permalink(post)));
    }
    trail
}

/// The most pages above a page.
const MAX_ANCESTORS: usize = 20;

fn home(shop: &Shop) -> Crumb {
    let view = &shop.view;
    let domain = view.locale.domain(TEXT_DOMAIN);
    let name = domain.translate_with_context("Home", "breadcrumb");
    crumb(name, view.site.home())
}

fn printed(shop: &Shop, trail: &[Crumb], separator: &str) -> String {
    let last = trail.len().saturating_sub(1);
    let steps = trail.iter().enumerate().map(|(at, crumb)| {
        let name = esc_html(&crumb.name);
        if crumb.link.is_empty() || at == last {
            return name.into_owned();
        }
        format!("<a href=\"{}\">{name}</a>", url(&crumb.link))
    });
    let steps: Vec<String> = steps.collect();
    format!(
        "<nav class=\"woocommerce-breadcrumb\" aria-label=\"{}\">{}</nav>",
        esc_attr(&shop.text("Breadcrumb")),
        steps.join(separator)
    )
}

fn crumb(name: impl Into<String>, link: impl Into<String>) -> Crumb {
    Crumb {
        name: name.into(),
        link: link.into(),
    }
}

/// The shop's page; none where it is the front page.
fn shop_crumb(shop: &Shop) -> Option<Crumb> {
    let view = &shop.view;
    let id = PostId(view.site.options.int("woocommerce_shop_page_id"));
    if view.site.page_on_front() == Some(id) {
        return None;
    }
    let title = view.site.pages.get(id).map(|page| page.title.clone());
    let title = title.filter(|t| !t.is_empty());
    let title = title.unwrap_or_else(|| shop.text("Products"));
    let link = view.links().get_post_type_archive_link("product")?;
    Some(crumb(title, link))
}

/// The shop's page, where the addresses of products lie below it.
fn prepended_shop(shop: &Shop) -> Option<Crumb> {
    let view = &shop.view;
    let id = PostId(view.site.options.int("woocommerce_shop_page_id"));
    let page = view.site.pages.get(id)?;
    let bases = view.site.options.value("woocommerce_permalinks");
    let base = bases.at("product_base").to_string_lossy().into_owned();
    let is_below = base.contains(&format!("/{}", page.name)) || base.trim_matches('/') == page.name;
    shop_crumb(shop).filter(|_| is_below)
}

fn of_term(shop: &Shop, term: &Arc<Term>, trail: &mut Vec<Crumb>) {
    match term.taxonomy.as_str() {
        "product_cat" => {
            trail.extend(prepended_shop(shop));
            trail.extend(with_ancestors(shop, term));
        }
        "product_tag" => {
            trail.extend(prepended_shop(shop));
            let text = shop.text("Products tagged &ldquo;%s&rdquo;");
            let link = shop.view.links().get_term_link(term).unwrap_or_default();
            trail.push(crumb(text.replacen("%s", &term.name, 1), link));
        }
        _ => {
            let taxonomies = &shop.view.site.registry.taxonomies;
            if let Some(taxonomy) = taxonomies.get(term.taxonomy.as_str()) {
                trail.push(crumb(shop.text(&taxonomy.label), ""));
            }
            trail.extend(with_ancestors(shop, term));
        }
    }
}

fn of_product(shop: &Shop, trail: &mut Vec<Crumb>) {
    let Some(post) = shop.view.query.queried_post() else {
        return;
    };
    trail.extend(prepended_shop(shop));
    if let Some(product) = shop.products().get(post.id) {
        // The category that lies deepest by the number of its parent.
        let main = product.terms_of("product_cat").max_by_key(|t| t.parent);
        if let Some(term) = main {
            trail.extend(with_ancestors(shop, term));
        }
    }
    trail.push(crumb(
        post.title.clone(),
        shop.view.links().get_permalink(post),
    ));
}

fn with_ancestors(shop: &Shop, term: &Arc<Term>) -> Vec<Crumb> {
    let links = shop.view.links();
    let chain = shop.view.site.terms.with_ancestors(term);
    let steps = chain.into_iter().rev();
    steps
        .map(|t| crumb(t.name.clone(), links.get_term_link(t).unwrap_or_default()))
        .collect()
}

/// The address of the page, without its page number.
fn page_link(shop: &Shop) -> String {
    let view = &shop.view;
    let uri = remove_query_arg(&["paged"], view.visitor.page_url.as_str());
    view.links().get_pagenum_link(&uri, 1)
}
