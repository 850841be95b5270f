//! `gdin_values`: vendors' tags that the plugin adds to a category by their id alone.
//!
//! Contract "cookie-consent", section 6.2. Each tag carries `data-type="gdpr-integration"`. Consent mode stands in
//! the head of every page ([`consent_mode`]); only its update belongs to a category.

use super::category::Category;
use super::consent::Consent;
use super::positions::Positions;
use super::settings::Settings;
use crate::wordpress::php::Value;
use crate::wordpress::php::json::json_decode_assoc;

/// Attribute of every tag.
const MARK: &str = "data-type=\"gdpr-integration\"";

/// A module that is switched on.
struct Module {
    slug: &'static str,
    id: String,
    category: Category,
}

const SLUGS: [&str; 7] = ["ga4", "gtm", "gtmc2", "gadc", "fbp", "muet", "gtm4wp"];

/// The modules with an id, in the plugin's order. Ids are the vendors' own: letters, digits and hyphens.
fn modules(settings: &Settings) -> Vec<Module> {
    let stored = match settings.get("gdin_values") {
        Some(Value::Array(map)) => Value::Array(map.clone()),
        Some(text) => json_decode_assoc(&text.to_bytes()).unwrap_or_default(),
        None => return Vec::new(),
    };
    let module = |slug: &'static str| {
        let number = stored.get(slug)?;
        let id = stored.at(format!("{slug}_id").as_str()).to_string_lossy();
        let is_of_id = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let id: String = id.trim().chars().filter(is_of_id).collect();
        let category = match number.to_int() {
            3 => Category::Advanced,
            4 => Category::Performance,
            5 => Category::Preference,
            // Also for a module without a number.
            _ => Category::ThirdParty,
        };
        (!id.is_empty()).then_some(Module { slug, id, category })
    };
    SLUGS.into_iter().filter_map(module).collect()
}

/// The tags of a category.
pub fn scripts_of(settings: &Settings, category: Category) -> Positions {
    let mut tags = Positions::default();
    for module in modules(settings) {
        if module.category == category {
            add(&mut tags, module.slug, &module.id);
        }
    }
    tags
}

fn add(tags: &mut Positions, slug: &str, id: &str) {
    match slug {
        "ga4" | "gadc" => tags.header.push_str(&gtag(id)),
        "gtm" | "gtm4wp" => {
            tags.header.push_str(&tag_manager(id));
            tags.body.push_str(&format!(
                "<noscript {MARK}><iframe src=\"https://www.googletagmanager.com/ns.html?id={id}\" height=\"0\" width=\"0\" style=\"display:none;visibility:hidden\"></iframe></noscript>"
            ));
        }
        "gtmc2" => tags.header.push_str(CONSENT_UPDATE),
        "fbp" => {
            tags.header.push_str(&format!(
                "<script {MARK}>(function(w,d){{if(w.fbq)return;var q=w.fbq=function(){{q.callMethod?q.callMethod.apply(q,arguments):q.queue.push(arguments)}};w._fbq=w._fbq||q;q.push=q;q.loaded=true;q.version='2.0';q.queue=[];var s=d.createElement('script');s.async=true;s.src='https://connect.facebook.net/en_US/fbevents.js';d.head.appendChild(s)}})(window,document);fbq('init','{id}');fbq('track','PageView');</script>"
            ));
            tags.body.push_str(&format!(
                "<noscript {MARK}><img height=\"1\" width=\"1\" style=\"display:none\" src=\"https://www.facebook.com/tr?id={id}&amp;ev=PageView&amp;noscript=1\" alt=\"\"/></noscript>"
            ));
        }
        "muet" => tags.header.push_str(&format!(
            "<script {MARK}>(function(w,d){{w.uetq=w.uetq||[];var s=d.createElement('script');s.async=true;s.src='https://bat.bing.com/bat.js';s.onload=function(){{var o={{ti:'{id}',enableAutoSpaTracking:true}};o.q=w.uetq;w.uetq=new UET(o);w.uetq.push('pageLoad')}};d.head.appendChild(s)}})(window,document);</script>"
        )),
        _ => {}
    }
}

