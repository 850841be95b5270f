//! The XML of `xmlrpc.php`: values, faults, and the description of the interface.

use compat::wordpress::formatting::escape::esc_html;

/// The response to `demo.sayHello`.
#[must_use]
pub fn hello() -> String {
    value("<string>Hello!</string>")
}

fn value(value: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodResponse>\n  <params>\n    <param>\n      <value>\n      \
         {value}\n      </value>\n    </param>\n  </params>\n</methodResponse>\n"
    )
}

/// The response to `system.listMethods`.
#[must_use]
pub fn list_methods(names: &[&str]) -> String {
    let names: String = names
        .iter()
        .map(|name| format!("  <value><string>{name}</string></value>\n"))
        .collect();
    value(&format!("<array><data>\n{names}</data></array>"))
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
