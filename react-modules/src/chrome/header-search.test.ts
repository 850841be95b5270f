import { expect, test, vi } from "vitest";
import { startHeaderSearch } from "./header-search";

const get = (selector: string) =>
	document.querySelector(selector) as HTMLElement;

test("the search opens for a second, is as high as the header, and a click elsewhere closes it", async () => {
	vi.useFakeTimers();
	document.body.innerHTML = `<header id="main-header"><div class="et_menu_container">
	<div id="et_top_search"><span id="et_search_icon"></span></div></div>
	<div class="et_search_outer"><div class="container et_search_form_container"><form role="search"><input type="search"
		class="et-search-field"></form><span class="et_close_search_field"></span></div></div></header>`;
	startHeaderSearch();
	expect(get("#et_search_icon").getAttribute("role")).toBe("button");
	get("#et_search_icon").click();
	await import("./search-form");
	await vi.advanceTimersByTimeAsync(0);
	const form = get(".et_search_form_container");
	expect(form.className).toContain("et_pb_search_visible et_pb_is_animating");
	expect(get(".et_menu_container").className).toContain("et_pb_menu_hidden");
	expect(document.activeElement).toBe(get(".et-search-field"));
	const header = get("#main-header");
	vi.spyOn(header, "clientHeight", "get").mockReturnValue(54);
	window.dispatchEvent(new Event("ETDiviFixedHeaderTransitionEnd"));
	expect(form.style.height).toBe("54px");
	document.body.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
	expect(form.className).toContain("et_pb_search_visible");
	vi.advanceTimersByTime(1000);
	document.body.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
	expect(form.className).toContain("et_pb_search_form_hidden");
	expect(get(".et_menu_container").className).toContain("et_pb_menu_visible");
	vi.useRealTimers();
});

test("an icon without a form is no button", () => {
	document.body.innerHTML =
		'<div id="et_top_search"><span id="et_search_icon"></span></div>';
	startHeaderSearch();
	expect(get("#et_search_icon").hasAttribute("role")).toBe(false);
});
