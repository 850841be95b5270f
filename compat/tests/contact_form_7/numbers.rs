//! Generated submissions, the same in every run.

/// Numbers that look random (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap() % end
    }

    /// Some pieces one after the other, between them now and then any character.
    pub fn hostile(&mut self, pieces: &[&str]) -> String {
        let mut text = String::new();
        for _ in 0..self.below(6) {
            text.push_str(pieces[self.below(pieces.len())]);
            let any = u32::try_from(self.below(0x11_0000)).unwrap();
            if self.below(4) == 0
                && let Some(any) = char::from_u32(any)
            {
                text.push(any);
            }
        }
        text
    }
}
