import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";

const get = (selector: string) =>
	document.querySelector(selector) as HTMLElement;

beforeEach(() => {
	vi.useFakeTimers();
	document.body.innerHTML = `<div class="et_pb_module et_pb_menu et_pb_menu_0 et_pb_menu--style-left_aligned">
		<div class="et_pb_menu_inner_container"><div class="et_pb_menu__logo-wrap"><div class="et_pb_menu__logo"><img alt=""></div></div>
		<div class="et_pb_menu__wrap"><div class="et_pb_menu__menu"><nav class="et-menu-nav"><ul class="et-menu nav"><li><a href="/">Inicio</a></li></ul></nav></div>
		<a href="/carrito/" class="et_pb_menu__icon et_pb_menu__cart-button"></a>
		<button type="button" class="et_pb_menu__icon et_pb_menu__search-button"></button></div>
		<div class="et_pb_menu__search-container et_pb_menu__search-container--disabled"><div class="et_pb_menu__search">
		<form role="search"><input type="search" class="et_pb_menu__search-input" name="s" title="Buscar:"></form>
		<button type="button" class="et_pb_menu__icon et_pb_menu__close-search-button"></button></div></div></div></div>`;
	mount(get(".et_pb_menu"));
});

afterEach(() => void vi.useRealTimers());

test("the search opens in a second, in which leaving the field does not close it", () => {
	get(".et_pb_menu__search-button").click();
	const box = get(".et_pb_menu__search-container");
	expect(get(".et_pb_menu__wrap").className).toBe(
		"et_pb_menu__wrap et_pb_menu__wrap--hidden",
	);
	expect(box.className).toBe(
		"et_pb_menu__search-container et_pb_menu__search-container--visible et_pb_is_animating",
	);
	vi.advanceTimersByTime(150);
	expect(document.activeElement).toBe(get("input"));
	get("input").blur();
	expect(box.className).toContain("--visible");
	vi.advanceTimersByTime(850);
	expect(box.className).toBe(
		"et_pb_menu__search-container et_pb_menu__search-container--visible et_pb_no_animation",
	);
	get(".et_pb_menu__close-search-button").click();
	expect(box.className).toContain("--hidden et_pb_is_animating");
	vi.advanceTimersByTime(1000);
	expect(box.className).toContain("--disabled");
	expect(box.className).not.toContain("et_pb_is_animating");
});

test("the buttons have names, and Escape goes back to the first", () => {
	const opener = get(".et_pb_menu__search-button");
	expect(opener.getAttribute("aria-label")).toBe("Buscar");
	opener.click();
	vi.advanceTimersByTime(1000);
	get("input").dispatchEvent(
		new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
	);
	expect(document.activeElement).toBe(opener);
	expect(opener.getAttribute("aria-expanded")).toBe("false");
});
