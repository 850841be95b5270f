//! A disk that is full for a while, as a server sees it.
//!
//! | means | needs | error seen by the server |
//! |---|---|---|
//! | [`FullDisk::by_limit`] | nothing | `EFBIG`: no file may grow beyond a size (`RLIMIT_FSIZE`) |
//! | [`FullDisk::by_mount`] | the right to mount: `root`, or `sudo` without a password | `ENOSPC`: a small file system in memory, filled up by a file of ours |

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

/// Size of the in-memory file system in bytes, for a site and for a database server.
const MOUNT_BYTES: &str = "48m";
const SERVER_BYTES: &str = "320m";

/// A folder on a disk that can be full.
pub struct FullDisk {
    folder: TempDir,
    is_mounted: bool,
}

impl FullDisk {
    /// A folder on a full disk, simulated by a file size limit; the server must be started by [`command`](Self::command).
    pub fn by_limit() -> Result<Self> {
        Ok(Self {
            folder: tempfile::tempdir()?,
            is_mounted: false,
        })
    }

    /// A small file system. The error says why it could not be made.
    pub fn by_mount() -> Result<Self> {
        Self::mounted(MOUNT_BYTES)
    }

    /// As [`by_mount`](Self::by_mount), for the files of MariaDB.
    pub fn of_server() -> Result<Self> {
        Self::mounted(SERVER_BYTES)
    }

    fn mounted(bytes: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let out = privileged("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"])
            .arg(folder.path())
            .output()
            .context("mount")?;
        if !out.status.success() {
            let said = String::from_utf8_lossy(&out.stderr).trim().to_owned();
            bail!("no file system of our own: {said}");
        }
        Ok(Self {
            folder,
            is_mounted: true,
        })
    }

    /// Where the server's files belong.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A command that ignores `SIGXFSZ`, so that writes over the limit fail instead of killing the process.
    pub fn command(program: &Path) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]);
        command.arg(program);
        command
    }

    /// From now on the disk of this process is full.
    pub fn fill(&self, process: u32) -> Result<()> {
        if !self.is_mounted {
            let sizes = files(self.path())?.into_iter();
            let largest = sizes
                .filter_map(|file| Some(file.metadata().ok()?.len()))
                .max();
            return limit(process, &largest.unwrap_or(0).to_string());
        }
        let mut ballast = std::fs::File::create(self.ballast())?;
        for size in [65_536, 4096, 1] {
            let piece = vec![0; size];
            while ballast.write_all(&piece).is_ok() {}
        }
        Ok(())
    }

    /// Ends the full-disk condition.
    pub fn free(&self, process: u32) -> Result<()> {
        if self.is_mounted {
            return Ok(std::fs::remove_file(self.ballast())?);
        }
        limit(process, "unlimited")
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }
}

impl Drop for FullDisk {
    fn drop(&mut self) {
        if self.is_mounted {
            let unmounted = privileged("umount")
                .arg("--lazy")
                .arg(self.path())
                .stderr(Stdio::null())
                .status();
            drop(unmounted);
        }
    }
}

/// A program that only the administrator may use.
fn privileged(program: &str) -> Command {
    if crate::mariadb::user().is_some() {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.args(["-n", program]);
    command
}

/// Only the soft limit: the process that set it can raise it again.
fn limit(process: u32, bytes: &str) -> Result<()> {
    let status = Command::new("prlimit")
        .args(["--pid", &process.to_string(), &format!("--fsize={bytes}:")])
        .status()
        .context("prlimit, of the package util-linux")?;
    ensure!(status.success(), "prlimit {bytes} failed");
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.flatten();
    Ok(entries.map(|e| e.path()).filter(|p| p.is_file()).collect())
}
