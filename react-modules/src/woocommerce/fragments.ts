import { getCookie } from "../runtime/cookies";
import { hear, tell } from "./events";
import { keepFocus } from "./focus";
import { applyFragments } from "./markup";
import { addressOf, textOf } from "./params";
import { objectOf, post } from "./request";

/**
 * The mini cart's parts between pages and tabs: contract "woocommerce", sections 7.5, 11 and 12. They are kept in the tab's
 * storage with the hash of their cart; the cookie says whether they are still right. Other tabs learn of a new cart from
 * the hash that all tabs share.
 */

const PARAMS = "wc_cart_fragments_params";
const CONTENT = "div.widget_shopping_cart_content";
const CREATED = "wc_cart_created";
/** Longest life of stored fragments, in milliseconds. */
const DAY = 86_400_000;
/** Longest wait for an answer where the page names none, in milliseconds. */
const PATIENCE = 5000;

let isMounted = false;

export function mount(): void {
	if (isMounted) return;
	isMounted = true;
	for (const type of ["wc_fragment_refresh", "updated_wc_div"]) {
		hear(type, [], refresh);
	}
	for (const type of ["added_to_cart", "removed_from_cart"]) {
		hear(type, ["fragments", "cart_hash"], (fragments, hash) => {
			if (fragments) store(fragments, hash);
		});
	}
	hear("adding_to_cart", [], () => showWidgets(true));
	window.addEventListener("storage", ({ key, newValue }) => {
		const isOther = key === hashKey() && newValue !== stored(hashKey());
		if (isOther) refresh();
	});
	// The page comes back as the visitor left it, with the cart of then.
	window.addEventListener("pageshow", ({ persisted }) => {
		if (persisted) refresh();
	});
	if (!showStored()) refresh();
	showWidgets(Number(getCookie("woocommerce_items_in_cart") ?? 0) > 0);
}

const hashKey = () => textOf(PARAMS, "cart_hash_key");

/** A value of the tab's storage; empty when there is none, or no storage. */
function stored(key: string): string {
	try {
		return sessionStorage.getItem(key) ?? "";
	} catch {
		return "";
	}
}

/** Shows what is stored, when it is of the present cart and not too old; false when it is not. */
function showStored(): boolean {
	const fragments = objectOf(stored(textOf(PARAMS, "fragment_name")));
	const hash = stored(hashKey());
	const isOfThisCart = hash === (getCookie("woocommerce_cart_hash") ?? "");
	if (!fragments?.[CONTENT] || !isOfThisCart) return false;
	const left = Number(stored(CREATED)) + DAY - Date.now();
	if (hash && !(left > 0)) return false;
	if (hash) setTimeout(refresh, left);
	apply(fragments);
	tell("wc_fragments_loaded");
	return true;
}

/** Asks the server for the present parts; one call at a time, the newest. */
let running: AbortController | undefined;

function refresh(): void {
	running?.abort();
	const call = new AbortController();
	running = call;
	const patience = Number(textOf(PARAMS, "request_timeout")) || PATIENCE;
	const timer = setTimeout(() => call.abort(), patience);
	const address = addressOf("get_refreshed_fragments", PARAMS);
	const time = String(Date.now());
	post(address, { time }, call.signal)
		.then((text) => {
			const { fragments, cart_hash } = objectOf(text) ?? {};
			if (!fragments) throw new Error("no fragments");
			apply(fragments);
			store(fragments, cart_hash);
			tell("wc_fragments_refreshed");
		})
		.catch(() => {
			// A newer call has taken this one's place.
			if (running === call) tell("wc_fragments_ajax_error");
		})
		.finally(() => clearTimeout(timer));
}

function apply(fragments: unknown): void {
	keepFocus(".widget_shopping_cart_content", () =>
		applyFragments(fragments as Record<string, unknown>),
	);
}

function store(fragments: unknown, hash: unknown): void {
	const cartHash = typeof hash === "string" ? hash : "";
	try {
		const isNew = !sessionStorage.getItem(hashKey());
		if (isNew && cartHash) {
			sessionStorage.setItem(CREATED, String(Date.now()));
		}
		const name = textOf(PARAMS, "fragment_name");
		sessionStorage.setItem(name, JSON.stringify(fragments));
		sessionStorage.setItem(hashKey(), cartHash);
		localStorage.setItem(hashKey(), cartHash);
	} catch {
		// Without storage each page asks the server.
	}
}

/** Widgets that the owner shows only with something in the cart. */
function showWidgets(isShown: boolean): void {
	for (const widget of document.querySelectorAll(
		".hide_cart_widget_if_empty",
	)) {
		const around = widget.closest<HTMLElement>(".widget_shopping_cart");
		const { style } = around ?? (widget as HTMLElement);
		style.display = isShown ? "" : "none";
	}
}
