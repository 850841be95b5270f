import { beforeEach, expect, test, vi } from "vitest";
import { emit } from "../runtime/events";
import {
	actions,
	answers,
	hearEvents,
	newBody,
	one,
	shopPage,
	story,
} from "../testing/shop";

shopPage();

const CONTENT = "div.widget_shopping_cart_content";
const mini = (text: string) =>
	`<div class="widget_shopping_cart_content">${text}</div>`;
const cookie = (hash: string) => {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
	document.cookie = `woocommerce_cart_hash=${hash}`;
};

hearEvents(
	"wc_fragments_refreshed",
	"wc_fragments_loaded",
	"wc_fragments_ajax_error",
);

/** A new page of the same tab. */
async function open(): Promise<void> {
	vi.resetModules();
	const { mount } = await import("./fragments");
	mount();
}

beforeEach(() => {
	newBody();
	sessionStorage.clear();
	localStorage.clear();
	cookie("");
	Object.assign(window, {
		wc_cart_fragments_params: {
			wc_ajax_url: "/?wc-ajax=%%endpoint%%",
			cart_hash_key: "wc_cart_hash_x",
			fragment_name: "wc_fragments_x",
			request_timeout: "5000",
		},
	});
	document.body.innerHTML = `<div class="widget_shopping_cart"><div class="hide_cart_widget_if_empty">${mini("")}</div></div>`;
	answers.get_refreshed_fragments = {
		fragments: { [CONTENT]: mini("2 cosas") },
		cart_hash: "h1",
	};
});

test("the first page asks, the next shows what is stored, another cart asks again", async () => {
	await open();
	expect(one(".widget_shopping_cart").style.display).toBe("none");
	await vi.waitFor(() => expect(story()).toEqual(["wc_fragments_refreshed"]));
	expect(one(CONTENT).textContent).toBe("2 cosas");
	expect(sessionStorage.getItem("wc_cart_hash_x")).toBe("h1");
	expect(localStorage.getItem("wc_cart_hash_x")).toBe("h1");
	expect(
		JSON.parse(sessionStorage.getItem("wc_fragments_x") ?? ""),
	).toHaveProperty([CONTENT]);
	one(CONTENT).textContent = "";
	cookie("h1");
	await open();
	expect(one(CONTENT).textContent).toBe("2 cosas");
	expect(story()).toContain("wc_fragments_loaded");
	expect(actions()).toHaveLength(1);
	cookie("h2");
	await open();
	await vi.waitFor(() => expect(actions()).toHaveLength(2));
});

test("stored parts live for a day", async () => {
	cookie("h1");
	sessionStorage.setItem("wc_cart_hash_x", "h1");
	sessionStorage.setItem(
		"wc_fragments_x",
		JSON.stringify({ [CONTENT]: mini("alt") }),
	);
	sessionStorage.setItem("wc_cart_created", String(Date.now() - 90_000_000));
	await open();
	await vi.waitFor(() => expect(one(CONTENT).textContent).toBe("2 cosas"));
});

test("other tabs, scripts and the cart's page ask for new parts", async () => {
	await open();
	await vi.waitFor(() => expect(actions()).toHaveLength(1));
	emit(document.body, "wc_fragment_refresh");
	await vi.waitFor(() => expect(actions()).toHaveLength(2));
	await vi.waitFor(() =>
		expect(sessionStorage.getItem("wc_cart_hash_x")).toBe("h1"),
	);
	const before = actions().length;
	const told = (newValue: string) =>
		window.dispatchEvent(
			new StorageEvent("storage", { key: "wc_cart_hash_x", newValue }),
		);
	told("h1");
	expect(actions()).toHaveLength(before);
	told("h9");
	await vi.waitFor(() => expect(actions().length).toBeGreaterThan(before));
});

test("a product that was added is stored, and hidden widgets are shown", async () => {
	await open();
	await vi.waitFor(() => expect(story()).toHaveLength(1));
	emit(document.body, "adding_to_cart");
	expect(one(".widget_shopping_cart").style.display).toBe("");
	const fragments = { [CONTENT]: mini("3 cosas") };
	emit(document.body, "added_to_cart", { fragments, cart_hash: "h3" });
	expect(sessionStorage.getItem("wc_cart_hash_x")).toBe("h3");
});

test("a failure is told", async () => {
	delete answers.get_refreshed_fragments;
	await open();
	await vi.waitFor(() => expect(story()).toContain("wc_fragments_ajax_error"));
});