/// Google's loader for an id, and the call that configures it.
fn gtag(id: &str) -> String {
    format!(
        "<script {MARK} async src=\"https://www.googletagmanager.com/gtag/js?id={id}\"></script>\
         <script {MARK}>window.dataLayer=window.dataLayer||[];function gtag(){{dataLayer.push(arguments)}}gtag('js',new Date());gtag('config','{id}');</script>"
    )
}

/// The loader of a container of Tag Manager.
fn tag_manager(id: &str) -> String {
    format!(
        "<script {MARK}>(function(w,d){{w.dataLayer=w.dataLayer||[];w.dataLayer.push({{'gtm.start':new Date().getTime(),event:'gtm.js'}});var s=d.createElement('script');s.async=true;s.src='https://www.googletagmanager.com/gtm.js?id={id}';d.head.appendChild(s)}})(window,document);</script>"
    )
}

/// What a category of consent mode runs once it is accepted.
const CONSENT_UPDATE: &str = "<script data-type=\"gdpr-integration\">window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('consent','update',{'ad_storage':'granted','ad_user_data':'granted','ad_personalization':'granted','analytics_storage':'granted','personalization_storage':'granted','security_storage':'granted','functionality_storage':'granted'});dataLayer.push({'event':'cookie_consent_update'});</script>";

/// Google consent mode: the default commands in the head of each page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsentMode {
    /// Each kind of storage, and whether it is granted.
    pub storage: [(&'static str, bool); 7],
    /// Milliseconds for which tags wait for the visitor's choice; only before it.
    pub wait_for_update: Option<u32>,
    /// The tag that loads the container.
    pub loader: String,
}

/// Consent mode for a visitor; `None` when it is disabled.
pub fn consent_mode(settings: &Settings, consent: &Consent) -> Option<ConsentMode> {
    let module = modules(settings).into_iter().find(|m| m.slug == "gtmc2")?;
    let is_chosen = consent.is_chosen();
    let granted = |category| is_chosen && consent.accepts(category);
    Some(ConsentMode {
        storage: [
            ("ad_storage", granted(Category::Advanced)),
            ("ad_user_data", granted(Category::Advanced)),
            ("ad_personalization", granted(Category::Advanced)),
            ("analytics_storage", granted(Category::ThirdParty)),
            ("personalization_storage", granted(Category::Preference)),
            ("security_storage", granted(Category::Strict)),
            ("functionality_storage", granted(Category::Strict)),
        ],
        wait_for_update: (!is_chosen).then_some(2000),
        loader: tag_manager(&module.id),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::options::Options;

    fn settings(values: &str) -> Settings {
        let rows = vec![("gdin_values".to_owned(), values.as_bytes().to_vec())];
        Settings::from_rows(rows, &Options::default())
    }

    #[test]
    fn a_tag_needs_its_module_and_an_id() {
        let settings = settings(
            r#"{"ga4":"3","ga4_id":"G-1'</script>","gtm_id":"GTM-X","fbp":"2","fbp_id":""}"#,
        );
        let tags = scripts_of(&settings, Category::Advanced);
        assert!(
            tags.header.contains("gtag/js?id=G-1script\""),
            "{}",
            tags.header
        );
        assert_eq!(
            scripts_of(&settings, Category::ThirdParty),
            Positions::default()
        );
    }

    #[test]
    fn consent_mode_follows_the_cookie() {
        let settings = settings(r#"{"gtmc2":"2","gtmc2_id":"GTM-X"}"#);
        let mode = |cookie| consent_mode(&settings, &Consent::of(cookie, &settings)).expect("on");
        let first = mode(None);
        assert_eq!(first.wait_for_update, Some(2000));
        assert!(first.storage.iter().all(|(_, granted)| !granted));
        let chosen = mode(Some(r#"{"strict":"1","advanced":"1"}"#));
        assert_eq!(chosen.wait_for_update, None);
        let granted: Vec<&str> = chosen
            .storage
            .iter()
            .filter(|(_, g)| *g)
            .map(|(n, _)| *n)
            .collect();
        let wanted = [
            "ad_storage",
            "ad_user_data",
            "ad_personalization",
            "security_storage",
            "functionality_storage",
        ];
        assert_eq!(granted, wanted);
        assert_eq!(
            consent_mode(&Settings::default(), &Consent::of(None, &settings)),
            None
        );
    }
}
