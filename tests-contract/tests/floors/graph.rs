//! The graph of the source files: an arrow from a file to each file that defines something it names.
//!
//! Paths are read wherever they stand (`use`, inline, inside of macros), from `crate`, `self`, `super`, a crate's name,
//! a child module or an imported module, and followed through re-exports to the defining file. Declarations (`mod x;`)
//! and re-exports (`pub use`) are no arrows. Tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::tokens::{Token, tokens};

/// A path of modules: crate, module, module.
type Module = Vec<String>;

/// A source file.
pub struct Source {
    /// Its path below the root of the repository.
    pub file: String,
    /// Its tokens.
    pub tokens: Vec<Token>,
    module: Module,
    /// Names that its `use` lines bring in.
    uses: Vec<Use>,
}

struct Use {
    path: Module,
    /// The name in this file; `*` for all names.
    name: String,
    is_public: bool,
}

/// All sources of the floors.
pub struct Graph {
    /// The files.
    pub sources: Vec<Source>,
    modules: BTreeMap<Module, usize>,
}

/// The floors' crates, from the lowest.
pub const CRATES: [&str; 3] = ["compat", "themes", "endpoints"];

/// All files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("entry").path());
    let found = paths.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}

/// The module of a file, such as `compat/src/divi/mod.rs`.
fn module_of(file: &str) -> Module {
    let parts = file.trim_end_matches(".rs").split('/');
    let mut module: Module = parts.map(str::to_owned).collect();
    module.remove(1);
    let is_root = |name: &str| matches!(name, "mod" | "lib");
    if module.last().is_some_and(|name| is_root(name)) {
        module.pop();
    }
    module
}

impl Graph {
    /// Reads the sources below a root.
    pub fn read(root: &Path) -> Self {
        let mut sources = Vec::new();
        for name in CRATES {
            for path in files(&root.join(name).join("src")) {
                let file = path.strip_prefix(root).expect("below the root");
                let file = file.to_string_lossy().into_owned();
                if !file.ends_with(".rs") || file.ends_with("/main.rs") {
                    continue;
                }
                let text = fs::read_to_string(&path).expect("source");
                sources.push(Source {
                    module: module_of(&file),
                    tokens: tokens(&text),
                    uses: Vec::new(),
                    file,
                });
            }
        }
        let modules = sources.iter().enumerate();
        let modules = modules.map(|(at, source)| (source.module.clone(), at));
        let mut graph = Self {
            modules: modules.collect(),
            sources,
        };
        for at in 0..graph.sources.len() {
            graph.sources[at].uses = graph.uses(&graph.sources[at]);
        }
        graph
    }

    /// The `use` lines of a source.
    fn uses(&self, source: &Source) -> Vec<Use> {
        let mut found = Vec::new();
        for (at, token) in source.tokens.iter().enumerate() {
            if token.is_word("use") {
                let before = at.checked_sub(1).and_then(|at| source.tokens.get(at));
                let is_public = before.is_some_and(|t| t.is_word("pub") || t.is_mark(")"));
                let mut trees = Vec::new();
                tree(&source.tokens, at + 1, &Vec::new(), &mut trees);
                for (path, name) in trees {
                    if let Some(path) = self.absolute(source, &path, &[]) {
                        found.push(Use {
                            path,
                            name,
                            is_public,
                        });
                    }
                }
            }
        }
        found
    }

    /// A path from the crate on; none for what no crate of ours defines.
    fn absolute(&self, source: &Source, path: &[String], uses: &[Use]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let mut module = match first.as_str() {
            "crate" => source.module[..1].to_vec(),
            "self" => source.module.clone(),
            "super" => source.module[..source.module.len() - 1].to_vec(),
            name => {
                let imported = uses.iter().find(|used| used.name == name);
                let mut child = source.module.clone();
                child.push(name.to_owned());
                match imported {
                    Some(used) => used.path.clone(),
                    None if self.modules.contains_key(&child) => child,
                    None if CRATES.contains(&name) => vec![name.to_owned()],
                    None => return None,
                }
            }
        };
        for name in rest {
            match name.as_str() {
                "super" => {
                    module.pop();
                }
                name => module.push(name.to_owned()),
            }
        }
        Some(module)
    }

