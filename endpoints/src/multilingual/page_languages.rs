//! The URL of the current page in each language, for the language switcher and `hreflang` links.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2.

use std::sync::Arc;

use compat::multilingual::{
    Language, LanguageLink, Languages, PARAMETER, PageLanguages, XDefault, translations_of_post,
};
use compat::wordpress::db::DbError;
use compat::wordpress::link::Links;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use compat::wordpress::query::{MainQuery, QueriedObject};
use compat::wordpress::taxonomy::TermId;
use compat::wordpress::url::remove_query_arg;
use compat::wordpress::user::UserId;
use compat::wordpress::visibility::{Viewer, Visibility, prime_parents};

use super::cookie::script_cookie;
use super::site_language::languages;
use crate::app::App;
use crate::column::PageDataSource;
use crate::site_state::SiteState;
use crate::wordpress::input::Input;

/// The kind of a page, as far as its translations depend on it.
enum Subject {
    /// The front page.
    Front,
    /// The posts page.
    Posts,
    /// A single post: code and id of each translation.
    Post(Vec<(String, i64)>),
    /// The archive of a term.
    Term(String, i64),
    /// Another archive, with the same path in each language.
    List(String),
    /// Nothing was found.
    Nothing,
}

/// The page in all languages; `None` without a multilingual plugin.
///
/// # Errors
/// When the database fails.
pub async fn page_languages(source: &PageDataSource<'_>) -> Result<Option<PageLanguages>, DbError> {
    let PageDataSource { context, query } = *source;
    let (app, state, input) = (context.app, &context.state, context.input);
    let base = &context.snapshot.state;
    let (Some(languages), Some(current)) = (languages(state), &state.language) else {
        return Ok(None);
    };
    let subject = subject(app, state, languages, input, query).await?;
    let cache = loaded(app, state, &subject).await?;
    let link = |language: &Arc<Language>| {
        let other = base.for_language(&language.code);
        let links = Links {
            site: &other.site,
            rewrite: &other.rewrite,
            cache: &cache,
            hooks: &[],
            reads_private: false,
        };
        let own = address(&subject, languages, &links, &language.code);
        LanguageLink {
            language: Arc::clone(language),
            is_current: language.code == *current,
            is_translated: own.is_some(),
            url: own.unwrap_or_else(|| front(&links)),
            home: front(&links),
        }
    };
    let links: Vec<LanguageLink> = languages.all.iter().map(link).collect();
    let translated = links.iter().filter(|link| link.is_translated).count();
    let is_listed =
        |link: &LanguageLink| link.is_translated || link.is_current || languages.links_missing;
    let (links, missing) = links.into_iter().partition(is_listed);
    let is_front = matches!(subject, Subject::Front);
    Ok(Some(PageLanguages {
        plugin: languages.plugin,
        current: current.clone(),
        default: languages.default.clone(),
        links,
        missing,
        has_alternates: translated > 1 && !query.is.is_paged,
        has_x_default: match languages.x_default {
            XDefault::Never => false,
            XDefault::FrontPage => is_front,
            XDefault::Always => true,
        },
        switcher: Arc::clone(&languages.switcher),
        script_cookie: script_cookie((app, base), (languages, current), &input.request, query),
        cookie_path: state.cookies.path().to_owned(),
        visitor: languages.visitor.clone(),
    }))
}

async fn subject(
    app: &App,
    state: &SiteState,
    languages: &Languages,
    input: &Input,
    query: &MainQuery,
) -> Result<Subject, DbError> {
    let is = &query.is;
    if is.is_404 {
        return Ok(Subject::Nothing);
    }
    if is.is_front_page {
        return Ok(Subject::Front);
    }
    if is.is_home {
        return Ok(Subject::Posts);
    }
    if is.is_singular {
        let translations = match query.queried_post() {
            Some(post) => translations_of_post(&app.db, languages, post).await?,
            None => Vec::new(),
        };
        return Ok(Subject::Post(translations));
    }
    if let Some(QueriedObject::Term(term)) = &query.queried_object {
        return Ok(Subject::Term(term.taxonomy.clone(), term.term_id.0));
    }
    let home = state.site.home();
    let directory = home.splitn(4, '/').nth(3).unwrap_or_default();
    let path = input.request.path().trim_start_matches('/');
    let below = path.strip_prefix(directory).unwrap_or(path);
    let below = below.trim_start_matches('/');
    // Searches, and archives identified by the query string alone.
    let query = input.request.query().unwrap_or_default();
    let list = remove_query_arg(&[PARAMETER, "paged"], &format!("{below}?{query}"));
    Ok(Subject::List(list.trim_end_matches('?').to_owned()))
}

/// Loads the linked posts with what their permalinks need.
async fn loaded(app: &App, state: &SiteState, subject: &Subject) -> Result<ObjectCache, DbError> {
    let mut cache = ObjectCache::default();
    let Subject::Post(translations) = subject else {
        return Ok(cache);
    };
    let ids: Vec<PostId> = translations.iter().map(|(_, id)| PostId(*id)).collect();
    cache.prime_posts(&app.db, &ids).await?;
    let posts: Vec<_> = cache.posts().cloned().collect();
    prime_parents(&app.db, &mut cache, posts.iter().map(AsRef::as_ref)).await?;
    let needs = state.rewrite.link_needs();
    if needs.terms {
        cache.prime_relationships(&app.db, &ids).await?;
    }
    if needs.authors {
        let authors: Vec<UserId> = cache.posts().map(|post| post.author).collect();
        cache.prime_users(&app.db, &authors).await?;
    }
    Ok(cache)
}

fn address(
    subject: &Subject,
    languages: &Languages,
    links: &Links<'_>,
    code: &str,
) -> Option<String> {
    match subject {
        Subject::Nothing => None,
        Subject::Front => Some(front(links)),
        Subject::Posts => match links.site.page_for_posts() {
            Some(id) => links.page_url(id),
            None => Some(front(links)),
        },
        Subject::Post(translations) => {
            let (_, id) = translations.iter().find(|(c, _)| c == code)?;
            let post = links.cache.post(PostId(*id))?;
            let visibility = Visibility {
                registry: &links.site.registry,
                options: &links.site.options,
                objects: links.cache,
                viewer: Viewer::default(),
            };
            if !visibility.is_post_publicly_viewable(post) {
                return None;
            }
            Some(links.get_permalink(post))
        }
        Subject::Term(taxonomy, id) => {
            let id = languages.terms.translation(*id, code)?;
            let term = links.site.terms.by_id(taxonomy, TermId(id))?;
            links.get_term_link(term)
        }
        Subject::List(path) => Some(links.with_link_query(links.home_url(&format!("/{path}")))),
    }
}

/// The front page URL of a language; on some sites its page has a URL of its own.
pub fn front(links: &Links<'_>) -> String {
    let page = links.site.page_on_front();
    let named = page.filter(|_| links.site.front_page_has_name);
    named
        .and_then(|id| links.page_url(id))
        .unwrap_or_else(|| links.with_link_query(links.home_url("/")))
}
