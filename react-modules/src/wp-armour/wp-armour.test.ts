import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isLegacyLinked } from "./legacy";
import { module } from "./register";

const FIELDS =
	'<div id="altEmail_container" class="altEmail_container"><label for="alt_s">Alternative:</label><input type="text" id="alt_s" name="alt_s"></div><span class="wpa_hidden_field" style="display:none;height:0;width:0;"><label>WPA <input type="text" name="casacue4217" value="38211"></label></span>';

/** The module with nothing injected yet, on the forms of the page. */
async function start(html: string, settings: object = {}) {
	vi.resetModules();
	const { mount } = await import(".");
	document.body.innerHTML = html;
	Object.assign(window, {
		wpa_field_info: {
			wpa_field_name: "casacue4217",
			wpa_field_value: 38211,
			wpa_add_test: "no",
			...settings,
		},
	});
	for (const form of document.querySelectorAll(module.selector)) mount(form);
	return mount;
}

const count = () => document.querySelectorAll("[name=casacue4217]").length;

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
	document.body.innerHTML = "";
	Object.assign(window, {
		wpa_field_info: undefined,
		wpae_add_honeypot_field: undefined,
	});
});

test("after two seconds, one pair of fields at the end of each form of the list", async () => {
	await start(
		'<form id="commentform" class="comment-form">a</form><form class="search">b</form><div class="et_pb_newsletter_form"><form>c</form></div>',
	);
	vi.advanceTimersByTime(1999);
	expect(count()).toBe(0);
	vi.advanceTimersByTime(1);
	expect(document.querySelector("#commentform")?.innerHTML).toBe(`a${FIELDS}`);
	expect(count()).toBe(1);
});

test.each([
	"mousemove",
	"keydown",
	"scroll",
	"touchstart",
	"focusin",
	"mousedown",
	"click",
])("at the first %s, once", async (sign) => {
	const extension = vi.fn();
	Object.assign(window, { wpae_add_honeypot_field: extension });
	await start('<form class="cart"></form>');
	document.body.dispatchEvent(new Event(sign, { bubbles: true }));
	document.body.dispatchEvent(new Event(sign, { bubbles: true }));
	vi.advanceTimersByTime(3000);
	expect(count()).toBe(1);
	expect(extension).toHaveBeenCalledOnce();
});

test("right after an initiator whose form has none", async () => {
	await start(
		'<form id="loginform"><input class="wpa_initiator"></form><form><input class="wpa_initiator"><p></p></form>',
	);
	document.body.click();
	expect(count()).toBe(2);
	expect(document.querySelectorAll("form")[1]?.innerHTML).toBe(
		`<input class="wpa_initiator">${FIELDS}<p></p>`,
	);
});

test("a form that comes later gets its fields at once", async () => {
	const mount = await start('<form class="cart"></form>');
	document.body.click();
	document.body.insertAdjacentHTML(
		"beforeend",
		'<form class="wpcf7-form"></form>',
	);
	mount(document.querySelector(".wpcf7-form") as Element);
	expect(count()).toBe(2);
});

test("without the plugin's global nothing happens", async () => {
	await start('<form class="cart"></form>', { wpa_field_name: "" });
	document.body.click();
	expect(document.body.innerHTML).toBe('<form class="cart"></form>');
});

test("puts the plugin's globals up", async () => {
	await start('<form class="cart"></form>');
	expect([
		window.wpa_field_name,
		window.wpa_unique_id,
		window.wpa_add_test,
	]).toEqual(["casacue4217", 38211, "no"]);
	expect(window.wpa_hidden_field).toContain("wpa_hidden_field");
});

test("the administrator's box takes the fields out and puts them back", async () => {
	await start('<form class="cart"></form><form class="register"></form>', {
		wpa_add_test: "yes",
	});
	document.body.click();
	const buttons = () =>
		[
			...document.querySelectorAll<HTMLElement>(".wpa-test-msg .wpa-button"),
		].map((button) => `${button.dataset.actiontype} ${button.textContent}`);
	expect(buttons()).toEqual(Array(2).fill("remove Act as Spam Bot"));
	window.wpa_act_as_spam?.();
	expect(count()).toBe(0);
	expect(buttons()).toEqual(Array(2).fill("add Acting as Spam Bot"));
	window.wpa_act_as_spam?.();
	expect(count()).toBe(2);
	expect(buttons()).toEqual(Array(2).fill("remove Act as Spam Bot"));
});

test("knows the plugin's own script", () => {
	expect(isLegacyLinked()).toBe(false);
	document.body.innerHTML =
		'<script src="/wp-content/plugins/honeypot/includes/js/wpa.js?ver=2.4"></script>';
	expect(isLegacyLinked()).toBe(true);
});

test("nothing is loaded without the plugin, nor for a search; a search in its own class gets the honeypot", () => {
	expect(module.isPassive?.()).toBe(true);
	window.wpa_field_info = { wpa_field_name: "x" } as never;
	expect(module.isPassive?.()).toBe(false);
	document.body.innerHTML =
		'<form role="search" id="a"></form><form role="search" class="wpa_form" id="b"></form>';
	const found = [...document.querySelectorAll(module.selector)];
	expect(found.map(({ id }) => id)).toEqual(["b"]);
});
