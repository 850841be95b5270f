//! Random requests over the routes that the index names, with arguments that are valid, wrong or hostile.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use tests_contract::owner::basic;
use tests_contract::recording::Request;

use crate::capabilities::plant::UUID;

use super::arguments::{STATUSES, pairs};
use super::chance::Chance;

/// Who asks, those who may write oftener.
pub const PERSONS: [(&str, i64); 22] = [
    ("", 0),
    ("sinrol", 109),
    ("suscriptora", 105),
    ("clienta", 107),
    ("colaboradora", 104),
    ("autora", 103),
    ("editora", 102),
    ("encargada", 106),
    ("duena", 101),
    ("duena", 101),
    ("duena", 101),
    ("duena", 101),
    ("encargada", 106),
    ("encargada", 106),
    ("encargada", 106),
    ("editora", 102),
    ("editora", 102),
    ("editora", 102),
    ("autora", 103),
    ("autora", 103),
    ("colaboradora", 104),
    ("colaboradora", 104),
];

/// A picture of one pixel.
const GIF: &[u8] = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// The ids that requests are about, by the first word of a route.
#[derive(Default)]
pub struct Pools(pub BTreeMap<&'static str, Vec<i64>>);

impl Pools {
    /// A thing of any kind.
    pub fn any(&self, chance: &mut Chance) -> i64 {
        let all: Vec<&Vec<i64>> = self.0.values().collect();
        let pool = all[chance.below(all.len())];
        pool[chance.below(pool.len())]
    }

    /// Mostly a thing of the route's kind.
    pub fn id(&self, kind: &str, chance: &mut Chance) -> i64 {
        match self.0.get(kind).filter(|_| chance.percent(93)) {
            Some(pool) if chance.percent(95) => pool[chance.below(pool.len())],
            Some(_) => chance.pick(&[0, 1, 27, 1999, 1983, 99_999_999, i64::MAX]),
            None => self.any(chance),
        }
    }
}

/// A route: pattern, and arguments by method.
pub struct RouteOf {
    pattern: String,
    endpoints: Vec<(Vec<String>, Map<String, Value>)>,
}

impl RouteOf {
    fn is_written(&self) -> bool {
        let mut methods = self.endpoints.iter().flat_map(|(methods, _)| methods);
        methods.any(|method| method != "GET")
    }
}

/// The routes of an index. The shop's are not asked: its guests order things.
pub fn routes(index: &Value) -> Vec<RouteOf> {
    let all = index["routes"].as_object().expect("routes").iter();
    let ours = all.filter(|(pattern, _)| {
        pattern.starts_with("/wp")
            || pattern.starts_with("/contact")
            || pattern.starts_with("/oembed")
    });
    let route = |(pattern, found): (&String, &Value)| {
        let endpoints = found["endpoints"].as_array().into_iter().flatten();
        let endpoint = |endpoint: &Value| {
            let methods = endpoint["methods"].as_array().into_iter().flatten();
            let methods = methods.filter_map(|m| m.as_str().map(str::to_owned));
            let args = endpoint["args"].as_object().cloned().unwrap_or_default();
            (methods.collect(), args)
        };
        RouteOf {
            pattern: pattern.clone(),
            endpoints: endpoints.map(endpoint).collect(),
        }
    };
    ours.map(route).collect()
}

/// Makes requests.
pub struct Generator<'a> {
    /// The routes.
    pub routes: &'a [RouteOf],
    /// What they are about.
    pub pools: &'a Pools,
    /// The choices.
    pub chance: Chance,
    /// How hostile the arguments of a request are: 0, 1 or 3.
    pub hostility: usize,
}

