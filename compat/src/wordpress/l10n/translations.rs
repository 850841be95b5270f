//! All languages of a site: which files hold which text domain.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::DEFAULT_DOMAIN;
use super::locale::{Domain, Locale};
use super::wording::Language;
use crate::wordpress::php::hash::md5;
use crate::wordpress::php::json::json_decode_assoc;

/// Maximum number of cached locales, against memory exhaustion by requests.
const LOCALES_MAX: usize = 64;

/// The translations of a site. Part of the application's state; read-only once built.
#[derive(Debug, Default)]
pub struct Translations {
    content_dir: Option<PathBuf>,
    /// Domain, and its files below wp-content with `{locale}` in them.
    domains: Vec<(String, Vec<String>)>,
    locales: Mutex<HashMap<String, Arc<Locale>>>,
    scripts: Mutex<HashMap<PathBuf, Option<Arc<str>>>>,
}

impl Translations {
    /// The translations below `wp-content`; without one (the embedded demo) our own wording alone.
    pub fn new(content_dir: Option<&Path>) -> Self {
        let mut translations = Self {
            content_dir: content_dir.map(Path::to_owned),
            ..Self::default()
        };
        translations.register(DEFAULT_DOMAIN, &["languages/{locale}.mo"]);
        translations
    }

    /// Names the files of a domain, relative to wp-content, in the order in which they are tried.
    pub fn register(&mut self, domain: &str, files: &[&str]) {
        let files = files.iter().map(|f| (*f).to_owned()).collect();
        self.domains.push((domain.to_owned(), files));
    }

    /// A plugin's domain: the language packs, then the plugin's own folder.
    pub fn register_plugin(&mut self, domain: &str, folder: &str) {
        let own = format!("plugins/{folder}/languages/{domain}-{{locale}}.mo");
        let pack = format!("languages/plugins/{domain}-{{locale}}.mo");
        self.register(domain, &[&pack, &own]);
    }

    /// A theme's domain: the language packs, then a folder of the theme, whose files bear the locale
    /// alone as their name.
    pub fn register_theme(&mut self, domain: &str, folder: &str) {
        let own = format!("themes/{folder}/{{locale}}.mo");
        let pack = format!("languages/themes/{domain}-{{locale}}.mo");
        self.register(domain, &[&pack, &own]);
    }

    /// The language of a locale code. An impossible code is English.
    pub fn locale(&self, code: &str) -> Arc<Locale> {
        // The code becomes part of a file name and may come from a form.
        let is_code = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        let possible = (2..=32).contains(&code.len()) && code.bytes().all(is_code);
        let code = if possible { code } else { "en_US" };
        let mut locales = self.locales.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(locale) = locales.get(code) {
            return Arc::clone(locale);
        }
        let locale = Arc::new(self.build(code));
        if locales.len() < LOCALES_MAX {
            locales.insert(code.to_owned(), Arc::clone(&locale));
        }
        locale
    }

    /// Whether wp-content holds WordPress's own translation for a locale. English needs none.
    pub fn is_installed(&self, code: &str) -> bool {
        let file = |dir: &PathBuf| dir.join(format!("languages/{code}.mo")).is_file();
        code == "en_US" || self.content_dir.as_ref().is_some_and(file)
    }

    /// Whether a text may be switched to a locale: its translation is installed, or there is no wp-content at all
    /// and the words are our own.
    pub fn is_available(&self, code: &str) -> bool {
        self.content_dir.is_none() || self.is_installed(code)
    }

    /// `get_available_languages`: the locales that wp-content holds translations for, sorted. Reads the folder.
    pub fn available(&self) -> Vec<String> {
        let Some(dir) = &self.content_dir else {
            return Vec::new();
        };
        let entries = std::fs::read_dir(dir.join("languages"))
            .into_iter()
            .flatten();
        let mut codes: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".mo").map(str::to_owned))
            .filter(|code| {
                !["continents-cities-", "ms-", "admin-"]
                    .iter()
                    .any(|p| code.starts_with(p))
            })
            .collect();
        codes.sort();
        codes
    }

    /// The texts of a plugin's script, as its language pack holds them (`load_script_textdomain`): JSON. `script` is below
    /// the plugin's folder.
    pub fn script(&self, code: &str, domain: &str, script: &str) -> Option<Arc<str>> {
        let dir = self.content_dir.as_ref()?;
        let locale = self.locale(code);
        let name = format!("{domain}-{}-{}.json", locale.code(), md5(script.as_bytes()));
        let path = dir.join("languages/plugins").join(name);
        let mut scripts = self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = scripts.get(&path) {
            return known.clone();
        }
        let text = std::fs::read_to_string(&path).ok();
        let json = text.filter(|text| json_decode_assoc(text.as_bytes()).is_ok());
        let json: Option<Arc<str>> = json.map(Into::into);
        if scripts.len() < LOCALES_MAX {
            scripts.insert(path, json.clone());
        }
        json
    }

    /// Writes our own wording as the language packs of a locale: each registered domain that we have words for, at the
    /// place where it is looked for first.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_packs(&self, code: &str) -> io::Result<()> {
        let Some((dir, language)) = self.content_dir.as_ref().zip(Language::of_locale(code)) else {
            return Ok(());
        };
        for (domain, files) in &self.domains {
            let pack = language.pack(domain).map_err(io::Error::other)?;
            if let Some((pack, file)) = pack.zip(files.first()) {
                let path = dir.join(file.replace("{locale}", code));
                std::fs::create_dir_all(path.parent().unwrap_or(dir))?;
                std::fs::write(path, pack)?;
            }
        }
        Ok(())
    }

    fn build(&self, code: &str) -> Locale {
        let mut domains: HashMap<String, Domain> = HashMap::new();
        if let Some(dir) = &self.content_dir {
            for (name, files) in &self.domains {
                let paths = files.iter().map(|f| dir.join(f.replace("{locale}", code)));
                domains
                    .entry(name.clone())
                    .or_default()
                    .candidates
                    .extend(paths);
            }
        }
        Locale::new(code.to_owned(), domains)
    }
}

