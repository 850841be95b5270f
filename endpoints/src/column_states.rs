//! The columns' process-wide state: one value per type, created on first use.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use compat::wordpress::db::Db;

/// A column's process-wide state.
pub trait ColumnState: Send + Sync + 'static {
    /// The initial state.
    fn new(db: &Db) -> Self;
}

/// The state of all columns.
#[derive(Default)]
pub struct ColumnStates {
    kept: RwLock<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl ColumnStates {
    /// The value of a type, shared by all requests.
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
        // Cannot fail: the key is the value's `TypeId`.
        found.downcast().unwrap_or_else(|_| Arc::new(T::new(db)))
    }
}
