//! Random numbers.

/// Numbers that are the same in every run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    /// Returns a number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    /// Brings keys into a random order.
    pub fn shuffle<K>(&mut self, keys: &mut [K]) {
        for last in (1..keys.len()).rev() {
            keys.swap(last, self.below(last + 1));
        }
    }
}