impl Generator<'_> {
    /// A request of a person: who, and what.
    pub fn next(&mut self) -> (i64, Request) {
        let (login, id) = PERSONS[self.chance.below(PERSONS.len())];
        let mut request = if self.chance.percent(3) {
            self.batch()
        } else {
            self.single()
        };
        let mut head = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
        if !login.is_empty() {
            head.push(("Authorization".to_owned(), basic(login)));
        }
        request.headers.splice(0..0, head);
        (id, request)
    }

    fn single(&mut self) -> Request {
        self.hostility = self.chance.pick(&[0, 0, 0, 1, 1, 3]);
        let routes = self.routes;
        let mut route = &routes[self.chance.below(routes.len())];
        let wants_to_write = self.chance.percent(60);
        while wants_to_write && !route.is_written() {
            route = &routes[self.chance.below(routes.len())];
        }
        let mut path = self.path(&route.pattern);
        let (methods, args) = &route.endpoints[self.chance.below(route.endpoints.len())];
        let mut method = methods[self.chance.below(methods.len())].as_str();
        if self.chance.percent(8) {
            method = self
                .chance
                .of(&["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]);
        }
        // Who asks goes on asking.
        if path.contains("/users/me")
            && (method == "DELETE" || path.contains("/application-passwords"))
        {
            let planted = self.pools.id("users", &mut self.chance);
            path = path.replace("/me", &format!("/{planted}"));
        }
        if route.pattern == "/wp/v2/media" && method == "POST" && self.chance.percent(70) {
            return self.upload(&path);
        }
        let mut fields = self.fields(args, &path);
        if method == "DELETE" && self.chance.percent(60) {
            fields.insert("force".to_owned(), json!(true));
        }
        self.request(method, &path, fields)
    }

    /// What a request without a body may also ask for.
    fn query(&mut self) -> Vec<String> {
        let likely = [
            ("context", 25, "edit"),
            ("_embed", 8, "1"),
            ("_envelope", 2, "1"),
            ("per_page", 20, "100"),
            ("status", 8, "any"),
        ];
        let asked = likely
            .iter()
            .filter(|(_, likely, _)| self.chance.percent(*likely));
        asked
            .map(|(name, _, value)| format!("{name}={value}"))
            .collect()
    }

    /// Fields as JSON, as a form, or in the query.
    fn request(&mut self, method: &str, path: &str, mut fields: Map<String, Value>) -> Request {
        let (mut headers, mut body) = (Vec::new(), Vec::new());
        let mut path = format!("/wp-json{path}");
        if method == "POST" && self.chance.percent(4) {
            let other = self.chance.of(&["DELETE", "PUT", "GET"]);
            headers.push(("X-HTTP-Method-Override".to_owned(), other.to_owned()));
        }
        let mut put = |kind: &str| headers.push(("Content-Type".to_owned(), kind.to_owned()));
        let is_written = matches!(method, "POST" | "PUT" | "PATCH");
        if is_written && self.chance.percent(85) {
            if self.chance.percent(4) {
                fields.insert("id".to_owned(), json!(self.pools.any(&mut self.chance)));
            }
            put("application/json");
            body = Value::Object(fields).to_string().into_bytes();
            if self.chance.percent(3) {
                body.truncate(body.len() / 2);
            }
        } else if is_written {
            put("application/x-www-form-urlencoded");
            body = pairs(&fields).join("&").into_bytes();
        } else {
            let mut query = self.query();
            query.extend(pairs(&fields));
            path = format!("{path}?{}", query.join("&"));
        }
        Request {
            method: method.to_owned(),
            path,
            headers,
            body,
            source_address: None,
        }
    }

    fn batch(&mut self) -> Request {
        let number = 1 + self.chance.below(4);
        let requests: Vec<Value> = (0..number)
            .map(|_| {
                let one = self.single();
                let body: Value = serde_json::from_slice(&one.body).unwrap_or_default();
                let path = one.path.trim_start_matches("/wp-json");
                json!({"method": one.method, "path": path, "body": body})
            })
            .collect();
        let body = json!({"requests": requests}).to_string();
        Request {
            method: "POST".to_owned(),
            path: "/wp-json/batch/v1".to_owned(),
            headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
            body: body.into_bytes(),
            source_address: None,
        }
    }

    fn upload(&mut self, path: &str) -> Request {
        let name = self.chance.of(&[
            "a.gif",
            "b.php",
            "c.php.gif",
            "d.svg",
            "e.jpg",
            "../f.gif",
            "g",
        ]);
        let body = match self.chance.below(4) {
            0 => b"<?php echo 1;".to_vec(),
            1 => b"<svg onload='alert(1)'/>".to_vec(),
            _ => GIF.to_vec(),
        };
        let post = match self.chance.percent(40) {
            true => format!("?post={}", self.pools.id("posts", &mut self.chance)),
            false => String::new(),
        };
        Request {
            method: "POST".to_owned(),
            path: format!("/wp-json{path}{post}"),
            headers: vec![
                ("Content-Type".to_owned(), "image/gif".to_owned()),
                (
                    "Content-Disposition".to_owned(),
                    format!("attachment; filename=\"{name}\""),
                ),
            ],
            body,
            source_address: None,
        }
    }

    /// A path that a pattern matches, as a rule.
    fn path(&mut self, pattern: &str) -> String {
        let mut path = String::new();
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once("(?P<") {
            path.push_str(before);
            let (name, after) = after.split_once('>').expect("a name");
            let end = end_of_group(after);
            rest = &after[end..];
            let kind = path.split('/').filter(|word| {
                !word.is_empty() && !["wp", "v1", "v2", "contact-form-7"].contains(word)
            });
            let kind = kind.map(str::to_owned).next().unwrap_or_default();
            let is_inner = path.contains("/revisions/") || path.contains("/autosaves/");
            path.push_str(&self.segment(name, if is_inner { "revisions" } else { &kind }));
        }
        path + rest
    }

    fn segment(&mut self, name: &str, kind: &str) -> String {
        let chance = &mut self.chance;
        match (name, kind) {
            ("uuid", _) => chance
                .of(&[UUID, "3d6ba3fa-7a08-44df-8f08-0f9359227f39", "x"])
                .to_owned(),
            ("user_id", _) if chance.percent(30) => "me".to_owned(),
            ("id" | "parent", "templates" | "template-parts") => {
                chance.of(&["Divi//x", "Divi//uno", "Divi/../x"]).to_owned()
            }
            ("id", "widgets") => chance
                .of(&["text-2", "search-2", "nav_menu-2", "text-99", "x"])
                .to_owned(),
            ("id", "sidebars") => chance
                .of(&["sidebar-1", "sidebar-2", "wp_inactive_widgets", "x"])
                .to_owned(),
            ("id", "widget-types") => chance
                .of(&["text", "search", "custom_html", "x"])
                .to_owned(),
            ("id" | "parent" | "user_id" | "font_family_id", _) => {
                self.pools.id(kind, chance).to_string()
            }
            ("type", _) => chance
                .of(&["post", "page", "product", "wp_block", "x"])
                .to_owned(),
            ("status", _) => chance.of(&STATUSES).to_owned(),
            ("taxonomy", _) => chance
                .of(&["category", "post_tag", "nav_menu", "x"])
                .to_owned(),
            ("stylesheet", _) => chance.of(&["Divi", "x"]).to_owned(),
            ("plugin", _) => chance.of(&["woocommerce/woocommerce", "x/y"]).to_owned(),
            ("namespace", _) => chance.of(&["core", "x"]).to_owned(),
            ("name", _) => chance
                .of(&["core/rss", "core/latest-posts", "core/block", "x/y"])
                .to_owned(),
            ("location", _) => chance.of(&["primary-menu", "footer-menu", "x"]).to_owned(),
            _ => "x".to_owned(),
        }
    }
}

/// Where a group ends, behind its parenthesis.
fn end_of_group(text: &str) -> usize {
    let (mut depth, mut is_escaped) = (1, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
