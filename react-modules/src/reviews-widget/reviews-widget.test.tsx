import { afterEach, beforeEach, expect, test, vi } from "vitest";
import recording from "../../../fixtures/recordings/reviews/pages/opiniones.json";
import { isLegacyLinked, prepare } from "./globals";
import { mount } from "./index";
import { decimal, readWidget } from "./read";
import { recolour } from "./recolour";
import { reducerOf, type WidgetAction, type WidgetState } from "./state";
import { textWidth } from "./text-stars";

/** The widgets of a page that PHP rendered: recording reviews/opiniones. */
const recorded: string = recording.response.body;
const variants = recorded
	.split("<h2>Variante ")
	.map((part) => part.slice(part.indexOf("</h2>") + 5));

const show = (...numbers: number[]) => {
	document.body.innerHTML = numbers
		.map((number) => variants[number])
		.join("\n")
		.replace(/ style="width: 0;"/g, "");
	const roots = [
		...document.querySelectorAll<HTMLElement>(
			".google-business-reviews-rating",
		),
	];
	for (const root of roots) mount(root);
	return roots;
};

const one = (root: ParentNode | undefined, selector: string) =>
	root?.querySelector<HTMLElement>(selector) as HTMLElement;
const shown = (root: HTMLElement | undefined) =>
	[...(root?.querySelectorAll<HTMLElement>(".listing > .visible") ?? [])].map(
		(item) => item.dataset.index,
	);
const press = (keyCode: number) =>
	window.dispatchEvent(Object.assign(new Event("keydown"), { keyCode }));
/** Waits for the chunk of text stars, then lets time pass. */
const settle = async (ms = 20) => {
	await import("./text-stars");
	await vi.advanceTimersByTimeAsync(0);
	await vi.advanceTimersByTimeAsync(ms);
};

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(console, "warn").mockImplementation((...message) => {
		throw new Error(message.join(" "));
	});
	for (const name of ["offsetWidth", "offsetHeight"] as const) {
		Object.defineProperty(HTMLElement.prototype, name, {
			configurable: true,
			get: () => 100,
		});
	}
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({
		...new DOMRect(0, 0, 100, 20),
		width: 100,
		height: 20,
		top: 0,
		bottom: 20,
	} as DOMRect);
});

afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
	document.body.innerHTML = "";
	document.body.className = "";
});

if (typeof DOMRect === "undefined") {
	Object.assign(globalThis, { DOMRect: class {} });
}

const root = (attributes: string, inside = "") => {
	const holder = document.createElement("div");
	holder.innerHTML = `<div class="google-business-reviews-rating gmbrr carousel" ${attributes}>${inside}</div>`;
	return holder.firstElementChild as HTMLElement;
};

const list = (number: number) =>
	`<ul class="listing">${"<li></li>".repeat(number)}</ul>`;

test.each([
	["", { view: undefined, slide: 1, loop: false, hasCursor: true }],
	['data-view="2"', { view: 2, slides: 3 }],
	['data-view="51"', { view: undefined }],
	['data-view="0"', { view: undefined }],
	['data-loop="-1"', { loop: true }],
	['data-loop="2"', { loop: 2 }],
	['data-loop="true"', { loop: true }],
	['data-loop="false"', { loop: false }],
	['data-view="2" data-iterations="3"', { loop: 6 }],
	['data-slide="2"', { slide: 2 }],
	['data-slide="1"', { slide: 1 }],
	['data-interval="0.3"', { interval: 300 }],
	['data-interval="999"', { interval: 999_000 }],
	['data-interval="0.2"', { interval: undefined }],
	['data-interval="1000"', { interval: undefined }],
	['data-cursor="0" data-draggable="false"', { hasCursor: false }],
	['data-draggable="-1"', { isDraggable: false }],
	['data-stars="inline svg"', { stars: "inline", gold: undefined }],
	['data-stars="#ff0000"', { stars: "vector", gold: "#ff0000" }],
	['data-href="/x"', { target: undefined }],
])("reads %s", (attributes, expected) => {
	expect(readWidget(root(attributes, list(5)))).toMatchObject(expected);
});

test("reads where a click leads, and the rating", () => {
	expect(readWidget(root('data-href="/x"')).target).toBe("/x");
	const buttons = root('data-href="/x"', '<p class="buttons"></p>');
	expect(readWidget(buttons).target).toBeUndefined();
	expect(["4,6", "4.6", "5", "", null].map(decimal)).toEqual([
		4.6,
		4.6,
		5,
		undefined,
		undefined,
	]);
});

const after = (
	rules: { view?: number; slides: number; loop: number | boolean },
	...actions: WidgetAction[]
): WidgetState =>
	actions.reduce(reducerOf({ view: 2, ...rules }), {
		slide: 1,
		counter: 0,
		isRunning: true,
		texts: {},
	});
