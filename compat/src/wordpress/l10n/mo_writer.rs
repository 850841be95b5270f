//! Writes compiled translations (`.mo`): little-endian, originals sorted, texts ended by NUL.
//!
//! The format is that of GNU gettext; [`MoFile`](super::MoFile) reads it back.

use std::collections::BTreeMap;

use super::mo_file::{MAGIC, Message, MoError};

/// Length of the header, which is followed by the two tables.
const HEADER_LENGTH: usize = 28;

/// Collects messages for a file. A message that is inserted twice keeps its last translation.
#[derive(Debug, Clone, Default)]
pub struct MoWriter {
    entries: BTreeMap<String, String>,
}

impl MoWriter {
    /// A file with this rule among plural forms, for example `nplurals=2; plural=n != 1;`.
    pub fn new(plural_forms: &str) -> Self {
        let mut writer = Self::default();
        let header =
            format!("Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {plural_forms}\n");
        writer.entries.insert(String::new(), header);
        writer
    }

    /// Adds a message with its translation: one text, or one for each plural form.
    pub fn insert<T: AsRef<str>>(&mut self, message: &Message<'_>, forms: &[T]) {
        let mut original = message.key().into_owned();
        if let Some(plural) = message.plural {
            original.push('\0');
            original.push_str(plural);
        }
        let forms: Vec<&str> = forms.iter().map(T::as_ref).collect();
        self.entries.insert(original, forms.join("\0"));
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// [`MoError::TooLarge`] when an offset does not fit into 32 bits.
    pub fn finish(&self) -> Result<Vec<u8>, MoError> {
        let number = |n: usize| u32::try_from(n).map_err(|_| MoError::TooLarge);
        let table = self.entries.len() * 8;
        let first_text = HEADER_LENGTH + 2 * table;
        let (mut index, mut texts) = (Vec::new(), Vec::new());
        for text in self.entries.keys().chain(self.entries.values()) {
            index.extend(number(text.len())?.to_le_bytes());
            index.extend(number(first_text + texts.len())?.to_le_bytes());
            texts.extend(text.bytes());
            texts.push(0);
        }
        let translations = number(HEADER_LENGTH + table)?;
        let header = [
            MAGIC,
            0,
            number(self.entries.len())?,
            number(HEADER_LENGTH)?,
            translations,
            0,
            0,
        ];
        let mut file: Vec<u8> = header.iter().flat_map(|n| n.to_le_bytes()).collect();
        file.extend(index);
        file.extend(texts);
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::super::MoFile;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_is_read() {
        let days = Message {
            plural: Some("%s days"),
            ..Message::new("%s day")
        };
        let comment = Message {
            context: Some("noun"),
            ..Message::new("Comment")
        };
        let mut writer = MoWriter::new("nplurals=2; plural=n > 1;");
        writer.insert(&Message::new("Search"), &["Recherche"]);
        writer.insert(&days, &["%s jour", "%s jours"]);
        writer.insert(&comment, &["Avis"]);
        let file = MoFile::new(writer.finish().unwrap()).unwrap();
        assert_eq!(file.len(), 4);
        assert_eq!(file.translate(&Message::new("Search")), Some("Recherche"));
        assert_eq!(file.translate(&comment), Some("Avis"));
        assert_eq!(file.translate(&Message::new("Comment")), None);
        let day = |n| file.translate_plural(&days, n);
        assert_eq!(
            [0, 1, 2].map(day),
            ["%s jour", "%s jour", "%s jours"].map(Some)
        );
        assert_eq!(
            file.header("Plural-Forms"),
            Some("nplurals=2; plural=n > 1;")
        );
    }

    proptest! {
        #[test]
        fn every_message_is_found_again(
            pairs in prop::collection::btree_map("[a-zé]{1,6}", "[a-zñ]{1,9}", 0..40),
        ) {
            let mut writer = MoWriter::new("nplurals=2; plural=n != 1;");
            for (id, word) in &pairs {
                writer.insert(&Message::new(id), &[word]);
            }
            let file = MoFile::new(writer.finish().unwrap()).unwrap();
            for (id, word) in &pairs {
                prop_assert_eq!(file.translate(&Message::new(id)), Some(word.as_str()));
            }
        }
    }
}
