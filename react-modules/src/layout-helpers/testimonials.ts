import { windowWidth } from "../divi/device";

/** Columns in which portrait and text stand below each other. */
const NARROW = ["1_3", "1_4", "1_5", "1_6", "2_5", "3_8"];
const PORTRAIT = 90;

/** The text beside a testimonial's portrait (contract "divi-client", section 6.27). */
export function fitTestimonials(root: ParentNode): void {
	const width = windowWidth();
	for (const module of root.querySelectorAll(".et_pb_testimonial")) {
		const portrait = module.querySelector<HTMLElement>(
			".et_pb_testimonial_portrait",
		);
		const text = module.querySelector<HTMLElement>(
			".et_pb_testimonial_description",
		);
		if (!portrait || !text) continue;
		if (width <= 767) {
			text.removeAttribute("style");
			continue;
		}
		const isWide = width > 959;
		// Its margins count: one of the usual size has its own written too.
		if (isWide && outerWidth(portrait) > PORTRAIT) {
			portrait.style.width = `${PORTRAIT}px`;
			portrait.style.height = `${PORTRAIT}px`;
			portrait.style.paddingBottom = "0";
		}
		const isNarrow = NARROW.some(
			(type) =>
				(isWide || type !== "1_3") && module.closest(`.et_pb_column_${type}`),
		);
		text.style.marginLeft = isNarrow ? "0px" : `${outerWidth(portrait)}px`;
	}
}

function outerWidth(element: HTMLElement): number {
	const { marginLeft, marginRight } = getComputedStyle(element);
	return (
		element.offsetWidth +
		(Number.parseFloat(marginLeft) || 0) +
		(Number.parseFloat(marginRight) || 0)
	);
}
