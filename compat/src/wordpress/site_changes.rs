//! What differs between two snapshots of the site, as tags of the pages that show it.
//!
//! Most of the snapshot is part of every page (options, menus, addresses): a difference there is a change of everything.
//! Parts that many edits change and few pages show are tags of their own ([`SitePart`]).

use std::sync::Arc;

use super::db::tag::{ChangedTags, SitePart, Tag};
use super::menu::{MenuItem, MenuItemTarget, NavMenu};
use super::post::Post;
use super::site::{PageNode, PageTree, Site};
use super::taxonomy::{Term, Terms};
use super::widget::{ArchiveMonth, RecentComment, WidgetRows};

/// The parts that widgets show, in the order of the fields of [`WidgetRows`].
const WIDGET_PARTS: [SitePart; 6] = [
    SitePart::RecentPosts,
    SitePart::Months,
    SitePart::MonthCounts,
    SitePart::Days,
    SitePart::RecentComments,
    SitePart::CategoryPosts,
];

impl Site {
    /// What differs from an earlier snapshot, the options that `is_quiet` names aside.
    pub fn changes_since(&self, earlier: &Self, is_quiet: impl Fn(&str) -> bool) -> ChangedTags {
        let is_same = self.options.is_same_but(&earlier.options, is_quiet)
            && same_terms(&self.terms, &earlier.terms)
            && same_tree(&self.pages, &earlier.pages)
            && same_menus(self, earlier);
        if !is_same {
            return ChangedTags::everything();
        }
        let mut changed = ChangedTags::default();
        if !same_counts(&self.terms, &earlier.terms) {
            changed.add(Tag::Part(SitePart::TermCounts));
        }
        let label = |node: &PageNode| (node.title.clone(), node.menu_order);
        if !self
            .pages
            .iter()
            .map(label)
            .eq(earlier.pages.iter().map(label))
        {
            changed.add(Tag::Part(SitePart::PageTitles));
        }
        changed
    }
}

impl WidgetRows {
    /// All parts that widgets show.
    pub fn all_changed() -> ChangedTags {
        let mut changed = ChangedTags::default();
        for part in WIDGET_PARTS {
            changed.add(Tag::Part(part));
        }
        changed
    }

    /// What differs from earlier rows.
    pub fn changes_since(&self, earlier: &Self) -> ChangedTags {
        let same_posts = self.recent_posts.len() == earlier.recent_posts.len()
            && self
                .recent_posts
                .iter()
                .zip(&earlier.recent_posts)
                .all(|(a, b)| same_link(a, b));
        let same_comments = self.recent_comments.len() == earlier.recent_comments.len()
            && self
                .recent_comments
                .iter()
                .zip(&earlier.recent_comments)
                .all(|(a, b)| same_comment(a, b));
        let month = |m: &ArchiveMonth| (m.year, m.month);
        let is_same = [
            same_posts,
            self.months
                .iter()
                .map(month)
                .eq(earlier.months.iter().map(month)),
            self.months == earlier.months,
            self.days == earlier.days,
            same_comments,
            self.category_posts == earlier.category_posts,
        ];
        let mut changed = ChangedTags::default();
        for (part, is_same) in WIDGET_PARTS.into_iter().zip(is_same) {
            if !is_same {
                changed.add(Tag::Part(part));
            }
        }
        changed
    }
}

/// Whether links to a post are unchanged: its title and the parts of its permalink.
fn same_link(a: &Post, b: &Post) -> bool {
    let parts = |p: &Post| (p.id, p.author, p.parent, p.menu_order);
    let texts = |p: &Post| {
        [
            &p.title,
            &p.name,
            &p.date,
            &p.status,
            &p.post_type,
            &p.password,
            &p.guid,
        ]
        .map(String::clone)
    };
    parts(a) == parts(b) && texts(a) == texts(b)
}

fn same_comment(a: &RecentComment, b: &RecentComment) -> bool {
    a.comment == b.comment && same_link(&a.post, &b.post)
}

/// Whether the terms are unchanged. A term that gets its first post or loses its last one counts as changed, because
/// lists and language switchers show or hide it.
fn same_terms(new: &Terms, old: &Terms) -> bool {
    new.all().count() == old.all().count()
        && new.all().all(|term| {
            old.get(term.term_taxonomy_id).is_some_and(|earlier| {
                same_term(term, earlier) && (term.count > 0) == (earlier.count > 0)
            })
        })
}

fn same_term(a: &Term, b: &Term) -> bool {
    let without_count = |term: &Term| Term {
        count: 0,
        ..term.clone()
    };
    without_count(a) == without_count(b)
}

fn same_counts(new: &Terms, old: &Terms) -> bool {
    new.all().all(|term| {
        old.get(term.term_taxonomy_id)
            .is_some_and(|earlier| earlier.count == term.count)
    })
}

fn same_tree(new: &PageTree, old: &PageTree) -> bool {
    let place = |n: &PageNode| (n.id, n.parent, n.name.clone(), n.status.clone());
    new.iter().map(place).eq(old.iter().map(place))
}

fn same_menus(new: &Site, old: &Site) -> bool {
    new.menus.len() == old.menus.len()
        && new.menus.iter().all(|(id, menu)| {
            old.menus
                .get(id)
                .is_some_and(|earlier| same_menu(menu, earlier))
        })
}

fn same_menu(new: &NavMenu, old: &NavMenu) -> bool {
    same_term(&new.term, &old.term)
        && new.items.len() == old.items.len()
        && new
            .items
            .iter()
            .zip(&old.items)
            .all(|(a, b)| same_item(a, b))
}

fn same_item(a: &MenuItem, b: &MenuItem) -> bool {
    let texts = |item: &MenuItem| {
        [
            &item.title,
            &item.attr_title,
            &item.description,
            &item.item_type,
            &item.object,
            &item.url,
            &item.target,
            &item.xfn,
        ]
        .map(String::clone)
    };
    let same_target = match (&a.target_object, &b.target_object) {
        (MenuItemTarget::Post(a), MenuItemTarget::Post(b)) => same_link(a, b),
        (MenuItemTarget::Term(a), MenuItemTarget::Term(b)) => Arc::ptr_eq(a, b) || same_term(a, b),
        (MenuItemTarget::PostTypeArchive(a), MenuItemTarget::PostTypeArchive(b)) => a == b,
        (MenuItemTarget::Custom, MenuItemTarget::Custom) => true,
        _ => false,
    };
    same_target
        && (a.id, a.parent, a.object_id) == (b.id, b.parent, b.object_id)
        && texts(a) == texts(b)
        && a.classes == b.classes
        && a.meta == b.meta
        && a.copy == b.copy
}
