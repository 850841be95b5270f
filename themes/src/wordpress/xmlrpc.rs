//! The XML of `xmlrpc.php`: values, faults, and the description of the interface.

use compat::wordpress::formatting::escape::esc_html;

/// A value of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum XmlValue {
    /// `boolean`.
    Bool(bool),
    /// `int`.
    Int(i64),
    /// `string`.
    Text(String),
    /// `dateTime.iso8601`.
    Date(String),
    /// `array`.
    List(Vec<XmlValue>),
    /// `struct`.
    Struct(Vec<(&'static str, XmlValue)>),
}

impl From<&str> for XmlValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl XmlValue {
    fn to_xml(&self) -> String {
        match self {
            Self::Bool(value) => format!("<boolean>{}</boolean>", u8::from(*value)),
            Self::Int(value) => format!("<int>{value}</int>"),
            Self::Text(text) => format!("<string>{}</string>", esc_html(text)),
            Self::Date(date) => format!("<dateTime.iso8601>{date}</dateTime.iso8601>"),
            Self::List(values) => {
                let values = values.iter().map(Self::to_xml);
                let values: String = values
                    .map(|value| format!("  <value>{value}</value>\n"))
                    .collect();
                format!("<array><data>\n{values}</data></array>")
            }
            Self::Struct(members) => {
                let members: String = members
                    .iter()
                    .map(|(name, value)| {
                        let value = value.to_xml();
                        format!("  <member><name>{name}</name><value>{value}</value></member>\n")
                    })
                    .collect();
                format!("<struct>\n{members}</struct>")
            }
        }
    }
}

/// The response to a call that succeeded.
#[must_use]
pub fn response(value: &XmlValue) -> String {
    let value = value.to_xml();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodResponse>\n  <params>\n    <param>\n      <value>\n      \
         {value}\n      </value>\n    </param>\n  </params>\n</methodResponse>\n"
    )
}

/// The response to a call that failed.
#[must_use]
pub fn fault(code: i32, text: &str) -> String {
    let text = esc_html(text);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodResponse>\n  <fault>\n    <value>\n      <struct>\n        \
         <member>\n          <name>faultCode</name>\n          <value><int>{code}</int></value>\n        </member>\n        \
         <member>\n          <name>faultString</name>\n          <value><string>{text}</string></value>\n        \
         </member>\n      </struct>\n    </value>\n  </fault>\n</methodResponse>\n"
    )
}

/// Really Simple Discovery: the list of the site's APIs.
#[must_use]
pub fn rsd(home: &str, xmlrpc_url: &str) -> String {
    let link = esc_html(xmlrpc_url).into_owned();
    let home = esc_html(home).into_owned();
    let apis: String = [
        ("WordPress", true),
        ("Movable Type", false),
        ("MetaWeblog", false),
        ("Blogger", false),
    ]
    .iter()
    .map(|(name, preferred)| {
        format!("\t\t\t<api name=\"{name}\" blogID=\"1\" preferred=\"{preferred}\" apiLink=\"{link}\" />\n")
    })
    .collect();
    let rest = esc_html(&format!("{home}/wp-json/")).into_owned();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rsd version=\"1.0\" xmlns=\"http://archipelago.phrasewise.com/rsd\">\n\
         \t<service>\n\t\t<engineName>WordPress</engineName>\n\t\t<engineLink>https://wordpress.org/</engineLink>\n\
         \t\t<homePageLink>{home}</homePageLink>\n\t\t<apis>\n{apis}\t\t\t\t<api name=\"WP-API\" blogID=\"1\" \
         preferred=\"false\" apiLink=\"{rest}\" />\n\t\t\t</apis>\n\t</service>\n</rsd>\n\t"
    )
}
