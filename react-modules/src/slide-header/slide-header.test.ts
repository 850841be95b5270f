import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";

const get = (selector: string) =>
	document.querySelector(selector) as HTMLElement;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	document.body.innerHTML = `<div class="et_slide_in_menu_container"><div class="et_slide_menu_top"></div>
		<ul id="mobile_menu_slide" class="et_mobile_menu"><li class="menu-item-has-children"><a href="/casas/">Casas</a>
		<ul class="sub-menu" style="display: none"><li><a href="/a/">A</a></li></ul></li></ul></div>
		<div id="page-container"><header id="main-header"><span class="mobile_menu_bar et_toggle_slide_menu"></span>
		<span class="mobile_menu_bar et_toggle_fullscreen_menu"></span></header></div>`;
});

afterEach(() => void vi.useRealTimers());

test("the slide-in menu comes after 50 ms and is gone after 700", () => {
	document.body.className = "et_header_style_slide";
	const box = get(".et_slide_in_menu_container");
	mount(box);
	get(".et_toggle_slide_menu").click();
	expect(box.style.display).toBe("block");
	vi.advanceTimersByTime(50);
	expect(box.className).toContain("et_pb_slide_menu_opened");
	expect(document.body.className).toContain("et_pb_slide_menu_active");
	expect(box.style.right).toBe("0px");
	get(".et_toggle_slide_menu").click();
	expect(box.className).not.toContain("opened");
	vi.advanceTimersByTime(700);
	expect(box.style.display).toBe("none");
});

test("a menu that is opened again at once stays", () => {
	document.body.className = "et_header_style_slide";
	const box = get(".et_slide_in_menu_container");
	mount(box);
	const button = get(".et_toggle_slide_menu");
	button.click();
	vi.advanceTimersByTime(50);
	button.click();
	vi.advanceTimersByTime(400);
	button.click();
	vi.advanceTimersByTime(1000);
	expect(box.style.display).toBe("block");
	expect(box.className).toContain("et_pb_slide_menu_opened");
});

test("the fullscreen menu keeps its animation class for a second", () => {
	document.body.className = "et_header_style_fullscreen";
	const box = get(".et_slide_in_menu_container");
	mount(box);
	get(".et_toggle_fullscreen_menu").click();
	expect(box.className).toContain(
		"et_pb_fullscreen_menu_opened et_pb_fullscreen_menu_animated",
	);
	box.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
	expect(document.body.className).not.toContain("active");
	expect(box.className).toContain("animated");
	vi.advanceTimersByTime(1000);
	expect(box.className).not.toContain("animated");
});

test("an item with a list opens it and leads nowhere", () => {
	document.body.className = "et_header_style_slide";
	mount(get(".et_slide_in_menu_container"));
	const click = new MouseEvent("click", { bubbles: true, cancelable: true });
	get("li > a").dispatchEvent(click);
	expect(click.defaultPrevented).toBe(true);
	expect(get(".et_mobile_menu_arrow").className).toContain(
		"et_pb_submenu_opened",
	);
	expect(get(".sub-menu").style.display).toBe("block");
});
