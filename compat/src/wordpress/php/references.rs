//! Back references (`R:n;`, `r:n;`): numbering of slots, and values with the references replaced.
//!
//! Contract "wordpress-core", section 1.3. References are kept as stored, so that a value is written back unchanged;
//! to read through them, [`resolve`] replaces them by copies.

use super::{Array, Object, Reference, Value};

/// The deepest nesting that [`resolve`] follows; recursive values end there with null.
const MAX_DEPTH: usize = 64;
/// The most values (and pieces of 32 bytes of text) that [`resolve`] makes beyond those that are
/// there: references to references may multiply.
const MAX_MORE: usize = 100_000;

/// The numbered values of one serialised text.
pub struct Slots<'a> {
    slots: Vec<&'a Value>,
}

impl<'a> Slots<'a> {
    /// Numbers the values under `root` in the order in which they are stored.
    pub fn of(root: &'a Value) -> Self {
        let mut slots = Vec::new();
        number(root, &mut slots);
        Self { slots }
    }

    /// The value that a reference means (which may be a reference itself: an object handle).
    pub fn get(&self, reference: Reference) -> Option<&'a Value> {
        let (Reference::Variable(slot) | Reference::Object(slot)) = reference;
        slot.checked_sub(1).and_then(|i| self.slots.get(i)).copied()
    }
}

fn number<'a>(value: &'a Value, slots: &mut Vec<&'a Value>) {
    if !matches!(value, Value::Reference(Reference::Variable(_))) {
        slots.push(value);
    }
    match value {
        Value::Array(array) => array.values().for_each(|v| number(v, slots)),
        Value::Object(object) => object.stored().for_each(|(_, v)| number(v, slots)),
        _ => {}
    }
}

/// Whether a value contains references at all.
pub fn has_references(value: &Value) -> bool {
    match value {
        Value::Reference(_) => true,
        Value::Array(array) => array.values().any(has_references),
        Value::Object(object) => object.stored().any(|(_, v)| has_references(v)),
        _ => false,
    }
}

/// A copy in which every reference is replaced by what it means. Recursion ends with null at depth
/// 64; multiplication ends, with elements left out, 100,000 values beyond the original.
pub fn resolve(root: &Value) -> Value {
    if !has_references(root) {
        return root.clone();
    }
    let slots = Slots::of(root);
    let own: usize = slots.slots.iter().map(|v| cost(v)).sum();
    let mut budget = own.saturating_add(MAX_MORE);
    copy(root, &slots, 0, &mut budget)
}

fn cost(value: &Value) -> usize {
    1 + value.as_bytes().map_or(0, <[u8]>::len) / 32
}

fn copy(value: &Value, slots: &Slots<'_>, depth: usize, budget: &mut usize) -> Value {
    *budget = budget.saturating_sub(cost(value));
    if depth > MAX_DEPTH || *budget == 0 {
        return Value::Null;
    }
    match value {
        Value::Reference(reference) => slots
            .get(*reference)
            .map_or(Value::Null, |target| copy(target, slots, depth + 1, budget)),
        Value::Array(array) => {
            let mut copied = Array::new();
            for (key, element) in array {
                if *budget == 0 {
                    break;
                }
                copied.insert(key.clone(), copy(element, slots, depth + 1, budget));
            }
            Value::Array(copied)
        }
        Value::Object(object) => {
            let mut copied = Object::new(object.class());
            for (name, element) in object.stored() {
                if *budget == 0 {
                    break;
                }
                copied.insert(name, copy(element, slots, depth + 1, budget));
            }
            Value::from(copied)
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{serialize, unserialize};
    use super::*;

    #[test]
    fn references_are_kept_and_can_be_resolved() {
        let stored = b"a:3:{i:0;O:1:\"C\":1:{s:1:\"p\";i:7;}i:1;r:2;i:2;R:3;}";
        let value = unserialize(stored).unwrap();
        assert_eq!(serialize(&value), stored);
        let resolved = resolve(&value);
        assert_eq!(resolved.at(1).at("p").to_int(), 7);
        assert_eq!(resolved.at(2).to_int(), 7);
    }

    #[test]
    fn a_value_inside_itself_and_a_bomb_end() {
        resolve(&unserialize(b"a:1:{i:0;R:1;}").unwrap());
        let mut bomb = String::from("a:60:{i:0;a:2:{i:0;i:1;i:1;i:2;}");
        let mut last = 2;
        for i in 1..60 {
            bomb.push_str(&format!("i:{i};a:2:{{i:0;R:{last};i:1;R:{last};}}"));
            last += if i == 1 { 3 } else { 1 };
        }
        bomb.push('}');
        resolve(&unserialize(bomb.as_bytes()).unwrap());
    }
}
