//! Whether a person might read what an answer holds: the marks of planted things, and secrets that nobody reads.

use std::sync::LazyLock;

use regex::Regex;

use crate::capabilities::plant::PASSWORD;

use super::rights::Rights;

static MARKS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("qz([0-9]+)([a-z])q").expect("pattern"));
/// Hashes of passwords and of application passwords.
const SECRETS: [&str; 5] = [
    "$wp$2y$",
    "$generic$",
    "$P$B",
    "session_tokens",
    "user_activation_key",
];

/// The marks that nobody allowed. `before` and `after` are the rights on both sides of the request; `sent` is what was
/// asked, with its body.
pub fn forbidden(before: Rights<'_>, after: Rights<'_>, sent: &str, answer: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for found in MARKS.captures_iter(answer) {
        let (id, field) = (found[1].parse().unwrap_or(0), &found[2]);
        let may = |rights: Rights<'_>| allows(rights, id, field, sent);
        if !may(before) && !may(after) {
            wrong.push(found[0].to_owned());
        }
    }
    let told = SECRETS.iter().filter(|secret| answer.contains(**secret));
    wrong.extend(told.map(|secret| (*secret).to_owned()));
    if answer.contains(PASSWORD) && !sent.contains(PASSWORD) && !before.can("edit_posts") {
        wrong.push(PASSWORD.to_owned());
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

fn allows(rights: Rights<'_>, id: i64, field: &str, sent: &str) -> bool {
    let world = rights.world;
    match field {
        "c" | "e" => {
            let post = world.posts.get(&id);
            // Blocks are read as they are stored.
            let is_locked =
                post.is_some_and(|post| post.has_password && post.post_type != "wp_block");
            rights.read_post(id) && (!is_locked || sent.contains(PASSWORD) || rights.edit_post(id))
        }
        // The address of a page names those above it.
        "s" if world
            .posts
            .get(&id)
            .is_some_and(|post| post.post_type == "page") =>
        {
            true
        }
        "t" | "s" => rights.read_post(id) || names_any_post(rights, sent),
        "m" => rights.read_comment(id),
        "x" => rights.edit_comment(id),
        "n" => !world.users.contains_key(&id) || rights.view_user(id),
        "u" => !world.users.contains_key(&id) || rights.edit_user(id),
        _ => false,
    }
}

/// Menu items and widgets show the titles of what they point at.
fn names_any_post(rights: Rights<'_>, sent: &str) -> bool {
    (sent.contains("/menu-items") || sent.contains("/widget")) && rights.edits_some_posts()
}
