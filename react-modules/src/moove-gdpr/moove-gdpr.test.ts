import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The server's markup, as on a recorded page, without the drawing of the floating button. */
const section = (id: string, input: string, attributes = "") =>
	`<div id="${id}" class="moove-gdpr-tab-main" style="display:none"><span class="tab-title">T</span><div class="moove-gdpr-tab-main-content"><div class="moove-gdpr-status-bar "><div class="gdpr-cc-form-wrap"><div class="gdpr-cc-form-fieldset"><label class="cookie-switch" for="${input}"><input type="checkbox" aria-label="T" value="check" name="${input}" id="${input}"${attributes}></label></div></div></div></div></div>`;
const item = (id: string, classes: string) =>
	`<li class="${classes}"><button data-href="#${id}" class="moove-gdpr-tab-nav" aria-label="T"><span class="gdpr-nav-tab-title">T</span></button></li>`;
const PAGE = `<div id="page-container"><a id="leer" href="/otra/#gdpr-accept-cookies">Sí</a></div>
<aside id="moove_gdpr_cookie_info_bar" class="moove-gdpr-info-bar-hidden moove-gdpr-align-center" aria-label="GDPR Cookie Banner" style="display: none;"><button class="mgbutton moove-gdpr-infobar-allow-all">Aceptar</button><button class="moove-gdpr-infobar-reject-btn">Rechazar</button><button class="moove-gdpr-infobar-close-btn"></button></aside>
<button data-href="#moove_gdpr_cookie_modal" id="moove_gdpr_save_popup_settings_button" style="display: none;" class="">Cambiar</button>
<dialog id="moove_gdpr_cookie_modal" class="gdpr_lightbox-hide" aria-label="GDPR Settings Screen"><div class="moove-gdpr-modal-content moove_gdpr_modal_theme_v1"><button class="moove-gdpr-modal-close" autofocus></button><ul id="moove-gdpr-menu">${item("privacy_overview", "menu-item-on menu-item-selected")}${item("strict-necessary-cookies", "menu-item-strict-necessary-cookies menu-item-off")}${item("advanced-cookies", "menu-item-advanced-cookies menu-item-off")}</ul><div id="privacy_overview" class="moove-gdpr-tab-main"></div>${section("strict-necessary-cookies", "moove_gdpr_strict_cookies")}${section("third_party_cookies", "moove_gdpr_performance_cookies", " disabled")}${section("advanced-cookies", "moove_gdpr_advanced_cookies", " disabled")}<button class="mgbutton moove-gdpr-modal-save-settings button-visible">Guardar</button></div></dialog>`;
const SCRIPTS = {
	thirdparty: { header: '<meta name="tercero" data-gdpr>' },
	strict: {},
	advanced: { footer: '<i class="avanzado"></i>' },
};

const find = (selector: string) =>
	document.querySelector(selector) as HTMLElement;
const stored = () => {
	const [, value] = /moove_gdpr_popup=([^;]*)/.exec(document.cookie) ?? [];
	return value && JSON.parse(decodeURIComponent(value));
};
const flags = (...on: (0 | 1 | string)[]) => {
	const [strict, thirdparty, advanced, performance, preference] = on;
	return { strict, thirdparty, advanced, performance, preference };
};

/** The listeners of the test before. */
let listening: [string, EventListener, boolean | undefined][] = [];

async function start(settings: object = {}, cookie = "") {
	vi.resetModules();
	for (const listener of listening) document.removeEventListener(...listener);
	listening = [];
	document.body.innerHTML = PAGE;
	// biome-ignore lint/suspicious/noDocumentCookie: a test.
	if (cookie) document.cookie = `moove_gdpr_popup=${cookie}; path=/`;
	window.moove_frontend_gdpr_scripts = {
		ajaxurl: "http://s/wp-admin/admin-ajax.php",
		enabled_default: { strict: 1, third_party: 0, advanced: 0 },
		cookie_expiration: "365",
		script_delay: "2000",
		close_btn_action: "1",
		scripts_defined: JSON.stringify(SCRIPTS),
		...settings,
	};
	const module = await import(".");
	await import("./scripts");
	const listen = vi.spyOn(document, "addEventListener");
	module.mount();
	listening = listen.mock.calls as typeof listening;
	listen.mockRestore();
	await vi.advanceTimersByTimeAsync(2001);
	// The parts that come later are there.
	await import("./dialog");
	await import("./wait");
	await import("./choices");
	await vi.advanceTimersByTimeAsync(0);
	return module;
}

