//! The owner's side: lists and saves of posts, and a photograph with all its sizes.
//!
//! Contract "wordpress-rest". Saves are counted in the database afterwards: what was acknowledged is on the disk.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use pictures::{Format, Picture};
use tests_contract::client::{ClientResponse, send};
use tests_contract::mariadb::MariaDb;
use tests_contract::owner::basic;
use tests_contract::recording::Request;

use crate::at_once::at_once;
use crate::memory::peak;
use crate::posts::{FIRST_POST, posts};
use crate::programs::{HOST, Running, counts, dump, import_dump, serve_owner};
use crate::{Table, median};

/// Posts of the site that are saved, by as many editors as there are at the same time.
const POSTS: u32 = 400;
const EDITORS: usize = 8;
/// How often a figure is taken.
const ROUNDS: u32 = 100;

/// The rows of the table.
pub fn measure(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let people = std::fs::read_to_string(tests_contract::fixtures().join("cases/owner.sql"))?;
    let rows = dump(dir, "owner", &(people + &posts(POSTS)))?;
    let sqlite = format!("sqlite:{}", dir.join("owner.sqlite").display());
    import_dump(binary, &rows, &sqlite)?;
    posts_of(binary, ("SQLite", &sqlite), table)?;
    let server = MariaDb::start_with(&["--innodb-flush-log-at-trx-commit=1"])?;
    let mariadb = server.database("owner")?;
    import_dump(binary, &rows, &mariadb)?;
    posts_of(binary, ("MariaDB", &mariadb), table)?;
    photograph(binary, dir, &sqlite, table)
}

/// Lists and saves on a database.
fn posts_of(binary: &Path, (name, database): (&str, &str), table: &mut Table) -> Result<()> {
    let uncached = [("OXIPRESS_CACHE_ENABLED", "false")];
    let (_running, addr) = serve_owner(binary, database, None, &uncached)?;
    for (what, context, wanted) in [
        ("list of 100 posts", "view", "<= 6 ms"),
        ("the same with context=edit", "edit", "<= 10 ms"),
    ] {
        let path = format!("/wp-json/wp/v2/posts?per_page=100&context={context}");
        let ask = |_| timed(|| asked(addr, "GET", &path, Body::None));
        let times: Result<Vec<f64>> = (0..ROUNDS).map(ask).collect();
        let median = format!("{:.2} ms", median(times?));
        table.push([format!("{what} on {name}, median"), median, wanted.into()]);
    }
    let times: Result<Vec<f64>> = (0..ROUNDS)
        .map(|place| timed(|| save(addr, place, "uno")))
        .collect();
    table.push([
        format!("save of a post on {name}, median"),
        format!("{:.2} ms", median(times?)),
        "<= 8 ms".into(),
    ]);
    let saved = at_once(EDITORS, (0..POSTS).collect(), |place| {
        save(addr, place, "dos")
    })?;
    table.push([
        format!("saves on {name}, {EDITORS} editors"),
        format!("{:.0}/s", f64::from(POSTS) / saved.seconds),
        ">= 200/s".into(),
    ]);
    let stored =
        "SELECT COUNT(*) FROM {p}posts WHERE post_type = 'post' AND post_content LIKE '<p>dos %'";
    let [stored] = counts(database, [stored])?;
    ensure!(stored == u64::from(POSTS), "{stored} posts are stored");
    Ok(())
}

/// A photograph of 12 megapixels alone, then three at the same time, with the memory that the server took.
fn photograph(binary: &Path, dir: &Path, database: &str, table: &mut Table) -> Result<()> {
    let folder = tests_contract::recorded_site::recorded_site().join("wp-root");
    let root = dir.join("owner-root");
    tests_contract::folder::copy_folder(&folder, &root)?;
    let (running, addr) = serve_owner(binary, database, Some(&root), &[])?;
    let bytes = picture()?;
    let upload = |_| asked(addr, "POST", "/wp-json/wp/v2/media", Body::Jpeg(&bytes));
    upload(0)?;
    let times: Result<Vec<f64>> = (0..3).map(|_| timed(|| upload(0))).collect();
    let size = bytes.len() / 1_000_000;
    table.push([
        format!("JPEG of 12 megapixels ({size} MB) with all sizes, median"),
        format!("{:.2} s", median(times?) / 1000.0),
        "<= 1.0 s".into(),
    ]);
    table.push(memory_row(&running, "one at a time")?);
    at_once(3, vec![0; 3], upload)?;
    table.push(memory_row(&running, "three at the same time")?);
    Ok(())
}

fn memory_row(running: &Running, what: &str) -> Result<[String; 3]> {
    Ok([
        format!("memory at the peak, {what}"),
        format!("{:.0} MB", peak(running.id())?),
        "<= 300 MB".into(),
    ])
}

/// Waves, with noise as a camera has it.
fn picture() -> Result<Vec<u8>> {
    const WIDTH: u32 = 4_000;
    const HEIGHT: u32 = 3_000;
    let mut random: u32 = 7;
    let mut pixels = Vec::new();
    for place in 0..WIDTH * HEIGHT {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (f64::from(place % WIDTH), f64::from(place / WIDTH));
        let wave = 90.0 + 50.0 * (x / 97.0).sin() + 50.0 * (y / 61.0).cos();
        let bright = wave + f64::from(random >> 26);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "-10 to 253: below nothing it stays at 0"
        )]
        let value = bright as u8;
        pixels.extend([value, 255 - value, value / 2]);
    }
    let picture = Picture {
        width: WIDTH,
        height: HEIGHT,
        channels: 3,
        pixels,
        has_palette: false,
        color_profile: None,
    };
    picture.encode(Format::Jpeg).context("picture")
}

/// Stores another text of a post.
fn save(addr: SocketAddr, place: u32, word: &str) -> Result<ClientResponse> {
    let path = format!("/wp-json/wp/v2/posts/{}", FIRST_POST + place);
    let text = "<p>Un apunte de la libreta de la loma.</p>".repeat(20);
    let body = format!("{{\"content\":\"<p>{word} {place}</p>{text}\"}}");
    asked(addr, "POST", &path, Body::Json(body))
}

/// Milliseconds that an answer takes.
fn timed(ask: impl FnOnce() -> Result<ClientResponse>) -> Result<f64> {
    let start = Instant::now();
    ask()?;
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}

enum Body<'b> {
    None,
    Json(String),
    Jpeg(&'b [u8]),
}

/// An answer to the site's owner, who signs in with an application password; anything but a success is an error.
fn asked(addr: SocketAddr, method: &str, path: &str, body: Body<'_>) -> Result<ClientResponse> {
    let mut headers = vec![("Host", HOST.to_owned()), ("Authorization", basic("duena"))];
    let body = match body {
        Body::None => Vec::new(),
        Body::Json(text) => {
            headers.push(("Content-Type", "application/json".into()));
            text.into_bytes()
        }
        Body::Jpeg(bytes) => {
            let name = "attachment; filename=\"cueva.jpg\"";
            headers.push(("Content-Type", "image/jpeg".into()));
            headers.push(("Content-Disposition", name.into()));
            bytes.to_vec()
        }
    };
    let own = |(name, value): (&str, String)| (name.to_owned(), value);
    let request = Request {
        method: method.into(),
        path: path.into(),
        headers: headers.into_iter().map(own).collect(),
        body,
        source_address: None,
    };
    let answer = send(addr, &request)?;
    let is_done = (200..300).contains(&answer.status);
    ensure!(is_done, "{path} answers {}: {}", answer.status, answer.body);
    Ok(answer)
}
