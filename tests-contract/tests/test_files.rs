//! Each crate has one test binary: a file in `tests/` that `tests/main.rs` does not name would not be compiled.

use std::fs;
use std::path::Path;

#[test]
fn every_test_file_is_a_module() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut count = 0;
    for name in ["compat", "themes", "endpoints", "tests-contract"] {
        let folder = top.join(name).join("tests");
        let main = fs::read_to_string(folder.join("main.rs")).expect("main.rs");
        for entry in fs::read_dir(&folder).expect("folder") {
            let path = entry.expect("entry").path();
            let is_code = path.extension().is_some_and(|e| e == "rs")
                || path.join("mod.rs").exists()
                || path.join("main.rs").exists();
            let module = path.file_stem().and_then(|s| s.to_str()).expect("name");
            if is_code && module != "main" {
                let is_named = main.lines().any(|line| line == format!("mod {module};"));
                assert!(is_named, "{}: `mod {module};` is missing", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count} files");
}
