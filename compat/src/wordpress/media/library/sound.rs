//! `wp_read_audio_metadata`: what a sound file says of itself.
//!
//! Contract "wordpress-rest" section 7.3. MP3, WAV and FLAC files are measured, of others only length and type are known;
//! M4A is measured as a film is ([`super::film`]).

use crate::wordpress::kses::wp_kses_post;
use crate::wordpress::php::{Array, Value};

use super::id3;

/// Kilobits a second of MPEG 1 and of MPEG 2, layer 3, by their number in a frame's head.
const KILOBITS: [[i64; 14]; 2] = [
    [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
/// Samples a second of MPEG 1.
const SAMPLE_RATES: [i64; 3] = [44_100, 48_000, 32_000];

/// The head of a frame of an MP3 file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    is_first_version: bool,
    bitrate: i64,
    sample_rate: i64,
    mode: u8,
}

impl Frame {
    fn read(head: [u8; 4]) -> Option<Self> {
        let [0xff, second, third, fourth] = head else {
            return None;
        };
        let (version, layer) = (second >> 3 & 3, second >> 1 & 3);
        if second & 0xe0 != 0xe0 || version == 1 || layer != 1 {
            return None;
        }
        let is_first_version = version == 3;
        let number = usize::from(third >> 4).checked_sub(1)?;
        let kilobits = KILOBITS[usize::from(!is_first_version)].get(number)?;
        let rate = SAMPLE_RATES.get(usize::from(third >> 2 & 3))?;
        let divisor = match version {
            3 => 1,
            2 => 2,
            _ => 4,
        };
        Some(Self {
            is_first_version,
            bitrate: kilobits * 1000,
            sample_rate: rate / divisor,
            mode: fourth >> 6,
        })
    }

    fn samples(self) -> i64 {
        if self.is_first_version { 1152 } else { 576 }
    }

    fn channels(self) -> i64 {
        if self.mode == 3 { 1 } else { 2 }
    }

    /// Bytes of a frame with this head, without the byte that some have more.
    fn length(self) -> usize {
        let bytes = self.samples() / 8 * self.bitrate / self.sample_rate;
        usize::try_from(bytes).unwrap_or_default()
    }
}

/// Metadata of a sound file.
pub fn metadata(file: &[u8], mime: &str) -> Array {
    let (mut metadata, format, seconds) = mp3(file, mime)
        .or_else(|| wav(file))
        .or_else(|| flac(file))
        .unwrap_or_default();
    if !format.is_empty() {
        metadata.insert("fileformat", format);
    }
    metadata.insert("filesize", file.len());
    metadata.insert("mime_type", mime);
    add_length(&mut metadata, seconds);
    for (key, text) in id3::texts(file) {
        metadata.insert(key, wp_kses_post(&text));
    }
    metadata
}

/// `length` and `length_formatted`; nothing when the length is not known.
pub fn add_length(metadata: &mut Array, seconds: f64) {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates; seconds of a file"
    )]
    let whole = seconds.round() as i64;
    if seconds <= 0.0 {
        return;
    }
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60);
    let formatted = if hours > 0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else {
        format!("{minutes}:{rest:02}")
    };
    metadata.insert("length", whole);
    metadata.insert("length_formatted", formatted);
}

/// What is measured: the values, the name of the format, the length in seconds.
type Measured = (Array, &'static str, f64);

#[expect(clippy::cast_precision_loss, reason = "lengths and rates of a file")]
fn real(value: i64) -> f64 {
    value as f64
}

fn length(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).unwrap_or(i64::MAX)
}

fn mp3(file: &[u8], mime: &str) -> Option<Measured> {
    /// How far the first frame is looked for.
    const FAR: usize = 128 * 1024;
    if mime != "audio/mpeg" {
        return None;
    }
    let sound = file.get(id3::tag_length(file)..)?;
    let last = file.last_chunk::<128>();
    let has_old_tag = last.is_some_and(|tag| tag.starts_with(b"TAG"));
    let sound = sound
        .get(..sound.len() - usize::from(has_old_tag) * 128)
        .unwrap_or(sound);
    let head = |at: usize| Frame::read(*sound.get(at..)?.first_chunk()?);
    let is_frame = |at: &usize| {
        head(*at).is_some_and(|frame| {
            let next = at + frame.length();
            // The next frame follows, or the file ends.
            head(next).or_else(|| head(next + 1)).is_some() || next + 4 >= sound.len()
        })
    };
    let start = (0..sound.len().min(FAR)).find(is_frame)?;
    let (frame, frames) = (head(start)?, sound.get(start..)?);
    let first = frames.get(..frame.length().min(frames.len()))?;
    let variable = frame_count(first);
    let (bitrate, seconds) = match variable {
        Some(count) if count > 0 => {
            let seconds = real(count * frame.samples()) / real(frame.sample_rate);
            (real(length(frames) * 8) / seconds, seconds)
        }
        _ => (
            real(frame.bitrate),
            real(length(frames) * 8) / real(frame.bitrate),
        ),
    };
    let mode = ["stereo", "joint stereo", "dual channel", "mono"][usize::from(frame.mode & 3)];
    let is_constant = variable.is_none();
    let mut measured = Array::new()
        .with("dataformat", "mp3")
        .with("channels", frame.channels())
        .with("sample_rate", frame.sample_rate)
        .with(
            "bitrate",
            if is_constant {
                Value::Int(frame.bitrate)
            } else {
                bitrate.into()
            },
        )
        .with("channelmode", mode)
        .with("bitrate_mode", if is_constant { "cbr" } else { "vbr" })
        .with("lossless", false);
    if is_constant {
        measured.insert("encoder_options", format!("CBR{}", frame.bitrate / 1000));
    }
    let plain = real(frame.sample_rate * frame.channels() * 16);
    measured.insert("compression_ratio", bitrate / plain);
    Some((measured, "mp3", seconds))
}

