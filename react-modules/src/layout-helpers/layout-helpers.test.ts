import { expect, test, vi } from "vitest";
import { mount } from ".";
import { dressComments, fitSearchWidgets } from "./fields";
import { nameRows, rowClass } from "./rows";

test.each([
	["1-4 3-4", "et_pb_row_1-4_3-4"],
	["1-4 1-4 1-4 1-4", "et_pb_row_4col"],
	["1-5 1-5 1-5 1-5 1-5", "et_pb_row_5col"],
	["1-6 1-6 1-6 1-6 1-6 1-6", "et_pb_row_6col"],
	["1-6 1-6 1-6 1-2", "et_pb_row_1-6_1-6_1-6_1-2"],
	["1-2 1-2", undefined],
	["3-5 2-5", undefined],
	["1-5 3-5 1-5", undefined],
])("a row of %s is named %s", (types, name) => {
	expect(rowClass(types.split(" "))).toBe(name);
});

test("columns are read from their classes", () => {
	document.body.innerHTML = `<div class="et_pb_row et_pb_row_3">
		<div class="et_pb_column et_pb_column_1_4 et_pb_column_11  et_pb_css_mix_blend_mode_passthrough"></div>
		<div class="et_pb_column et_pb_column_3_4 et_pb_column_12 et-last-child"></div></div>`;
	nameRows(document);
	expect(document.querySelector(".et_pb_row")?.className).toBe(
		"et_pb_row et_pb_row_3 et_pb_row_1-4_3-4",
	);
});

test("a search widget without words on its button has none", () => {
	document.body.innerHTML = `<div class="et_pb_widget_area"><div class="widget_search"><form>
		<input type="text"><input type="submit" value=""></form></div></div>`;
	fitSearchWidgets(document);
	const widget = document.querySelector(".widget_search");
	expect(widget?.className).toBe(
		"widget_search et-no-submit-button et-narrow-wrapper",
	);
	expect(widget?.querySelector("[type=submit]")).toBeNull();
});

test.each([
	["0px", false],
	["6px", true],
])(
	"a search widget of 160 px with %s around it is narrow: %s",
	(padding, isNarrow) => {
		vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(160);
		document.body.innerHTML = `<div class="et_pb_widget_area"><div class="widget_search" style="padding:${padding}"><form><input type="submit" value="Ir"></form></div></div>`;
		fitSearchWidgets(document);
		vi.restoreAllMocks();
		const widget = document.querySelector(".widget_search");
		expect(widget?.classList.contains("et-narrow-wrapper")).toBe(isNarrow);
		expect(widget?.querySelector("[type=submit]")).not.toBeNull();
	},
);

test("comment forms name their fields inside, and send none of it", () => {
	document.body.innerHTML = `<div class="et_pb_comments_module" data-icon="5"><form id="commentform">
		<label for="author">Nombre <span class="required">*</span></label><input id="author" type="text">
		<button class="submit" type="submit">Enviar</button></form></div>`;
	dressComments(document);
	const input = document.querySelector("input") as HTMLInputElement;
	expect(input.value).toBe("Nombre *");
	const button = document.querySelector("button") as HTMLButtonElement;
	expect(button.className).toBe("submit et_pb_button et_pb_custom_button_icon");
	expect(button.dataset.icon).toBe("5");
	input.dispatchEvent(new FocusEvent("focus"));
	expect(input.value).toBe("");
	input.dispatchEvent(new FocusEvent("blur"));
	expect(input.value).toBe("Nombre *");
	document
		.querySelector("form")
		?.addEventListener("click", (event) => event.preventDefault());
	button.dispatchEvent(
		new MouseEvent("click", { bubbles: true, cancelable: true }),
	);
	expect(input.value).toBe("");
});

test("modules hear of another width of the window, not of another height", () => {
	vi.useFakeTimers();
	const width = vi
		.spyOn(document.documentElement, "clientWidth", "get")
		.mockReturnValue(1200);
	document.body.innerHTML = '<div class="container-width-change-notify"></div>';
	mount();
	const heard = vi.fn();
	document.body.addEventListener("containerWidthChanged", heard);
	const resize = () => {
		window.dispatchEvent(new Event("resize"));
		vi.advanceTimersByTime(200);
	};
	resize();
	expect(heard).not.toHaveBeenCalled();
	width.mockReturnValue(800);
	resize();
	expect(heard).toHaveBeenCalledTimes(1);
	vi.useRealTimers();
	vi.restoreAllMocks();
});
