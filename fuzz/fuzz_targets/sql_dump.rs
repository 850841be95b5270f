//! Dumps of a database, as `oxipress import` takes them into an SQLite file.
#![cfg_attr(feature = "link", no_main)]

use compat::wordpress::db::DatabaseUrl;
use compat::wordpress::db::import::{ImportSource, import};
use oxipress_fuzz::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let run = || -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let dump = folder.path().join("dump.sql");
        std::fs::write(&dump, bytes)?;
        let target = format!("sqlite:{}", folder.path().join("site.db").display());
        let target = DatabaseUrl::parse(&target)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(import(&ImportSource::File(dump), &target, |_| {}))?;
        Ok(())
    };
    // A refused dump is a right answer.
    let _ = run();
});
