//! `serialize`: a value as PHP stores it, byte for byte.
//!
//! Contract "wordpress-core", section 1.3. Back references keep their stored slot numbers: a value that is read and
//! written unchanged gives the same bytes. References must be resolved ([`super::references::resolve`]) before
//! elements in front of them are removed or inserted.

use super::{Array, Key, Object, Reference, Value, float};

/// The stored form of a value.
pub fn serialize(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    write_value(value, &mut out);
    out
}

fn write_value(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.extend_from_slice(b"N;"),
        Value::Bool(b) => out.extend_from_slice(if *b { b"b:1;" } else { b"b:0;" }),
        Value::Int(n) => write_int(*n, out),
        Value::Float(f) => {
            out.extend_from_slice(b"d:");
            out.extend_from_slice(float::repr(*f).as_bytes());
            out.push(b';');
        }
        Value::Str(s) => write_string(s, out),
        Value::Array(array) => write_array(array, out),
        Value::Object(object) => write_object(object, out),
        Value::Custom(custom) => {
            write_head(b'C', &custom.class, custom.data.len(), out);
            out.extend_from_slice(&custom.data);
            out.push(b'}');
        }
        Value::Enum(case) => {
            let name = [&case.class, b":".as_slice(), &case.case].concat();
            out.extend_from_slice(format!("E:{}:\"", name.len()).as_bytes());
            out.extend_from_slice(&name);
            out.extend_from_slice(b"\";");
        }
        Value::Reference(Reference::Variable(slot)) => {
            out.extend_from_slice(format!("R:{slot};").as_bytes());
        }
        Value::Reference(Reference::Object(slot)) => {
            out.extend_from_slice(format!("r:{slot};").as_bytes());
        }
    }
}

fn write_int(n: i64, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("i:{n};").as_bytes());
}

fn write_string(s: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(format!("s:{}:\"", s.len()).as_bytes());
    out.extend_from_slice(s);
    out.extend_from_slice(b"\";");
}

/// `O:5:"Class":N:{` (or `C:`).
fn write_head(letter: u8, class: &[u8], count: usize, out: &mut Vec<u8>) {
    out.push(letter);
    out.extend_from_slice(format!(":{}:\"", class.len()).as_bytes());
    out.extend_from_slice(class);
    out.extend_from_slice(format!("\":{count}:{{").as_bytes());
}

fn write_array(array: &Array, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("a:{}:{{", array.len()).as_bytes());
    for (key, value) in array {
        match key {
            Key::Int(n) => write_int(*n, out),
            Key::Str(s) => write_string(s, out),
        }
        write_value(value, out);
    }
    out.push(b'}');
}

fn write_object(object: &Object, out: &mut Vec<u8>) {
    write_head(b'O', object.class(), object.len(), out);
    for (name, value) in object.stored() {
        write_string(name, out);
        write_value(value, out);
    }
    out.push(b'}');
}
