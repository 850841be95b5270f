import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { emit } from "../../runtime/events";
import { count, newBody, one, shopPage } from "../../testing/shop";
import { startLists } from ".";

shopPage();

const PAGE = `<p class="form-row"><label for="billing_country">País</label><span class="woocommerce-input-wrapper"><select name="billing_country" id="billing_country" class="country_to_state country_select" aria-required="true" data-placeholder="Elige…" data-label="País">
<option value="">Elige…</option><option value="ES" selected>España</option><option value="FR">Francia</option><option value="PT" disabled>Portugal</option><option value="AT">Austria</option></select></span></p>
<p style="display: none"><select id="calc_shipping_state" class="state_select" data-placeholder="Provincia"><option value="">Provincia</option><option value="GR">Granada</option></select></p>
<div class="shipping_address" style="display: none"><select id="shipping_country" class="country_select"><option>ES</option></select></div><button id="other">x</button>`;

const select = () => one<HTMLSelectElement>("#billing_country");
const selection = () => one("#billing_country + .select2 .select2-selection");
const rendered = () => one("#select2-billing_country-container");
const field = () => one<HTMLInputElement>(".select2-search__field");
const options = () =>
	[...document.querySelectorAll(".select2-results__option")].map(
		({ textContent }) => textContent,
	);
const marked = () =>
	one(".select2-results__option--highlighted")?.textContent ?? null;
const press = (element: Element, key: string, more = {}) =>
	element.dispatchEvent(
		new KeyboardEvent("keydown", {
			key,
			bubbles: true,
			cancelable: true,
			...more,
		}),
	);
const search = (text: string) => {
	field().value = text;
	field().dispatchEvent(new Event("input", { bubbles: true }));
};
const isOpen = () =>
	vi.waitFor(() => expect(count(".select2-dropdown")).toBe(1));
const settled = () => new Promise((done) => setTimeout(done));
const mouse = (element: Element, type: string) =>
	element.dispatchEvent(
		new MouseEvent(type, { bubbles: true, cancelable: true, button: 0 }),
	);

/** Opens the list of countries with a key. */
async function open(key = "Enter"): Promise<void> {
	selection().focus();
	press(selection(), key);
	await isOpen();
}

let changes: string[];

// The open part's chunk is there: the first import may take long.
beforeAll(() => import("./dropdown"));

beforeEach(() => {
	newBody();
	Object.assign(window, {
		wc_country_select_params: { i18n_no_matches: "Nada" },
	});
	document.body.innerHTML = PAGE;
	changes = [];
	select().addEventListener("change", () => changes.push(select().value));
	startLists();
});

test("closed, it has the plugin's markup behind the list that is sent", () => {
	expect(select().className).toBe(
		"country_to_state country_select select2-hidden-accessible",
	);
	expect(select().tabIndex).toBe(-1);
	expect(select().getAttribute("aria-hidden")).toBe("true");
	const { outerHTML } = one("#billing_country + .select2");
	expect(outerHTML.replace(/ dir="\w*"/, ' dir="ltr"')).toBe(
		'<span class="select2 select2-container select2-container--default" dir="ltr" style="width: 100%;"><span class="selection"><span class="select2-selection select2-selection--single" role="combobox" aria-haspopup="true" aria-expanded="false" tabindex="0" aria-required="true" aria-label="País">' +
			'<span class="select2-selection__rendered" id="select2-billing_country-container" role="textbox" aria-readonly="true" aria-required="true" title="España">España</span><span class="select2-selection__arrow" role="presentation"><b role="presentation"></b></span></span></span>' +
			'<span class="dropdown-wrapper" aria-hidden="true"></span></span>',
	);
});

test("lists that are not shown wait until they are; those of the other address do not", () => {
	expect(count(".select2")).toBe(2);
	expect(one("#shipping_country").className).toContain("hidden-accessible");
	one("#calc_shipping_state").parentElement?.removeAttribute("style");
	emit(document.body, "country_to_state_changed");
	expect(count(".select2")).toBe(3);
	expect(one("#select2-calc_shipping_state-container").innerHTML).toBe(
		'<span class="select2-selection__placeholder">Provincia</span>',
	);
	// Without a label of its own it is named by what is chosen.
	const combobox = one("#calc_shipping_state + .select2 .select2-selection");
	expect(combobox.getAttribute("aria-labelledby")).toBe(
		"select2-calc_shipping_state-container",
	);
});

