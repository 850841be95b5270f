//! Lists that elements collect.

/// Appends entries to a list. Most lists of elements are empty: neither copies nor calls then.
pub fn append<T>(list: &mut Vec<T>, next: Vec<T>) {
    if list.is_empty() {
        *list = next;
    } else if !next.is_empty() {
        list.extend(next);
    }
}
