import { expect, test, vi } from "vitest";
import { fitTestimonials } from "./testimonials";

const box = (selector: string) =>
	document.querySelector<HTMLElement>(selector) as HTMLElement;

function show(width: number, column = "4_4") {
	vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(90);
	vi.stubGlobal("innerWidth", width);
	vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(
		width,
	);
	document.body.innerHTML = `<div class="et_pb_column et_pb_column_${column}"><div class="et_pb_testimonial">
<div class="et_pb_testimonial_portrait" style="margin-right: 30px"></div>
<div class="et_pb_testimonial_description"></div></div></div>`;
	fitTestimonials(document);
	return {
		portrait: box(".et_pb_testimonial_portrait").style,
		text: box(".et_pb_testimonial_description").style,
	};
}

test("a portrait counts with its margins: also one of the usual size has its size written", () => {
	const { portrait, text } = show(1440);
	expect([portrait.width, portrait.height, portrait.paddingBottom]).toEqual([
		"90px",
		"90px",
		"0px",
	]);
	expect(text.marginLeft).toBe("120px");
});

test.each([
	[1440, "1_3", "90px", "0px"],
	[900, "1_3", "", "120px"],
	[900, "1_4", "", "0px"],
	[390, "4_4", "", ""],
])(
	"%i px, column %s: portrait '%s', margin '%s'",
	(width, column, size, margin) => {
		const { portrait, text } = show(width, column);
		expect([portrait.width, text.marginLeft]).toEqual([size, margin]);
	},
);
