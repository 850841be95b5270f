//! `wp-i18n`: the translation script, and the translations passed to it.
//!
//! Contract "contact-form-7", section 9; recordings pages/*. Linked for the site's own scripts only.

use compat::wordpress::l10n::Locale;

use super::assets::Script;

/// The script with its dependency `wp-hooks`. `includes` gives the URL of a file below `wp-includes`.
pub fn wp_i18n(includes: impl Fn(&str) -> String, locale: &Locale) -> [Script; 2] {
    let direction = match locale.wp_locale().is_rtl {
        true => "rtl",
        false => "ltr",
    };
    let data =
        format!("wp.i18n.setLocaleData( {{ 'text direction\\u0004ltr': [ '{direction}' ] }} );");
    let script = |handle: &str, file: &str, version: &str| {
        Script::linked(
            handle,
            &includes(&format!("js/dist/{file}.min.js")),
            version,
        )
    };
    [
        script("wp-hooks", "hooks", "4d63a3d491d11ffd8ac6"),
        script("wp-i18n", "i18n", "5e580eb46a90c2b997e6").after(&data),
    ]
}

/// The inline script with a text domain's translations; `json` is the content of the translation file.
pub fn script_translations(domain: &str, json: &str) -> String {
    // The file's content must not close the script element.
    let json = json.replace("</", "<\\/").replace("<!--", "<\\!--");
    format!(
        "( function( domain, translations ) {{\n\
         \tvar localeData = translations.locale_data[ domain ] || translations.locale_data.messages;\n\
         \tlocaleData[\"\"].domain = domain;\n\
         \twp.i18n.setLocaleData( localeData, domain );\n\
         }} )( \"{domain}\", {json} );"
    )
}
