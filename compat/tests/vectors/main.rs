//! Differential vectors: input and output of the real PHP functions, replayed against ours.
//!
//! One module a family; the data lies in `fixtures/vectors/`.

mod content;
mod divi_content;
mod divi_helpers;
mod formatting_escape;
mod formatting_markup;
mod harness;
mod l10n;
mod php_serialize;
mod rewrite;
mod security;
mod shortcodes;
