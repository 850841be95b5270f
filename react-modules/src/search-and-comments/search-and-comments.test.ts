import { expect, test, vi } from "vitest";
import { dressComments, fitSearchWidgets } from ".";

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
