//! Which template applies.

use super::*;

fn template(id: i64, use_on: &[&str], exclude_from: &[&str]) -> Template {
    let conditions = |texts: &[&str]| texts.iter().filter_map(|t| Condition::parse(t)).collect();
    let mut layouts = Layouts::default();
    let body = LayoutChoice {
        layout: Some(PostId(id + 1)),
        is_enabled: true,
    };
    layouts.set(Area::Body, body);
    Template {
        id: PostId(id),
        is_default: use_on.is_empty(),
        use_on: conditions(use_on),
        exclude_from: conditions(exclude_from),
        layouts,
    }
}

fn singular(post_type: &str, id: i64) -> TemplateRequest {
    TemplateRequest {
        kind: RequestKind::Singular,
        subtype: post_type.to_owned(),
        id,
        taxonomies: ["category", "post_tag"].map(str::to_owned).to_vec(),
        ..TemplateRequest::default()
    }
}

fn site() -> ThemeBuilder {
    ThemeBuilder::new(vec![
        template(
            10,
            &["singular:post_type:post:all"],
            &["singular:post_type:post:id:12"],
        ),
        template(20, &["singular:post_type:post:id:11"], &[]),
        template(30, &["homepage", "archive:all", "search"], &[]),
        template(40, &["archive:taxonomy:category:term:id:5"], &[]),
        template(50, &["archive:taxonomy:category:term:id:6"], &[]),
        template(60, &["singular:post_type:page:children:id:3"], &[]),
        template(70, &["singular:post_type:page:children:id:4"], &[]),
        template(80, &["singular:taxonomy:post_tag:term:id:7"], &[]),
        template(90, &["singular:taxonomy:category:term:id:8"], &[]),
        template(100, &[], &[]),
        template(110, &["woocommerce:cart", "archive:user:role:editor"], &[]),
    ])
}

fn chosen(request: &TemplateRequest) -> i64 {
    site().template_for(request).map_or(0, |t| t.id.0)
}

#[test]
fn the_best_condition_wins() {
    assert_eq!(chosen(&singular("post", 9)), 10);
    assert_eq!(chosen(&singular("post", 11)), 20);
    assert_eq!(
        chosen(&singular("post", 12)),
        100,
        "excluded: the default one"
    );
    assert_eq!(chosen(&singular("project", 12)), 100);
    let with_terms = TemplateRequest {
        terms: vec![("post_tag".to_owned(), 7), ("category".to_owned(), 8)],
        ..singular("post", 9)
    };
    assert_eq!(
        chosen(&with_terms),
        90,
        "the taxonomy that was registered first"
    );
    let cart = TemplateRequest {
        shop_page: Some("cart"),
        ..singular("page", 5)
    };
    assert_eq!(chosen(&cart), 110);
}

#[test]
fn nearer_ancestors_win() {
    let page = |ancestors: &[i64]| TemplateRequest {
        ancestors: ancestors.to_vec(),
        ..singular("page", 9)
    };
    assert_eq!(chosen(&page(&[4, 3])), 70);
    assert_eq!(chosen(&page(&[3, 4])), 60);
    let term = |id: i64, ancestors: &[i64]| TemplateRequest {
        kind: RequestKind::Term,
        subtype: "category".to_owned(),
        id,
        ancestors: ancestors.to_vec(),
        ..TemplateRequest::default()
    };
    assert_eq!(chosen(&term(6, &[5])), 50);
    assert_eq!(chosen(&term(7, &[5, 6])), 40);
    assert_eq!(chosen(&term(8, &[])), 30);
}

#[test]
fn kinds_of_requests() {
    let kind = |kind: RequestKind| TemplateRequest {
        kind,
        ..TemplateRequest::default()
    };
    assert_eq!(chosen(&kind(RequestKind::FrontPage)), 30);
    assert_eq!(chosen(&kind(RequestKind::Search)), 30);
    assert_eq!(chosen(&kind(RequestKind::Date)), 30);
    assert_eq!(chosen(&kind(RequestKind::NotFound)), 100);
    let author = TemplateRequest {
        roles: vec!["editor".to_owned()],
        ..kind(RequestKind::Author)
    };
    assert_eq!(chosen(&author), 110);
}

#[test]
fn a_default_that_changes_nothing_is_none() {
    let mut only = template(1, &[], &[]);
    assert!(
        ThemeBuilder::new(vec![only.clone()])
            .template_for(&singular("page", 2))
            .is_some()
    );
    only.layouts = Layouts::default();
    assert!(
        ThemeBuilder::new(vec![only])
            .template_for(&singular("page", 2))
            .is_none()
    );
    assert!(Condition::parse("singular:post_type:page:id:x").is_none());
}