const next = (target: number): WidgetAction => ({ type: "go", target });
const auto = (target: number): WidgetAction =>
	({ ...next(target), isAuto: true }) as WidgetAction;

test("a carousel stops at its ends", () => {
	const rules = { slides: 3, loop: false };
	expect(after(rules, next(2), next(3), next(4)).slide).toBe(3);
	expect(after(rules, next(0)).slide).toBe(1);
	expect(after(rules, next(3), auto(4))).toMatchObject({
		slide: 3,
		isRunning: false,
	});
});

test("a loop counts moves", () => {
	const twice = { slides: 3, loop: 2 };
	expect(after(twice, auto(2))).toMatchObject({ slide: 2, isRunning: true });
	expect(after(twice, auto(2), auto(3))).toMatchObject({
		slide: 3,
		isRunning: false,
	});
	expect(after({ slides: 3, loop: true }, next(3), auto(4)).slide).toBe(1);
});

test("what was opened is closed with its slide", () => {
	const open: WidgetAction = { type: "open", item: 1, hasLink: true };
	const { texts } = after({ slides: 3, loop: false }, open, next(2));
	expect(texts).toEqual({ 1: { isOpen: false, hasLink: true } });
});

test("every recorded widget is adopted and keeps its nodes", () => {
	document.body.innerHTML = recorded;
	const items = [...document.querySelectorAll(".listing > li, .star")];
	const roots = document.querySelectorAll(".google-business-reviews-rating");
	for (const widget of roots) mount(widget);
	expect(roots).toHaveLength(13);
	expect(items.every((item) => item.isConnected)).toBe(true);
	expect(document.querySelector(".review-more-placeholder")).toBeNull();
});

test("more shows the remainder and takes its link away", () => {
	const [widget] = show(1);
	const link = one(widget, "a.review-more-link");
	expect(link.textContent).toBe("… More");
	expect(link.getAttribute("href")).toBe("#google-business-reviews-rating");
	link.click();
	expect(link.isConnected).toBe(false);
	expect(one(widget, ".review-full-text").style.display).toBe("inline");
});

test("an excerpt that leaves nothing out has no link", () => {
	const [widget] = show(7);
	const second = one(widget, "[data-index='1'] .text");
	expect(second.className).toBe("text");
	expect(second.querySelector("a, .review-full-text")).toBeNull();
});

test("in a carousel the link is hidden, and all is closed by the next slide", async () => {
	const [widget] = show(3);
	await settle();
	const link = one(widget, "a.review-more-link");
	link.click();
	expect([link.isConnected, link.style.display]).toEqual([true, "none"]);
	one(widget, ".navigation li:nth-child(2) a").click();
	expect(shown(widget)).toEqual(["2", "3"]);
	expect(one(widget, ".review-full-text").style.display).toBe("none");
	expect(link.style.display).toBe("");
	expect(one(widget, ".navigation .current a").dataset.slide).toBe("2");
});

test("time moves it, unless the pointer is over it", async () => {
	const [widget] = show(3);
	await settle(4100);
	expect(shown(widget)).toEqual(["2", "3"]);
	const matches = vi.spyOn(widget as Element, "matches");
	matches.mockReturnValue(true);
	await settle(4000);
	expect(shown(widget)).toEqual(["2", "3"]);
	matches.mockRestore();
	await settle(12_000);
	expect(shown(widget)).toEqual(["0", "1"]);
});

test("keys move one carousel: not the one with its cursor off", async () => {
	const [first, second] = show(4, 3);
	await settle();
	press(39);
	expect([shown(first), shown(second)]).toEqual([
		["0", "1", "2"],
		["2", "3"],
	]);
	press(37);
	press(37);
	expect(shown(second)).toEqual(["0", "1"]);
	document.body.classList.add("rtl");
	press(37);
	expect(shown(second)).toEqual(["2", "3"]);
});

const swipe = (target: Element, ...xs: number[]) => {
	xs.forEach((pageX, at) => {
		const type = at === 0 ? "touchstart" : "touchmove";
		const touches = [{ pageX }];
		const event = new Event(type, { bubbles: true });
		target.dispatchEvent(Object.assign(event, { touches }));
	});
	target.dispatchEvent(new Event("touchend", { bubbles: true }));
};

test.each([
	[
		[100, 93],
		["0", "1"],
	],
	[
		[100, 92],
		["2", "3"],
	],
	[
		[100, 99, 10],
		["0", "1"],
	],
	[
		[100, 180],
		["0", "1"],
	],
])("a finger moves %j", async (xs, expected) => {
	const [widget] = show(3);
	await settle();
	swipe(one(widget, ".listing"), ...xs);
	expect(shown(widget)).toEqual(expected);
});

