import type { BrowserModule } from "../runtime/module";

/** Links that answer a comment. WordPress's own script, where a page has it, does the same. */
export const module: BrowserModule = {
	name: "comment-reply",
	selector: ".comment-reply-link",
	when: "at-once",
	isPassive: () => "addComment" in globalThis,
	load: () => import(/* webpackChunkName: "comment-reply" */ "."),
};
