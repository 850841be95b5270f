//! Recorded exchanges of `fixtures/recordings`.

use anyhow::{Context, Result};

pub use recordings::recording::{Recording, Request, Response, Volatile, load};

/// A recording of a column by area and name, as in `recorded("wordpress", "comments/ok")`.
pub fn recorded(column: &str, name: &str) -> Result<Recording> {
    let area = name.split('/').next().unwrap_or_default();
    let folder = crate::fixtures().join("recordings").join(column).join(area);
    let mut all = load(&folder)?.into_iter();
    all.find(|recording| recording.name == name)
        .with_context(|| format!("no recording {name}"))
}
