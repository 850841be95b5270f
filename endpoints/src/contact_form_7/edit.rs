//! Forms made, changed and removed by accounts.

use crate::wordpress::rest::context::Rest;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::route::Answering;
