import { windowWidth } from "../divi/device";
import { dealAgain } from "../divi/masonry";
import { refreshWaypoints } from "../divi/waypoint";
import { emit } from "../runtime/events";
import { fadeTo, tween } from "../runtime/tween";
import { CONTAINER } from "./link";
import { endAnimation, listIn, moduleSelector } from "./read";

/**
 * A page of a module's list takes the place of another (contract "divi-client", section 6.26). Pages that were there
 * keep their nodes; what comes fresh is taken over by the modules that know it.
 */
const GRID = ".et_pb_salvattore_content[data-columns]";
const FADE = 600;
const SCROLL = 400;
/** What stays free above the module, in pixels. */
const ABOVE = 50;

declare global {
	interface Window {
		et_pb_ajax_pagination_cache?: Record<string, Element>;
	}
}

const fade = (module: HTMLElement, opacity: number) =>
	new Promise<void>((done) => fadeTo(module, opacity, FADE, done));

export async function turn(
	module: HTMLElement,
	link: HTMLAnchorElement,
): Promise<void> {
	const list = link.closest(CONTAINER);
	if (!list) return;
	const selector = moduleSelector(module);
	window.et_pb_ajax_pagination_cache ??= {};
	const cache = window.et_pb_ajax_pagination_cache;
	cache[location.href + selector] ??= list;
	endAnimation(module);
	await fade(module, 0.2);
	const key = link.href + selector;
	const known = cache[key];
	const fresh = known ?? (await fetchList(module, link.href));
	cache[key] = fresh;
	list.replaceWith(fresh);
	for (const grid of fresh.querySelectorAll<HTMLElement>(GRID)) {
		dealAgain(grid);
		// Shows items that entrance animations of other scripts would fade in.
		for (const item of grid.querySelectorAll("article")) {
			item.style.opacity = "1";
		}
	}
	refreshWaypoints();
	if (!known) emit(document.body, "post-load");
	scrollTo(module);
	await fade(module, 1);
}

async function fetchList(module: HTMLElement, href: string): Promise<Element> {
	const answer = await fetch(href, {
		headers: { "X-Requested-With": "XMLHttpRequest" },
		credentials: "same-origin",
	});
	const isErrorPage = document.body.classList.contains("error404");
	if (!answer.ok && !(answer.status === 404 && isErrorPage)) {
		throw new Error(`${answer.status} ${href}`);
	}
	const list = listIn(await answer.text(), module);
	if (!list) throw new Error(`no list at ${href}`);
	return list;
}

/** Scrolls so that the module starts below the headers. */
function scrollTo(module: Element): void {
	const height = (selector: string) =>
		document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
	let covered = height("#wpadminbar");
	if (document.body.classList.contains("et_fixed_nav") && windowWidth() > 980) {
		covered += height("#top-header") + height("#main-header");
	}
	const from = scrollY;
	const to = Math.max(
		0,
		module.getBoundingClientRect().top + scrollY - covered - ABOVE,
	);
	tween(SCROLL, (part) => window.scrollTo(scrollX, from + (to - from) * part));
}
