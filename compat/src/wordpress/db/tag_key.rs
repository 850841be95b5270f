//! Tags as short texts, for caches outside of this process that throw pages away by the keys they were stored with.
//!
//! | tag | key |
//! |---|---|
//! | any page | `site` |
//! | `Anything` | `any` |
//! | `Post(7)`, `Comments(7)`, `User(7)` | `p7`, `c7`, `u7` |
//! | `PostHead(7)`, `CommentsNumber(7)` | `h7`, `m7` |
//! | `PostName`, `Posts`, `PostHeads`, `CommentsNumbers`, `Table` | `n`, `l`, `g`, `o`, `t` and the hash of the name |
//! | `Between` | `d` and the hash of the post type: such keys are hit by every date of that type |
//! | `Part` | `s` and the number of the part |

use std::collections::BTreeSet;

use super::tag::{ChangedTags, SitePart, Tag, Tags};

/// The key that every page has: a change of everything hits it.
pub const SITE: &str = "site";
/// The key of pages of unknown dependencies: every change hits it.
const ANYTHING: &str = "any";

/// Keys of one page beyond which it is stored under [`ANYTHING`] alone: headers have limits.
const MOST_KEYS: usize = 200;

fn key(tag: Tag) -> String {
    match tag {
        Tag::Anything => ANYTHING.to_owned(),
        Tag::Post(id) => format!("p{id}"),
        Tag::CommentsNumber(id) => format!("m{id}"),
        Tag::PostHead(id) => format!("h{id}"),
        Tag::PostName(name) => format!("n{:x}", name.hash()),
        Tag::Posts(post_type) => format!("l{:x}", post_type.hash()),
        Tag::CommentsNumbers(post_type) => format!("o{:x}", post_type.hash()),
        Tag::PostHeads(post_type) => format!("g{:x}", post_type.hash()),
        Tag::Between { post_type, .. } => format!("d{:x}", post_type.hash()),
        Tag::Comments(id) => format!("c{id}"),
        Tag::User(id) => format!("u{id}"),
        Tag::Part(part) => format!("s{}", part_number(part)),
        Tag::Table(name) => format!("t{:x}", name.hash()),
    }
}

fn part_number(part: SitePart) -> u8 {
    match part {
        SitePart::RecentPosts => 1,
        SitePart::Months => 2,
        SitePart::MonthCounts => 3,
        SitePart::Days => 4,
        SitePart::RecentComments => 5,
        SitePart::CategoryPosts => 6,
        SitePart::TermCounts => 7,
        SitePart::PageTitles => 8,
    }
}

/// The keys of a page with these tags, each once; [`SITE`] is one of them.
pub fn page_keys(tags: Option<&Tags>) -> Vec<String> {
    let keys: BTreeSet<String> = match tags {
        Some(tags) => tags.iter().map(key).collect(),
        None => BTreeSet::from([ANYTHING.to_owned()]),
    };
    let mut all = vec![SITE.to_owned()];
    if keys.len() > MOST_KEYS {
        all.push(ANYTHING.to_owned());
    } else {
        all.extend(keys);
    }
    all
}

/// The keys that a change hits, each once.
pub fn changed_keys(changed: &ChangedTags) -> BTreeSet<String> {
    if changed.is_everything() {
        return BTreeSet::from([SITE.to_owned()]);
    }
    if changed.is_empty() {
        return BTreeSet::new();
    }
    let mut keys: BTreeSet<String> = changed.tags().map(key).collect();
    let dates = changed.dated_types();
    keys.extend(dates.map(|post_type| format!("d{:x}", post_type.hash())));
    keys.insert(ANYTHING.to_owned());
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::db::tag::NameTag;

    #[test]
    fn a_change_and_the_pages_that_it_hits_share_a_key() {
        let tags: Tags = [
            Tag::Post(7),
            Tag::Part(SitePart::Days),
            Tag::Between {
                post_type: NameTag::of("post"),
                after: 0,
                before: 9,
            },
        ]
        .into_iter()
        .collect();
        let page = page_keys(Some(&tags));
        let hits =
            |changed: &ChangedTags| page.iter().any(|key| changed_keys(changed).contains(key));
        let mut changed = ChangedTags::default();
        assert!(changed_keys(&changed).is_empty());
        changed.add(Tag::Post(8));
        assert!(!hits(&changed));
        changed.add_date(NameTag::of("post"), 5);
        assert!(hits(&changed) && hits(&ChangedTags::everything()));
        let mut changed = ChangedTags::default();
        changed.add(Tag::Post(7));
        assert!(hits(&changed));
        assert_eq!(page_keys(None), ["site", "any"]);
        let many: Tags = (0..1000).map(Tag::Post).collect();
        assert_eq!(page_keys(Some(&many)), ["site", "any"]);
    }
}
