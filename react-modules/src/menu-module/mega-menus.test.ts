import { afterEach, expect, test, vi } from "vitest";
import { placeMegaMenus } from "./mega-menus";

afterEach(() => vi.restoreAllMocks());

const menu = (n: number, lists: string) => `
	<div class="et_pb_module et_pb_menu et_pb_menu_${n} et_pb_text_align_left"><div class="et_pb_menu_inner_container clearfix">
	<nav class="et-menu-nav"><ul class="et-menu nav ${lists}"><li class="menu-item menu-item-10"><a>A</a></li>
	<li class="mega-menu menu-item menu-item-has-children menu-item-22${n}"><a>M</a><ul class="sub-menu"><li></li></ul></li></ul></nav></div></div>`;

test("a mega menu opens below its item, or above it", () => {
	document.body.innerHTML = menu(0, "") + menu(1, "upwards");
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
		function (this: Element) {
			return (
				this.matches("li")
					? { top: 120, bottom: 164.6 }
					: { top: 100, bottom: 180 }
			) as DOMRect;
		},
	);
	for (const module of document.querySelectorAll<HTMLElement>(".et_pb_menu")) {
		placeMegaMenus(module);
		placeMegaMenus(module);
	}
	const sheets = [...document.head.querySelectorAll("style.et-menu-style")];
	expect(
		sheets.map(({ className, textContent }) => [className, textContent]),
	).toEqual([
		[
			"et-menu-style et-menu-style-et_pb_menu_0",
			".et_pb_menu_0 li.menu-item-220 > .sub-menu{top:63px !important}",
		],
		[
			"et-menu-style et-menu-style-et_pb_menu_1",
			".et_pb_menu_1 li.menu-item-221 > .sub-menu{bottom:59px !important}",
		],
	]);
});
