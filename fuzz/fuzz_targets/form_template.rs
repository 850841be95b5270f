//! Form templates: tags, formatter, options.
#![cfg_attr(feature = "link", no_main)]

use compat::contact_form_7::autop::{formatted_template, wpcf7_autop};
use compat::contact_form_7::captcha::Challenge;
use compat::contact_form_7::form_tag::{DefaultSources, FormTagTypes, scan_form_tags};
use oxipress_fuzz::fuzz_target;

fuzz_target!(|text: &str| {
    wpcf7_autop(text, true);
    wpcf7_autop(text, false);
    formatted_template(text, &FormTagTypes::default());
    let sources = DefaultSources::default();
    for tag in scan_form_tags(text, &FormTagTypes::default()) {
        tag.get_class_option("a");
        tag.get_size_option();
        tag.get_maxlength_option();
        tag.get_cols_option();
        tag.get_rows_option();
        tag.get_limit_option();
        tag.get_autocomplete_option();
        tag.get_default_options(&sources, false);
        tag.pipes.do_pipe(text);
        Challenge::of_tag(&tag, 1_800_000_000);
    }
});
