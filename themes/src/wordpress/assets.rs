//! Style sheets and scripts of a page: what columns enqueue, and how WordPress prints it.
//!
//! Contract "wordpress-core", section 7 (assets). Printed in the order of registration; there is no dependency
//! resolution: columns enqueue in the order of the recorded pages.

use compat::wordpress::formatting::escape::esc_attr;

/// Whether a page may link the file of a URL ([`super::site_files::SiteFiles`]).
pub type MayLink<'a> = &'a dyn Fn(&str) -> bool;

/// A style sheet.
#[derive(Debug, Clone)]
pub struct Style {
    handle: String,
    href: Option<String>,
    media: &'static str,
    inline: String,
}

/// The loading strategy of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// While the page is parsed.
    Blocking,
    /// `defer`.
    Defer,
    /// `async`.
    Async,
}

/// A script with its data.
#[derive(Debug, Clone)]
pub struct Script {
    handle: String,
    src: Option<String>,
    strategy: Strategy,
    extra: String,
    translations: String,
    before: String,
    after: String,
}

impl Style {
    /// A linked sheet; `version` is added as `?ver=` when not empty.
    pub fn linked(handle: &str, href: &str, version: &str) -> Self {
        Self {
            handle: handle.into(),
            href: Some(versioned(href, version)),
            media: "all",
            inline: String::new(),
        }
    }

    /// A sheet without a file, for inline rules only.
    pub fn inline(handle: &str, rules: &str) -> Self {
        Self {
            handle: handle.into(),
            href: None,
            media: "all",
            inline: rules.into(),
        }
    }

    /// Sets `media`; the default is `all`.
    #[must_use]
    pub fn media(mut self, media: &'static str) -> Self {
        self.media = media;
        self
    }

    /// Adds inline rules, printed after the link (`wp_add_inline_style`).
    #[must_use]
    pub fn with_inline(mut self, rules: &str) -> Self {
        self.inline.push_str(rules);
        self
    }

    fn print(&self, out: &mut String, may_link: MayLink<'_>) {
        let handle = esc_attr(&self.handle);
        if let Some(href) = self.href.as_ref().filter(|href| may_link(href)) {
            let href = esc_attr(href);
            let media = esc_attr(self.media);
            out.push_str(&format!(
                "<link rel='stylesheet' id='{handle}-css' href='{href}' type='text/css' media='{media}' />\n"
            ));
        }
        if !self.inline.is_empty() {
            out.push_str(&format!(
                "<style id='{handle}-inline-css' type='text/css'>\n{}\n</style>\n",
                self.inline
            ));
        }
    }
}

impl Script {
    /// A linked script; `version` is added as `?ver=` when not empty.
    pub fn linked(handle: &str, src: &str, version: &str) -> Self {
        Self::new(handle, Some(versioned(src, version)))
    }

    /// A script without a file, for data and inline code only.
    pub fn inline(handle: &str) -> Self {
        Self::new(handle, None)
    }

    fn new(handle: &str, src: Option<String>) -> Self {
        let none = String::new;
        Self {
            handle: handle.into(),
            src,
            strategy: Strategy::Blocking,
            extra: none(),
            translations: none(),
            before: none(),
            after: none(),
        }
    }

    /// Sets the loading strategy.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// Adds data printed before it (`wp_localize_script`); `json` is encoded like PHP's `wp_json_encode`.
    #[must_use]
    pub fn localized(mut self, name: &str, json: &str) -> Self {
        if !self.extra.is_empty() {
            self.extra.push('\n');
        }
        self.extra.push_str(&format!("var {name} = {json};"));
        self
    }

    /// Adds its translations (`wp_set_script_translations`).
    #[must_use]
    pub fn translations(mut self, code: &str) -> Self {
        push_line(&mut self.translations, code);
        self
    }

    /// Adds inline code before it.
    #[must_use]
    pub fn before(mut self, code: &str) -> Self {
        push_line(&mut self.before, code);
        self
    }

    /// Adds inline code after it.
    #[must_use]
    pub fn after(mut self, code: &str) -> Self {
        push_line(&mut self.after, code);
        self
    }

    fn print(&self, out: &mut String, may_link: MayLink<'_>) {
        let handle = esc_attr(&self.handle);
        let block = |out: &mut String, part: &str, code: &str| {
            if !code.is_empty() {
                out.push_str(&format!(
                    "<script type=\"text/javascript\" id=\"{handle}-js-{part}\">\n/* <![CDATA[ */\n{code}\n/* ]]> */\n</script>\n"
                ));
            }
        };
        block(out, "extra", &self.extra);
        block(out, "translations", &self.translations);
        block(out, "before", &self.before);
        if let Some(src) = self.src.as_ref().filter(|src| may_link(src)) {
            let strategy = match self.strategy {
                Strategy::Blocking => "",
                Strategy::Defer => " defer=\"defer\" data-wp-strategy=\"defer\"",
                Strategy::Async => " async=\"async\" data-wp-strategy=\"async\"",
            };
            let src = esc_attr(src);
            out.push_str(&format!(
                "<script type=\"text/javascript\" src=\"{src}\" id=\"{handle}-js\"{strategy}></script>\n"
            ));
        }
        block(out, "after", &self.after);
    }
}

fn push_line(text: &mut String, code: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(code);
}

