//! `oxipress decode-av1`: a server's child that decodes one picture, so that broken data ends it and not the server.
//!
//! Not for people; [`pictures::avif::Program`] starts it. Contract "wordpress-rest" section 7.4.

use anyhow::{Context, Result};
use pictures::avif::process;
use rustix::process::{Resource, Rlimit, setrlimit};

/// Seconds of a core: more than the largest picture takes.
const SECONDS: u64 = 60;
/// Bytes of addresses: the program, its allocator's reserve, and the largest picture.
const ADDRESSES: u64 = 4 << 30;

/// Decodes from the standard input to the standard output.
///
/// # Errors
/// When the data is broken.
pub fn run(expected: &[String]) -> Result<()> {
    for (resource, most) in [
        (Resource::Cpu, SECONDS),
        (Resource::As, ADDRESSES),
        (Resource::Core, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit).context("a limit")?;
    }
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    Ok(process::serve(expected, input, output)?)
}
