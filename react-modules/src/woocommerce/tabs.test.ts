import { afterEach, expect, test, vi } from "vitest";
import { mount } from "./tabs";

const NAMES = ["description", "additional_information", "reviews"];
const PAGE = `<a href="#reviews" class="woocommerce-review-link">1</a><div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs" role="tablist">
${NAMES.map((name) => `<li role="presentation" class="${name}_tab" id="tab-title-${name}"><a href="#tab-${name}" role="tab" aria-controls="tab-${name}">${name}</a></li>`).join("")}</ul>
${NAMES.map((name) => `<div class="woocommerce-Tabs-panel panel entry-content wc-tab" id="tab-${name}" role="tabpanel"><div class="panel">x</div></div>`).join("")}</div>`;

Element.prototype.scrollIntoView = vi.fn();

const show = (fragment = "", query = "") => {
	history.replaceState(null, "", `/producto/${query}${fragment}`);
	document.body.innerHTML = PAGE;
	mount(document.querySelector(".wc-tabs-wrapper") as Element);
};
const links = () => [...document.querySelectorAll<HTMLElement>("[role=tab]")];
const shown = () =>
	[...document.querySelectorAll<HTMLElement>(".wc-tab")]
		.filter(({ style }) => style.display !== "none")
		.map(({ id }) => id);

afterEach(() => history.replaceState(null, "", "/"));

test("the first tab is shown, then the one that is clicked; the address stays", () => {
	show();
	expect(shown()).toEqual(["tab-description"]);
	expect(document.querySelector("li.active")?.id).toBe("tab-title-description");
	links()[2]?.click();
	expect(shown()).toEqual(["tab-reviews"]);
	expect(document.querySelectorAll("li.active")).toHaveLength(1);
	expect(location.hash).toBe("");
	expect(links().map((link) => link.getAttribute("aria-selected"))).toEqual([
		"false",
		"false",
		"true",
	]);
	// What has the class of a panel inside of one stays.
	expect(document.querySelectorAll(".panel .panel[style]")).toHaveLength(0);
});

test.each([
	["#reviews", "", "tab-reviews"],
	["#tab-reviews", "", "tab-reviews"],
	["#comment-7", "", "tab-reviews"],
	["", "comment-page-2/", "tab-reviews"],
	["", "?cpage=2", "tab-reviews"],
	["#tab-additional_information", "", "tab-additional_information"],
	["#product_reviews_tab", "", "tab-description"],
])("%s%s opens its tab", (fragment, query, id) => {
	show(fragment, query);
	expect(shown()).toEqual([id]);
});

test("arrow keys, Home and End lead along the tabs", () => {
	show();
	const press = (key: string) =>
		document.activeElement?.dispatchEvent(
			new KeyboardEvent("keydown", { key, bubbles: true }),
		);
	links()[0]?.focus();
	press("ArrowLeft");
	expect(shown()).toEqual(["tab-reviews"]);
	expect(document.activeElement).toBe(links()[2]);
	press("ArrowRight");
	press("ArrowRight");
	expect(shown()).toEqual(["tab-additional_information"]);
	press("End");
	expect(shown()).toEqual(["tab-reviews"]);
	press("Home");
	expect(shown()).toEqual(["tab-description"]);
	expect(links().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
	vi.restoreAllMocks();
});
