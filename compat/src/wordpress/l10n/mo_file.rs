//! Reads compiled translations (`.mo`): the file's bytes are kept as they are, nothing is copied out.
//!
//! Both byte orders. The table of originals is sorted in a well-made file; for others a list of numbers is sorted once.
//! Where the entries of a text begin is noted by the text's hash. Translations are UTF-8, as WordPress demands.

use std::borrow::Cow;
use std::hash::BuildHasher;

use super::plural_forms::PluralForms;
use crate::wordpress::name_hash::NameMap;

pub(super) const MAGIC: u32 = 0x9504_12de;
/// Between context and text of an original.
const CONTEXT_END: char = '\u{4}';

/// Why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoError {
    /// It does not begin with the magic number of either byte order.
    #[error("this is no .mo file")]
    Magic,
    /// A table or a text reaches beyond the end.
    #[error("the file is cut off")]
    CutOff,
    /// More than 4 GiB: an offset does not fit.
    #[error("too many translations for one file")]
    TooLarge,
}

/// What is looked up: a text, with its context and plural if it has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Message<'a> {
    /// The context (`msgctxt`): distinguishes texts that are equal in English.
    pub context: Option<&'a str>,
    /// The English text, in the singular.
    pub id: &'a str,
    /// The English plural.
    pub plural: Option<&'a str>,
}

impl<'a> Message<'a> {
    /// A text alone.
    pub fn new(id: &'a str) -> Self {
        Self {
            id,
            ..Self::default()
        }
    }

    /// What stands in the table of originals, without the plural.
    pub(super) fn key(&self) -> Cow<'a, str> {
        match self.context {
            Some(context) => Cow::Owned(format!("{context}{CONTEXT_END}{}", self.id)),
            None => Cow::Borrowed(self.id),
        }
    }
}

/// A file of translations.
pub struct MoFile {
    bytes: Vec<u8>,
    big_endian: bool,
    count: usize,
    originals: usize,
    translations: usize,
    /// The entries in order, when the file's own order is another.
    order: Option<Box<[u32]>>,
    /// The rank of the first entry of each text, by the hash of its singular.
    firsts: NameMap<u64, u32>,
    plural_forms: PluralForms,
}

impl std::fmt::Debug for MoFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MoFile({} messages)", self.count)
    }
}

impl MoFile {
    /// Takes the bytes of a file. Everything is checked here once; looking up cannot fail.
    ///
    /// # Errors
    /// When the bytes are not a valid `.mo` file.
    pub fn new(bytes: Vec<u8>) -> Result<Self, MoError> {
        let magic: [u8; 4] = bytes
            .get(..4)
            .and_then(|b| b.try_into().ok())
            .ok_or(MoError::Magic)?;
        let big_endian = u32::from_be_bytes(magic) == MAGIC;
        if !big_endian && u32::from_le_bytes(magic) != MAGIC {
            return Err(MoError::Magic);
        }
        let mut file = Self {
            bytes,
            big_endian,
            count: 0,
            originals: 0,
            translations: 0,
            order: None,
            firsts: NameMap::default(),
            plural_forms: PluralForms::one_and_other(),
        };
        let field = |at| file.number(at).ok_or(MoError::CutOff);
        (file.count, file.originals, file.translations) = (field(8)?, field(12)?, field(16)?);
        file.check()?;
        file.note_firsts()?;
        if let Some(forms) = file.header("Plural-Forms").and_then(PluralForms::parse) {
            file.plural_forms = forms;
        }
        Ok(file)
    }

    /// Walks over both tables once: bounds, and whether the originals are in order.
    fn check(&mut self) -> Result<(), MoError> {
        let mut sorted = true;
        let mut last: &[u8] = &[];
        for i in 0..self.count {
            let original = self.entry(self.originals, i).ok_or(MoError::CutOff)?;
            self.entry(self.translations, i).ok_or(MoError::CutOff)?;
            sorted &= last <= original;
            last = original;
        }
        if !sorted {
            let count = u32::try_from(self.count).map_err(|_| MoError::CutOff)?;
            let mut order: Box<[u32]> = (0..count).collect();
            let key = |i: &u32| {
                usize::try_from(*i)
                    .ok()
                    .and_then(|i| self.entry(self.originals, i))
            };
            order.sort_by(|a, b| key(a).cmp(&key(b)));
            self.order = Some(order);
        }
        Ok(())
    }

