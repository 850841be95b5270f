import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { redirectOf } from "./request";

const INPUT = (name: string, value = "", type = "text") =>
	`<input type="${type}" name="et_pb_signup_${name}" value="${value}">`;
const FORM = `<div class="et_pb_newsletter_form"><form method="post" class="et_pb_newsletter_custom_fields"><div class="et_pb_newsletter_result et_pb_newsletter_error"></div><div class="et_pb_newsletter_result et_pb_newsletter_success"></div><div class="et_pb_newsletter_fields">${INPUT("firstname")}${INPUT("email")}<p class="et_pb_contact_field et_pb_signup_custom_field" data-id="7" data-type="input"><label>Teléfono</label><input type="text" id="t" name="t" data-required_mark="required" data-field_type="input" data-original_id="7"></p><p class="et_pb_newsletter_button_wrap"><a class="et_pb_newsletter_button et_pb_button" href="#"><span class="et_subscribe_loader"></span><span>Apuntarme</span></a></p></div>${INPUT("provider", "mailchimp", "hidden")}${INPUT("list_id", "abc", "hidden")}${INPUT("account_name", "lista", "hidden")}${INPUT("ip_address", "true", "hidden")}${INPUT("checksum", "f00", "hidden")}</form></div>`;

const root = () => document.querySelector(".et_pb_newsletter") as HTMLElement;
const input = (name: string) =>
	document.querySelector(`[name="et_pb_signup_${name}"]`) as HTMLInputElement;
const style = (name: string) =>
	(document.querySelector(`.et_pb_newsletter_${name}`) as HTMLElement).style
		.display;
const sent = vi.fn();
let answer: () => Response;

async function click() {
	(document.querySelector(".et_pb_newsletter_button") as HTMLElement).click();
	await new Promise((done) => setTimeout(done, 0));
}

function fill() {
	input("firstname").value = "Ana";
	input("email").value = "ana@correo";
	(document.querySelector("#t") as HTMLInputElement).value = "600";
}

beforeEach(() => {
	document.body.innerHTML = `<div class="et_pb_module et_pb_newsletter">${FORM}</div>`;
	window.et_pb_custom = {
		ajaxurl: "http://s/admin-ajax.php",
		et_frontend_nonce: "n0",
		subscription_failed: "Falló",
		fill_message: "Faltan:",
	};
	vi.stubGlobal("fetch", async (_: string, options: RequestInit) => {
		sent(decodeURIComponent(String(options.body)));
		return answer();
	});
	mount(root());
});

afterEach(() => {
	vi.unstubAllGlobals();
	sent.mockReset();
});

test("what is not filled in is marked, and nothing is sent", async () => {
	await click();
	expect(
		[...document.querySelectorAll(".et_pb_signup_error")].map((element) =>
			element.getAttribute("name"),
		),
	).toEqual(["et_pb_signup_firstname", "et_pb_signup_email"]);
	expect(style("error")).toBe("none");
	expect(sent).not.toHaveBeenCalled();
});

test("a custom field that is missing is listed", async () => {
	fill();
	(document.querySelector("#t") as HTMLInputElement).value = "";
	await click();
	await vi.waitFor(() =>
		expect(document.querySelector(".et_pb_newsletter_error")?.innerHTML).toBe(
			"<p>Faltan:</p><ul><li>Teléfono</li></ul><ul></ul>",
		),
	);
	expect(sent).not.toHaveBeenCalled();
});

test("what has no input is not sent; success hides the fields", async () => {
	fill();
	answer = () => new Response('{"success":true}');
	await click();
	expect(sent.mock.calls[0]?.[0]).toBe(
		"action=et_pb_submit_subscribe_form&et_frontend_nonce=n0&et_list_id=abc&et_firstname=Ana&et_email=ana@correo&et_provider=mailchimp&et_account=lista&et_ip_address=true&et_custom_fields[7]=600&token=&et_checksum=f00",
	);
	expect([style("fields"), style("success")]).toEqual(["none", "block"]);
});

test.each([
	[
		"an error",
		() => new Response('{"error":"Está <b>cerrada</b>"}'),
		"Está <b>cerrada</b>",
	],
	["nothing", () => new Response("null"), "Falló"],
	["a failure", () => new Response("x", { status: 500 }), "Falló"],
])("%s is shown as text", async (_, given, wanted) => {
	fill();
	answer = given;
	await click();
	const box = document.querySelector(".et_pb_newsletter_error");
	expect(box?.textContent).toBe(wanted);
	expect([style("error"), style("fields")]).toEqual(["block", ""]);
});

test("while an answer is on its way the button says so", async () => {
	fill();
	let release = (_: Response) => {};
	vi.stubGlobal(
		"fetch",
		() =>
			new Promise<Response>((done) => {
				release = done;
			}),
	);
	await click();
	const button = document.querySelector(".et_pb_newsletter_button");
	const loader = document.querySelector<HTMLElement>(".et_subscribe_loader");
	expect(button?.className).toContain("et_pb_button_text_loading");
	expect(loader?.style.display).toBe("inline");
	release(new Response(""));
	await new Promise((done) => setTimeout(done, 0));
	expect(button?.className).not.toContain("et_pb_button_text_loading");
	expect(loader?.style.display).toBe("none");
	// An empty answer says nothing, as recorded.
	expect([style("error"), style("fields"), style("success")]).toEqual([
		"none",
		"",
		"",
	]);
});

test("a redirect takes along what the site asks for, in its order", () => {
	fill();
	Object.assign(root().dataset, {
		redirect_url: "/gracias/?z=1",
		redirect_query: "css_id|email|name|ip_address",
		ip_address: "1.2.3.4",
	});
	root().id = "alta";
	input("email").value = "a+1@b.es";
	input("firstname").value = "Ana & Eva";
	expect(redirectOf(root())).toBe(
		"/gracias/?z=1&first_name=Ana %26 Eva&email=a+1@b.es&ip_address=1.2.3.4&form_id=alta",
	);
});

test("a page with a feed's form opens its window", async () => {
	const open = vi.fn();
	vi.stubGlobal("open", open);
	document.body.insertAdjacentHTML(
		"beforeend",
		'<div class="et_pb_feedburner_form"><input name="uri" value="casa"></div>',
	);
	await click();
	expect(open.mock.calls[0]?.slice(0, 2)).toEqual([
		"https://feedburner.google.com/fb/a/mailverify?uri=casa",
		"et-feedburner-subscribe",
	]);
});

test("a login form is the browser's", () => {
	document.body.innerHTML =
		'<div class="et_pb_login et_pb_newsletter"><div class="et_pb_newsletter_form et_pb_login_form"><form><input><button type="button" class="et_pb_newsletter_button"></button></form></div></div>';
	mount(root());
	const click = new MouseEvent("click", { bubbles: true, cancelable: true });
	document.querySelector("button")?.dispatchEvent(click);
	expect(click.defaultPrevented).toBe(false);
	const press = new KeyboardEvent("keydown", {
		key: "Enter",
		bubbles: true,
		cancelable: true,
	});
	document.querySelector("input")?.dispatchEvent(press);
	expect(press.defaultPrevented).toBe(false);
});
