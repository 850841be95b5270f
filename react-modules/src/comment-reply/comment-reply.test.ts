import { afterEach, beforeEach, expect, test } from "vitest";
import { mount } from ".";

const comment = (id: number, more = "") =>
	`<li id="li-comment-${id}"><article id="comment-${id}">c <a class="comment-reply-link" href="/p/?replytocom=${id}#respond" data-commentid="${id}" data-postid="27" data-belowelement="comment-${id}" data-respondelement="respond" data-replyto="Responder a ${id}">Responder</a></article>${more}</li>`;
const PAGE = `<ol>${comment(2, `<ul>${comment(3)}</ul>`)}${comment(4)}</ol><div id="respond"><h3 id="reply-title">Comentar <small><a id="cancel-comment-reply-link" href="/p/#respond" style="display:none;">Cancelar</a></small></h3>
<form id="commentform"><input type="hidden" name="x"><textarea id="comment"></textarea><input id="author"><input type="hidden" id="comment_post_ID" value="27"><input type="hidden" id="comment_parent" value="0"></form></div><p id="tras"></p>`;

const get = (id: string) => document.getElementById(id) as HTMLElement;
const parent = () => (get("comment_parent") as HTMLInputElement).value;
const click = (element: Element, more: MouseEventInit = {}) =>
	element.dispatchEvent(
		new MouseEvent("click", { bubbles: true, cancelable: true, ...more }),
	);
const reply = (id: number) =>
	document.querySelector(`#comment-${id} a`) as HTMLElement;

beforeEach(() => {
	document.body.innerHTML = PAGE;
	for (const link of document.querySelectorAll(".comment-reply-link")) {
		mount(link);
	}
});
afterEach(() => document.body.replaceChildren());

test("the form moves below the comment, from comment to comment, and back", () => {
	expect(click(reply(3))).toBe(false);
	expect(get("comment-3").nextElementSibling).toBe(get("respond"));
	expect(parent()).toBe("3");
	expect(document.activeElement).toBe(get("comment"));
	expect(get("cancel-comment-reply-link").getAttribute("style")).toBe("");
	expect(get("reply-title").firstChild?.textContent).toBe("Responder a 3");
	expect(get("wp-temp-form-div").style.display).toBe("none");
	click(reply(2));
	expect(get("comment-2").nextElementSibling).toBe(get("respond"));
	expect(parent()).toBe("2");
	expect(document.querySelectorAll("#wp-temp-form-div")).toHaveLength(1);
	expect(click(get("cancel-comment-reply-link"))).toBe(false);
	expect(get("tras").previousElementSibling).toBe(get("respond"));
	expect(document.getElementById("wp-temp-form-div")).toBeNull();
	expect(parent()).toBe("0");
	expect(get("cancel-comment-reply-link").style.display).toBe("none");
	expect(get("reply-title").firstChild?.textContent).toBe("Comentar ");
	click(reply(4));
	click(get("cancel-comment-reply-link"));
	expect(parent()).toBe("0");
	expect(get("tras").previousElementSibling).toBe(get("respond"));
});

test("a heading in an element of its own stays; other clicks and links without a place are the browser's", () => {
	const title = get("reply-title");
	title.innerHTML = title.innerHTML.replace(
		"Comentar",
		"<span>Comentar</span>",
	);
	click(reply(2));
	expect(title.textContent).toContain("Comentar");
	expect(get("wp-temp-form-div").textContent).toBe("Comentar");
	click(get("cancel-comment-reply-link"));
	expect(click(reply(2), { ctrlKey: true })).toBe(true);
	reply(4).removeAttribute("data-belowelement");
	expect(click(reply(4))).toBe(true);
	expect(parent()).toBe("0");
});
