use std::fs;
use std::path::Path;

use super::*;

/// Our own files in the format of WordPress's.
fn site() -> tempfile::TempDir {
    let site = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = site.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "wp-includes/theme.json",
        r##"{"settings": {
            "color": {"palette": [{"slug": "arcilla", "color": "#a52"}, {"slug": "cal", "color": "#fff"}],
                      "gradients": [{"slug": "tarde", "gradient": "linear-gradient(#a52,#fff)"}]},
            "typography": {"fontSizes": [{"slug": "small", "size": "13px"}]},
            "spacing": {"spacingScale": {"operator": "*", "increment": 2, "steps": 3, "mediumStep": 1.5, "unit": "rem"}}},
          "styles": {"elements": {"button": {"color": {"text": "#fff"}, "border": {"width": "0"}},
                                  "link": {"typography": {"textDecoration": "underline"}, ":hover": {"color": {"text": "var:preset|color|cal"}}}},
                     "spacing": {"padding": {"top": "0px", "left": "1px"}}}}"##,
    );
    write(
        "wp-includes/css/dist/block-library/theme.min.css",
        ".wp-block-quote{margin:0}</style>",
    );
    write(
        "wp-includes/blocks/columns/block.json",
        r#"{"name": "core/columns", "supports": {"spacing": {"blockGap": {"__experimentalDefault": "2em"}}}}"#,
    );
    write(
        "wp-includes/blocks/pullquote/block.json",
        r#"{"name": "core/pullquote", "supports": {"__experimentalStyle": {"typography": {"fontSize": "1.5em"}}}}"#,
    );
    write("wp-includes/blocks/archives.php", "<?php");
    write(
        "wp-includes/blocks/archives/block.json",
        r#"{"name": "core/archives", "supports": {"__experimentalStyle": {"color": {"text": "red"}}}}"#,
    );
    write(
        "wp-content/themes/casa/theme.json",
        r##"{"settings": {"layout": {"contentSize": "800px", "wideSize": "1000px"}, "custom": {"lineHeight": {"big": 2}},
            "color": {"palette": [{"slug": "cal", "color": "#000"}, {"slug": "propio", "color": "#123456"}, {"slug": "mal", "color": "x;}body{"}]}}}"##,
    );
    site
}

#[test]
fn a_sheet_from_the_sites_own_files() {
    let site = site();
    let theme = site.path().join("wp-content/themes/casa");
    let styles = GlobalStyles::read(site.path(), &[&theme, &theme]);
    println!("{}", styles.global_styles);
    let css = &styles.global_styles;
    let start = ":root{--wp--preset--color--arcilla: #a52;--wp--preset--color--cal: #fff;\
        --wp--preset--color--propio: #123456;--wp--preset--gradient--tarde: linear-gradient(#a52,#fff);\
        --wp--preset--font-size--small: 13px;--wp--preset--spacing--40: 0.75rem;--wp--preset--spacing--50: 1.5rem;\
        --wp--preset--spacing--60: 3rem;--wp--custom--line-height--big: 2;}\
        :root { --wp--style--global--content-size: 800px;--wp--style--global--wide-size: 1000px; }\
        :where(body) { margin: 0; }";
    assert!(css.starts_with(start), "{css}");
    let end = "body{padding-top: 0px;padding-left: 1px;}a:where(:not(.wp-element-button)){text-decoration: underline;}\
        a:where(:not(.wp-element-button)):hover{color: var(--wp--preset--color--cal);}\
        :root :where(.wp-element-button, .wp-block-button__link){border-width: 0;color: #fff;}\
        .has-arcilla-color{color: var(--wp--preset--color--arcilla) !important;}";
    assert!(css.contains(end), "{css}");
    let blocks = ".has-small-font-size{font-size: var(--wp--preset--font-size--small) !important;}\n\
        :root :where(.wp-block-archives){color: red;}\n\
        :where(.wp-block-columns.is-layout-flex){gap: 2em;}:where(.wp-block-columns.is-layout-grid){gap: 2em;}\n\
        :root :where(.wp-block-pullquote){font-size: 1.5em;}";
    assert!(css.ends_with(blocks), "{css}");
    assert_eq!(
        styles.block_library_theme,
        ".wp-block-quote{margin:0}<\\/style>"
    );
    assert!(styles.files.are_current());
    fs::write(theme.join("theme.json"), "{").unwrap();
    assert!(!styles.files.are_current());
    assert_eq!(GlobalStyles::read(site.path(), &[&theme]).global_styles, "");
}

#[test]
fn a_site_without_files_has_no_sheets() {
    let none = GlobalStyles::read(Path::new("/nowhere"), &[Path::new("/nowhere")]);
    assert!(none.global_styles.is_empty() && none.block_library_theme.is_empty());
}
