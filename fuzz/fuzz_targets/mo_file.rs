//! Compiled translations and plural rules.
#![cfg_attr(feature = "link", no_main)]

use compat::wordpress::l10n::{Message, MoFile, PluralForms};
use oxipress_fuzz::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = MoFile::new(bytes.to_vec()) {
        let message = Message {
            context: Some("a"),
            id: "b",
            plural: Some("c"),
        };
        file.translate(&message);
        file.translate_plural(&message, 5);
        file.header("Language");
    }
    if let Some(rule) = std::str::from_utf8(bytes).ok().and_then(PluralForms::parse) {
        rule.form(u64::MAX);
    }
});
