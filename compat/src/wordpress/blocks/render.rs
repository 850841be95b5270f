//! Prints blocks.

use std::collections::HashMap;

use super::block_class::add_class_to;
use super::layout::{add_layout_classes, supporting_blocks};
use super::parser::{Block, parse_blocks};
use crate::wordpress::formatting::autop::wpautop;

/// One block to print, as its handler sees it.
pub struct BlockCall<'a, C> {
    /// The block.
    pub block: &'a Block<'a>,
    /// Its HTML, inner blocks printed in place.
    pub content: String,
    /// The list in which the handler was found.
    pub blocks: &'a Blocks<C>,
}

/// What a block prints.
pub type BlockHandler<C> = Box<dyn Fn(BlockCall<'_, C>, &mut C) -> String + Send + Sync>;

/// The dynamic blocks of a site; every other block is static.
pub struct Blocks<C> {
    handlers: HashMap<String, BlockHandler<C>>,
    namespaces: HashMap<String, BlockHandler<C>>,
}

impl<C> Default for Blocks<C> {
    fn default() -> Self {
        Self {
            handlers: HashMap::new(),
            namespaces: HashMap::new(),
        }
    }
}

impl<C> Blocks<C> {
    /// No dynamic block at all.
    pub fn new() -> Self {
        Self::default()
    }

    /// The blocks of core that change only their own HTML: headings get the class `wp-block-heading`, lists
    /// `wp-block-list`, containers the classes of their layout, and the shortcode block is formatted in paragraphs.
    pub fn core() -> Self {
        let mut blocks = Self::new();
        blocks.register("core/heading", |call, _| {
            add_class_to(
                call.content,
                &["h1", "h2", "h3", "h4", "h5", "h6"],
                "wp-block-heading",
            )
        });
        blocks.register("core/list", |call, _| {
            add_class_to(call.content, &["ol", "ul"], "wp-block-list")
        });
        for name in supporting_blocks() {
            blocks.register(name, |call, _| add_layout_classes(call.block, call.content));
        }
        blocks.register("core/shortcode", |call, _| wpautop(&call.content, true));
        blocks
    }

    /// Makes `handler` print the blocks called `name`.
    pub fn register(
        &mut self,
        name: &str,
        handler: impl Fn(BlockCall<'_, C>, &mut C) -> String + Send + Sync + 'static,
    ) {
        self.handlers.insert(name.to_owned(), Box::new(handler));
    }

    /// Makes `handler` print the blocks of a namespace that have no handler of their own.
    pub fn register_namespace(
        &mut self,
        namespace: &str,
        handler: impl Fn(BlockCall<'_, C>, &mut C) -> String + Send + Sync + 'static,
    ) {
        self.namespaces
            .insert(namespace.to_owned(), Box::new(handler));
    }

    /// Whether a block has a handler, its own or that of its namespace.
    pub fn is_registered(&self, name: &str) -> bool {
        self.handler(name).is_some()
    }

    /// The handler of a block: its own, else that of its namespace.
    fn handler(&self, name: &str) -> Option<&BlockHandler<C>> {
        let own = self.handlers.get(name);
        own.or_else(|| self.namespaces.get(name.split_once('/')?.0))
    }

    /// Prints all blocks of `content`.
    pub fn do_blocks(&self, content: &str, context: &mut C) -> String {
        let mut out = String::with_capacity(content.len());
        for block in &parse_blocks(content) {
            self.render_into(block, &mut out, context);
        }
        out
    }

    /// Prints one block.
    pub fn render_block(&self, block: &Block<'_>, context: &mut C) -> String {
        let mut out = String::new();
        self.render_into(block, &mut out, context);
        out
    }

    fn render_into(&self, block: &Block<'_>, out: &mut String, context: &mut C) {
        let handler = block.name.as_ref().and_then(|name| self.handler(name));
        let Some(handler) = handler else {
            self.inner_into(block, out, context);
            return;
        };
        let mut content = String::new();
        self.inner_into(block, &mut content, context);
        let call = BlockCall {
            block,
            content,
            blocks: self,
        };
        out.push_str(&handler(call, context));
    }

    fn inner_into(&self, block: &Block<'_>, out: &mut String, context: &mut C) {
        let mut inner = block.inner_blocks.iter();
        for part in &block.inner_content {
            match part {
                Some(html) => out.push_str(html),
                None => {
                    if let Some(block) = inner.next() {
                        self.render_into(block, out, context);
                    }
                }
            }
        }
    }
}
