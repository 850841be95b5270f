//! `wp_site_admin_email_change_notification`: the old address of the administrator is told of the new one.
//!
//! Contract "wordpress-rest", section 11.

use super::formatting::specialchars::{QuoteStyle, wp_specialchars_decode};
use super::l10n::Locale;
use super::mail::Mail;
use super::site::Site;

const TEXT: &str = "Hi,

This notice confirms that the admin email address was changed on ###SITENAME###.

The new admin email address is ###NEW_EMAIL###.

This email has been sent to ###OLD_EMAIL###

Regards,
All at ###SITENAME###
###SITEURL###";

/// The address of a new site, which nobody reads.
const PLACEHOLDER: &str = "you@example.com";

/// The mail to the old address; `None`: nobody reads there.
pub fn wp_site_admin_email_change_notification(
    site: &Site,
    locale: &Locale,
    (old, new): &(String, String),
) -> Option<Mail> {
    if old.is_empty() || old == PLACEHOLDER {
        return None;
    }
    let name = site.options.text("blogname");
    let name = wp_specialchars_decode(&name, QuoteStyle::Quotes);
    let message = locale
        .translate(TEXT)
        .replace("###OLD_EMAIL###", old)
        .replace("###NEW_EMAIL###", new)
        .replace("###SITENAME###", &name)
        .replace("###SITEURL###", &site.home());
    Some(Mail {
        to: old.clone(),
        subject: locale
            .translate("[%s] Admin Email Changed")
            .replace("%s", &name),
        message,
        ..Mail::default()
    })
}
