//! Fields that hold personal data, by their names in forms, addresses and JSON.

use super::MaskRules;

/// Where a field stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Sent by a visitor: each name of somebody is masked.
    Request,
    /// Sent by the site: names of posts and products are public.
    Response,
}

/// Words that name a field, with the kind of its value.
const WORDS: [(&str, &str); 71] = [
    ("email", "email"),
    ("mail", "email"),
    ("correo", "email"),
    ("courriel", "email"),
    ("emailaddress", "email"),
    ("phone", "phone"),
    ("tel", "phone"),
    ("telephone", "phone"),
    ("telefono", "phone"),
    ("teléfono", "phone"),
    ("mobile", "phone"),
    ("movil", "phone"),
    ("móvil", "phone"),
    ("fax", "phone"),
    ("whatsapp", "phone"),
    ("telefon", "phone"),
    ("firstname", "name"),
    ("lastname", "name"),
    ("surname", "name"),
    ("fullname", "name"),
    ("nickname", "name"),
    ("apellido", "name"),
    ("apellidos", "name"),
    ("prenom", "name"),
    ("vorname", "name"),
    ("nachname", "name"),
    ("nombre", "name"),
    ("author", "name"),
    ("company", "name"),
    ("empresa", "name"),
    ("street", "address"),
    ("calle", "address"),
    ("direccion", "address"),
    ("dirección", "address"),
    ("adresse", "address"),
    ("strasse", "address"),
    ("domicilio", "address"),
    ("password", "password"),
    ("passwd", "password"),
    ("pwd", "password"),
    ("pass", "password"),
    ("pass1", "password"),
    ("pass2", "password"),
    ("contraseña", "password"),
    ("contrasena", "password"),
    ("passphrase", "password"),
    ("pin", "password"),
    ("cardnumber", "card"),
    ("ccnumber", "card"),
    ("creditcard", "card"),
    ("cvc", "code"),
    ("cvv", "code"),
    ("csc", "code"),
    ("iban", "account"),
    ("bic", "account"),
    ("swift", "account"),
    ("dni", "document"),
    ("nif", "document"),
    ("nie", "document"),
    ("passport", "document"),
    ("pasaporte", "document"),
    ("ssn", "document"),
    ("birthday", "document"),
    ("birthdate", "document"),
    ("nacimiento", "document"),
    ("token", "token"),
    ("secret", "token"),
    ("apikey", "token"),
    ("username", "login"),
    ("userlogin", "login"),
    ("log", "login"),
];

/// Names of several words.
const NAMES: [(&str, &str); 19] = [
    ("first name", "name"),
    ("last name", "name"),
    ("display name", "name"),
    ("full name", "name"),
    ("user name", "login"),
    ("user login", "login"),
    ("address 1", "address"),
    ("address 2", "address"),
    ("address line1", "address"),
    ("address line2", "address"),
    ("card number", "card"),
    ("card no", "card"),
    ("account number", "account"),
    ("api key", "token"),
    ("access key", "token"),
    ("order key", "token"),
    ("e mail", "email"),
    ("date of birth", "document"),
    ("client secret", "token"),
];

/// Words that say of a `…name` that it names a thing.
const THINGS: [&str; 26] = [
    "product",
    "file",
    "field",
    "form",
    "action",
    "page",
    "plugin",
    "theme",
    "option",
    "attribute",
    "meta",
    "site",
    "blog",
    "domain",
    "host",
    "event",
    "tag",
    "category",
    "list",
    "class",
    "post",
    "term",
    "menu",
    "coupon",
    "variation",
    "step",
];

/// Words that make a field public or a nonce, whatever else its name says.
const PUBLIC: [&str; 6] = ["nonce", "wpnonce", "id", "count", "type", "format"];

/// The kind of personal data in a field; `None` when its name says of none.
pub(super) fn kind(rules: &MaskRules, name: &str, place: Place) -> Option<String> {
    let lower = name.to_lowercase();
    if rules.keep_fields.contains(&lower) {
        return None;
    }
    let words = words(name);
    let joined = words.join(" ");
    let own = rules
        .fields
        .iter()
        .find(|(_, field)| *field == lower || words.contains(field) || joined == *field);
    if let Some((kind, _)) = own {
        return Some(kind.clone());
    }
    if words
        .last()
        .is_some_and(|last| PUBLIC.contains(&last.as_str()))
    {
        return None;
    }
    let named = NAMES
        .iter()
        .find(|(name, _)| joined == *name || joined.ends_with(&format!(" {name}")));
    let word = WORDS.iter().find(|(word, kind)| {
        // A theme's author and a shop's company are public; so is `log` as a part of a name.
        let is_whole = joined == *word;
        let is_loose = !matches!(
            *word,
            "log" | "pin" | "author" | "company" | "empresa" | "mail" | "nombre"
        );
        let is_sent = place == Place::Request
            || !matches!(
                *word,
                "author" | "company" | "empresa" | "nombre" | "log" | "pin"
            );
        let is_last = words.last().is_some_and(|last| last == word);
        is_sent
            && (is_whole
                || is_last
                || is_loose && *kind != "token" && words.iter().any(|w| w == word))
    });
    if let Some((_, kind)) = named.or(word) {
        return Some((*kind).to_owned());
    }
    let is_name = matches!(words.last().map(String::as_str), Some("name" | "nom"));
    let is_of_a_thing = words.iter().any(|word| THINGS.contains(&word.as_str()));
    (is_name && !is_of_a_thing && place == Place::Request).then(|| "name".to_owned())
}

/// The words of a name, in lower case: `billing[firstName]` is billing, first, name.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            words.push(String::new());
        } else {
            if c.is_uppercase() && was_lower {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        was_lower = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    // `your-name-2` is another field of the same kind.
    while words.len() > 1
        && words
            .last()
            .is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()))
    {
        if words.iter().any(|w| w == "address") {
            break;
        }
        words.pop();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_known_by_their_names() {
        let rules = MaskRules::default();
        let of = |name: &str, place| kind(&rules, name, place);
        for (name, expected) in [
            ("your-name", Some("name")),
            ("et_pb_contact_name_0", Some("name")),
            ("billing_address_1", Some("address")),
            ("billing[firstName]", Some("name")),
            ("pwd", Some("password")),
            ("log", Some("login")),
            ("user_email", Some("email")),
            ("card[number]", Some("card")),
            ("product_name", None),
            ("_wpnonce", None),
            ("woocommerce-login-nonce", None),
            ("comment_post_ID", None),
            ("Cart-Token", Some("token")),
            ("your-tel", Some("phone")),
            ("tel-req", Some("phone")),
            ("hotel", None),
            ("blog", None),
        ] {
            assert_eq!(of(name, Place::Request).as_deref(), expected, "{name}");
        }
        for (name, expected) in [
            ("name", None),
            ("author", None),
            ("first_name", Some("name")),
            ("email", Some("email")),
            ("author_name", None),
        ] {
            assert_eq!(of(name, Place::Response).as_deref(), expected, "{name}");
        }
    }
}
