//! Pictures of pages by Chromium, and how many of their pixels differ. Only what a server answers is shown: nothing of a
//! recording.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use themes::reports::replay::ReportScreenshot;
use tokio::process::Command;

use super::client::Target;

/// Pages with pictures.
const PAGES: usize = 20;
/// Time for one picture.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Programs that make pictures.
const PROGRAMS: [&str; 4] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
];

/// The installed browser.
#[must_use]
pub fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    PROGRAMS.iter().find_map(|program| {
        let files = folders.iter().map(|folder| folder.join(program));
        files.into_iter().find(|file| file.is_file())
    })
}

/// Pictures of pages of both servers, side by side, and of the pixels that differ.
///
/// # Errors
/// When the browser cannot be run.
pub async fn take(
    browser: &Path,
    paths: &[String],
    against: &Target,
    baseline: Option<&Target>,
) -> Result<Vec<ReportScreenshot>> {
    let folder = tempfile::tempdir()?;
    let mut shots = Vec::new();
    for path in paths.iter().take(PAGES) {
        let ours = picture(
            browser,
            folder.path(),
            &format!("{}{path}", against.origin()),
        )
        .await?;
        let mut pictures = Vec::new();
        let mut differs = String::new();
        if let Some(baseline) = baseline {
            let theirs = picture(
                browser,
                folder.path(),
                &format!("{}{path}", baseline.origin()),
            )
            .await?;
            let (share, marked) = difference(&theirs, &ours)?;
            differs = format!("{:.2} % of the pixels differ", share * 100.0);
            pictures.push(("baseline".to_owned(), STANDARD.encode(theirs)));
            pictures.push(("is there".to_owned(), STANDARD.encode(ours)));
            pictures.push(("pixels that differ".to_owned(), STANDARD.encode(marked)));
        } else {
            pictures.push(("is there".to_owned(), STANDARD.encode(ours)));
        }
        shots.push(ReportScreenshot {
            path: path.clone(),
            differs,
            pictures,
        });
    }
    Ok(shots)
}

async fn picture(browser: &Path, folder: &Path, url: &str) -> Result<Vec<u8>> {
    let file = folder.join("picture.png");
    let profile = folder.join("profile");
    let run = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-device-scale-factor=1",
        ])
        .args(["--window-size=1000,1600", "--virtual-time-budget=5000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--screenshot={}", file.display()))
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .status();
    let status = tokio::time::timeout(TIMEOUT, run)
        .await
        .context("the browser takes too long")??;
    ensure!(status.success(), "the browser failed on {url}");
    let bytes = tokio::fs::read(&file)
        .await
        .context("the browser made no picture")?;
    tokio::fs::remove_file(&file).await?;
    Ok(bytes)
}

/// A picture as rows of red, green, blue.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

fn decode(bytes: &[u8]) -> Result<Picture> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let size = reader
        .output_buffer_size()
        .context("a picture of no size")?;
    let mut buffer = vec![0; size];
    let info = reader.next_frame(&mut buffer)?;
    let samples = info.color_type.samples();
    let pixels = buffer.chunks_exact(samples).map(|pixel| match pixel {
        [red, green, blue, ..] => [*red, *green, *blue],
        [grey, ..] => [*grey; 3],
        [] => [0; 3],
    });
    Ok(Picture {
        width: usize::try_from(info.width)?,
        height: usize::try_from(info.height)?,
        pixels: pixels.collect(),
    })
}

/// The share of pixels that differ, and a picture of them: red on a pale copy.
fn difference(want: &[u8], got: &[u8]) -> Result<(f64, Vec<u8>)> {
    let (want, got) = (decode(want)?, decode(got)?);
    let (width, height) = (want.width.max(got.width), want.height.max(got.height));
    let at = |picture: &Picture, x: usize, y: usize| {
        let is_inside = x < picture.width && y < picture.height;
        picture
            .pixels
            .get(y * picture.width + x)
            .copied()
            .filter(|_| is_inside)
    };
    let (mut count, mut marked) = (0u32, Vec::with_capacity(width * height * 3));
    for y in 0..height {
        for x in 0..width {
            let (w, g) = (at(&want, x, y), at(&got, x, y));
            let is_same = w
                .zip(g)
                .is_some_and(|(w, g)| w.iter().zip(g).all(|(w, g)| w.abs_diff(g) <= 8));
            if is_same {
                let pale = w.unwrap_or_default().map(|part| 255 - (255 - part) / 4);
                marked.extend(pale);
            } else {
                count += 1;
                marked.extend([214, 20, 20]);
            }
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&marked)?;
    let all = u32::try_from(width * height)?.max(1);
    Ok((f64::from(count) / f64::from(all), file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(colour: [u8; 3], size: u32) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, size, size);
        encoder.set_color(png::ColorType::Rgb);
        let pixels = colour.repeat((size * size) as usize);
        encoder
            .write_header()
            .unwrap()
            .write_image_data(&pixels)
            .unwrap();
        file
    }

    #[test]
    fn pixels_that_differ_are_counted() {
        let white = square([255; 3], 10);
        assert!(difference(&white, &white).unwrap().0 < 1e-9);
        let (share, marked) = difference(&white, &square([255; 3], 20)).unwrap();
        assert!((share - 0.75).abs() < 1e-9);
        assert_eq!(decode(&marked).unwrap().pixels.len(), 400);
        assert!(difference(b"no picture", &white).is_err());
    }
}
