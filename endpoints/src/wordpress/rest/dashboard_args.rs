//! Parameters of the dashboard's routes.

use compat::wordpress::l10n::Locale;

use super::arg::Arg;

/// The parameters of image post-processing.
pub fn post_process(locale: &Locale) -> Vec<Arg> {
    let id = Arg::new(
        "id",
        locale.translate("Unique identifier for the attachment."),
    );
    vec![
        id.integer(),
        Arg::bare("action")
            .string()
            .one_of(&["create-image-subsizes"])
            .required(),
    ]
}
