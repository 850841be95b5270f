//! An address of a customer or an order.

/// Billing or shipping address; empty fields are not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Company.
    pub company: String,
    /// First line.
    pub address_1: String,
    /// Second line.
    pub address_2: String,
    /// City.
    pub city: String,
    /// The country's code of the state, or typed text.
    pub state: String,
    /// Postcode.
    pub postcode: String,
    /// Two letters.
    pub country: String,
    /// E-mail address; of billing addresses.
    pub email: String,
    /// Phone number.
    pub phone: String,
}

impl Address {
    /// Its fields in the order in which the shop stores and shows them.
    pub const FIELDS: [&'static str; 11] = [
        "first_name",
        "last_name",
        "company",
        "address_1",
        "address_2",
        "city",
        "state",
        "postcode",
        "country",
        "email",
        "phone",
    ];

    /// The field of this name (`address_1`).
    pub fn field(&self, name: &str) -> Option<&str> {
        let field = match name {
            "first_name" => &self.first_name,
            "last_name" => &self.last_name,
            "company" => &self.company,
            "address_1" => &self.address_1,
            "address_2" => &self.address_2,
            "city" => &self.city,
            "state" => &self.state,
            "postcode" => &self.postcode,
            "country" => &self.country,
            "email" => &self.email,
            "phone" => &self.phone,
            _ => return None,
        };
        Some(field)
    }

    /// Sets the field of this name; an unknown name is ignored.
    pub fn set_field(&mut self, name: &str, value: &str) {
        let field = match name {
            "first_name" => &mut self.first_name,
            "last_name" => &mut self.last_name,
            "company" => &mut self.company,
            "address_1" => &mut self.address_1,
            "address_2" => &mut self.address_2,
            "city" => &mut self.city,
            "state" => &mut self.state,
            "postcode" => &mut self.postcode,
            "country" => &mut self.country,
            "email" => &mut self.email,
            "phone" => &mut self.phone,
            _ => return,
        };
        value.clone_into(field);
    }
}
