//! Generated values are written, read and written again: the bytes are equal (hardening R8).

use std::cell::Cell;

use compat::wordpress::php::{
    Array, Custom, Enum, Key, Object, Reference, Value, maybe_serialize, maybe_unserialize,
    serialize, unserialize,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const CASES: u32 = 10_000;

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        "[a-zñ \";:{}\\\\0-9]{0,12}".prop_map(String::into_bytes),
        vec(any::<u8>(), 0..12),
        Just(b"i:5;".to_vec()),
        Just(b"a:1:{i:0;R:1;}".to_vec()),
        "-?[0-9]{1,20}".prop_map(String::into_bytes),
    ]
}

fn class() -> impl Strategy<Value = Vec<u8>> {
    "[A-Za-z_\\\\é]{1,10}".prop_map(String::into_bytes)
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        any::<i64>().prop_map(Key::Int),
        (-3_i64..9).prop_map(Key::Int),
        text().prop_map(Key::from),
    ]
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::Bool),
        2 => any::<i64>().prop_map(Value::Int),
        2 => any::<f64>().prop_map(Value::Float),
        1 => (-1e6_f64..1e6).prop_map(Value::Float),
        4 => text().prop_map(Value::Str),
        1 => (class(), text())
            .prop_map(|(class, data)| Value::Custom(Box::new(Custom { class, data }))),
        1 => ("[A-Z][a-z]{0,5}", "[A-Z]{1,5}").prop_map(|(class, case)| {
            Value::Enum(Box::new(Enum { class: class.into(), case: case.into() }))
        }),
    ]
}

fn object(class: Vec<u8>, properties: Vec<(Vec<u8>, u8, Value)>) -> Value {
    let mut object = Object::new(class.clone());
    for (name, visibility, value) in properties {
        match visibility {
            0 => object.insert_protected(&name, value),
            1 => object.insert_private(&class, &name, value),
            _ => object.insert(name, value),
        }
    }
    Value::from(object)
}

fn tree() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            vec((key(), inner.clone()), 0..6).prop_map(|entries| {
                let mut array = Array::new();
                array.extend(entries);
                Value::Array(array)
            }),
            vec(inner.clone(), 0..6).prop_map(Value::from),
            (class(), vec((text(), 0_u8..6, inner), 0..4))
                .prop_map(|(class, properties)| object(class, properties)),
        ]
    })
}

/// Turns some nulls into references to slots before them, as shared variables and objects give.
struct Planter {
    slots: usize,
    objects: Vec<usize>,
    dice: std::vec::IntoIter<u8>,
    planted: usize,
}

impl Planter {
    fn visit(&mut self, value: &mut Value) {
        if matches!(value, Value::Null)
            && let Some(die) = self.dice.next()
        {
            self.plant(value, die.into());
        }
        if !matches!(value, Value::Reference(Reference::Variable(_))) {
            self.slots += 1;
        }
        match value {
            Value::Array(array) => array.iter_mut().for_each(|(_, v)| self.visit(v)),
            Value::Object(object) => {
                self.objects.push(self.slots);
                object.stored_mut().for_each(|(_, v)| self.visit(v));
            }
            _ => {}
        }
    }

    fn plant(&mut self, value: &mut Value, die: usize) {
        if die.is_multiple_of(3) && self.slots > 0 {
            *value = Value::Reference(Reference::Variable(die % self.slots + 1));
            self.planted += 1;
        } else if die % 3 == 1 && !self.objects.is_empty() {
            let slot = self.objects[die % self.objects.len()];
            *value = Value::Reference(Reference::Object(slot));
            self.planted += 1;
        }
    }
}

#[test]
fn ten_thousand_values_round_trip() {
    let (values, bytes, references) = (Cell::new(0_u32), Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&(tree(), vec(any::<u8>(), 0..8)), |(mut value, dice)| {
            let mut planter = Planter {
                slots: 0,
                objects: Vec::new(),
                dice: dice.into_iter(),
                planted: 0,
            };
            planter.visit(&mut value);
            let stored = serialize(&value);
            let read = unserialize(&stored).map_err(|e| {
                TestCaseError::fail(format!("{e}: {}", String::from_utf8_lossy(&stored)))
            })?;
            prop_assert_eq!(serialize(&read), stored.clone());
            // What WordPress stores for the value comes back as the value.
            if matches!(value, Value::Array(_) | Value::Object(_)) {
                let again = maybe_unserialize(&maybe_serialize(&value).to_bytes());
                prop_assert_eq!(serialize(&again), stored.clone());
            } else if let Value::Str(text) = &value {
                let row = maybe_serialize(&value);
                let read = maybe_unserialize(&row.to_bytes());
                prop_assert_eq!(read.as_bytes(), Some(text.as_slice()));
            }
            values.set(values.get() + 1);
            bytes.set(bytes.get() + stored.len());
            references.set(references.get() + planter.planted);
            Ok(())
        })
        .unwrap();
    println!(
        "R8: {} values ({} bytes, {} back references) byte-equal after a round trip",
        values.get(),
        bytes.get(),
        references.get()
    );
    assert_eq!(values.get(), CASES);
    assert!(references.get() > 1000);
}