    fn note_firsts(&mut self) -> Result<(), MoError> {
        let mut firsts = NameMap::with_capacity_and_hasher(self.count, <_>::default());
        for rank in (0..self.count).rev() {
            let original = self.original(rank);
            let singular = memchr::memchr(0, original).and_then(|end| original.get(..end));
            let hash = firsts.hasher().hash_one(singular.unwrap_or(original));
            firsts.insert(hash, u32::try_from(rank).map_err(|_| MoError::CutOff)?);
        }
        self.firsts = firsts;
        Ok(())
    }

    /// The rank of the first entry of a text.
    fn first(&self, key: &[u8]) -> Option<usize> {
        let hash = self.firsts.hasher().hash_one(key);
        let rank = usize::try_from(*self.firsts.get(&hash)?).ok()?;
        if self.is_of(rank, key) {
            return Some(rank);
        }
        // Another text has the same hash.
        (0..self.count).find(|rank| self.is_of(*rank, key))
    }

    /// Whether an entry is one of a text.
    fn is_of(&self, rank: usize, key: &[u8]) -> bool {
        let behind = self.original(rank).strip_prefix(key);
        behind.is_some_and(|behind| matches!(behind.first(), None | Some(0)))
    }

    fn number(&self, at: usize) -> Option<usize> {
        let bytes: [u8; 4] = self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        let number = if self.big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        };
        usize::try_from(number).ok()
    }

    /// The bytes of an entry of a table.
    fn entry(&self, table: usize, i: usize) -> Option<&[u8]> {
        let at = i.checked_mul(8)?.checked_add(table)?;
        let length = self.number(at)?;
        let start = self.number(at.checked_add(4)?)?;
        self.bytes.get(start..start.checked_add(length)?)
    }

    /// The place of the `rank`-th original in order.
    fn place(&self, rank: usize) -> usize {
        match &self.order {
            Some(order) => order
                .get(rank)
                .and_then(|i| usize::try_from(*i).ok())
                .unwrap_or(0),
            None => rank,
        }
    }

    /// The `rank`-th original in order: the text, behind a NUL its plural.
    fn original(&self, rank: usize) -> &[u8] {
        self.entry(self.originals, self.place(rank))
            .unwrap_or_default()
    }

    /// The forms of a message's translation, still joined by NUL.
    fn find(&self, message: &Message<'_>) -> Option<&[u8]> {
        let key = message.key();
        let rank = self.first(key.as_bytes())?;
        // The same singular may stand there without a plural and with one; the exact one is better. They stand together:
        // NUL comes before all that a longer text goes on with.
        let found = (rank..self.count).take_while(|rank| self.is_of(*rank, key.as_bytes()));
        let mut first = None;
        for rank in found.take(4) {
            let place = self.place(rank);
            let original = self.entry(self.originals, place)?;
            let plural = original.get(key.len() + 1..);
            if plural == message.plural.map(str::as_bytes) {
                return self.entry(self.translations, place);
            }
            first = first.or(Some(place));
        }
        self.entry(self.translations, first?)
    }

    /// The translation of a message; `None` when there is none, or an empty one.
    pub fn translate(&self, message: &Message<'_>) -> Option<&str> {
        self.nth_form(message, 0)
    }

    /// The translation of a message for `n` things.
    pub fn translate_plural(&self, message: &Message<'_>, n: u64) -> Option<&str> {
        self.nth_form(message, self.plural_forms.form(n))
            .or_else(|| self.nth_form(message, 0))
    }

    fn nth_form(&self, message: &Message<'_>, form: usize) -> Option<&str> {
        if message.id.is_empty() {
            // The empty text is the file's header.
            return None;
        }
        let text = self.find(message)?.split(|b| *b == 0).nth(form)?;
        std::str::from_utf8(text).ok().filter(|t| !t.is_empty())
    }

    /// A line of the file's header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.find(&Message::new(""))?;
        let lines = std::str::from_utf8(header).ok()?.lines();
        let mut fields = lines.filter_map(|line| line.split_once(':'));
        let (_, value) = fields.find(|(n, _)| n.eq_ignore_ascii_case(name))?;
        Some(value.trim())
    }

    /// All messages in order: context, U+0004, singular, NUL, plural, as in the file; and the forms joined by NUL.
    /// Those that are not UTF-8 are left out.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        (0..self.count).filter_map(|rank| {
            let translation = self.entry(self.translations, self.place(rank))?;
            let original = std::str::from_utf8(self.original(rank)).ok()?;
            Some((original, std::str::from_utf8(translation).ok()?))
        })
    }

    /// How many messages the file holds, its header included.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Makes a file as `msgfmt` would, in the given order.
    pub(in super::super) fn compile(pairs: &[(&str, &str)], big_endian: bool) -> Vec<u8> {
        let number = |n: usize| {
            let n = u32::try_from(n).unwrap();
            if big_endian {
                n.to_be_bytes()
            } else {
                n.to_le_bytes()
            }
        };
        let tables = 28 + pairs.len() * 16;
        let (mut index, mut texts) = (Vec::new(), Vec::new());
        for text in pairs.iter().map(|p| p.0).chain(pairs.iter().map(|p| p.1)) {
            index.extend(number(text.len()));
            index.extend(number(tables + texts.len()));
            texts.extend(text.bytes());
            texts.push(0);
        }
        let mut file = Vec::new();
        for n in [0x9504_12de, 0, pairs.len(), 28, 28 + pairs.len() * 8, 0, 0] {
            file.extend(number(n));
        }
        file.extend(index);
        file.extend(texts);
        file
    }

    const PAIRS: [(&str, &str); 5] = [
        (
            "",
            "Language: es\nPlural-Forms: nplurals=2; plural=n != 1;\n",
        ),
        ("%s day\0%s days", "%s día\0%s días"),
        ("Empty", ""),
        ("Search", "Buscar"),
        ("noun\u{4}Comment", "Comentario"),
    ];

    fn with_context<'a>(context: &'a str, id: &'a str) -> Message<'a> {
        Message {
            context: Some(context),
            ..Message::new(id)
        }
    }

    #[test]
    fn finds_messages_in_both_byte_orders_and_any_order() {
        let mut reversed = PAIRS;
        reversed.reverse();
        for (pairs, big_endian) in [(PAIRS, false), (PAIRS, true), (reversed, false)] {
            let file = MoFile::new(compile(&pairs, big_endian)).unwrap();
            let days = Message {
                plural: Some("%s days"),
                ..Message::new("%s day")
            };
            assert_eq!(file.translate(&Message::new("Search")), Some("Buscar"));
            assert_eq!(
                file.translate(&with_context("noun", "Comment")),
                Some("Comentario")
            );
            assert_eq!(file.translate_plural(&days, 1), Some("%s día"));
            assert_eq!(file.translate_plural(&days, 0), Some("%s días"));
            assert_eq!(file.translate(&Message::new("%s day")), Some("%s día"));
            for absent in ["", "Empty", "Comment", "Zzz", "%s days"] {
                assert_eq!(file.translate(&Message::new(absent)), None, "{absent}");
            }
            assert_eq!(file.header("language"), Some("es"));
        }
    }

    #[test]
    fn broken_files_are_refused() {
        let whole = compile(&PAIRS, false);
        assert_eq!(MoFile::new(Vec::new()).unwrap_err(), MoError::Magic);
        assert_eq!(
            MoFile::new(b"<?php whatever".to_vec()).unwrap_err(),
            MoError::Magic
        );
        for len in 4..whole.len() - 1 {
            assert_eq!(
                MoFile::new(whole[..len].to_vec()).unwrap_err(),
                MoError::CutOff
            );
        }
    }

    proptest! {
        #[test]
        fn never_panics(at in 4usize..400, byte: u8, id in "[ -~]{0,10}") {
            let mut file = compile(&PAIRS, false);
            if let Some(b) = file.get_mut(at) { *b = byte; }
            if let Ok(file) = MoFile::new(file) {
                file.translate_plural(&Message::new(&id), 2);
                file.translate(&Message::new("Search"));
            }
        }
    }
}
