import { diviSettings } from "../divi/legacy";
import { installGlobals } from "../runtime/install-globals";

/** Search fields and comment forms (contract "divi-client", sections 2.9 and 6.27). */

let isMounted = false;

/** Mounted once, for the whole page. */
export function mount(): void {
	if (isMounted) return;
	isMounted = true;
	const searches = () => fitSearchModules(document);
	const comments = () => dressComments(document);
	installGlobals({
		et_pb_search_init: searches,
		et_pb_comments_init: comments,
	});
	searches();
	fitSearchWidgets(document);
	comments();
}

function fitSearchModules(root: ParentNode): void {
	for (const module of root.querySelectorAll(".et_pb_search")) {
		const input = module.querySelector<HTMLElement>(".et_pb_s");
		const button = module.querySelector<HTMLElement>(".et_pb_searchsubmit");
		if (!input || !button) continue;
		if (button.offsetHeight > input.offsetHeight) {
			input.style.height = `${button.offsetHeight}px`;
		}
		if (!module.matches(".et_pb_search_percentage_custom_margin")) continue;
		const { marginTop, marginRight, marginBottom } = getComputedStyle(input);
		button.style.top = marginTop;
		button.style.right = marginRight;
		button.style.bottom = marginBottom;
	}
}

/** Narrower widgets get their own arrangement, in pixels. */
const NARROW = 150;

export function fitSearchWidgets(root: ParentNode): void {
	const given = diviSettings().widget_search_selector;
	const kind = typeof given === "string" && given ? given : ".widget_search";
	for (const widget of root.querySelectorAll<HTMLElement>(
		`.et_pb_widget_area ${kind}`,
	)) {
		const submit = widget.querySelector<HTMLElement>(
			"input[type=submit], button",
		);
		const text =
			submit instanceof HTMLInputElement ? submit.value : submit?.textContent;
		if (!text?.trim()) {
			submit?.remove();
			widget.classList.add("et-no-submit-button");
		}
		if (innerWidth(widget) < NARROW) widget.classList.add("et-narrow-wrapper");
	}
}

/** The width without paddings and borders. */
function innerWidth(element: HTMLElement): number {
	const { paddingLeft, paddingRight } = getComputedStyle(element);
	return (
		element.clientWidth -
		(Number.parseFloat(paddingLeft) || 0) -
		(Number.parseFloat(paddingRight) || 0)
	);
}

const ICONS = ["data-icon", "data-icon-tablet", "data-icon-phone"];

export function dressComments(root: ParentNode): void {
	for (const link of root.querySelectorAll(".comment-reply-link")) {
		link.classList.add("et_pb_button");
	}
	for (const module of root.querySelectorAll(".et_pb_comments_module")) {
		const buttons = module.querySelectorAll(".comment-reply-link, .submit");
		for (const button of buttons) {
			button.classList.add("et_pb_button");
			for (const name of ICONS) {
				const icon = module.getAttribute(name);
				if (!icon) continue;
				button.classList.add("et_pb_custom_button_icon");
				button.setAttribute(name, icon);
			}
		}
	}
	for (const form of root.querySelectorAll<HTMLFormElement>("#commentform")) {
		labelInside(form);
	}
}

/** Shows a form's labels as values of its empty fields until the visitor types. */
function labelInside(form: HTMLFormElement): void {
	const labelled: [HTMLInputElement | HTMLTextAreaElement, string][] = [];
	for (const field of form.querySelectorAll<
		HTMLInputElement | HTMLTextAreaElement
	>("input[type=text], input[type=email], input[type=url], textarea")) {
		const label = field.id
			? form.querySelector<HTMLElement>(`label[for="${CSS.escape(field.id)}"]`)
			: null;
		const text = label?.textContent?.trim();
		if (!label || !text) continue;
		// The label stays available to screen readers.
		field.setAttribute("aria-label", text);
		label.style.display = "none";
		if (!field.value) field.value = text;
		labelled.push([field, text]);
		field.addEventListener("focus", () => {
			if (field.value === text) field.value = "";
		});
		field.addEventListener("blur", () => {
			if (field.value === "") field.value = text;
		});
	}
	// Runs before the form's validation and other scripts read the fields.
	form.addEventListener(
		"click",
		({ target }) => {
			if ((target as Element).closest("[type=submit]")) empty();
		},
		true,
	);
	form.addEventListener("submit", () => empty(), true);
	const empty = () => {
		for (const [field, text] of labelled) {
			if (field.value === text) field.value = "";
		}
	};
}
