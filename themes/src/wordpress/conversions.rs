//! Names of analytics events, as data in the page.
//!
//! Specification, section 9 ("Analytics conversions tracked"). Printed at the end of the body, when a site has set any
//! name, as
//!
//! ```html
//! <script type="application/json" id="oxipress-conversions">{
//!   "phone":     {"desktop": "llamada_pc", "mobile": "llamada_movil"},
//!   "booking":   {"desktop": "reserva_pc", "mobile": "reserva_movil", "hosts": ["reservas.example"]},
//!   "messaging": {"mobile": "whatsapp", "hosts": ["wa.me"]},
//!   "forms":     {"235": "formulario_es"},
//!   "purchase":  "compra"
//! }</script>
//! ```
//!
//! What has no name is left out: `phone`, `booking` and `messaging` without a name for either device, `forms` when it is
//! empty, `purchase`. A click on a `tel:` link is a phone click; a click on a link to one of `hosts`, or to a host below
//! one, is a booking or messaging click. `forms` goes by the id of the contact form in `wpcf7mailsent`. A purchase is
//! the page with `.et_pb_ab_shop_conversion`. Sending the event is the browser's; nothing is loaded for it here, so it
//! goes nowhere before the visitor's consent brought the analytics service in.

use compat::wordpress::php::Value;

/// Names of events; an empty one is not sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conversions {
    /// Click on a telephone number on a desktop.
    pub phone_desktop: String,
    /// Click on a telephone number on a phone.
    pub phone_mobile: String,
    /// Click on a booking link on a desktop.
    pub booking_desktop: String,
    /// Click on a booking link on a phone.
    pub booking_mobile: String,
    /// Hosts of booking links.
    pub booking_hosts: Vec<String>,
    /// Click on a link to a messaging service on a phone.
    pub messaging_mobile: String,
    /// Hosts of messaging services.
    pub messaging_hosts: Vec<String>,
    /// Contact forms by id.
    pub forms: Vec<(String, String)>,
    /// A finished order.
    pub purchase: String,
}

impl Conversions {
    /// The object printed in pages; empty when no name is set.
    pub fn data(&self) -> Value {
        let phone = named(&self.phone_desktop, &self.phone_mobile);
        let booking = named(&self.booking_desktop, &self.booking_mobile);
        let messaging = named("", &self.messaging_mobile);
        let booking = booking.map(|names| names.with("hosts", list(&self.booking_hosts)));
        let messaging = messaging.map(|names| names.with("hosts", list(&self.messaging_hosts)));
        let forms = (!self.forms.is_empty()).then(|| self.form_object());
        let purchase = (!self.purchase.is_empty()).then(|| Value::from(&self.purchase));
        let all = [
            ("phone", phone),
            ("booking", booking),
            ("messaging", messaging),
            ("forms", forms),
            ("purchase", purchase),
        ];
        all.into_iter()
            .fold(Value::array(), |data, (key, value)| match value {
                Some(value) => data.with(key, value),
                None => data,
            })
    }

    fn form_object(&self) -> Value {
        let forms = self.forms.iter();
        forms.fold(Value::array(), |map, (id, name)| {
            map.with(id.as_str(), name)
        })
    }
}

/// The names of a click by device; none when neither has one.
fn named(desktop: &str, mobile: &str) -> Option<Value> {
    let names = [("desktop", desktop), ("mobile", mobile)];
    let named = names.into_iter().filter(|(_, name)| !name.is_empty());
    let object = named.fold(Value::array(), |object, (device, name)| {
        object.with(device, name)
    });
    (!object.is_empty()).then_some(object)
}

fn list(hosts: &[String]) -> Value {
    hosts.iter().map(Value::from).collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use compat::wordpress::php::json::json_encode;

    use super::*;

    const JSON_HEX_TAG: u32 = 1;

    #[test]
    fn what_has_no_name_is_left_out() {
        assert!(Conversions::default().data().is_empty());
        let conversions = Conversions {
            phone_mobile: "llamada".into(),
            booking_hosts: vec!["reservas.example".into()],
            forms: vec![("235".into(), "</script>".into())],
            ..Conversions::default()
        };
        let json = json_encode(&conversions.data(), JSON_HEX_TAG);
        assert_eq!(
            json.as_deref(),
            Some(r#"{"phone":{"mobile":"llamada"},"forms":{"235":"\u003C\/script\u003E"}}"#)
        );
    }
}
