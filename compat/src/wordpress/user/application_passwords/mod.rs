//! Application passwords: user meta `_application_passwords` (`WP_Application_Passwords`).
//!
//! Contract "wordpress-rest", sections 1.3 and 2. Who signs in with one: [`authenticate`]; how they change: [`change`].

pub mod authenticate;
pub mod change;

use crate::wordpress::php::Value;
use crate::wordpress::post::Meta;

/// The user meta.
const KEY: &str = "_application_passwords";
/// The option that says that there ever was one.
pub const IN_USE: &str = "using_application_passwords";

/// An application password as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationPassword {
    /// Its id, a UUID.
    pub uuid: String,
    /// The application's own id, a UUID; empty without.
    pub app_id: String,
    /// Its name.
    pub name: String,
    /// The hash.
    pub password: String,
    /// When it was made, Unix time.
    pub created: i64,
    /// When it was used, Unix time.
    pub last_used: Option<i64>,
    /// From where it was used.
    pub last_ip: Option<String>,
}

impl ApplicationPassword {
    fn of(value: &Value) -> Option<Self> {
        let text = |name: &str| value.at(name).to_string_lossy().into_owned();
        let optional = |name: &str| value.get(name).filter(|v| !v.is_null());
        let uuid = text("uuid");
        (!uuid.is_empty()).then(|| Self {
            uuid,
            app_id: text("app_id"),
            name: text("name"),
            password: text("password"),
            created: value.at("created").to_int(),
            last_used: optional("last_used").map(Value::to_int),
            last_ip: optional("last_ip").map(|ip| ip.to_string_lossy().into_owned()),
        })
    }

    fn to_value(&self) -> Value {
        Value::array()
            .with("uuid", self.uuid.as_str())
            .with("app_id", self.app_id.as_str())
            .with("name", self.name.as_str())
            .with("password", self.password.as_str())
            .with("created", self.created)
            .with("last_used", self.last_used.map_or(Value::Null, Value::from))
            .with(
                "last_ip",
                self.last_ip.as_deref().map_or(Value::Null, Value::from),
            )
    }
}

/// The application passwords in the meta of a user.
pub fn application_passwords(meta: &Meta) -> Vec<ApplicationPassword> {
    meta.value(KEY)
        .values()
        .filter_map(ApplicationPassword::of)
        .collect()
}

/// `chunk_password`: groups of four.
pub fn chunk_password(password: &str) -> String {
    let letters: Vec<char> = password.chars().collect();
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    groups.join(" ")
}

/// `wp_generate_uuid4`.
pub fn wp_generate_uuid4() -> String {
    let mut bytes: [u8; 16] = rand::random();
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
    parts
        .map(|part| hex.get(part).unwrap_or_default())
        .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_ids() {
        assert_eq!(chunk_password("abcdefghij"), "abcd efgh ij");
        let uuid = wp_generate_uuid4();
        let parts: Vec<&str> = uuid.split('-').collect();
        let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert!(parts[2].starts_with('4') && "89ab".contains(&parts[3][..1]));
    }
}
