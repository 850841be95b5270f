//! Terms are made, changed and deleted.
//!
//! Contract "wordpress-rest", section 8; recordings owner/category-*, owner/tag-*.

use std::sync::Arc;

use compat::wordpress::php::Value;
use compat::wordpress::taxonomy::{Term, TermId};
use compat::wordpress::term::{
    TermError, TermFields, TermRules, wp_delete_term, wp_insert_term, wp_update_term,
};

use super::hidden_types::{is_hierarchical, taxonomy_base};
use super::read_permission::term_of;
use super::request::RestRequest;
use super::rest_response::RestResponse;
use super::route::Rest;
use super::route_error::{RestError, RouteError};
use super::term_response::prepare;

/// The tables that a written term changes.
pub const TABLES: [&str; 4] = ["terms", "term_taxonomy", "termmeta", "options"];
/// Those that a deleted one changes, too.
pub const DELETED: [&str; 7] = [
    "terms",
    "term_taxonomy",
    "termmeta",
    "options",
    "term_relationships",
    "posts",
    "postmeta",
];

/// What writing a term of a taxonomy needs to know.
pub fn rules(rest: &Rest<'_>, taxonomy: &str) -> TermRules {
    let site = &rest.state.site;
    let option = match taxonomy {
        "category" => "default_category".to_owned(),
        other => format!("default_term_{other}"),
    };
    let default = site.options.int(&option);
    TermRules {
        taxonomy: taxonomy.to_owned(),
        hierarchical: is_hierarchical(site, taxonomy),
        default_term: (default > 0).then_some(TermId(default)),
        locale: rest.state.locale_code(),
    }
}

/// The fields that the request sets; a parent must exist, and the taxonomy have parents.
///
/// # Errors
/// `rest_taxonomy_not_hierarchical`, `rest_term_invalid`.
pub fn sent_fields(rest: &Rest<'_>, request: &RestRequest) -> Result<TermFields, RouteError> {
    let text = |name: &str| request.has(name).then(|| request.text(name));
    let mut parent = None;
    if request.has("parent") {
        if !is_hierarchical(&rest.state.site, &request.subject) {
            let source = "Cannot set parent term, taxonomy is not hierarchical.";
            let code = "rest_taxonomy_not_hierarchical";
            return Err(rest.error(code, source, 400).into());
        }
        let id = TermId(request.int("parent"));
        let state = rest.state_now();
        if id.0 != 0 && state.site.terms.by_id(&request.subject, id).is_none() {
            let source = "Parent term does not exist.";
            return Err(rest.error("rest_term_invalid", source, 400).into());
        }
        parent = Some(id);
    }
    Ok(TermFields {
        name: text("name"),
        slug: text("slug"),
        description: text("description"),
        parent,
    })
}

/// The error of a refused write: 400 for a term that exists, else without a status of its own.
pub fn refused(rest: &Rest<'_>, error: &TermError) -> RestError {
    let message = rest.text(error.source()).replace("%s", error.detail());
    if let Some(id) = error.existing() {
        let mut refused = RestError::new(error.code(), message, 400).with("term_id", id.0);
        // The id is attached three times: by the check, as the known term, and within `data`.
        refused.additional_data = vec![id.0.into(), id.0.into()];
        return refused;
    }
    let mut refused = RestError::bare(error.code(), message);
    if let TermError::TooLong(column) = error {
        // What the database layer reports, never translated.
        let reason = format!(
            "WordPress database error: Processing the value for the following field failed: {column}. \
             The supplied value may be too long or contains invalid data."
        );
        *refused.data = Value::from(reason);
    }
    refused
}

/// Makes a term.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn create_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let rules = rules(rest, &request.subject);
    let fields = sent_fields(rest, request)?;
    let work = async move |tx| wp_insert_term(&tx, &rules, &fields).await;
    let term = rest.app.db.transaction(work).await?;
    let term = Arc::new(term.map_err(|error| refused(rest, &error))?);
    rest.wrote(&TABLES).await;
    let base = taxonomy_base(&rest.state.site, &request.subject);
    let location = rest.rest_url(&format!("/wp/v2/{base}/{}", term.term_id.0));
    let mut response = written(rest, request, &term).await?;
    response.status = 201;
    Ok(response.with_header("Location", location))
}

/// Changes a term.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn update_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let id = term_of(rest, request)?.term_id;
    let rules = rules(rest, &request.subject);
    let fields = sent_fields(rest, request)?;
    let work = async move |tx| wp_update_term(&tx, &rules, id, &fields).await;
    let term: Result<Term, TermError> = rest.app.db.transaction(work).await?;
    let term = Arc::new(term.map_err(|error| refused(rest, &error))?);
    rest.wrote(&TABLES).await;
    written(rest, request, &term).await
}

/// The response to a write: the term for editing.
async fn written(
    rest: &Rest<'_>,
    request: &RestRequest,
    term: &Arc<Term>,
) -> Result<RestResponse, RouteError> {
    let item = prepare(rest, &request.in_context("edit"), term).await?;
    Ok(RestResponse::item(item).cached_for(None).allow_in("edit"))
}

/// Deletes a term, which only `force` does.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn delete_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let term = term_of(rest, request)?;
    if !request.bool("force") {
        let source = "Terms do not support trashing. Set '%s' to delete.";
        return Err(trash_not_supported(rest, source).into());
    }
    let previous = prepare(rest, &request.in_context("view"), &term).await?;
    let rules = rules(rest, &request.subject);
    let (site, id) = (Arc::clone(&rest.state_now().site), term.term_id);
    let work = async move |tx| wp_delete_term(&tx, &site.registry, &rules, id).await;
    if !rest.app.db.transaction(work).await? {
        let source = "The term cannot be deleted.";
        return Err(rest.error("rest_cannot_delete", source, 500).into());
    }
    rest.wrote(&DELETED).await;
    Ok(RestResponse::deleted(previous))
}

/// `rest_trash_not_supported`.
pub fn trash_not_supported(rest: &Rest<'_>, source: &str) -> RestError {
    let message = rest.text(source).replace("%s", "force=true");
    RestError::new("rest_trash_not_supported", message, 501)
}