#[cfg(test)]
mod tests {
    use super::super::mo_file::tests::compile;
    use super::*;

    fn site() -> (tempfile::TempDir, Translations) {
        let dir = tempfile::tempdir().unwrap();
        let write = |path: &str, pairs: &[(&str, &str)]| {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, compile(pairs, false)).unwrap();
        };
        write(
            "languages/es_ES.mo",
            &[("Search", "Busca"), ("html_lang_attribute", "es")],
        );
        write("languages/plugins/shop-es_ES.mo", &[("Cart", "Cesta")]);
        write("plugins/shop/languages/shop-es_ES.mo", &[("Cart", "Carro")]);
        write("themes/Divi/lang/es_ES.mo", &[("Select Page", "Elige")]);
        let mut translations = Translations::new(Some(dir.path()));
        translations.register_plugin("shop", "shop");
        translations.register_theme("Divi", "Divi/lang");
        (dir, translations)
    }

    #[test]
    fn the_sites_files_come_first() {
        let (_dir, translations) = site();
        let es = translations.locale("es_ES");
        assert_eq!(es.translate("Search"), "Busca");
        assert_eq!(es.domain("shop").translate("Cart"), "Cesta");
        assert_eq!(es.domain("Divi").translate("Select Page"), "Elige");
        // The file exists and lacks it: English, as in WordPress.
        assert_eq!(es.translate("Leave a Comment"), "Leave a Comment");
        assert_eq!(es.html_lang(), "es");
        assert!(translations.is_installed("es_ES") && !translations.is_installed("fr_FR"));
    }

    #[test]
    fn our_own_words_where_there_is_no_file() {
        let (_dir, translations) = site();
        let fr = translations.locale("fr_FR");
        assert_eq!(
            fr.domain("Divi").translate("Select Page"),
            "Sélectionner une page"
        );
        assert_eq!(fr.ngettext("%s day", "%s days", 0), "%s jour");
        assert_eq!(fr.ngettext("%s day", "%s days", 2), "%s jours");
        assert_eq!(fr.html_lang(), "fr-FR");
        let mx = translations.locale("es_MX");
        assert_eq!(mx.translate_with_context("May", "genitive"), "mayo");
        let en = translations.locale("en_GB");
        assert_eq!(en.ngettext("%s day", "%s days", 1), "%s day");
        assert_eq!(en.domain("x").ngettext("%s day", "%s days", 0), "%s days");
    }

    #[test]
    fn packs_of_our_own_words_are_found() {
        let dir = tempfile::tempdir().unwrap();
        let mut translations = Translations::new(Some(dir.path()));
        translations.register_plugin("contact-form-7", "contact-form-7");
        assert_eq!(translations.available(), [""; 0]);
        for code in ["es_ES", "de_DE", "en_US"] {
            translations.write_packs(code).unwrap();
        }
        assert_eq!(translations.available(), ["de_DE", "es_ES"]);
        let de = translations.locale("de_DE");
        assert!(de.has_file("contact-form-7") && de.has_file(DEFAULT_DOMAIN));
        assert_eq!(de.translate("Sunday"), "Sonntag");
        assert_eq!(de.translate_with_context("S", "Sunday initial"), "S");
    }

    #[test]
    fn a_scripts_texts_lie_in_its_language_pack() {
        let (dir, translations) = site();
        let file = |name: &str, text: &str| {
            let path = dir.path().join("languages/plugins").join(name);
            std::fs::write(path, text).unwrap();
        };
        let hash = md5(b"js/cart.js");
        file(&format!("shop-es_ES-{hash}.json"), "{\"locale_data\":{}}");
        file(&format!("shop-fr_FR-{hash}.json"), "alert(1)");
        let texts = |code: &str| translations.script(code, "shop", "js/cart.js");
        assert_eq!(texts("es_ES").as_deref(), Some("{\"locale_data\":{}}"));
        assert_eq!((texts("fr_FR"), texts("de_DE")), (None, None));
    }

    #[test]
    fn a_code_is_no_path() {
        let (_dir, translations) = site();
        assert_eq!(translations.locale("../../etc").code(), "en_US");
        assert_eq!(translations.locale("").code(), "en_US");
        for i in 0..200 {
            translations.locale(&format!("x{i}x"));
        }
        let kept = translations.locales.lock().map(|l| l.len());
        assert_eq!(kept.unwrap_or(0), LOCALES_MAX);
    }
}
