//! Where columns lead a visitor in place of a page that was found, asked without rendering it.

use std::sync::Arc;

use compat::wordpress::posted::Posted;

use super::page::FoundPage;
use super::template_redirect::PageRequest;
use super::view;
use crate::column::Registry;
use crate::request_error::RequestError;

/// The address to which a column leads a visitor in place of the page that was found.
///
/// # Errors
/// When the database fails.
pub async fn leads_to(
    page: FoundPage<'_>,
    registry: &Registry,
) -> Result<Option<String>, RequestError> {
    let FoundPage {
        context,
        query,
        objects,
    } = page;
    let leads: Vec<_> = registry
        .page_leads
        .iter()
        .filter(|lead| (lead.concerns)(&context, &query))
        .collect();
    if leads.is_empty() {
        return Ok(None);
    }
    let view = view::build(&context, query, objects, Posted::default()).await?;
    let mut request = PageRequest {
        context: &context,
        view: Arc::new(view),
        cookies: Vec::new(),
        leads_to: None,
    };
    for lead in leads {
        (lead.lead)(&mut request).await?;
    }
    Ok(request.leads_to)
}
