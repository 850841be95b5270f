//! Finds in the bytes of an HTTP/2 client where a request begins, so that it can stay unread (hardening S13).

/// The HTTP/2 connection preface.
pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Length of a frame's header.
const HEADER: usize = 9;
/// The type of a HEADERS frame.
const HEADERS: u8 = 1;

/// The position in the frames of one connection.
#[derive(Debug)]
pub struct FrameGate {
    header: [u8; HEADER],
    /// Bytes of `header` received.
    received: usize,
    /// Bytes of the preface or of a payload still to come.
    payload: usize,
    /// The last stream opened.
    stream: u32,
}

impl Default for FrameGate {
    fn default() -> Self {
        FrameGate {
            header: [0; HEADER],
            received: 0,
            payload: PREFACE.len(),
            stream: 0,
        }
    }
}

impl FrameGate {
    /// Passes bytes until a request begins that `may_begin` refuses; returns how many passed.
    pub fn pass(&mut self, bytes: &[u8], mut may_begin: impl FnMut() -> bool) -> usize {
        let mut rest = bytes;
        loop {
            let payload = self.payload.min(rest.len());
            self.payload -= payload;
            rest = rest.get(payload..).unwrap_or_default();
            let Some((byte, after)) = rest.split_first() else {
                return bytes.len();
            };
            if let Some(place) = self.header.get_mut(self.received) {
                *place = *byte;
            }
            if self.received + 1 == HEADER && !self.ends_header(&mut may_begin) {
                return bytes.len() - rest.len();
            }
            self.received = (self.received + 1) % HEADER;
            rest = after;
        }
    }

    /// Called with a complete header; whether it passes.
    fn ends_header(&mut self, may_begin: &mut impl FnMut() -> bool) -> bool {
        let [a, b, c, kind, _, s0, s1, s2, s3] = self.header;
        let stream = u32::from_be_bytes([s0 & 0x7f, s1, s2, s3]);
        // HEADERS of a known stream are its trailers.
        if kind == HEADERS && stream > self.stream {
            if !may_begin() {
                return false;
            }
            self.stream = stream;
        }
        self.payload = usize::try_from(u32::from_be_bytes([0, a, b, c])).unwrap_or(usize::MAX);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_wait_and_all_other_frames_pass() {
        let frame = |kind: u8, stream: u8, payload: &[u8]| {
            let length = u8::try_from(payload.len()).unwrap();
            [&[0, 0, length, kind, 0, 0, 0, 0, stream], payload].concat()
        };
        let settings = frame(4, 0, &[]);
        let first = frame(1, 1, b"\x82\x84");
        let trailers = frame(1, 1, b"\x82");
        let second = frame(1, 3, b"\x82\x84");
        let bytes = [PREFACE, &settings, &first, &trailers, &second].concat();
        // All but the second request and the last byte of its header.
        let passed = bytes.len() - second.len() + HEADER - 1;
        for size in [1, 2, 7, bytes.len()] {
            let (mut gate, mut begun, mut seen) = (FrameGate::default(), 0, 0);
            for piece in bytes.chunks(size) {
                let now = gate.pass(piece, || {
                    begun += 1;
                    begun < 2
                });
                seen += now;
                if now < piece.len() {
                    break;
                }
            }
            assert_eq!(seen, passed, "{size}");
            assert_eq!(gate.pass(&bytes[passed..], || true), bytes.len() - passed);
        }
    }
}
