import { expect, test, vi } from "vitest";
import { mount } from ".";
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