test("open, it is a combobox with the options, the chosen one marked", async () => {
	await open();
	expect(selection().getAttribute("aria-expanded")).toBe("true");
	expect(selection().getAttribute("aria-owns")).toBe(
		"select2-billing_country-results",
	);
	expect(one("body > .select2-container").className).toBe(
		"select2-container select2-container--default select2-container--open",
	);
	expect(options()).toEqual(["España", "Francia", "Portugal", "Austria"]);
	expect(marked()).toBe("España");
	expect(document.activeElement).toBe(field());
	expect(field().getAttribute("role")).toBe("combobox");
	expect(field().getAttribute("aria-label")).toBe("País");
	expect(field().getAttribute("aria-activedescendant")).toBe(
		one(".select2-results__option--highlighted").id,
	);
	expect(one("#select2-billing_country-results").getAttribute("role")).toBe(
		"listbox",
	);
	expect(
		[...document.querySelectorAll("[data-selected]")].map(
			(option) => (option as HTMLElement).dataset.selected,
		),
	).toEqual(["true", "false", "false"]);
});

test("keys move over what can be chosen, and Enter chooses", async () => {
	await open("ArrowDown");
	press(field(), "ArrowDown");
	await vi.waitFor(() => expect(marked()).toBe("Francia"));
	press(field(), "ArrowDown");
	await vi.waitFor(() => expect(marked()).toBe("Austria"));
	press(field(), "ArrowDown");
	await settled();
	expect(marked()).toBe("Austria");
	press(field(), "Enter");
	await settled();
	expect(changes).toEqual(["AT"]);
	expect(rendered().title).toBe("Austria");
	expect(count(".select2-dropdown")).toBe(0);
	expect(selection().getAttribute("aria-expanded")).toBe("false");
	expect(document.activeElement).toBe(selection());
});

test("typing searches without accents; nothing found is said", async () => {
	await open("f");
	expect(field().value).toBe("f");
	expect(options()).toEqual(["Francia"]);
	search("espana");
	await vi.waitFor(() => expect(options()).toEqual(["España"]));
	search("zz");
	await vi.waitFor(() => expect(options()).toEqual(["Nada"]));
	expect(one(".select2-results__message").getAttribute("role")).toBe("alert");
	press(field(), "Enter");
	await settled();
	expect(changes).toEqual([]);
	expect(count(".select2-dropdown")).toBe(0);
});

test("Escape closes and changes nothing; Tab takes what is marked", async () => {
	await open(" ");
	press(field(), "ArrowDown");
	press(field(), "Escape");
	await settled();
	expect(changes).toEqual([]);
	expect(document.activeElement).toBe(selection());
	await open();
	press(field(), "ArrowDown");
	await vi.waitFor(() => expect(marked()).toBe("Francia"));
	// The browser goes on from the closed list.
	let isTaken: boolean | undefined;
	document.body.addEventListener("keydown", ({ defaultPrevented }) => {
		isTaken = defaultPrevented;
	});
	press(field(), "Tab");
	expect(isTaken).toBe(false);
	expect(document.activeElement).toBe(selection());
	expect(changes).toEqual(["FR"]);
});

test("the mouse opens, marks, chooses, and closes elsewhere", async () => {
	mouse(selection(), "mousedown");
	await isOpen();
	const france = document.querySelectorAll(".select2-results__option")[1];
	mouse(france as Element, "mousemove");
	await vi.waitFor(() => expect(marked()).toBe("Francia"));
	mouse(france as Element, "click");
	await settled();
	expect(changes).toEqual(["FR"]);
	mouse(selection(), "mousedown");
	await isOpen();
	mouse(one("#other"), "mousedown");
	expect(count(".select2-dropdown")).toBe(0);
	mouse(selection(), "mousedown");
	await isOpen();
	mouse(selection(), "mousedown");
	await vi.waitFor(() => expect(count(".select2-dropdown")).toBe(0));
});

test("it shows what a script chooses, and takes the focus of its label", async () => {
	select().value = "FR";
	select().dispatchEvent(new Event("change", { bubbles: true }));
	expect(rendered().textContent).toBe("Francia");
	select().value = "";
	select().dispatchEvent(new Event("change", { bubbles: true }));
	expect(rendered().textContent).toBe("Elige…");
	select().focus();
	expect(document.activeElement).toBe(selection());
	select().disabled = true;
	press(selection(), "Enter");
	await settled();
	expect(count(".select2-dropdown")).toBe(0);
});
