//! What the fuzz targets share: with the feature `link` each is a libFuzzer target, without it a program that runs the
//! files of its corpus (`corpus/TARGET`, or those named as arguments) once.

use std::path::{Path, PathBuf};

#[cfg(feature = "link")]
pub use libfuzzer_sys;

/// An input made of the bytes of a file.
pub trait Input<'b>: Sized {
    /// The bytes as this type; text ends where it is not UTF-8.
    fn from_bytes(bytes: &'b [u8]) -> Self;
}

impl<'b> Input<'b> for &'b [u8] {
    fn from_bytes(bytes: &'b [u8]) -> Self {
        bytes
    }
}

impl<'b> Input<'b> for &'b str {
    fn from_bytes(bytes: &'b [u8]) -> Self {
        bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
    }
}

/// Defines the target of a program.
#[macro_export]
macro_rules! fuzz_target {
    (|$input:ident: $kind:ty| $body:block) => {
        #[cfg(feature = "link")]
        $crate::libfuzzer_sys::fuzz_target!(|$input: $kind| $body);

        #[cfg(not(feature = "link"))]
        fn main() -> std::io::Result<()> {
            $crate::run_corpus(env!("CARGO_BIN_NAME"), |bytes| {
                let $input: $kind = $crate::Input::from_bytes(bytes);
                $body
            })
        }
    };
}

/// Runs a target with every file of its corpus, and prints their number.
///
/// # Errors
/// When a file cannot be read.
pub fn run_corpus(target: &str, mut run: impl FnMut(&[u8])) -> std::io::Result<()> {
    let mut files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpus")
            .join(target);
        for entry in std::fs::read_dir(corpus)? {
            files.push(entry?.path());
        }
    }
    for file in &files {
        run(&std::fs::read(file)?);
    }
    println!("{}", files.len());
    Ok(())
}
