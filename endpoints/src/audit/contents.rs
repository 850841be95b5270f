//! Reads the published contents of a site: addresses, elements, links.

use std::collections::{BTreeMap, HashMap, HashSet};

use compat::wordpress::audit::addresses::{Address, of_posts};
use compat::wordpress::audit::contents::{Published, content_types, load};
use compat::wordpress::audit::elements::{ElementCounts, Place, PostElements};
use compat::wordpress::audit::limits;
use compat::wordpress::audit::links::internal_links;
use compat::wordpress::audit::part::InventoryItem;
use compat::wordpress::db::DbError;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use themes::elements;

use super::progress::Progress;
use super::site_url::SiteOrigin;
use crate::app::App;
use crate::column::Columns;
use crate::site_state::SiteState;

/// Where an internal link stands.
#[derive(Debug, Default)]
pub struct LinkUse {
    /// In how many contents.
    pub pages: usize,
    /// The first of them.
    pub places: Vec<Place>,
}

/// What the contents of a site hold.
#[derive(Default)]
pub struct Contents {
    /// The addresses of posts.
    pub addresses: Vec<Address>,
    /// Elements of all contents.
    pub elements: ElementCounts,
    /// Elements that nobody prints, by post.
    pub unknown: HashMap<i64, Vec<String>>,
    /// What columns found in contents.
    pub items: Vec<InventoryItem>,
    /// Internal links by target.
    pub links: BTreeMap<String, LinkUse>,
    /// What was left out.
    pub notes: Vec<String>,
    origins: Vec<String>,
}

/// What one content holds.
struct Read {
    elements: PostElements,
    links: Vec<String>,
}

impl Contents {
    /// Reads the contents in every language.
    pub async fn read(
        app: &App,
        columns: Columns,
        origin: &SiteOrigin,
        told: Progress<'_>,
    ) -> Result<Self, DbError> {
        let state = app.state();
        let own = SiteOrigin::of(&state.site.siteurl());
        let mut contents = Self {
            origins: vec![origin.host(), own.host()],
            ..Self::default()
        };
        contents.origins.dedup();
        let named = columns.compat.0.iter();
        let named = named.flat_map(|column| column.audit.content_types).copied();
        let types = content_types(&state.site, &named.collect::<Vec<_>>());
        let mut seen = HashSet::new();
        for variant in state.variants() {
            let mut after = 0;
            loop {
                let posts = load(&app.db, &variant.site, &types, after).await?;
                let Some(last) = posts.last() else {
                    break;
                };
                after = last.post.id.0;
                let new = posts.into_iter().filter(|p| seen.insert(p.post.id.0));
                contents.add(app, variant, new.collect()).await?;
                told("contents", seen.len(), 0);
            }
        }
        contents.add_widgets(&state);
        contents.add_menus(&state);
        Ok(contents)
    }

    async fn add(
        &mut self,
        app: &App,
        variant: &SiteState,
        posts: Vec<Published>,
    ) -> Result<(), DbError> {
        let rows: Vec<_> = posts.iter().map(|p| p.post.clone()).collect();
        let addresses = of_posts(&app.db, &variant.site, &variant.rewrite, &rows).await?;
        let read = |published: &Published| self.read_text(variant, &published.post.content);
        let read: Vec<Read> = posts.par_iter().map(read).collect();
        let registry = &variant.site.registry;
        for ((published, address), read) in posts.iter().zip(addresses).zip(read) {
            let post = &published.post;
            let known = registry.post_types.get(post.post_type.as_str());
            let has_address = known.is_some_and(|known| known.is_viewable());
            let url = match has_address {
                true => address.url.clone(),
                false => format!("{} {}", post.post_type, post.id),
            };
            if published.is_too_long {
                self.notes
                    .push(format!("The content of {url} is too long to be looked at."));
            }
            let place = Place {
                id: post.id.0,
                url,
                title: limits::cut(&post.title, 200).to_owned(),
            };
            let unknown: Vec<String> = read.elements.unknown().map(str::to_owned).collect();
            if !unknown.is_empty() {
                self.unknown.insert(post.id.0, unknown);
            }
            self.add_read(&place, read);
            if has_address && self.addresses.len() <= limits::ADDRESSES {
                self.addresses.push(address);
            }
        }
        Ok(())
    }

    fn read_text(&self, variant: &SiteState, text: &str) -> Read {
        let mut links = Vec::new();
        internal_links(text, &self.origins, |link| links.push(link));
        links.sort_unstable();
        links.dedup();
        Read {
            elements: elements::elements(&variant.theme, &variant.site_data, text),
            links,
        }
    }

    fn add_read(&mut self, place: &Place, read: Read) {
        self.elements.add(place, &read.elements);
        let items = read.elements.items.into_iter();
        if self.items.len() < limits::NAMES {
            self.items
                .extend(items.map(|item| of_post(item, place.id, &place.title)));
        }
        for link in read.links {
            self.add_link(link, place);
        }
    }

    fn add_link(&mut self, link: String, place: &Place) {
        if self.links.len() >= limits::LINKS && !self.links.contains_key(&link) {
            return;
        }
        let found = self.links.entry(link).or_default();
        found.pages += 1;
        if found.places.len() < limits::PLACES {
            found.places.push(place.clone());
        }
    }

    /// The widgets of sidebars.
    fn add_widgets(&mut self, state: &SiteState) {
        for (sidebar, found) in elements::widgets(&state.theme, &state.site_data, &state.site) {
            let place = Place {
                id: 0,
                url: format!("sidebar {sidebar}"),
                title: String::new(),
            };
            let read = Read {
                elements: found,
                links: Vec::new(),
            };
            self.add_read(&place, read);
        }
    }

    /// Items of menus with an address of their own.
    fn add_menus(&mut self, state: &SiteState) {
        for menu in state.site.menus.values() {
            for item in menu.items.iter().filter(|item| !item.url.is_empty()) {
                let place = Place {
                    id: item.id.0,
                    url: format!("menu {}", menu.term.name),
                    title: item.title.clone(),
                };
                let link = compat::wordpress::audit::links::internal(&item.url, &self.origins);
                if let Some(link) = link {
                    self.add_link(link, &place);
                }
            }
        }
    }
}

/// Items of posts get the number and the title of theirs.
fn of_post(mut item: InventoryItem, id: i64, title: &str) -> InventoryItem {
    item.id = item.id.or(Some(id));
    if item.title.is_empty() {
        item.title = limits::cut(title, 200).to_owned();
    }
    item
}
