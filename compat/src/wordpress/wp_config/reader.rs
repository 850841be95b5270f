//! Walks over the statements of a configuration file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::environment::Environment;
use super::token::{Kind, Token};
use super::tokenizer::Tokenizer;
use super::value::Value;
use super::{Constant, Unread, WpConfig, WpConfigError};

/// Files inside files inside files.
const INCLUDE_DEPTH_MAX: usize = 8;
/// Included files altogether.
const INCLUDES_MAX: usize = 64;
/// Blocks and brackets inside each other.
pub(super) const NESTING_MAX: usize = 100;

impl WpConfig {
    /// Where WordPress looks for the file: in its folder, or one above if no other WordPress is there.
    pub fn find(wp_root: &Path, environment: &dyn Environment) -> Option<PathBuf> {
        let own = wp_root.join("wp-config.php");
        if environment.exists(&own) {
            return Some(own);
        }
        let parent = wp_root.parent()?;
        let above = parent.join("wp-config.php");
        let other = environment.exists(&parent.join("wp-settings.php"));
        (!other && environment.exists(&above)).then_some(above)
    }

    /// Finds and reads the file of a WordPress folder.
    ///
    /// # Errors
    /// When the file cannot be read or has a syntax error.
    pub fn read(wp_root: &Path, environment: &dyn Environment) -> Result<Self, WpConfigError> {
        let missing = |message: &str| WpConfigError {
            file: wp_root.join("wp-config.php"),
            line: 0,
            message: message.to_owned(),
        };
        let file =
            Self::find(wp_root, environment).ok_or_else(|| missing("there is no such file"))?;
        let source = environment
            .read(&file)
            .ok_or_else(|| missing("the file cannot be read"))?;
        Self::parse(&source, &file, wp_root, environment)
    }

    /// Reads the text of a file. `wp_root` is the value of ABSPATH.
    ///
    /// # Errors
    /// When the file cannot be read or has a syntax error.
    pub fn parse(
        source: &[u8],
        file: &Path,
        wp_root: &Path,
        environment: &dyn Environment,
    ) -> Result<Self, WpConfigError> {
        let mut reader = Reader::new(file, wp_root, environment);
        reader.run_file(source, file)?;
        Ok(reader.finish())
    }
}

