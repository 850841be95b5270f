//! Reviews of products.
//!
//! Contract "woocommerce-store-api", section 5.

use std::sync::Arc;

use compat::woocommerce::shopping::Goods;
use compat::woocommerce::store_api::{ReviewOrder, ReviewRow, StoreReviews};
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;
use compat::wordpress::taxonomy::TermId;
use themes::woocommerce::product_texts::product_image;
use themes::wordpress::view::Page;

use super::paging::with_paging;
use super::product_args::{choice, context, number, paging, text};
use super::product_request::id_list;
use super::products::goods_view;
use super::schema::image;
use crate::woocommerce::visit::source;
use crate::wordpress::rest::arg::Arg;
use crate::wordpress::rest::collection::Paging;
use crate::wordpress::rest::date::rfc3339;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, Item, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;
use crate::wordpress::rest::users::avatar_urls;

/// The arguments of the list.
pub fn args() -> Vec<Arg> {
    let [page, per_page] = paging();
    let orders = ["date", "date_gmt", "id", "rating", "product"];
    vec![
        context(),
        page,
        per_page,
        number("offset"),
        choice("order", &["asc", "desc"]).default("desc"),
        choice("orderby", &orders).default("date"),
        text("category_id"),
        text("product_id"),
    ]
}

/// A page of the list.
///
/// # Errors
/// When the database or rendering fails.
pub async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let paging = Paging::of(request);
    let terms = &rest.state.site.terms;
    let categories = id_list(request.get("category_id")).into_iter();
    let categories = categories.filter_map(|id| terms.by_id("product_cat", TermId(id)));
    let below = categories.flat_map(|term| terms.with_descendants(term));
    let below = below.filter_map(|id| terms.by_id("product_cat", id));
    let list = StoreReviews {
        products: id_list(request.get("product_id")),
        categories: below.map(|term| term.term_taxonomy_id.0).collect(),
        is_limited: !request.text("product_id").is_empty()
            || !request.text("category_id").is_empty(),
        orderby: ReviewOrder::of(&request.text("orderby")),
        is_ascending: request.text("order") == "asc",
        limit: paging.per_page,
        offset: paging.offset,
    };
    let (rows, total) = list.load(&rest.app.db).await?;
    let items = items(rest, rows).await?;
    let response = RestResponse::new(Body::List(items)).cached_for(None);
    let pages = (paging.page, paging.per_page, total);
    Ok(with_paging(rest, request, response, pages))
}

async fn items(rest: &Rest<'_>, rows: Vec<ReviewRow>) -> Result<Vec<Item>, RouteError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<PostId> = rows.iter().map(|row| row.comment.post_id).collect();
    let mut goods = Goods::default();
    goods.add(&source(&rest.context), &ids).await?;
    let view = goods_view(rest, &goods).await?;
    let render = move |page: &mut Page| {
        let items = rows.iter().map(|row| item(page, &goods, row));
        Ok(items.collect())
    };
    let pool = &rest.app.render_pool;
    let (items, _) = pool.render(Arc::new(view), render).await?;
    Ok(items)
}

fn item(page: &mut Page, goods: &Goods, row: &ReviewRow) -> Item {
    use compat::woocommerce::cart::Products as _;
    let view = page.view.clone();
    let comment = &row.comment;
    let (product, own) = (goods.get(comment.post_id), goods.product(comment.post_id));
    let picture = product.and_then(|product| product_image(page, product.image_id));
    let theme = view.theme.clone();
    let text = theme
        .comment_text
        .apply(&comment.content, page)
        .into_owned();
    let stars = row
        .rating
        .as_deref()
        .and_then(|text| text.trim().parse::<i64>().ok());
    let mut item = Item::default();
    item.set("id", comment.id.0);
    item.set("date_created", rfc3339(&comment.date));
    // The plugin asks for this format, whatever the site's own is.
    item.set(
        "formatted_date_created",
        view.mysql2date("F j, Y", &comment.date),
    );
    item.set("date_created_gmt", rfc3339(&comment.date_gmt));
    item.set("product_id", comment.post_id.0);
    item.set(
        "product_name",
        product.map_or("", |product| product.title()),
    );
    item.set(
        "product_permalink",
        own.map_or("", |own| own.permalink.as_str()),
    );
    item.set("product_image", picture.as_ref().map_or(Value::Null, image));
    item.set("reviewer", comment.author.as_str());
    item.set("review", text);
    item.set("rating", stars.filter(|n| *n > 0));
    item.set("verified", row.verified.as_deref() == Some("1"));
    item.set(
        "reviewer_avatar_urls",
        avatar_urls(&view.site, &comment.author_email),
    );
    item
}
