//! What the columns collect while a page is made: WordPress's globals, one value of each type.

use std::any::{Any, TypeId};

use compat::wordpress::name_hash::NameMap;

/// Values by their type; each is there when it is asked for.
#[derive(Default)]
pub struct Globals(NameMap<TypeId, Box<dyn Any + Send>>);

impl Globals {
    /// The value of a type; made empty at first.
    pub fn of<T: Any + Send + Default>(&mut self) -> &mut T {
        let made = || Box::<T>::default() as Box<dyn Any + Send>;
        let value = self.0.entry(TypeId::of::<T>()).or_insert_with(made);
        if !value.is::<T>() {
            // A value stands under its own type only; this keeps the way back free of panics.
            *value = made();
        }
        match value.downcast_mut::<T>() {
            Some(value) => value,
            None => Box::leak(Box::default()),
        }
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
