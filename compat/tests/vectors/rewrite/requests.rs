//! Requests to query variables.

use compat::wordpress::rewrite::{
    PageLookup, ParsedRequest, QueryVar, QueryVars, RequestError, RequestInput, Rewrite, RuleTable,
    parse_request,
};
use serde_json::{Map, Value, json};

use super::database::demo;
use crate::vectors::harness::check;

/// Rules of the demo site, made once.
pub fn rules() -> &'static (Rewrite, RuleTable) {
    static RULES: std::sync::OnceLock<(Rewrite, RuleTable)> = std::sync::OnceLock::new();
    RULES.get_or_init(|| {
        let rewrite = Rewrite::new(&demo().site, &demo().site.registry.rewrite);
        let table = rewrite.rules();
        (rewrite, table)
    })
}

/// The query variables of a GET.
pub fn parse(uri: &str) -> ParsedRequest {
    let demo = demo();
    let (rewrite, table) = rules();
    let input = RequestInput {
        uri: uri.to_owned(),
        ..RequestInput::default()
    };
    let pages = demo
        .block_on(PageLookup::for_request(&demo.db, &demo.site, table, uri))
        .unwrap();
    parse_request(
        rewrite,
        table,
        &demo.site.registry,
        &demo.site.home(),
        &input,
        &pages,
    )
    .unwrap()
}

fn json_of(var: &QueryVar) -> Value {
    match var {
        QueryVar::Text(text) => json!(text),
        QueryVar::Map(map) if map.keys().enumerate().all(|(i, k)| *k == i.to_string()) => {
            map.values().map(json_of).collect()
        }
        QueryVar::Map(map) => map.iter().map(|(k, v)| (k.clone(), json_of(v))).collect(),
    }
}

#[test]
fn parse_request_vectors() {
    check("wordpress-rewrite", &["parse_request"], 0, |v| {
        let parsed = parse(v.str(0));
        let vars: Map<String, Value> = parsed
            .query_vars
            .0
            .iter()
            .map(|(k, v)| (k.clone(), json_of(v)))
            .collect();
        let vars = if vars.is_empty() {
            json!([])
        } else {
            Value::Object(vars)
        };
        Some(json!({
            "request": parsed.request,
            "matched_rule": parsed.matched.as_ref().map(|m| &m.rule),
            "matched_query": parsed.matched.as_ref().map(|m| &m.query),
            "query_vars": vars,
        }))
    });
}

/// The variables of a request with a form.
fn parse_form(uri: &str, form: &str) -> Result<ParsedRequest, RequestError> {
    let demo = demo();
    let (rewrite, table) = rules();
    let input = RequestInput {
        uri: uri.to_owned(),
        post: QueryVars::parse(form),
    };
    let pages = PageLookup::new(&demo.site.pages, Vec::new());
    parse_request(
        rewrite,
        table,
        &demo.site.registry,
        &demo.site.home(),
        &input,
        &pages,
    )
}

#[test]
fn a_form_field_goes_before_query_and_path() {
    let vars = |uri, form| parse_form(uri, form).unwrap().query_vars;
    assert_eq!(vars("/contacto/", "name=Ana").text("name"), "Ana");
    assert_eq!(vars("/contacto/?s=a", "s=a").text("s"), "a");
    assert_eq!(vars("/contacto/?page=3", "").text("page"), "3");
    assert_eq!(
        vars("/category/rutas/", "category_name=x").text("category_name"),
        "x"
    );
    assert_eq!(
        parse_form("/contacto/?s=a", "s=b").map(|_| ()),
        Err(RequestError::VariableMismatch)
    );
    // Fields that are no variables may differ.
    assert!(parse_form("/contacto/?correo=a", "correo=b").is_ok());
}
