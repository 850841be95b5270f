//! Every fuzz target runs the files of its corpus without a panic.

use std::process::Command;

#[test]
fn every_target_runs_its_corpus() {
    let targets = [
        ("content_pipeline", env!("CARGO_BIN_EXE_content_pipeline")),
        ("cookies", env!("CARGO_BIN_EXE_cookies")),
        ("form_template", env!("CARGO_BIN_EXE_form_template")),
        ("http2_frames", env!("CARGO_BIN_EXE_http2_frames")),
        ("markup", env!("CARGO_BIN_EXE_markup")),
        ("mo_file", env!("CARGO_BIN_EXE_mo_file")),
        ("multipart", env!("CARGO_BIN_EXE_multipart")),
        ("php_unserialize", env!("CARGO_BIN_EXE_php_unserialize")),
        ("shortcodes", env!("CARGO_BIN_EXE_shortcodes")),
        ("sql_dump", env!("CARGO_BIN_EXE_sql_dump")),
        ("urls", env!("CARGO_BIN_EXE_urls")),
        ("wp_config", env!("CARGO_BIN_EXE_wp_config")),
    ];
    for (target, program) in targets {
        let done = Command::new(program).output().expect(target);
        let files = String::from_utf8_lossy(&done.stdout);
        let log = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{target}: {log}");
        let files: usize = files.trim().parse().expect(target);
        assert!(files > 0, "{target} has no corpus");
        println!("{target}: {files} inputs");
    }
}
