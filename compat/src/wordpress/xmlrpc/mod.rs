//! XML-RPC: calls as clients send them (`IXR_Message`).

mod message;
mod tokens;

pub use message::{CallError, MethodCall};
