import { expect, test } from "vitest";
import { mount } from ".";

function over(html: string): [string, string] {
	document.body.innerHTML = html;
	const module = document.body.firstElementChild as HTMLElement;
	mount(module);
	module.dispatchEvent(new MouseEvent("mouseenter"));
	const under = module.className;
	module.dispatchEvent(new MouseEvent("mouseleave"));
	return [under, module.className];
}

test("text colours change under the pointer and back", () => {
	expect(
		over(`<div class="et_pb_text et_pb_bg_layout_dark" data-background-layout="dark"
			data-background-layout-hover="light"></div>`),
	).toEqual([
		"et_pb_text et_pb_bg_layout_light",
		"et_pb_text et_pb_bg_layout_dark",
	]);
});

test("gutters change under the pointer and back", () => {
	expect(
		over(`<div class="et_pb_row et_pb_gutters3 et_pb_gutter_hover" data-original_gutter="3"
			data-hover_gutter="1"></div>`),
	).toEqual([
		"et_pb_row et_pb_gutter_hover et_pb_gutters1",
		"et_pb_row et_pb_gutter_hover et_pb_gutters3",
	]);
});
