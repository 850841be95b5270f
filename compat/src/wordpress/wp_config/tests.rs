use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

#[derive(Default)]
struct Fake {
    variables: HashMap<&'static str, &'static str>,
    files: HashMap<&'static str, &'static str>,
}

impl Environment for Fake {
    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).map(|v| (*v).to_owned())
    }
    fn exists(&self, path: &Path) -> bool {
        self.files.contains_key(path.to_str().unwrap_or(""))
    }
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let file = self.files.get(path.to_str()?)?;
        Some(file.as_bytes().to_vec())
    }
}

fn parse_with(source: &str, fake: &Fake) -> Result<WpConfig, WpConfigError> {
    let root = Path::new("/srv/wp");
    WpConfig::parse(source.as_bytes(), &root.join("wp-config.php"), root, fake)
}

fn parse(source: &str) -> WpConfig {
    parse_with(&format!("<?php\n{source}"), &Fake::default()).unwrap()
}

/// The value of the constant `X`, as text.
fn x(source: &str) -> Option<String> {
    parse(source).text("X")
}

#[test]
fn the_usual_file() {
    let config = parse(
        "/* keys */ define( 'DB_NAME', 'casa' ); # name
        define('DB_HOST', \"127.0.0.1:33306\"); // host ?> <?php
        define('WP_DEBUG', false); const WP_MEMORY_LIMIT = '64M';
        $table_prefix = 'x7_';
        if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
        require_once ABSPATH . 'wp-settings.php';",
    );
    assert_eq!(config.text("DB_NAME").as_deref(), Some("casa"));
    assert_eq!(config.db_host().unwrap().port, Some(33306));
    assert_eq!(config.flag("WP_DEBUG"), Some(false));
    assert_eq!(config.text("WP_MEMORY_LIMIT").as_deref(), Some("64M"));
    assert_eq!(config.table_prefix(), Some("x7_"));
    assert_eq!(config.text("ABSPATH").as_deref(), Some("/srv/wp/"));
    assert_eq!(config.unread(), []);
}

#[test]
fn texts() {
    assert_eq!(
        x(r"define('X', 'it\'s \n \\');").as_deref(),
        Some(r"it's \n \")
    );
    assert_eq!(
        x(r#"define('X', "a\n\x41\101\u{e9}\$y \q");"#).as_deref(),
        Some("a\nAA\u{e9}$y \\q")
    );
    assert_eq!(
        x("$h = 'casa'; define('X', \"https://{$h}.example/$h\");").as_deref(),
        Some("https://casa.example/casa")
    );
    assert_eq!(
        x("define('X', <<<'EOT'\n  a\n  $b\n  EOT);").as_deref(),
        Some("a\n$b")
    );
    assert_eq!(
        x("$b = 1; define('X', <<<EOT\na$b\nEOT\n);").as_deref(),
        Some("a1")
    );
}

#[test]
fn expressions() {
    let cases = [
        ("1 + 2 * 3", "7"),
        ("60 * 60 . 's'", "3600s"),
        ("true ? 'a' : 'b'", "a"),
        ("getenv('NONE') ?: 'c'", "c"),
        ("$none ?? 'd'", "d"),
        ("null ?? null ?? 'e'", "e"),
        ("!false && ('1' == 1)", "1"),
        ("(int) '12abc'", "12"),
        ("dirname(__FILE__) . '/x'", "/srv/wp/x"),
        ("dirname('/a/b/c/', 2)", "/a"),
        ("strtolower('AB') === 'ab' ? 'y' : 'n'", "y"),
        ("-5 + +3", "-2"),
        ("'0' == ''", ""),
        ("0x1F", "31"),
        ("0755", "493"),
        ("\\md5('a')", "0cc175b9c0f1b6a831c399e269772661"),
        ("$y = $z = 'q'", "q"),
        ("empty($none) && !isset($none)", "1"),
        ("str_replace('a', 'b', 'banana')", "bbnbnb"),
    ];
    for (source, want) in cases {
        let got = x(&format!("define('X', {source});"));
        assert_eq!(got.as_deref(), Some(want), "{source}");
    }
}

#[test]
fn conditions_and_order() {
    let first = "define('X', 'first'); define('X', 'second');";
    assert_eq!(x(first).as_deref(), Some("first"));
    assert_eq!(
        x("if (false) define('X', 1); elseif (true) define('X', 2); else define('X', 3);")
            .as_deref(),
        Some("2")
    );
    assert_eq!(
        x("if (false): define('X', 1); else: define('X', 2); endif;").as_deref(),
        Some("2")
    );
    assert_eq!(
        x("if (false) if (true) { } else define('X', 1); define('X', 2);").as_deref(),
        Some("2")
    );
    assert_eq!(
        x("if (false) { define('X', 1); } else { define('X', 2); }").as_deref(),
        Some("2")
    );
    assert_eq!(
        x("defined('X') || define('X', 'or'); defined('X') or define('X', 2);").as_deref(),
        Some("or")
    );
    assert_eq!(
        x("defined('Y') && define('X', 1); define('X', 2); exit; define('Z', 1);").as_deref(),
        Some("2")
    );
    assert_eq!(parse("exit; define('Z', 1);").text("Z"), None);
}

#[test]
fn what_depends_on_the_request_is_reported_and_left_out() {
    let config = parse(
        "if (isset($_SERVER['HTTP_HOST']) && $_SERVER['HTTP_HOST'] === 'a') {
            define('WP_HOME', 'https://a');
            $table_prefix = 'a_';
        }
        define('WP_SITEURL', 'https://' . $_SERVER['HTTP_HOST']);
        define('WP_CACHE', true);
        define('KEY', $x->method('a')['b']);
        $ok = function () use ($x) { return define('NEVER', 1); };
        define('AFTER', 1);",
    );
    let reported: Vec<_> = config
        .unread()
        .iter()
        .map(|u| (u.name.as_str(), u.line))
        .collect();
    assert_eq!(config.text("WP_HOME"), None);
    assert_eq!(config.text("WP_SITEURL"), None);
    assert_eq!(config.flag("WP_CACHE"), Some(true));
    assert_eq!(config.text("AFTER").as_deref(), Some("1"));
    assert_eq!(config.table_prefix(), None);
    assert!(reported.contains(&("WP_HOME", 3)), "{reported:?}");
    assert!(reported.contains(&("WP_SITEURL", 6)), "{reported:?}");
    assert!(reported.contains(&("KEY", 8)), "{reported:?}");
    assert!(reported.contains(&("$table_prefix", 4)), "{reported:?}");
}

#[test]
fn the_container_images_file() {
    let fake = Fake {
        variables: HashMap::from([
            ("WORDPRESS_DB_NAME", "casa"),
            ("WORDPRESS_DB_PASSWORD_FILE", "/run/secret"),
            (
                "WORDPRESS_CONFIG_EXTRA",
                "define('WP_HOME', 'https://casa.example/');",
            ),
        ]),
        files: HashMap::from([
            ("/run/secret", "geheim\n"),
            ("/srv/wp/local.php", "<?php define('LOCAL', __DIR__);"),
        ]),
    };
    let config = parse_with(
        "<?php
        if (!function_exists('getenv_docker')) {
            function getenv_docker($env, $default) { if ($fileEnv = getenv($env . '_FILE')) { return 1; } return $default; }
        }
        define( 'DB_NAME', getenv_docker('WORDPRESS_DB_NAME', 'wordpress') );
        define( 'DB_USER', getenv_docker('WORDPRESS_DB_USER', 'example username') );
        define( 'DB_PASSWORD', getenv_docker('WORDPRESS_DB_PASSWORD', 'example password') );
        $table_prefix = getenv_docker('WORDPRESS_TABLE_PREFIX', 'wp_');
        define( 'WP_DEBUG', !!getenv_docker('WORDPRESS_DEBUG', '') );
        if (isset($_SERVER['HTTP_X_FORWARDED_PROTO']) && strpos($_SERVER['HTTP_X_FORWARDED_PROTO'], 'https') !== false) {
            $_SERVER['HTTPS'] = 'on';
        }
        if ($configExtra = getenv_docker('WORDPRESS_CONFIG_EXTRA', '')) { eval($configExtra); }
        if (file_exists(__DIR__ . '/local.php')) { require 'local.php'; } else { define('LOCAL', 'no'); }
        if ( file_exists(__DIR__ . '/none.php') ) include 'none.php';",
        &fake,
    )
    .unwrap();
    assert_eq!(config.text("DB_NAME").as_deref(), Some("casa"));
    assert_eq!(config.text("DB_USER").as_deref(), Some("example username"));
    assert_eq!(config.text("DB_PASSWORD").as_deref(), Some("geheim"));
    assert_eq!(config.table_prefix(), Some("wp_"));
    assert_eq!(config.flag("WP_DEBUG"), Some(false));
    assert_eq!(config.home().as_deref(), Some("https://casa.example"));
    assert_eq!(config.text("LOCAL").as_deref(), Some("/srv/wp"));
    assert_eq!(config.unread(), []);
}

#[test]
fn errors_name_file_and_line() {
    for (source, line) in [
        ("<?php\ndefine('A', 'b);", 2),
        ("<?php\n\nif (true) {", 3),
        ("<?php /* a\n", 1),
        ("<?php\n)", 2),
    ] {
        let error = parse_with(source, &Fake::default()).unwrap_err();
        assert_eq!(error.line, line, "{source}: {error}");
        assert!(error.to_string().starts_with("/srv/wp/wp-config.php:"));
    }
}

#[test]
fn database_hosts() {
    let host = |text| {
        let DbHost { host, port, socket } = DbHost::parse(text);
        (host, port, socket)
    };
    let s = |t: &str| t.to_owned();
    assert_eq!(host("localhost"), (s("localhost"), None, None));
    assert_eq!(host("db:3307"), (s("db"), Some(3307), None));
    assert_eq!(host("[::1]:3307"), (s("::1"), Some(3307), None));
    assert_eq!(host("::1"), (s("::1"), None, None));
    assert_eq!(
        host("localhost:/run/mysqld.sock"),
        (s("localhost"), None, Some(s("/run/mysqld.sock")))
    );
}

#[test]
fn hostile_files_take_linear_time() {
    for unit in [
        "(", "{", "if(1)", "!", "'a'.", "$a=", "[", "a(", "\"{$", "1?", "<<<A\n", "if(1):", "x??",
    ] {
        let source = format!("<?php {}", unit.repeat(65_536 / unit.len()));
        let start = std::time::Instant::now();
        let _ = parse_with(&source, &Fake::default());
        assert!(start.elapsed().as_millis() < 2000, "{unit}");
    }
}

proptest! {
    #[test]
    fn never_panics(source in "(<\\?php )?([(){}\\[\\];,.$'\"?:=&|!<>*/#\\\\\n a-c0-9]|define\\('X',|if ?\\(|else|endif;|<<<A\n|\\$a|const X=|é){0,60}") {
        let _ = parse_with(&source, &Fake::default());
    }

    #[test]
    fn never_panics_on_bytes(source: Vec<u8>) {
        let root = Path::new("/srv/wp");
        let _ = WpConfig::parse(&source, &root.join("wp-config.php"), root, &Fake::default());
    }
}

#[test]
fn a_byte_order_mark_and_old_encodings_do_no_harm() {
    let root = Path::new("/srv/wp");
    let source = b"\xef\xbb\xbf<?php define('X', 'caf\xe9'); ?>\n";
    let config =
        WpConfig::parse(source, &root.join("wp-config.php"), root, &Fake::default()).unwrap();
    assert_eq!(config.text("X").as_deref(), Some("caf\u{fffd}"));
}
