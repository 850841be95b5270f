//! taxonomy.
