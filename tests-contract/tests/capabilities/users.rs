//! Users and application passwords.

use super::Row;

/// The rows: nobody, no role, subscriber, customer, contributor, author, editor, shop manager, administrator.
pub const ROWS: &[Row] = &[
    Row("GET", "/users", "", [200; 9]),
    Row("GET", "/users?context=edit", "", LISTS),
    Row("GET", "/users?roles=author", "", LISTS),
    Row("GET", "/users?capabilities=edit_posts", "", LISTS),
    Row("GET", "/users?orderby=email", "", LISTS),
    Row("GET", "/users?orderby=registered_date", "", LISTS),
    Row(
        "GET",
        "/users?who=authors",
        "",
        [401, 403, 403, 403, 200, 200, 200, 200, 200],
    ),
    // An author, a subscriber without posts, a customer.
    Row("GET", "/users/101", "", [200; 9]),
    Row(
        "GET",
        "/users/105",
        "",
        [401, 403, 200, 403, 403, 403, 403, 200, 200],
    ),
    Row(
        "GET",
        "/users/105?context=edit",
        "",
        [401, 403, 200, 403, 403, 403, 403, 403, 200],
    ),
    Row(
        "GET",
        "/users/107?context=edit",
        "",
        [401, 403, 403, 200, 403, 403, 403, 200, 200],
    ),
    Row("GET", "/users/99999", "", [404; 9]),
    Row("GET", "/users/me?context=edit", "", ONESELF),
    Row(
        "PUT",
        "/users/me",
        "{}",
        [404, 200, 200, 200, 200, 200, 200, 200, 200],
    ),
    Row(
        "PUT",
        "/users/105",
        "{}",
        [401, 403, 200, 403, 403, 403, 403, 403, 200],
    ),
    Row(
        "PUT",
        "/users/107",
        "{\"nickname\":\"clienta\"}",
        [401, 403, 403, 200, 403, 403, 403, 200, 200],
    ),
    Row("PUT", "/users/107", "{\"roles\":[\"customer\"]}", CHIEF),
    Row(
        "PUT",
        "/users/me",
        "{\"roles\":[\"administrator\"]}",
        [404, 403, 403, 403, 403, 403, 403, 403, 200],
    ),
    Row(
        "POST",
        "/users",
        "{\"username\":\"otra\",\"email\":\"o@casascueva.example\",\"password\":\"x\",\"roles\":[\"papa\"]}",
        [401, 403, 403, 403, 403, 403, 403, 403, 400],
    ),
    // Without `force` nothing is deleted.
    Row(
        "DELETE",
        "/users/107?reassign=101",
        "",
        [401, 403, 403, 403, 403, 403, 403, 403, 501],
    ),
    Row(
        "DELETE",
        "/users/me?reassign=101",
        "",
        [404, 403, 403, 403, 403, 403, 403, 403, 501],
    ),
    Row(
        "GET",
        "/users/105/application-passwords",
        "",
        [401, 403, 200, 403, 403, 403, 403, 403, 200],
    ),
    Row(
        "GET",
        "/users/107/application-passwords",
        "",
        [401, 403, 403, 200, 403, 403, 403, 200, 200],
    ),
    Row(
        "GET",
        "/users/me/application-passwords/introspect",
        "",
        ONESELF,
    ),
    Row(
        "PUT",
        "/users/105/application-passwords/00000000-0000-4000-8000-000000000000",
        "{\"name\":\"x\"}",
        [401, 403, 404, 403, 403, 403, 403, 403, 404],
    ),
    Row(
        "DELETE",
        "/users/105/application-passwords/00000000-0000-4000-8000-000000000000",
        "",
        [401, 403, 404, 403, 403, 403, 403, 403, 404],
    ),
    Row(
        "POST",
        "/users/105/application-passwords",
        "{\"name\":\"Otra\"}",
        [401, 403, 201, 403, 403, 403, 403, 403, 201],
    ),
];

/// `list_users`.
const LISTS: [u16; 9] = [401, 403, 403, 403, 403, 403, 403, 200, 200];
/// Administrators only.
const CHIEF: [u16; 9] = [401, 403, 403, 403, 403, 403, 403, 403, 200];
/// Whoever signed in.
const ONESELF: [u16; 9] = [401, 200, 200, 200, 200, 200, 200, 200, 200];
