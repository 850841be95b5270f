//! The recorded site's folder, completed with language packs.
//!
//! `fixtures/recordings/words` holds the texts of the recordings by their English source, in a folder that mirrors
//! `wp-content`: `languages/es_ES.jsonl` becomes `languages/es_ES.mo`. With the variable [`CATALOGUES`] the complete
//! `.mo` files of the recorded software are used in their place.
//!
//! The tests of other crates include this file by its path: it needs nothing but `compat`, `serde_json` and `tempfile`.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use compat::wordpress::l10n::{Message, MoWriter};
use serde_json::Value;

/// Names a `wp-root` whose language packs are used, as `make test` does with `../shared/recordings/wp-root`.
pub const CATALOGUES: &str = "TEST_CATALOGUES";

/// The folder with `wp-root` and `oxipress.toml`, made once for each state of its sources below the target folder.
///
/// # Panics
/// When it cannot be made.
pub fn recorded_site() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER
        .get_or_init(|| make().expect("recorded site"))
        .clone()
}

/// `wp-content` of the recorded site.
pub fn recorded_content() -> PathBuf {
    recorded_site().join("wp-root/wp-content")
}

fn make() -> Result<PathBuf> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let site = fixtures.join("casas-cueva");
    let catalogues = std::env::var_os(CATALOGUES).map(PathBuf::from);
    let packs = match &catalogues {
        Some(root) => Packs::of_catalogues(&root.join("wp-content"))?,
        None => Packs::of_words(&fixtures.join("recordings/words"))?,
    };
    eprintln!("language packs of the recorded site: {}", packs.origin);
    let mut files = files(&site.join("wp-root"))?;
    files.push(site.join("oxipress.toml"));
    let target = target_folder()?.join("recorded-site");
    let folder = target.join(format!("{:016x}", packs.hash(&files)?));
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(&target)?;
    let now = SystemTime::now();
    let working = tempfile::tempdir_in(&target)?.keep();
    for file in &files {
        let below = file.strip_prefix(&site).map_err(Error::other)?;
        write(&working.join(below), &fs::read(file)?, now)?;
    }
    for (file, bytes) in &packs.files {
        write(&working.join("wp-root/wp-content").join(file), bytes, now)?;
    }
    // Another test may have been faster.
    if fs::rename(&working, &folder).is_err() {
        fs::remove_dir_all(&working)?;
    }
    Ok(folder)
}

/// Language packs by their path below `wp-content`.
struct Packs {
    origin: String,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Packs {
    fn of_words(folder: &Path) -> Result<Self> {
        let pack = |file: PathBuf| {
            let below = file.strip_prefix(folder).map_err(Error::other)?;
            let compiled = compile(&fs::read_to_string(&file)?);
            let compiled = compiled.map_err(|error| format!("{}: {error}", file.display()));
            Ok((below.with_extension("mo"), compiled.map_err(Error::other)?))
        };
        Ok(Self {
            origin: "the words of the recordings (fixtures/recordings/words)".to_owned(),
            files: files(folder)?
                .into_iter()
                .map(pack)
                .collect::<Result<_>>()?,
        })
    }

    fn of_catalogues(content: &Path) -> Result<Self> {
        let all = files(content)?;
        let packs = all
            .into_iter()
            .filter(|file| file.extension().is_some_and(|e| e == "mo"));
        let read = |file: PathBuf| {
            let below = file.strip_prefix(content).map_err(Error::other)?;
            Ok((below.to_owned(), fs::read(&file)?))
        };
        Ok(Self {
            origin: format!("the full catalogues below {}", content.display()),
            files: packs.map(read).collect::<Result<_>>()?,
        })
    }

    /// Tells apart what these packs and the site's own files make.
    fn hash(&self, site: &[PathBuf]) -> Result<u64> {
        let mut hasher = DefaultHasher::new();
        self.files.hash(&mut hasher);
        for file in site {
            (file, fs::metadata(file)?.len()).hash(&mut hasher);
        }
        Ok(hasher.finish())
    }
}

/// A `.mo` file of a word list. Its first line has the rule among plural forms, each other one a message.
fn compile(text: &str) -> std::result::Result<Vec<u8>, String> {
    let mut lines = text.lines().map(serde_json::from_str::<Value>);
    let header = lines.next().ok_or("empty")?.map_err(|e| e.to_string())?;
    let plural_forms = header["plural_forms"].as_str().ok_or("no plural_forms")?;
    let mut writer = MoWriter::new(plural_forms);
    for line in lines {
        let line = line.map_err(|e| e.to_string())?;
        let words = line["words"].as_array().ok_or("no words")?.iter();
        let words: Vec<&str> = words.filter_map(Value::as_str).collect();
        let message = Message {
            context: line["context"].as_str(),
            id: line["id"].as_str().ok_or("no id")?,
            plural: line["plural"].as_str(),
        };
        writer.insert(&message, &words);
    }
    writer.finish().map_err(|e| e.to_string())
}

fn target_folder() -> Result<PathBuf> {
    let program = std::env::current_exe()?;
    let folder = program.ancestors().nth(2).ok_or("no target folder");
    folder.map(Path::to_owned).map_err(Error::other)
}

/// All files have one time, as those of the recorded site: some recordings ask for one file on the condition of another's.
fn write(file: &Path, bytes: &[u8], modified: SystemTime) -> Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(file))?;
    fs::write(file, bytes)?;
    File::options()
        .write(true)
        .open(file)?
        .set_modified(modified)
}

/// All files below a folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => found.extend(files(&entry.path())?),
            false => found.push(entry.path()),
        }
    }
    found.sort();
    Ok(found)
}