/** Clicks, and what the choice needs comes. */
async function click(selector: string) {
	find(selector).click();
	await import("./choices");
	await vi.advanceTimersByTimeAsync(0);
}

const isBannerShown = () =>
	!find("aside").classList.contains("moove-gdpr-info-bar-hidden") &&
	document.body.classList.contains("gdpr-infobar-visible");

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	sessionStorage.clear();
	document.documentElement.className = "";
	document.body.className = "";
	document.head.innerHTML = "";
	// biome-ignore lint/suspicious/noDocumentCookie: a test.
	document.cookie =
		"moove_gdpr_popup=; expires=Thu, 01 Jan 1970 00:00:01 GMT; path=/";
	location.hash = "";
});

test("a new visitor sees the banner after the delay; accepting stores five texts and lets scripts in once", async () => {
	await start();
	expect(isBannerShown()).toBe(true);
	await click(".moove-gdpr-infobar-allow-all");
	expect(stored()).toEqual(flags("1", "1", "1", "1", "1"));
	expect(isBannerShown()).toBe(false);
	expect(
		[...document.querySelectorAll<HTMLInputElement>("input")].every(
			(box) => box.checked && !box.disabled,
		),
	).toBe(true);
	await vi.advanceTimersByTimeAsync(10);
	expect(document.querySelectorAll("[name=tercero], .avanzado").length).toBe(2);
	await click(".moove-gdpr-infobar-allow-all");
	await vi.advanceTimersByTimeAsync(10);
	expect(document.querySelectorAll("[name=tercero], .avanzado").length).toBe(2);
});

test("rejecting stores strict alone, and again after half a second", async () => {
	await start();
	await click(".moove-gdpr-infobar-reject-btn");
	expect(stored()).toEqual(flags("1", "0", "0", "0", "0"));
	// biome-ignore lint/suspicious/noDocumentCookie: a test.
	document.cookie = "moove_gdpr_popup=x; path=/";
	await vi.advanceTimersByTimeAsync(501);
	expect(stored()).toEqual(flags("1", "0", "0", "0", "0"));
});

test.each([
	["of texts", '{"strict":"1","thirdparty":"1"}', false],
	["of numbers", '{"strict":1,"thirdparty":1}', false],
	["of zeros", '{"strict":"0","thirdparty":"0"}', true],
	["that is none", "no-es-json", true],
])("with a cookie %s the banner shows: %s %s", async (_, cookie, isShown) => {
	await start({}, encodeURIComponent(cookie));
	expect(isBannerShown()).toBe(isShown);
	expect(document.querySelectorAll("[name=tercero]").length).toBe(
		isShown ? 0 : 1,
	);
});

test("an older consent version is no consent", async () => {
	await start(
		{ gdpr_consent_version: "2" },
		encodeURIComponent('{"strict":"1","version":"1"}'),
	);
	expect(isBannerShown()).toBe(true);
	expect(stored()).toBeUndefined();
});

test("closing hides the banner for the session, without a cookie", async () => {
	await start();
	await click(".moove-gdpr-infobar-close-btn");
	expect(sessionStorage.getItem("gdpr_infobar_hidden")).toBe("1");
	expect(stored()).toBeUndefined();
	await start();
	expect(isBannerShown()).toBe(false);
});

test("the dialog opens from the button in its overlay and goes back on Escape", async () => {
	const { openDialog } = await start();
	await openDialog();
	const overlay = find(".gdpr_lightbox");
	expect(overlay.contains(find("dialog"))).toBe(true);
	expect(find("#page-container").getAttribute("ah")).toBe("true");
	expect(document.body.classList.contains("moove_gdpr_overflow")).toBe(true);
	document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
	await vi.advanceTimersByTimeAsync(501);
	expect(find(".gdpr_lightbox")).toBeNull();
	expect(find("dialog").parentElement).toBe(document.body);
	expect(find("dialog").className).toBe("gdpr_lightbox-hide");
	expect(find("#page-container").hasAttribute("ah")).toBe(false);
});

