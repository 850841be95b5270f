//! The media library's files: uploaded, looked at, made smaller, edited, removed.
//!
//! Contract "wordpress-rest" section 7. Nothing here knows of requests.

pub mod boxes;
mod exif_fields;
pub mod file_type;
pub mod files;
mod film;
mod id3;
pub mod image_meta;
pub mod image_pool;
mod in_store;
pub mod inspect;
mod iptc;
pub mod library_error;
pub mod make_images;
pub mod metadata;
pub mod object_files;
mod object_placing;
pub mod output_format;
pub mod placing;
pub mod plan;
pub mod rows;
pub mod sniff;
mod sound;
pub mod staging;
pub mod stored;
pub mod sub_size;
pub mod sub_sizes;
pub mod sweep;
pub mod unique_name;
