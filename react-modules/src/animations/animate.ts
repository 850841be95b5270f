import { hasReducedMotion } from "../runtime/tween";
import { type Animation, FIELDS, type Field } from "./entry";
import { startTransform } from "./start-transform";

const CURVES = ["linear", "ease", "ease-in", "ease-out", "ease-in-out"];

const attributeOf = (field: Field) =>
	`data-animation-${field.replaceAll("_", "-")}`;

/** Stores the animation of an element in its data attributes. */
export function prepareElement(element: Element, animation: Animation): void {
	for (const field of FIELDS) {
		element.setAttribute(attributeOf(field), animation[field]);
	}
}

function takeAttributes(element: Element): Animation | undefined {
	if (!element.hasAttribute(attributeOf("style"))) return undefined;
	const values = FIELDS.map((field) => {
		const name = attributeOf(field);
		const value = element.getAttribute(name) ?? "";
		element.removeAttribute(name);
		return [field, value];
	});
	return Object.fromEntries(values) as Animation;
}

/** The element that is animated: for a button its wrapper. */
const movedBy = (element: HTMLElement): HTMLElement =>
	(element.matches(".et_pb_button") &&
		element.closest<HTMLElement>(".et_pb_button_module_wrapper")) ||
	element;

const number = (text: string, fallback: number): number => {
	const value = Number.parseInt(text, 10);
	return Number.isNaN(value) ? fallback : value;
};

/** Plays an element's entrance animation once (contract "divi-client", section 6.18). */
export function animateElement(element: HTMLElement): void {
	const moved = movedBy(element);
	if (moved.classList.contains("et_had_animation")) return;
	const animation = takeAttributes(element);
	if (!animation) return;
	const { style, repeat, duration, delay } = animation;
	if (hasReducedMotion()) {
		end(element, moved, animation);
		return;
	}
	const inline: Record<string, string> = {
		"animation-duration": duration,
		"animation-delay": delay,
		"animation-timing-function": CURVES.includes(animation.speed_curve)
			? animation.speed_curve
			: "ease-in-out",
		opacity: String(number(animation.starting_opacity, 0) / 100),
		transform: startTransform(style, number(animation.intensity, 50)),
	};
	if (style === "slideTop" || style === "slideBottom") inline.left = "0px";
	for (const [name, value] of Object.entries(inline)) {
		if (value) moved.style.setProperty(name, value);
	}
	moved.classList.add("et_animated", "et_is_animating", ...classes(style));
	if (repeat) {
		moved.classList.add(repeat);
		return;
	}
	const showScrollBars = hideRolling(moved, style);
	setTimeout(() => {
		showScrollBars();
		end(element, moved, animation);
	}, number(duration, 0) + number(delay, 0));
}

const classes = (text: string) => text.split(/\s+/).filter(Boolean);

const INLINE = [
	"animation-duration",
	"animation-delay",
	"animation-timing-function",
	"opacity",
	"transform",
	"left",
];

/** Ends an animation that does not repeat. */
function end(
	element: HTMLElement,
	moved: HTMLElement,
	{ style }: Animation,
): void {
	element.classList.remove("et_animated");
	endAnimation(moved, classes(style));
}

/** Removes classes and inline styles of an animation, and marks the element as animated. */
export function endAnimation(
	moved: HTMLElement,
	styles: readonly string[] = [],
): void {
	moved.classList.remove(
		"et_animated",
		"et_is_animating",
		"infinite",
		...styles,
	);
	for (const name of INLINE) moved.style.removeProperty(name);
	if (!moved.getAttribute("style")) moved.removeAttribute("style");
	moved.classList.add("et_had_animation");
}

/** Hides the overflow of the ancestors of a rolling section until the returned function is called. */
function hideRolling(moved: HTMLElement, style: string): () => void {
	const isRolling =
		moved.classList.contains("et_pb_section") && style.startsWith("roll");
	if (!isRolling) return () => {};
	const prefixes = window.et_frontend_scripts;
	const around = [
		prefixes?.builderCssContainerPrefix,
		prefixes?.builderCssLayoutPrefix,
	]
		.filter((selector) => typeof selector === "string" && selector !== "")
		.flatMap((selector) => [
			...document.querySelectorAll<HTMLElement>(selector as string),
		]);
	for (const { style } of around) style.overflowX = "hidden";
	return () => {
		for (const { style } of around) style.overflowX = "";
	};
}

declare global {
	interface Window {
		et_frontend_scripts?: Readonly<Record<string, unknown>>;
	}
}
