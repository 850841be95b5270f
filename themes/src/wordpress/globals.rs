//! What the columns collect while a page is made: WordPress's globals, one value of each type.

/// Values by their type; each is there when it is asked for.
#[derive(Default)]
pub struct Globals(http::Extensions);

impl Globals {
    /// The value of a type; made empty at first.
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