    /// The file that defines what a path names; none for the root of a crate.
    fn defining(&self, path: &[String], depth: usize) -> Option<usize> {
        let known = (1..=path.len()).rev();
        let mut known = known.filter_map(|n| Some((n, *self.modules.get(&path[..n])?)));
        let (length, at) = known.next()?;
        let exports = self.sources[at].uses.iter().filter(|used| used.is_public);
        if let Some((next, rest)) = path[length..].split_first().filter(|_| depth < 8) {
            for used in exports {
                if used.name == *next {
                    let followed = [&used.path[..], rest].concat();
                    return self.defining(&followed, depth + 1);
                }
            }
        }
        (length > 1).then_some(at)
    }

    /// Each file with those that it names.
    pub fn arrows(&self) -> Vec<BTreeSet<usize>> {
        let sources = self.sources.iter().enumerate();
        let arrows = sources.map(|(at, source)| {
            let private = source.uses.iter().filter(|used| !used.is_public);
            let mut paths: Vec<Module> = private.map(|used| used.path.clone()).collect();
            let inline = inline_paths(&source.tokens).into_iter();
            paths.extend(inline.filter_map(|p| self.absolute(source, &p, &source.uses)));
            let named = paths.iter().filter_map(|path| self.defining(path, 0));
            named.filter(|to| *to != at).collect()
        });
        arrows.collect()
    }

    /// Groups of files of which each reaches each other.
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let arrows = self.arrows();
        let reached: Vec<BTreeSet<usize>> = (0..arrows.len())
            .map(|start| reachable(&arrows, start))
            .collect();
        let mut grouped = BTreeSet::new();
        let mut circles = Vec::new();
        for at in 0..arrows.len() {
            if !grouped.contains(&at) && reached[at].contains(&at) {
                let group: Vec<usize> = (0..arrows.len())
                    .filter(|other| reached[at].contains(other) && reached[*other].contains(&at))
                    .collect();
                grouped.extend(group.iter().copied());
                circles.push(
                    group
                        .iter()
                        .map(|i| self.sources[*i].file.as_str())
                        .collect(),
                );
            }
        }
        circles
    }
}

/// The files that a file reaches; itself only over others.
fn reachable(arrows: &[BTreeSet<usize>], start: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for to in &arrows[at] {
            if found.insert(*to) {
                open.push(*to);
            }
        }
    }
    found
}

/// Reads a `use` tree that begins at a token; returns the place behind it.
fn tree(
    tokens: &[Token],
    start: usize,
    before: &Module,
    found: &mut Vec<(Module, String)>,
) -> usize {
    let mut path = before.clone();
    let mut at = start;
    let mut alias = None;
    loop {
        match tokens.get(at) {
            Some(Token::Word(word)) if word == "as" => {
                if let Some(Token::Word(name)) = tokens.get(at + 1) {
                    alias = Some(name.clone());
                }
                at += 2;
            }
            Some(Token::Word(word)) => {
                path.push(word.clone());
                at += 1;
            }
            Some(Token::Mark("::")) => at += 1,
            Some(Token::Mark("*")) => {
                found.push((path, "*".to_owned()));
                return at + 1;
            }
            Some(Token::Mark("{")) => {
                at += 1;
                while !tokens.get(at).is_none_or(|token| token.is_mark("}")) {
                    at = tree(tokens, at, &path, found);
                    at += usize::from(tokens.get(at).is_some_and(|token| token.is_mark(",")));
                }
                return at + 1;
            }
            _ => break,
        }
    }
    if path.len() > before.len() + 1 && path.last().is_some_and(|name| name == "self")
        || path.last().is_some_and(|name| name == "self") && !before.is_empty()
    {
        path.pop();
    }
    if let Some(name) = alias.or_else(|| path.last().cloned()) {
        found.push((path, name));
    }
    at
}

/// Paths of at least two names outside of `use` lines.
fn inline_paths(tokens: &[Token]) -> Vec<Module> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let Token::Word(word) = token else {
            at += 1;
            continue;
        };
        if word == "use" {
            at = tree(tokens, at + 1, &Vec::new(), &mut Vec::new());
            continue;
        }
        let mut path = vec![word.clone()];
        at += 1;
        while let (Some(Token::Mark("::")), Some(Token::Word(next))) =
            (tokens.get(at), tokens.get(at + 1))
        {
            path.push(next.clone());
            at += 2;
        }
        if path.len() > 1 {
            found.push(path);
        }
    }
    found
}
