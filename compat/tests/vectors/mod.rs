//! Differential vectors: input and output of the real PHP functions, replayed against ours.
//!
//! One module a family; the data lies in `fixtures/vectors/`.

mod cf7_autop;
mod cf7_form_tags;
mod composed;
pub(crate) mod contact_form_7;
mod content;
mod divi_email_fields;
mod divi_helpers;
mod formatting_escape;
mod formatting_markup;
mod harness;
mod l10n;
mod moove_consent;
mod php_serialize;
#[path = "../../../tests-contract/src/recorded_site.rs"]
mod recorded_site;
mod rewrite;
mod security;
mod shortcodes;
mod woocommerce_totals;
