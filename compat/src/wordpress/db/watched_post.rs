//! What [`super::content_watch`] keeps of each post, and the tags of what changed in it.

use std::collections::HashMap;

use super::tag::{ChangedTags, NameTag, Tag, date_number};
use super::{DbError, Row};

/// The stored state of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PostRow {
    post_type: NameTag,
    name: NameTag,
    date: u64,
    /// The checksum of what links show ([`Tag::PostHead`]); `None` when it is too long for the server to sum it up.
    head: Option<i64>,
    /// That of the rest.
    rest: Option<i64>,
    /// `comment_count`.
    comments: i64,
}

impl PostRow {
    /// Whether the server has summed it up.
    pub(super) fn is_known(&self) -> bool {
        self.head.is_some() && self.rest.is_some()
    }
}

/// The rows of [`Unrendered::posts`](super::watched_rows::Unrendered::posts), by their ids.
pub(super) fn post_rows(rows: Vec<Row>) -> Result<HashMap<i64, PostRow>, DbError> {
    let mut posts = HashMap::with_capacity(rows.len());
    for row in rows {
        let (post_type, date, name): (String, String, String) =
            (row.at(1)?, row.at(2)?, row.at(3)?);
        let post = PostRow {
            post_type: NameTag::of(&post_type),
            name: NameTag::of(&name),
            date: date_number(&date),
            head: row.at(4)?,
            rest: row.at(5)?,
            comments: row.at(6)?,
        };
        posts.insert(row.at(0)?, post);
    }
    Ok(posts)
}

/// The tags of a changed row, before and after: those of its number of comments, of what the post was, and of what links
/// show of it. Whether more than the number changed.
pub(super) fn add_row(
    id: i64,
    (old, new): (Option<PostRow>, Option<PostRow>),
    changed: &mut ChangedTags,
) -> bool {
    if old.map(|row| row.comments) != new.map(|row| row.comments) {
        changed.add(Tag::CommentsNumber(id));
        for row in [old, new].into_iter().flatten() {
            changed.add(Tag::CommentsNumbers(row.post_type));
        }
        let uncounted = |row: PostRow| PostRow { comments: 0, ..row };
        if let Some(row) = new.filter(PostRow::is_known)
            && old.map(uncounted) == Some(uncounted(row))
        {
            let mut rows = ChangedTags::default();
            rows.add(Tag::Post(id));
            add_post(&row, &mut rows);
            changed.add_rows(rows);
            return false;
        }
    }
    if let Some(old) = &old {
        add_post(old, changed);
    }
    let head = |row: Option<PostRow>| row.and_then(|row| row.head);
    if head(old) != head(new) || head(new).is_none() {
        changed.add(Tag::PostHead(id));
        for row in [old, new].into_iter().flatten() {
            changed.add(Tag::PostHeads(row.post_type));
        }
    }
    true
}

/// The tags of what a post is or was.
pub(super) fn add_post(post: &PostRow, changed: &mut ChangedTags) {
    changed.add(Tag::PostName(post.name));
    changed.add(Tag::Posts(post.post_type));
    changed.add_date(post.post_type, post.date);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_texts_leaves_what_links_show() {
        let row = |head, rest| {
            Some(PostRow {
                post_type: NameTag::of("page"),
                name: NameTag::of("contacto"),
                date: 20_261_120_100_000,
                head,
                rest,
                comments: 3,
            })
        };
        let known = row(Some(1), Some(1));
        let hits = |old, new| {
            let mut changed = ChangedTags::default();
            assert!(add_row(7, (old, new), &mut changed));
            [
                Tag::PostHead(7),
                Tag::post_heads("page"),
                Tag::posts("page"),
            ]
            .map(|tag| changed.hit(&[tag].into_iter().collect()).is_some())
        };
        assert_eq!(hits(known, row(Some(1), Some(2))), [false, false, true]);
        assert_eq!(hits(known, row(Some(2), Some(1))), [true; 3]);
        assert_eq!(hits(known, None), [true; 3]);
        // One that is too long to be summed up may have changed in any way.
        assert_eq!(hits(known, row(None, Some(1))), [true; 3]);
        assert_eq!(hits(row(None, None), row(None, None)), [true; 3]);
    }

    #[test]
    fn a_comment_hits_what_shows_the_number_of_comments() {
        let row = PostRow {
            post_type: NameTag::of("post"),
            name: NameTag::of("entrada"),
            date: 20_261_120_100_000,
            head: Some(1),
            rest: Some(2),
            comments: 3,
        };
        let commented = PostRow { comments: 4, ..row };
        let hits = |old, new| {
            let mut changed = ChangedTags::default();
            let is_more = add_row(7, (old, new), &mut changed);
            let hit =
                |changed: &ChangedTags, tag| changed.hit(&[tag].into_iter().collect()).is_some();
            let numbers = [Tag::CommentsNumber(7), Tag::comments_numbers("post")];
            let numbers = numbers.map(|tag| hit(&changed, tag));
            let rows = [Tag::posts("post"), Tag::post_name("entrada")];
            let hits_rows = |tag| changed.hits_rows(&[tag].into_iter().collect());
            let rows = rows.map(|tag| [hit(&changed, tag), hits_rows(tag)]);
            (is_more, numbers, rows)
        };
        let of_rows_alone = [[false, true]; 2];
        assert_eq!(
            hits(Some(row), Some(commented)),
            (false, [true; 2], of_rows_alone)
        );
        let edited = PostRow {
            rest: Some(9),
            ..commented
        };
        let all = (true, [true; 2], [[true, false]; 2]);
        assert_eq!(hits(Some(row), Some(edited)), all);
        let unknown = PostRow {
            rest: None,
            ..commented
        };
        assert!(hits(Some(row), Some(unknown)).0);
        // The tags of what a new post is are added by `ContentWatch::add_posts`.
        assert!(hits(None, Some(row)).0);
    }
}
