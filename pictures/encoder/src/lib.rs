//! One picture as AV1 data.
//!
//! A crate of its own for the compiler: the encoder is generic, so it is compiled where it is called. Here that is seldom,
//! and without the optimisation that builds for tests have for our own pixels.

use rav1e::config::SpeedSettings;
use rav1e::prelude::{
    ColorDescription, ColorPrimaries, Config, Context, EncoderConfig, EncoderStatus,
    MatrixCoefficients, PixelRange, SceneDetectionSpeed, TransferCharacteristics,
};

pub use rav1e::prelude::ChromaSampling;

/// How coarse the steps are: 0 fine to 255 coarse. Quality 50 of 100, as WordPress's libraries count it.
const QUANTIZER: u8 = 128;
/// 0 slow and small to 10 fast and large.
const SPEED: u8 = 10;

/// A plane: its samples of 8 bits by rows, and the length of a row.
pub type Plane = (Vec<u8>, usize);

/// Encodes a picture of this width and height: brightness and two colours of BT.601, or brightness alone.
///
/// # Errors
/// When it does not fit AV1; the text says why.
pub fn encode(
    planes: &[Plane],
    (width, height): (u32, u32),
    chroma_sampling: ChromaSampling,
) -> Result<Vec<u8>, String> {
    let mut speed_settings = SpeedSettings::from_preset(SPEED);
    // Of a single picture nothing is looked for in others.
    speed_settings.rdo_lookahead_frames = 1;
    speed_settings.scene_detection_mode = SceneDetectionSpeed::None;
    let description = ColorDescription {
        color_primaries: ColorPrimaries::BT709,
        transfer_characteristics: TransferCharacteristics::SRGB,
        matrix_coefficients: MatrixCoefficients::BT601,
    };
    let config = EncoderConfig {
        width: width as usize,
        height: height as usize,
        bit_depth: 8,
        chroma_sampling,
        pixel_range: PixelRange::Full,
        color_description: (planes.len() > 1).then_some(description),
        still_picture: true,
        quantizer: usize::from(QUANTIZER),
        min_quantizer: QUANTIZER,
        speed_settings,
        ..EncoderConfig::default()
    };
    let config = Config::new().with_encoder_config(config).with_threads(1);
    let context = config.new_context();
    let mut context: Context<u8> = context.map_err(|error| error.to_string())?;
    let mut frame = context.new_frame();
    for (target, (samples, across)) in frame.planes.iter_mut().zip(planes) {
        target.copy_from_raw_u8(samples, *across, 1);
    }
    let sent = context.send_frame(frame);
    sent.map_err(|error| error.to_string())?;
    context.flush();
    let mut data = Vec::new();
    loop {
        match context.receive_packet() {
            Ok(packet) => data.extend(packet.data),
            Err(EncoderStatus::Encoded) => {}
            Err(EncoderStatus::LimitReached) => return Ok(data),
            Err(error) => return Err(error.to_string()),
        }
    }
}
