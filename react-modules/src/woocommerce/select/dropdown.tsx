import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { List } from "./List";
import { itemsOf } from "./match";
import type { Parts } from "./parts";

/** The open part of a searchable list: over the page, at its end. One is open at a time. */

interface Opened {
	readonly parts: Parts;
	readonly close: () => void;
}

let opened: Opened | undefined;

/** Opens a list, with a search; closes it when it is the open one. */
export function toggle(parts: Parts, term = ""): void {
	const isSame = opened?.parts === parts;
	opened?.close();
	if (!isSame && parts.select.isConnected) open(parts, term);
}

function open(parts: Parts, term: string): void {
	const { select, container, selection, id, label } = parts;
	const listening = new AbortController();
	const host = document.createElement("span");
	host.className =
		"select2-container select2-container--default select2-container--open";
	host.style.position = "absolute";
	const root = createRoot(host);
	const close = () => {
		if (opened?.parts !== parts) return;
		opened = undefined;
		listening.abort();
		container.classList.remove(
			"select2-container--open",
			"select2-container--below",
			"select2-container--above",
		);
		for (const name of ["aria-owns", "aria-controls"]) {
			selection.removeAttribute(name);
		}
		selection.setAttribute("aria-expanded", "false");
		remove(root, host);
	};
	opened = { parts, close };
	container.classList.add("select2-container--open");
	selection.setAttribute("aria-expanded", "true");
	for (const name of ["aria-owns", "aria-controls"]) {
		selection.setAttribute(name, `${id}-results`);
	}
	document.body.append(host);
	flushSync(() =>
		root.render(
			<List
				id={id}
				label={label}
				dir={container.dir}
				items={itemsOf(select)}
				value={select.value}
				term={term}
				close={() => {
					close();
					selection.focus();
				}}
				choose={(value) => {
					close();
					selection.focus();
					choose(select, value);
				}}
				place={() => place(container, host)}
			/>,
		),
	);
	listen(parts, host, close, listening.signal);
}

/** The list is drawn by its own event's handler: it goes after that. */
function remove(root: Root, host: HTMLElement): void {
	host.remove();
	queueMicrotask(() => root.unmount());
}

/** Sets the value as the browser's own list does. */
function choose(select: HTMLSelectElement, value: string): void {
	if (select.value === value) return;
	select.value = value;
	for (const type of ["input", "change"]) {
		select.dispatchEvent(new Event(type, { bubbles: true }));
	}
}

function listen(
	{ container }: Parts,
	host: HTMLElement,
	close: () => void,
	signal: AbortSignal,
): void {
	document.addEventListener(
		"mousedown",
		({ target }) => {
			const isInside = [container, host].some((part) =>
				part.contains(target as Node),
			);
			if (!isInside) close();
		},
		{ signal, capture: true },
	);
	const move = () => {
		if (container.isConnected) place(container, host);
		else close();
	};
	window.addEventListener("resize", move, { signal });
	window.addEventListener("scroll", move, {
		signal,
		passive: true,
		capture: true,
	});
}

/** Puts the open part below its list, or above where there is more room, as wide as the list. */
function place(container: HTMLElement, host: HTMLElement): void {
	const dropdown = host.querySelector<HTMLElement>(".select2-dropdown");
	if (!dropdown) return;
	const { top, bottom, left, width } = container.getBoundingClientRect();
	dropdown.style.width = `${width}px`;
	const height = dropdown.offsetHeight;
	const isAbove = innerHeight - bottom < height && top > height;
	for (const [part, name] of [
		[container, "select2-container"],
		[dropdown, "select2-dropdown"],
	] as const) {
		part.classList.toggle(`${name}--above`, isAbove);
		part.classList.toggle(`${name}--below`, !isAbove);
	}
	const origin = originOf(document.body);
	host.style.top = `${(isAbove ? top - height : bottom) - origin.top}px`;
	host.style.left = `${left - origin.left}px`;
}

/** From where an element at the body's end is placed: the page's corner, or the body's when that is positioned. */
function originOf(body: Element): { top: number; left: number } {
	if (getComputedStyle(body).position === "static") {
		return { top: -scrollY, left: -scrollX };
	}
	return body.getBoundingClientRect();
}