test("arrow keys walk the menu, round and round; space turns the switch", async () => {
	const { openDialog } = await start();
	await openDialog();
	const press = (key: string) =>
		document.dispatchEvent(new KeyboardEvent("keydown", { key }));
	const selected = () =>
		find(".menu-item-selected button").getAttribute("data-href");
	press("ArrowDown");
	expect(selected()).toBe("#strict-necessary-cookies");
	expect(find("#strict-necessary-cookies").style.display).toBe("");
	expect(find("#privacy_overview").style.display).toBe("none");
	press(" ");
	expect(find("#strict-necessary-cookies").className).toContain(
		"checkbox-selected",
	);
	expect(find(".menu-item-strict-necessary-cookies").className).not.toContain(
		"menu-item-off",
	);
	press("ArrowUp");
	press("ArrowUp");
	expect(selected()).toBe("#advanced-cookies");
});

test("saving stores what is ticked; nothing ticked by somebody new stores nothing", async () => {
	await start();
	find("#moove_gdpr_strict_cookies").click();
	find("#moove_gdpr_advanced_cookies").click();
	await click(".moove-gdpr-modal-save-settings");
	expect(stored()).toEqual(flags("1", "0", "1", "0", "0"));
	await vi.advanceTimersByTimeAsync(10);
	expect(document.querySelectorAll(".avanzado").length).toBe(1);
});

test("without scripts in the page they are fetched with the flags", async () => {
	const fetched = vi.fn(
		async (_: string, __: RequestInit) =>
			new Response('{"header":"","body":"<i class=cuerpo></i>","footer":""}'),
	);
	vi.stubGlobal("fetch", fetched);
	await start({ scripts_defined: undefined, wp_lang: "_es" });
	await click("#leer");
	await vi.advanceTimersByTimeAsync(10);
	expect(String(fetched.mock.calls[0]?.[1].body)).toBe(
		"action=moove_gdpr_get_scripts&strict=1&thirdparty=1&advanced=1&performance=1&preference=1&wp_lang=_es",
	);
	expect(document.body.firstElementChild?.className).toBe("cuerpo");
});

test("scrolling 201 pixels accepts where the site says so; the cookie holds numbers", async () => {
	vi.stubGlobal("scrollY", 0);
	await start({
		enable_on_scroll: "true",
		gdpr_aos_hide: ["1"],
	});
	const scroll = (y: number) => {
		vi.stubGlobal("scrollY", y);
		window.dispatchEvent(new Event("scroll"));
	};
	scroll(200);
	expect(stored()).toBeUndefined();
	scroll(201);
	expect(stored()).toEqual(flags(1, 1, 1, 1, 1));
	expect(isBannerShown()).toBe(false);
});

test("what scrolling decided counts for the session, without a banner", async () => {
	sessionStorage.setItem("gdpr_session", JSON.stringify(flags(1, 1, 0, 0, 0)));
	await start({ enable_on_scroll: "true", gdpr_aos_hide: ["1"] });
	expect(stored()).toEqual(flags(1, 1, 0, 0, 0));
	expect(isBannerShown()).toBe(false);
});

test("the timer accepts after thirty seconds", async () => {
	await start({ enable_on_scroll: "true", gdpr_aos_hide: "2" });
	await vi.advanceTimersByTimeAsync(29_000);
	expect(stored()).toBeUndefined();
	await vi.advanceTimersByTimeAsync(1001);
	expect(stored()).toEqual(flags(1, 1, 1, 1, 1));
});

test("an address may accept, with or without a slash at its end", async () => {
	location.hash = "#gdpr-accept-cookies/";
	await start();
	expect(stored()).toEqual(flags("1", "1", "1", "1", "1"));
});

test("a cookie may have been set for each folder of the address and each domain of the host", async () => {
	const { placesOf } = await import("./write-cookie");
	expect(placesOf("localhost", "/")).toEqual([
		"; path=",
		"; path=; domain=.localhost",
		"; path=/",
		"; path=/; domain=.localhost",
	]);
	const places = placesOf("www.casa.example", "/a/b/");
	expect(places).toContain("; path=/");
	expect(places).toContain("; path=/a; domain=.casa.example");
	expect(places).toContain("; path=/a/b/; domain=.www.casa.example");
	expect(places).toHaveLength(6 * 4);
});
