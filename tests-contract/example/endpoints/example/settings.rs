//! The section `[example]` of the configuration.

use endpoints::settings_section;

settings_section! {
    /// Example Notes.
    ExampleSettings "example" {
        /// Text before the notes.
        heading: String = "Notes",
        /// Most notes of a list.
        limit: u64 = 10_u64,
    }
}
