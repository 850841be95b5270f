//! Settings of conversion events, and the names as pages print them.

use themes::wordpress::conversions::Conversions;

use crate::settings_section;

settings_section! {
    /// Names of conversion events sent by the browser to an analytics service.
    ConversionSettings "conversions" {
        /// A click on a telephone number on a desktop; empty, here and below: no event.
        phone_desktop: String = "",
        /// A click on a telephone number on a phone.
        phone_mobile: String = "",
        /// A click on a booking link on a desktop.
        booking_desktop: String = "",
        /// A click on a booking link on a phone.
        booking_mobile: String = "",
        /// Hosts of booking links.
        booking_hosts: Vec<String> = Vec::<String>::new(),
        /// A click on a link to a messaging service on a phone.
        messaging_mobile: String = "",
        /// Hosts of messaging services; empty: `wa.me`, `api.whatsapp.com`, `t.me` and `m.me`.
        messaging_hosts: Vec<String> = Vec::<String>::new(),
        /// A sent contact form, as `FORM=NAME` with the form's id: `["235=formulario_es"]`.
        forms: Vec<String> = Vec::<String>::new(),
        /// A placed order.
        purchase: String = "",
    }
}

impl ConversionSettings {
    /// Form ids with their names; `None` for an entry that has no id or no name.
    pub fn forms(&self) -> impl Iterator<Item = Option<(String, String)>> {
        self.forms.iter().map(|entry| {
            let (id, name) = entry.split_once('=')?;
            let (id, name) = (id.trim(), name.trim());
            let is_id = !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
            (is_id && !name.is_empty()).then(|| (id.to_owned(), name.to_owned()))
        })
    }

    /// The names as printed in pages.
    pub fn labels(&self) -> Conversions {
        const MESSAGING: [&str; 4] = ["wa.me", "api.whatsapp.com", "t.me", "m.me"];
        let mut messaging_hosts = self.messaging_hosts.clone();
        if messaging_hosts.is_empty() {
            messaging_hosts = MESSAGING.map(str::to_owned).to_vec();
        }
        Conversions {
            phone_desktop: self.phone_desktop.clone(),
            phone_mobile: self.phone_mobile.clone(),
            booking_desktop: self.booking_desktop.clone(),
            booking_mobile: self.booking_mobile.clone(),
            booking_hosts: self.booking_hosts.clone(),
            messaging_mobile: self.messaging_mobile.clone(),
            messaging_hosts,
            forms: self.forms().flatten().collect(),
            purchase: self.purchase.clone(),
        }
    }
}
