//! Single requests: the first page after a start, pages that no cache holds, builder pages by their size.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use tests_contract::builder_page;

use crate::posts::insert_post;
use crate::programs::{get, import, milliseconds, serve};
use crate::{Table, median};

/// The rows of single requests.
pub fn single_requests(binary: &Path, database: &str, table: &mut Table) -> Result<()> {
    let mut first = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        let (_running, addr) = serve(binary, database, true)?;
        get(addr, "/aviso-legal/")?;
        first.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    table.push([
        "first page after start".into(),
        format!("{:.0} ms", median(first)),
        "<= 100 ms".into(),
    ]);
    let (_running, addr) = serve(binary, database, false)?;
    for path in [
        "/paseo-por-las-carcavas/",
        "/noticias/",
        "/aviso-legal/",
        "/?s=la",
    ] {
        let mut times = Vec::new();
        for _ in 0..300 {
            times.push(milliseconds(addr, path)?);
        }
        table.push([
            format!("uncached {path} on SQLite, median"),
            format!("{:.2} ms", median(times)),
            "<= 3 ms".into(),
        ]);
    }
    Ok(())
}

/// What drawing a builder page costs, by its number of modules.
pub fn builder_pages(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let sizes: [(u32, usize); 3] = [(99_001, 50), (99_002, 400), (99_003, 3_000)];
    let slug = |modules: usize| format!("modulos-{modules}");
    let statements: String = sizes
        .iter()
        .map(|(id, modules)| {
            let content = builder_page::content(*modules);
            let post = insert_post(*id, "2020-01-01", &content, &slug(*modules));
            format!(
                "{post}INSERT INTO `wp_postmeta` (`post_id`,`meta_key`,`meta_value`) \
                 VALUES ({id},'_et_pb_use_builder','on');\n"
            )
        })
        .collect();
    let database = import(binary, dir, "builder.sqlite", &statements)?;
    let (_running, addr) = serve(binary, &database, false)?;
    for (_, modules) in sizes {
        let path = format!("/{}/", slug(modules));
        let rounds = (120_000 / modules).clamp(20, 300);
        let mut times = Vec::new();
        for _ in 0..rounds {
            times.push(milliseconds(addr, &path)?);
        }
        let wanted = match modules {
            400 => "<= 5 ms",
            _ => "linear",
        };
        table.push([
            format!("uncached builder page of {modules} modules on SQLite, median"),
            format!("{:.2} ms", median(times)),
            wanted.into(),
        ]);
    }
    Ok(())
}