test("a widget that is not draggable stays", async () => {
	const [widget] = show(4);
	await settle();
	swipe(one(widget, ".listing"), 100, 10);
	expect(shown(widget)).toEqual(["0", "1", "2"]);
});

test("the global opens a review for good", () => {
	const [, second] = show(1, 2);
	window.google_business_reviews_rating?.(1, "item-0");
	expect(one(second, ".review-full-text").style.display).toBe("inline");
	expect(one(second, ".review-more-link")).toBeNull();
	window.google_business_reviews_rating?.("nowhere", 0);
	window.google_business_reviews_rating?.();
});

test("a click on the whole widget leads to a new tab", () => {
	const [widget] = show(6);
	const open = vi.spyOn(window, "open").mockReturnValue(null);
	expect(widget?.hasAttribute("data-href")).toBe(false);
	const link = one(widget, "a.count");
	link.addEventListener("click", (event) => event.preventDefault());
	link.click();
	expect(open).not.toHaveBeenCalled();
	one(widget, ".number").click();
	expect(open).toHaveBeenCalledWith("https://maps.example/ficha", "_blank");
});

test("a grey row stands behind the stars and goes", async () => {
	const [widget] = show(1);
	await vi.waitFor(() =>
		expect(one(widget, ".all-stars.backdrop")).toBeTruthy(),
	);
	const row = one(widget, ".all-stars.backdrop");
	expect(row.previousElementSibling?.className).toContain("all-stars");
	expect(row.querySelectorAll(".star.gray")).toHaveLength(5);
	expect([row.style.width, row.style.marginLeft]).toEqual([
		"101px",
		"-100.1px",
	]);
	await settle(4820);
	await vi.waitFor(() => expect(row.isConnected).toBe(false));
	const [unmoved] = show(6);
	expect(one(unmoved, ".backdrop")).toBeNull();
});

test("text first in a bubble has its arrow", () => {
	document.body.innerHTML = (variants[8] ?? "").replace(
		"gmbrr",
		"gmbrr bubble",
	);
	const widget = one(document, ".google-business-reviews-rating");
	mount(widget);
	const arrows = [...widget.querySelectorAll(".arrow")];
	expect(arrows.map((arrow) => arrow.className)).toEqual([
		"arrow arrow-down",
		"arrow arrow-down",
	]);
});

test("stars of text are as wide as the rating", async () => {
	const [widget] = show(8);
	await settle();
	expect(one(widget, ".rating-stars").style.width).toBe("90px");
	expect(textWidth(100, 5, 0.196)).toBe(98);
});

test("a rating of nothing has no stars of text", async () => {
	document.body.innerHTML = (variants[8] ?? "").replace(
		/<span class="number">[^<]*/,
		'<span class="number">0',
	);
	const widget = one(document, ".google-business-reviews-rating");
	expect(one(widget, ".all-stars > .rating-stars")).not.toBeNull();
	mount(widget);
	await vi.waitFor(() =>
		expect(one(widget, ".all-stars > .rating-stars")).toBeNull(),
	);
	expect(one(widget, ".all-stars").textContent).toBe("★★★★★");
});

test("stars take another colour", () => {
	const star = document.createElement("span");
	const svg = btoa('<svg fill="#F7B604"><path fill="#C1C1C1"/></svg>');
	star.style.backgroundImage = `url("data:image/svg+xml;charset=UTF-8;base64,${svg}")`;
	document.body.append(star);
	recolour([star], { gold: "#a0522d", gray: undefined });
	const [, data = ""] =
		/base64,([\w+/=]+)/.exec(star.style.backgroundImage) ?? [];
	expect(atob(data)).toBe('<svg fill="#a0522d"><path fill="#C1C1C1"/></svg>');
});

test("widgets without an id get one; without styles they count no more", () => {
	document.body.innerHTML =
		'<div class="google-business-reviews-rating no-styles"></div>' +
		'<div class="google-business-reviews-rating"></div>' +
		'<div class="google-business-reviews-rating js-links"><ul class="listing"><li><div class="text text-excerpt"><span class="review-more-placeholder">… Más</span><span class="review-full-text"> x</span></div></li></ul></div>';
	const all = [...document.body.children];
	for (const widget of all) mount(widget);
	expect(
		all.map((widget) => [widget.id, widget.hasAttribute("class")]),
	).toEqual([
		["google-business-reviews-rating", false],
		["google-business-reviews-rating", true],
		["google-business-reviews-rating-2", true],
	]);
	expect(one(document, ".review-more-link").getAttribute("href")).toBe(
		"javascript:google_business_reviews_rating(1, 0);",
	);
});

test("the plugin's own script wins", () => {
	expect(isLegacyLinked()).toBe(false);
	prepare();
	document.body.innerHTML =
		'<script src="/wp-content/plugins/g-business-reviews-rating/wp/js/js.min.js"></script>';
	expect(isLegacyLinked()).toBe(true);
});
