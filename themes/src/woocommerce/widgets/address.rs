//! The address of the page's list, with what visitors narrow it by (`WC_Widget::get_current_page_url`).

use compat::woocommerce::catalogue::filter::{CatalogFilter, ChosenAttribute};
use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::wordpress::php::url::urlencode;
use compat::wordpress::url::{QueryArg, add_query_arg};

use crate::woocommerce::shop::Shop;

/// The list of the page without filters, and the filters.
pub(super) struct ListAddress {
    base: String,
    /// Arguments that stay, with their values.
    kept: Vec<(&'static str, String)>,
    /// The stars chosen.
    pub ratings: Vec<u8>,
    /// The attributes chosen.
    pub attributes: Vec<ChosenAttribute>,
}

/// Arguments that stand before the stars, in their order.
const KEPT: [&str; 4] = ["min_price", "max_price", "orderby", "s"];

impl ListAddress {
    /// The address of the page; `None` for pages that are no lists of the catalogue.
    pub fn of(shop: &Shop) -> Option<Self> {
        let view = &shop.view;
        let links = view.links();
        let base = match ShopPage::of(&view.query)? {
            ShopPage::Product => return None,
            ShopPage::Term(term) => links.get_term_link(&term)?,
            ShopPage::Shop => links.get_post_type_archive_link("product")?,
        };
        let get = &view.query.get;
        let filter = CatalogFilter::of(get);
        let mut kept: Vec<(&'static str, String)> = Vec::new();
        for name in KEPT {
            let value = if name == "s" {
                view.query.vars.text("s")
            } else {
                get.text(name)
            };
            if !value.is_empty() {
                kept.push((name, value.to_owned()));
            }
        }
        if view.query.is.is_search {
            kept.push(("post_type", "product".to_owned()));
        }
        Some(Self {
            base,
            kept,
            ratings: filter.ratings,
            attributes: filter.attributes,
        })
    }

    /// The address of the list alone.
    pub fn with_no_filter(&self) -> String {
        self.base.clone()
    }

    /// The address without an argument that stays.
    pub fn without(&self, name: &str) -> String {
        let kept = self.kept.iter().filter(|(own, _)| *own != name);
        let kept: Vec<_> = kept.cloned().collect();
        self.print(&kept, &self.ratings, &self.attributes)
    }

    /// The address with these stars.
    pub fn with_ratings(&self, ratings: &[u8]) -> String {
        self.print(&self.kept, ratings, &self.attributes)
    }

    /// The address with the values of an attribute; none removes it.
    pub fn with_values(&self, taxonomy: &str, slugs: &[String], is_any: bool) -> String {
        let mut attributes = self.attributes.clone();
        let place = attributes.iter().position(|own| own.taxonomy == taxonomy);
        match place {
            Some(at) if slugs.is_empty() => {
                attributes.remove(at);
            }
            Some(at) => {
                if let Some(own) = attributes.get_mut(at) {
                    own.slugs = slugs.to_vec();
                    own.is_any = is_any;
                }
            }
            None if !slugs.is_empty() => attributes.push(ChosenAttribute {
                taxonomy: taxonomy.to_owned(),
                slugs: slugs.to_vec(),
                is_any,
            }),
            None => {}
        }
        self.print(&self.kept, &self.ratings, &attributes)
    }

    /// The values chosen of an attribute.
    pub fn chosen(&self, taxonomy: &str) -> &[String] {
        let mut all = self.attributes.iter();
        let own = all.find(|own| own.taxonomy == taxonomy);
        own.map_or(&[], |own| own.slugs.as_slice())
    }

    fn print(
        &self,
        kept: &[(&'static str, String)],
        ratings: &[u8],
        attributes: &[ChosenAttribute],
    ) -> String {
        let mut args: Vec<(String, String)> = kept
            .iter()
            .map(|(name, value)| ((*name).to_owned(), urlencode(value.as_bytes())))
            .collect();
        if !ratings.is_empty() {
            let stars: Vec<String> = ratings.iter().map(u8::to_string).collect();
            args.push(("rating_filter".to_owned(), stars.join(",")));
        }
        for own in attributes {
            let name = own.taxonomy.strip_prefix("pa_").unwrap_or(&own.taxonomy);
            let slugs: Vec<String> = own.slugs.iter().map(|s| urlencode(s.as_bytes())).collect();
            args.push((format!("filter_{name}"), slugs.join(",")));
            if own.is_any {
                args.push((format!("query_type_{name}"), "or".to_owned()));
            }
        }
        let args: Vec<_> = args
            .iter()
            .map(|(name, value)| (name.as_str(), QueryArg::from(value.as_str())))
            .collect();
        if args.is_empty() {
            return self.base.clone();
        }
        add_query_arg(&args, &self.base)
    }
}
