//! What columns remember between requests, from start to stop: one value of each type, made when it is first asked for.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use compat::wordpress::db::Db;

/// What a column remembers.
pub trait ColumnState: Send + Sync + 'static {
    /// Nothing yet.
    fn new(db: &Db) -> Self;
}

/// The memory of all columns.
#[derive(Default)]
pub struct ColumnStates {
    kept: RwLock<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl ColumnStates {
    /// What is remembered under a type; the same for every request.
    pub fn of<T: ColumnState>(&self, db: &Db) -> Arc<T> {
        let key = TypeId::of::<T>();
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let known = kept.get(&key).cloned();
        drop(kept);
        let found = known.unwrap_or_else(|| {
            let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
            kept.entry(key)
                .or_insert_with(|| Arc::new(T::new(db)))
                .clone()
        });
        // The key is the type's own: the value is of no other.
        found.downcast().unwrap_or_else(|_| Arc::new(T::new(db)))
    }
}