fn versioned(url: &str, version: &str) -> String {
    match version {
        "" => url.to_owned(),
        v if url.contains('?') => format!("{url}&ver={v}"),
        v => format!("{url}?ver={v}"),
    }
}

/// The enqueued styles and scripts of a page.
#[derive(Debug, Default, Clone)]
pub struct Assets {
    styles: Vec<Style>,
    late_styles: Vec<Style>,
    head_scripts: Vec<Script>,
    footer_scripts: Vec<Script>,
    prerendered: Vec<String>,
}

impl Assets {
    /// Appends the assets of a part of the page.
    pub fn append(&mut self, part: Self) {
        part.styles.into_iter().for_each(|style| self.style(style));
        let late = part.late_styles.into_iter();
        late.for_each(|style| self.late_style(style));
        let head = part.head_scripts.into_iter();
        head.for_each(|script| self.head_script(script));
        let footer = part.footer_scripts.into_iter();
        footer.for_each(|script| self.footer_script(script));
        self.prerendered.extend(part.prerendered);
    }

    /// Names a page that visitors will probably ask for next (`wp_resource_hints`, `prerender`).
    pub fn prerender(&mut self, url: &str) {
        self.prerendered.push(url.to_owned());
    }

    /// The pages that visitors will probably ask for next.
    pub fn prerendered(&self) -> &[String] {
        &self.prerendered
    }

    /// Enqueues a sheet for the head; a handle is printed once.
    pub fn style(&mut self, style: Style) {
        if !self.styles.iter().any(|s| s.handle == style.handle) {
            self.styles.push(style);
        }
    }

    /// Enqueues a sheet from the body; it is printed before the footer's scripts.
    pub fn late_style(&mut self, style: Style) {
        if !self
            .styles
            .iter()
            .chain(&self.late_styles)
            .any(|s| s.handle == style.handle)
        {
            self.late_styles.push(style);
        }
    }

    /// Enqueues a script for the head; a handle is printed once.
    pub fn head_script(&mut self, script: Script) {
        if !self.has_script(&script.handle) {
            self.head_scripts.push(script);
        }
    }

    /// Enqueues a script for the end of the body; a handle is printed once.
    pub fn footer_script(&mut self, script: Script) {
        if !self.has_script(&script.handle) {
            self.footer_scripts.push(script);
        }
    }

    fn has_script(&self, handle: &str) -> bool {
        self.head_scripts
            .iter()
            .chain(&self.footer_scripts)
            .any(|s| s.handle == handle)
    }

    /// `wp_print_styles` and `wp_print_head_scripts`. Inline code is printed even when its file is not linked.
    pub fn print_head(&self, may_link: MayLink<'_>) -> String {
        let mut out = String::new();
        self.styles.iter().for_each(|s| s.print(&mut out, may_link));
        self.head_scripts
            .iter()
            .for_each(|s| s.print(&mut out, may_link));
        out
    }

    /// `wp_print_footer_scripts`.
    pub fn print_footer(&self, may_link: MayLink<'_>) -> String {
        let mut out = String::new();
        self.late_styles
            .iter()
            .for_each(|s| s.print(&mut out, may_link));
        self.footer_scripts
            .iter()
            .for_each(|s| s.print(&mut out, may_link));
        out
    }

    /// Hosts of linked files other than `own`, for `dns-prefetch`, each once.
    pub fn foreign_hosts(&self, own: &str) -> Vec<String> {
        let styles = self.styles.iter().filter_map(|s| s.href.as_deref());
        let scripts = self
            .head_scripts
            .iter()
            .chain(&self.footer_scripts)
            .filter_map(|s| s.src.as_deref());
        let mut hosts: Vec<String> = Vec::new();
        for url in scripts.chain(styles) {
            let Some(host) = url
                .split_once("//")
                .map(|(_, rest)| rest.split(['/', '?']).next().unwrap_or(rest))
            else {
                continue;
            };
            if host != own && !hosts.iter().any(|h| h == host) {
                hosts.push(host.to_owned());
            }
        }
        hosts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_recorded() {
        let mut assets = Assets::default();
        assets.style(Style::linked(
            "contact-form-7",
            "http://h/styles.css",
            "6.1.6",
        ));
        assets.footer_script(
            Script::linked("x", "http://h/x.js", "1")
                .strategy(Strategy::Defer)
                .localized("p", "{\"a\":\"b\"}"),
        );
        assert_eq!(
            assets.print_head(&|_| true),
            "<link rel='stylesheet' id='contact-form-7-css' href='http://h/styles.css?ver=6.1.6' type='text/css' media='all' />\n"
        );
        assert!(assets.print_footer(&|_| true).starts_with("<script type=\"text/javascript\" id=\"x-js-extra\">\n/* <![CDATA[ */\nvar p = {\"a\":\"b\"};\n"));
        assert!(
            assets
                .print_footer(&|_| true)
                .contains("id=\"x-js\" defer=\"defer\" data-wp-strategy=\"defer\"></script>")
        );
        assert_eq!(assets.foreign_hosts("other"), ["h"]);
        assert_eq!(assets.print_head(&|_| false), "");
        // A script's data is printed even when its file is not linked.
        let data = assets.print_footer(&|_| false);
        assert!(data.contains("var p = ") && !data.contains(" src="));
    }
}
