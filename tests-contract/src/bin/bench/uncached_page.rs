//! Single requests: the first page after a start, pages that no cache holds, builder pages by their size.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use tests_contract::builder_page;

use crate::posts::insert_post;
use crate::programs::{Running, get, import, milliseconds, serve};
use crate::{Table, median};

/// The rows of single requests to the first of the binaries, beside the same requests to the second.
pub fn single_requests(
    binaries: &[&Path],
    dir: &Path,
    database: &str,
    table: &mut Table,
) -> Result<()> {
    let &[binary, ..] = binaries else {
        return Ok(());
    };
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
    let servers = Servers::start(binaries, dir, "demo", "")?;
    for path in [
        "/paseo-por-las-carcavas/",
        "/noticias/",
        "/aviso-legal/",
        "/?s=la",
    ] {
        table.push([
            format!("uncached {path} on SQLite, median"),
            servers.medians(path, 300)?,
            "<= 3 ms".into(),
        ]);
    }
    Ok(())
}

/// Each binary with its own copy of a site, without a cache of pages.
struct Servers(Vec<(Running, SocketAddr)>);

impl Servers {
    /// `statements` are added to the demo site's database.
    fn start(binaries: &[&Path], dir: &Path, name: &str, statements: &str) -> Result<Self> {
        let servers = binaries.iter().zip(0..).map(|(binary, number)| {
            let name = format!("{name}-uncached-{number}.sqlite");
            serve(binary, &import(binary, dir, &name, statements)?, false)
        });
        Ok(Self(servers.collect::<Result<_>>()?))
    }

    /// The median of the first binary; with a second one its median too, and the ratio of both.
    fn medians(&self, path: &str, rounds: usize) -> Result<String> {
        let mut times = vec![Vec::new(); self.0.len()];
        for _ in 0..rounds {
            for ((_, addr), times) in self.0.iter().zip(&mut times) {
                times.push(milliseconds(*addr, path)?);
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        Ok(match medians[..] {
            [own, other] => format!("{own:.2} ms ({other:.2} ms, ratio {:.2})", own / other),
            _ => format!("{:.2} ms", medians.first().copied().unwrap_or_default()),
        })
    }
}

/// What drawing a builder page costs, by its number of modules.
pub fn builder_pages(binaries: &[&Path], dir: &Path, table: &mut Table) -> Result<()> {
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
    let servers = Servers::start(binaries, dir, "builder", &statements)?;
    for (_, modules) in sizes {
        let path = format!("/{}/", slug(modules));
        let rounds = (120_000 / modules).clamp(20, 300);
        let wanted = match modules {
            400 => "<= 4 ms",
            3_000 => "<= 25 ms",
            _ => "linear",
        };
        table.push([
            format!("uncached builder page of {modules} modules on SQLite, median"),
            servers.medians(&path, rounds)?,
            wanted.into(),
        ]);
    }
    Ok(())
}