/// The state of a read: what is known so far, and the file at hand.
pub(super) struct Reader<'a> {
    pub(super) environment: &'a dyn Environment,
    pub(super) config: WpConfig,
    pub(super) variables: HashMap<String, Value>,
    pub(super) file: PathBuf,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    /// Nested expressions and blocks.
    pub(super) depth: usize,
    /// Set by `exit`, `return`: nothing after it counts.
    pub(super) stopped: bool,
    include_depth: usize,
    includes: usize,
    prefix_line: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: &Path, wp_root: &Path, environment: &'a dyn Environment) -> Self {
        let mut config = WpConfig::default();
        // WordPress's index.php has set it before the file is read.
        let absolute = format!("{}/", wp_root.display().to_string().trim_end_matches('/'));
        config.constants.insert(
            "ABSPATH".to_owned(),
            Constant {
                value: Value::Text(absolute),
                file: file.to_owned(),
                line: 0,
            },
        );
        Self {
            environment,
            config,
            variables: HashMap::new(),
            file: file.to_owned(),
            tokens: Vec::new(),
            at: 0,
            depth: 0,
            stopped: false,
            include_depth: 0,
            includes: 0,
            prefix_line: 0,
        }
    }

    pub(super) fn finish(mut self) -> WpConfig {
        let is_known = |c: &Constant| !matches!(c.value, Value::Unknown(_));
        self.config.constants.retain(|_, c| is_known(c));
        match self.variables.remove("table_prefix") {
            Some(Value::Unknown(reason)) => self.config.unread.push(Unread {
                name: "$table_prefix".to_owned(),
                file: self.file,
                line: self.prefix_line,
                reason,
            }),
            Some(value) => self.config.table_prefix = value.to_text(),
            None => {}
        }
        self.config
    }

    /// Reads a whole file in its own folder.
    pub(super) fn run_file(&mut self, source: &[u8], file: &Path) -> Result<(), WpConfigError> {
        let text = String::from_utf8_lossy(source);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        self.run(Tokenizer::file(text), file)
    }

    /// Reads code that a variable holds, as `eval` would run it.
    pub(super) fn run_code(&mut self, code: &str) -> Result<(), WpConfigError> {
        if self.include_depth >= INCLUDE_DEPTH_MAX || self.includes >= INCLUDES_MAX {
            return Ok(());
        }
        self.includes += 1;
        let file = self.file.clone();
        self.run(Tokenizer::code(code), &file)
    }

    fn run(
        &mut self,
        tokens: Result<Vec<Token>, WpConfigError>,
        file: &Path,
    ) -> Result<(), WpConfigError> {
        let named = |mut error: WpConfigError| {
            if error.file.as_os_str().is_empty() {
                file.clone_into(&mut error.file);
            }
            error
        };
        let tokens = tokens.map_err(named)?;
        let end = tokens.len();
        let outer_tokens = std::mem::replace(&mut self.tokens, tokens);
        let outer_at = std::mem::replace(&mut self.at, 0);
        let outer_file = std::mem::replace(&mut self.file, file.to_owned());
        self.include_depth += 1;
        let result = self.statements(end).map_err(named);
        self.include_depth -= 1;
        self.tokens = outer_tokens;
        self.at = outer_at;
        self.file = outer_file;
        // `return` ends the included file only; `exit` would end the site, so no file ends in it.
        if self.include_depth > 0 {
            self.stopped = false;
        }
        result
    }

    /// Follows `include` and `require`. WordPress itself is not configuration.
    pub(super) fn include(&mut self, path: &str, line: usize) -> Result<(), WpConfigError> {
        if path.ends_with("wp-settings.php") {
            return Ok(());
        }
        let path = match Path::new(path) {
            absolute if absolute.is_absolute() => absolute.to_owned(),
            relative => self.folder().join(relative),
        };
        let may = self.include_depth < INCLUDE_DEPTH_MAX && self.includes < INCLUDES_MAX;
        self.includes += 1;
        match self.environment.read(&path).filter(|_| may) {
            Some(source) => self.run_file(&source, &path),
            None => {
                let name = path.display().to_string();
                self.report(&name, line, "this included file cannot be read");
                Ok(())
            }
        }
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.file.parent().map(Path::to_owned).unwrap_or_default()
    }

    pub(super) fn report(&mut self, name: &str, line: usize, reason: &str) {
        self.config.unread.push(Unread {
            name: name.to_owned(),
            file: self.file.clone(),
            line,
            reason: reason.to_owned(),
        });
    }

    /// Defines a constant; the first definition counts, as in PHP.
    pub(super) fn define(&mut self, name: &str, value: Value, line: usize) -> bool {
        if self.config.constants.contains_key(name) {
            return false;
        }
        if let Value::Unknown(reason) = &value {
            let reason = reason.clone();
            self.report(name, line, &reason);
        }
        // Unknown ones are kept while reading, so that `defined()` is answered rightly.
        let constant = Constant {
            value,
            file: self.file.clone(),
            line,
        };
        self.config.constants.insert(name.to_owned(), constant);
        true
    }

    pub(super) fn assign(&mut self, name: &str, value: Value, line: usize) {
        if name == "table_prefix" {
            self.prefix_line = line;
        }
        self.variables.insert(name.to_owned(), value);
    }

    // ---- tokens ----

    pub(super) fn kind(&self, offset: usize) -> Option<&Kind> {
        self.tokens.get(self.at + offset).map(|t| &t.kind)
    }

    pub(super) fn line(&self) -> usize {
        let at = self.at.min(self.tokens.len().saturating_sub(1));
        self.tokens.get(at).map_or(0, |t| t.line)
    }

    pub(super) fn is_op(&self, op: &str) -> bool {
        matches!(self.kind(0), Some(Kind::Op(o)) if *o == op)
    }

    pub(super) fn take_op(&mut self, op: &str) -> bool {
        let found = self.is_op(op);
        self.at += usize::from(found);
        found
    }

    /// The word at hand, in lower case: keywords and functions know no case.
    pub(super) fn word(&self) -> Option<String> {
        match self.kind(0) {
            Some(Kind::Word(word)) => Some(word.to_ascii_lowercase()),
            _ => None,
        }
    }

    /// The index of the closing bracket, if an opening one is at hand.
    pub(super) fn closer(&self) -> Option<usize> {
        let token = self.tokens.get(self.at)?;
        matches!(token.kind, Kind::Op("(" | "[" | "{" | "#[")).then_some(token.closer)
    }

    // ---- statements ----

    fn statements(&mut self, end: usize) -> Result<(), WpConfigError> {
        while self.at < end && !self.stopped {
            let before = self.at;
            self.statement(end)?;
            if self.at == before {
                // Nothing that begins a statement; go on behind it.
                self.at += 1;
            }
        }
        Ok(())
    }

    fn nested(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<(), WpConfigError>,
    ) -> Result<(), WpConfigError> {
        if self.depth >= NESTING_MAX {
            return Err(WpConfigError::new(self.line(), "nested too deeply"));
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    pub(super) fn statement(&mut self, end: usize) -> Result<(), WpConfigError> {
        if self.take_op(";") {
            return Ok(());
        }
        match self.kind(0) {
            Some(Kind::Op("{")) => return self.block(),
            Some(Kind::Op("#[")) => {
                self.at = self.closer().map_or(end, |i| i + 1);
                return Ok(());
            }
            _ => {}
        }
        match self.word().as_deref() {
            Some("if") => self.nested(|r| r.if_statement(end)),
            Some("const") => self.const_statement(end),
            Some("try" | "finally") => {
                self.at += 1;
                Ok(())
            }
            Some("catch") => {
                self.skip_statement(end);
                Ok(())
            }
            Some("function" | "class" | "trait" | "interface" | "abstract" | "final") => {
                self.skip_declaration(end);
                Ok(())
            }
            Some("for" | "foreach" | "while" | "do" | "switch") => {
                let from = self.at;
                self.skip_statement(end);
                self.forget(from, self.at, "it is set inside a loop");
                Ok(())
            }
            Some("return" | "exit" | "die") => {
                self.stopped = true;
                Ok(())
            }
            Some("echo" | "print" | "global" | "static" | "use" | "namespace" | "declare") => {
                self.skip_to_semicolon(end);
                Ok(())
            }
            _ => self.expression_statement(end),
        }
    }

    fn block(&mut self) -> Result<(), WpConfigError> {
        let close = self.closer().unwrap_or(self.tokens.len());
        self.at += 1;
        self.nested(|r| r.statements(close))?;
        self.at = close + 1;
        Ok(())
    }

    fn expression_statement(&mut self, end: usize) -> Result<(), WpConfigError> {
        let from = self.at;
        let understood = self.expression(true)?.is_ok() && (self.at >= end || self.is_op(";"));
        if self.stopped {
            return Ok(());
        }
        if !understood {
            self.at = self.at.max(from);
            self.skip_to_semicolon(end);
            self.forget(from, self.at, "this statement is not understood");
        }
        self.take_op(";");
        Ok(())
    }

    fn const_statement(&mut self, end: usize) -> Result<(), WpConfigError> {
        self.at += 1;
        while let Some(Kind::Word(name)) = self.kind(0) {
            let (name, line) = (name.clone(), self.line());
            self.at += 1;
            if !self.take_op("=") {
                break;
            }
            match self.expression(true)? {
                Ok(value) => self.define(&name, value, line),
                Err(reason) => self.define(&name, Value::Unknown(reason), line),
            };
            if !self.take_op(",") {
                break;
            }
        }
        self.skip_to_semicolon(end);
        Ok(())
    }
}
