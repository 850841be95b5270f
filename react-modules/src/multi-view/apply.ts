import { jQueryOfPage } from "../runtime/jquery";
import type { Classes, Values } from "./read";

const SWAPPED = "et_multi_view_swapped";
const HIDDEN = "et_multi_view_hidden";

/** Applies values to an element. Writes only what differs; returns whether anything did. */
export function apply(target: HTMLElement, values: Values): boolean {
	const changed = [
		values.content !== undefined && setContent(target, values.content),
		values.attrs !== undefined && setAttributes(target, values.attrs),
		values.styles !== undefined && setStyles(target, values.styles),
		values.classes !== undefined && setClasses(target, values.classes),
		values.visibility !== undefined &&
			setClass(target, HIDDEN, !values.visibility),
	];
	return changed.includes(true);
}

/** Marks an element as changed and shows it if it was hidden until then. */
export const markSwapped = (source: Element): void =>
	source.classList.add(SWAPPED);

function setContent(target: HTMLElement, html: string): boolean {
	// As the browser writes it: entities and white space in tags differ from the server's text.
	const parsed = document.createElement("template");
	parsed.innerHTML = html;
	if (parsed.innerHTML === target.innerHTML) return false;
	if (isSameVideo(parsed.content, target)) return false;
	target.replaceChildren(parsed.content);
	return true;
}

/** Whether both hold nothing but the same video: what plays it may stand in a player by now, and must not start anew. */
function isSameVideo(fresh: DocumentFragment, target: Element): boolean {
	const sources = (root: ParentNode) =>
		[...root.querySelectorAll("iframe, video, source, embed")]
			.map((video) => video.getAttribute("src"))
			.join(" ")
			.trim();
	const hasWords = fresh.textContent?.trim() || fresh.querySelector("img");
	return (
		!hasWords && sources(fresh) !== "" && sources(fresh) === sources(target)
	);
}

/** Attributes that belong to `src`. */
const WITH_SRC = ["srcset", "sizes"];
const IGNORED = ["class", "style", ...WITH_SRC];

function setAttributes(
	target: HTMLElement,
	attrs: Readonly<Record<string, string>>,
): boolean {
	let isChanged = false;
	for (const [name, value] of Object.entries(attrs)) {
		if (IGNORED.includes(name)) continue;
		if (name === "data-percent-sign") {
			isChanged = setSign(target, String(value)) || isChanged;
		} else if (target.getAttribute(name) !== String(value)) {
			if (name === "src") setSource(target, attrs);
			else target.setAttribute(name, String(value));
			tellData(target, name, value);
			isChanged = true;
		}
	}
	return isChanged;
}

/** Scripts of the page may have read the attribute through jQuery, which keeps what it read. */
function tellData(target: HTMLElement, name: string, value: unknown): void {
	if (!name.startsWith("data-")) return;
	const set = jQueryOfPage()?.(target) as unknown as
		| { data?: (name: string, value: unknown) => void }
		| undefined;
	set?.data?.(name.slice(5), value);
}

/** A counter's sign stands beside its number. */
function setSign(target: HTMLElement, sign: string): boolean {
	const place = target.querySelector(".percent-sign");
	if (!place || place.textContent === sign) return false;
	place.textContent = sign;
	return true;
}

/** The image attributes that the server sent. */
const originals = new WeakMap<Element, Readonly<Record<string, string>>>();

function setSource(
	image: HTMLElement,
	attrs: Readonly<Record<string, string>>,
): void {
	const src = attrs.src ?? "";
	if (!originals.has(image)) {
		const names = ["src", ...WITH_SRC];
		originals.set(
			image,
			Object.fromEntries(
				names.map((name) => [name, image.getAttribute(name) ?? ""]),
			),
		);
	}
	const own = originals.get(image);
	image.classList.toggle("et_multi_view_hidden_image", src === "");
	if (src !== "" && image instanceof HTMLImageElement) {
		image.classList.remove("et_multi_view_image__loaded");
		image.classList.add("et_multi_view_image__loading");
		image.addEventListener(
			"load",
			() => {
				image.classList.remove("et_multi_view_image__loading");
				image.classList.add("et_multi_view_image__loaded");
			},
			{ once: true },
		);
	}
	for (const name of WITH_SRC) {
		// The `srcset` of another image would override `src`.
		const value = attrs[name] ?? (own?.src === src ? own[name] : "");
		if (value) image.setAttribute(name, value);
		else image.removeAttribute(name);
	}
	image.setAttribute("src", src);
}

function setStyles(
	{ style }: HTMLElement,
	styles: Readonly<Record<string, string>>,
): boolean {
	let isChanged = false;
	for (const [name, value] of Object.entries(styles)) {
		const before = style.getPropertyValue(name);
		style.setProperty(name, String(value));
		isChanged ||= style.getPropertyValue(name) !== before;
	}
	return isChanged;
}

function setClasses(
	target: HTMLElement,
	{ add = [], remove = [] }: Classes,
): boolean {
	const changed = [
		...remove.map((name) => setClass(target, name, false)),
		...add.map((name) => setClass(target, name, true)),
	];
	return changed.includes(true);
}

export function setClass(
	{ classList }: Element,
	name: string,
	isOn: boolean,
): boolean {
	if (!name || classList.contains(name) === isOn) return false;
	classList.toggle(name, isOn);
	return true;
}
