//! The latest changes of the database, to check what was being read or rendered while one happened.

use std::collections::VecDeque;

use super::tag::{ChangedTags, Tags};

/// Maximum length of the log. What spans more changes is not kept.
const MOST_CHANGES: usize = 64;

/// The changes in order, numbered consecutively.
#[derive(Debug, Default)]
pub struct ChangeLog {
    /// Number of changes removed from the log.
    forgotten: u64,
    changes: VecDeque<ChangedTags>,
}

impl ChangeLog {
    /// The number of the latest change.
    pub fn number(&self) -> u64 {
        let kept = u64::try_from(self.changes.len()).unwrap_or(u64::MAX);
        self.forgotten.saturating_add(kept)
    }

    /// Adds a change.
    pub fn push(&mut self, changed: ChangedTags) {
        self.changes.push_back(changed);
        if self.changes.len() > MOST_CHANGES {
            self.changes.pop_front();
            self.forgotten = self.forgotten.saturating_add(1);
        }
    }

    /// Whether no change after `number` matches `tags`: what was read since then is current.
    pub fn is_current(&self, number: u64, tags: &Tags) -> bool {
        !self.has_since(number, |changed| changed.hit(tags).is_some())
    }

    /// Whether there was such a change after `number`; yes if that is not known any more.
    pub(super) fn has_since(&self, number: u64, is_such: impl Fn(&ChangedTags) -> bool) -> bool {
        let Some(seen) = number.checked_sub(self.forgotten) else {
            return true;
        };
        let seen = usize::try_from(seen).unwrap_or(usize::MAX);
        self.changes.iter().skip(seen).any(is_such)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tag::Tag;
    use super::*;

    fn of(tag: Tag) -> ChangedTags {
        let mut changed = ChangedTags::default();
        changed.add(tag);
        changed
    }

    #[test]
    fn what_changed_meanwhile_is_known() {
        let tags: Tags = [Tag::Post(1)].into_iter().collect();
        let mut log = ChangeLog::default();
        log.push(of(Tag::Post(1)));
        let begun = log.number();
        log.push(of(Tag::Post(2)));
        assert!(log.is_current(begun, &tags) && !log.is_current(0, &tags));
        for _ in 0..2 * MOST_CHANGES {
            log.push(of(Tag::Post(2)));
        }
        assert!(!log.is_current(begun, &tags));
        assert!(log.is_current(log.number(), &tags));
    }
}
