//! `oxipress completions`, `oxipress man`: what a package brings besides the program.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;

pub(super) fn print(shell: Shell, cli: &mut Command) {
    generate(shell, cli, "oxipress", &mut io::stdout());
}

/// Writes `oxipress.1` and `oxipress-COMMAND.1` for each command.
///
/// # Errors
/// When the folder cannot be written.
pub(super) fn write_man_pages(folder: &Path, mut cli: Command) -> Result<()> {
    // Version and help are copied to the commands when the tree is built.
    cli.build();
    let context = || format!("writing the man pages to {}", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    write_page(folder, "oxipress".to_owned(), cli.clone()).with_context(context)?;
    for command in cli.get_subcommands().filter(|c| !c.is_hide_set()) {
        let name = format!("oxipress-{}", command.get_name());
        write_page(folder, name, command.clone()).with_context(context)?;
    }
    Ok(())
}

fn write_page(folder: &Path, name: String, command: Command) -> io::Result<()> {
    let path = folder.join(format!("{name}.1"));
    let command = command.name(name.clone()).display_name(name);
    Man::new(command).render(&mut fs::File::create(path)?)
}