/// The number of frames that the first one names, when the bit rate varies.
fn frame_count(first: &[u8]) -> Option<i64> {
    let number = |at: usize| super::boxes::number(first, at, 4).and_then(|n| i64::try_from(n).ok());
    if let Some(at) = memchr::memmem::find(first, b"Xing") {
        let flags = number(at + 4)?;
        return if flags & 1 == 0 {
            Some(0)
        } else {
            number(at + 8)
        };
    }
    let at = memchr::memmem::find(first, b"VBRI")?;
    number(at + 14)
}

fn wav(file: &[u8]) -> Option<Measured> {
    let chunks = file
        .strip_prefix(b"RIFF")?
        .get(4..)?
        .strip_prefix(b"WAVE")?;
    let format = riff_chunk(chunks, b"fmt ")?;
    let number = |at: usize, length: usize| {
        let bytes = format.get(at..at + length)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0_i64, |n, &b| n << 8 | i64::from(b)),
        )
    };
    let (channels, rate) = (number(2, 2)?, number(4, 4)?);
    let (per_second, bits) = (number(8, 4)?, number(14, 2)?);
    let data = riff_chunk(chunks, b"data").unwrap_or_default();
    let measured = Array::new()
        .with("dataformat", "wav")
        .with("channels", channels)
        .with("sample_rate", rate)
        .with("bitrate", per_second.saturating_mul(8))
        .with("bits_per_sample", bits)
        .with("bitrate_mode", "cbr")
        .with("lossless", true)
        .with("compression_ratio", 1);
    Some((
        measured,
        "riff",
        real(length(data)) / real(per_second.max(1)),
    ))
}

/// The data of a chunk of a RIFF file, as far as it is there.
fn riff_chunk<'a>(chunks: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    let mut rest = chunks;
    loop {
        let found: &[u8; 4] = rest.first_chunk()?;
        let length = u32::from_le_bytes(*rest.get(4..)?.first_chunk()?);
        let length = usize::try_from(length).ok()?;
        let data = rest.get(8..)?;
        if found == name {
            return data.get(..length.min(data.len()));
        }
        rest = data.get(length.checked_add(length % 2)?..)?;
    }
}

fn flac(file: &[u8]) -> Option<Measured> {
    let info = file.strip_prefix(b"fLaC")?.get(4..)?;
    let packed = super::boxes::number(info, 10, 8)?;
    let field = |shift: u32, bits: u32| i64::try_from(packed >> shift & ((1 << bits) - 1)).ok();
    let (rate, channels) = (field(44, 20)?, field(41, 3)? + 1);
    let (bits, samples) = (field(36, 5)? + 1, field(0, 36)?);
    let seconds = real(samples) / real(rate.max(1));
    let plain = real(rate * channels * bits);
    let bitrate = if seconds > 0.0 {
        real(length(file) * 8) / seconds
    } else {
        0.0
    };
    let measured = Array::new()
        .with("dataformat", "flac")
        .with("sample_rate", rate)
        .with("channels", channels)
        .with("bits_per_sample", bits)
        .with("bitrate", bitrate)
        .with("bitrate_mode", "vbr")
        .with("lossless", true)
        .with(
            "compression_ratio",
            if plain > 0.0 { bitrate / plain } else { 0.0 },
        );
    Some((measured, "flac", seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recording owner/media-mp3: 128 kbit/s, 44.1 kHz, joint stereo.
    #[test]
    fn constant_bit_rate() {
        let mut frame = vec![0; 417];
        frame[..4].copy_from_slice(&[0xff, 0xfb, 0x90, 0x64]);
        let file = frame.repeat(24);
        let metadata = metadata(&file, "audio/mpeg");
        let text = |key: &str| metadata.get(key).map(|v| v.to_string_lossy().into_owned());
        assert_eq!(text("bitrate").as_deref(), Some("128000"));
        assert_eq!(text("channelmode").as_deref(), Some("joint stereo"));
        assert_eq!(text("encoder_options").as_deref(), Some("CBR128"));
        assert_eq!(
            metadata.get("compression_ratio"),
            Some(&Value::Float(0.090_702_947_845_804_99))
        );
        assert_eq!(
            (
                text("length").as_deref(),
                text("length_formatted").as_deref()
            ),
            (Some("1"), Some("0:01"))
        );
        for end in 0..file.len().min(500) {
            super::metadata(&file[..end], "audio/mpeg");
        }
    }

    #[test]
    fn other_files() {
        let wav = [
            &b"RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x44\xac\0\0\x10\xb1\x02\0\x04\0\x10\0data"[..],
            &(176_400_u32 * 2).to_le_bytes(),
            &[0; 352_800],
        ]
        .concat();
        let metadata = metadata(&wav, "audio/wav");
        assert_eq!(metadata.get("length"), Some(&Value::Int(2)));
        assert_eq!(metadata.get("sample_rate"), Some(&Value::Int(44_100)));
        let unknown = super::metadata(b"OggS", "audio/ogg");
        assert_eq!(
            unknown
                .keys()
                .map(|k| k.to_string_lossy())
                .collect::<Vec<_>>(),
            ["filesize", "mime_type"]
        );
    }
}
