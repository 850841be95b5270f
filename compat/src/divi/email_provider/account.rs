//! The accounts at services, as the builder stores them.
//!
//! Contract "divi-ajax", section 2: option `et_core_api_email_options`.

use crate::wordpress::options::Options;
use crate::wordpress::php::Value;

/// The option.
pub const OPTION: &str = "et_core_api_email_options";

/// An account and one of its lists.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Account {
    data: Value,
    list: Value,
    /// The list's id.
    pub list_id: String,
}

impl Account {
    /// The account with this name at a provider; empty when the site has none.
    pub fn of(options: &Options, provider: &str, name: &str, list_id: &str) -> Self {
        let accounts = options.value(OPTION).at("accounts").at(provider);
        let data = accounts.at(name).clone();
        Self::new(data, list_id)
    }

    /// Reads a stored account.
    pub fn new(data: Value, list_id: &str) -> Self {
        let lists = data.at("lists");
        let number = list_id.parse::<i64>().ok();
        let list = number
            .and_then(|n| lists.get(n))
            .unwrap_or_else(|| lists.at(list_id));
        Self {
            list: list.clone(),
            data,
            list_id: list_id.to_owned(),
        }
    }

    /// A credential; empty when it is missing.
    pub fn text(&self, key: &str) -> String {
        self.data.at(key).to_string_lossy().into_owned()
    }

    /// The API key.
    pub fn api_key(&self) -> String {
        self.text("api_key")
    }

    /// A flag of the list.
    pub fn list_flag(&self, key: &str, default: bool) -> bool {
        self.list.get(key).map_or(default, Value::to_bool)
    }

    /// The stored description of a custom field of the list or of the account.
    pub fn field(&self, id: &str) -> &Value {
        let of = |fields| -> &Value {
            let fields: &Value = fields;
            let number = id.parse::<i64>().ok();
            number
                .and_then(|n| fields.get(n))
                .unwrap_or_else(|| fields.at(id))
        };
        match of(self.list.at("custom_fields")) {
            Value::Null => of(self.data.at("custom_fields")),
            found => found,
        }
    }

    /// The service's name of a field; `None` when it is not stored.
    pub fn field_tag(&self, id: &str) -> Option<String> {
        let tag = self
            .field(id)
            .at("field_tag")
            .to_string_lossy()
            .into_owned();
        Some(tag).filter(|tag| !tag.is_empty())
    }
}
