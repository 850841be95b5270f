//! `oxipress --version`: the commit, and the software whose behaviour is known.

use crate::column::Columns;

/// Version and commit, then each piece of software with the versions that its contract was recorded with.
pub(super) fn long(columns: Columns) -> String {
    let commit = match env!("BUILD_COMMIT") {
        "" => "built from source",
        commit => commit,
    };
    let mut text = format!("{} ({commit})\n\nRecorded with:", env!("CARGO_PKG_VERSION"));
    let software = columns
        .compat
        .0
        .iter()
        .flat_map(|column| column.audit.software);
    for known in software.filter(|software| !software.recorded.is_empty()) {
        text.push_str(&format!("\n  {} {}", known.name, known.recorded.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::COLUMNS;

    #[test]
    fn recorded_versions_are_named() {
        let text = long(COLUMNS);
        println!("{text}");
        for line in ["WordPress 6.8.7", "Divi 4.20.4", "WooCommerce 10.7.0"] {
            assert!(text.contains(line), "{line}");
        }
    }
}
