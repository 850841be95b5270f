//! The columns' per-page state during rendering, like WordPress's globals: one value per type.

/// Values by type.
#[derive(Default)]
pub struct Globals(http::Extensions);

impl Globals {
    /// The value of a type, default-initialized on first use.
    pub fn of<T: Clone + Default + Send + Sync + 'static>(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_value() {
        let mut globals = Globals::default();
        *globals.of::<u32>() += 2;
        globals.of::<String>().push('a');
        assert_eq!(
            (*globals.of::<u32>(), globals.of::<String>().as_str()),
            (2, "a")
        );
    }
}
