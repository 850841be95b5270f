//! What an audit tells while it works.

/// Told what is being done: the step, what of it is done, and all of it (0 when that is not known).
pub type Progress<'a> = &'a (dyn Fn(&str, usize, usize) + Sync);
