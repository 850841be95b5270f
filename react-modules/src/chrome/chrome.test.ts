import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { bodyClassesOf } from "./body-classes";

/** The header as the server prints it, shortened. */
const PAGE = `<div id="page-container"><div id="top-header"><ul id="et-secondary-nav" class="menu">
	<li class="menu-item menu-item-2222"><a href="/contacto/">Ayuda</a></li></ul></div>
<header id="main-header" data-height-onload="66"><div class="container clearfix et_menu_container">
	<div class="logo_container"><a href="/"><img src="/logo.png" alt="Casas" id="logo"></a></div>
	<div id="et-top-navigation" data-height="66" data-fixed-height="40"><nav id="top-menu-nav"><ul id="top-menu" class="nav">
		<li id="menu-item-1" class="menu-item"><a href="/">Inicio</a></li>
		<li id="menu-item-2" class="menu-item menu-item-has-children"><a href="/casas/">Casas</a>
			<ul class="sub-menu"><li class="menu-item"><a id="inside" href="#patio">Patio</a></li></ul></li>
		<li id="menu-item-3" class="mega-menu menu-item menu-item-has-children"><a href="#">Mega</a>
			<ul class="sub-menu"><li class="menu-item menu-item-has-children"><a href="#">Uno</a></li><li><a href="#">Dos</a></li></ul></li>
	</ul></nav>
	<div id="et_mobile_nav_menu"><div class="mobile_nav closed"><span class="select_page">Seleccionar página</span>
		<span class="mobile_menu_bar mobile_menu_bar_toggle"></span></div></div></div></div></header>
<div id="main-content"><h2 id="patio">Patio</h2><a id="link" href="#patio">ver</a></div>
<span class="et_pb_scroll_top et-pb-icon"></span></div>`;

const get = (selector: string) =>
	document.querySelector(selector) as HTMLElement;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	document.documentElement.lang = "es";
	document.body.className = "et_fixed_nav et_header_style_left";
	document.body.innerHTML = PAGE;
	mount(document.body);
});

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("an item opens under the pointer and closes at once without it", () => {
	const item = get("#menu-item-2");
	item.dispatchEvent(new MouseEvent("mouseenter"));
	expect(item.className).toContain("et-show-dropdown et-hover");
	expect(item.querySelector("a")?.getAttribute("aria-expanded")).toBe("true");
	item.dispatchEvent(new MouseEvent("mouseleave"));
	expect(item.className).not.toContain("et-show-dropdown");
	vi.advanceTimersByTime(0);
	expect(item.className).not.toContain("et-hover");
});

test("the first tap opens, the second follows the link, one elsewhere closes", () => {
	const item = get("#menu-item-2");
	const tap = (target: Element) => {
		const event = new Event("touchend", { bubbles: true, cancelable: true });
		target.dispatchEvent(event);
		return event.defaultPrevented;
	};
	expect(tap(item.querySelector("a") as Element)).toBe(true);
	expect(item.className).toContain("et-touch-hover et-show-dropdown et-hover");
	expect(tap(item.querySelector("a") as Element)).toBe(false);
	tap(get("#main-content"));
	expect(item.className).not.toContain("et-touch-hover");
	expect(item.className).toContain("et-hover");
	vi.advanceTimersByTime(200);
	expect(item.className).not.toContain("et-hover");
});

test("a mega menu is named after its columns", () => {
	expect(get("#menu-item-3").className).toContain(
		"mega-menu-parent mega-menu-parent-2",
	);
});

test("the mobile menu is a copy of both lists and opens behind the bar", () => {
	const copy = get("#mobile_menu");
	expect(copy.className).toBe("et_mobile_menu");
	expect(copy.querySelector("li")?.className).toContain("et_first_mobile_item");
	expect(copy.lastElementChild?.textContent).toBe("Ayuda");
	expect(copy.querySelector("[aria-expanded]")).toBeNull();
	copy.style.display = "none";
	const bar = get(".mobile_menu_bar");
	expect(bar.getAttribute("aria-label")).toBe("Seleccionar página");
	bar.click();
	expect(get(".mobile_nav").className).toBe("mobile_nav opened");
	expect(copy.style.display).toBe("block");
	bar.dispatchEvent(
		new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
	);
	expect(get(".mobile_nav").className).toBe("mobile_nav closed");
	expect(copy.style.display).toBe("none");
});

test("a link in the page scrolls and names the place without telling the modules", () => {
	const heard = vi.fn();
	window.addEventListener("hashchange", heard);
	const click = new MouseEvent("click", { bubbles: true, cancelable: true });
	get("#link").dispatchEvent(click);
	expect(click.defaultPrevented).toBe(true);
	vi.advanceTimersByTime(900);
	expect(window.scrollTo).toHaveBeenCalled();
	expect(location.hash).toBe("#patio");
	expect(heard).not.toHaveBeenCalled();
});

test("the button to the top comes after 800 pixels", () => {
	const button = get(".et_pb_scroll_top");
	Object.defineProperty(window, "scrollY", { value: 801, configurable: true });
	window.dispatchEvent(new Event("scroll"));
	expect(button.className).toContain("et-visible");
	expect(button.style.display).toBe("inline");
	Object.defineProperty(window, "scrollY", { value: 800, configurable: true });
	window.dispatchEvent(new Event("scroll"));
	expect(button.className).toContain("et-hidden");
	expect(button.style.display).toBe("inline");
	Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
});

test.each([
	[
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126 Safari/537.36",
		["chrome"],
	],
	[
		"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126 Mobile Safari/537.36",
		["chrome", "et_mobile_device", "et_mobile_device_not_ipad"],
	],
	[
		"Mozilla/5.0 (iPad; CPU OS 12_0) AppleWebKit/605 Version/12 Safari/604",
		["safari", "et_mobile_device"],
	],
	["Mozilla/5.0 (X11; rv:127.0) Gecko/20100101 Firefox/127.0", ["gecko"]],
])("the browser %s has its classes", (agent, classes) => {
	expect(bodyClassesOf(agent)).toEqual(classes);
});
