import { device } from "../divi/device";
import { report } from "../runtime/report";
import { apply, markSwapped, setClass } from "./apply";
import { type MultiView, readMultiView, valuesOf } from "./read";

/** Content by device and under the pointer: contract "divi-client", section 6.19. */

const HOVER = "et_multi_view__hover_selector";
const HOVERED = "et_multi_view__hovered";
/** How long the window must have kept its size, in milliseconds. */
const QUIET = 200;

/** Slugs of the modules that `follow-up.ts` updates when their content has changed. */
const FOLLOWED = /slide|_blog$|_wc_tabs$/;

interface Item extends MultiView {
	readonly source: HTMLElement;
	isHovered: boolean;
}

const items = new Map<Element, Item>();

function targetsOf({ source, target }: Item): HTMLElement[] {
	if (!target) return [source];
	const inside = source.querySelectorAll<HTMLElement>(target);
	if (inside.length > 0) return [...inside];
	return [...document.querySelectorAll<HTMLElement>(target)];
}

function show(item: Item): void {
	const mode = device();
	const values = valuesOf(item.schema, mode, item.isHovered);
	const changed = targetsOf(item).filter((target) => apply(target, values));
	const wasHeldBack = item.source.hasAttribute(
		`data-et-multi-view-load-${mode}-hidden`,
	);
	if (changed.length > 0 || wasHeldBack) markSwapped(item.source);
	if (changed.length > 0 && FOLLOWED.test(item.slug)) {
		import(/* webpackChunkName: "multi-view-follow-up" */ "./follow-up").then(
			({ followUp }) => {
				for (const target of changed) followUp(item.slug, target);
			},
			(error) => report("multi-view", "could not follow up", error),
		);
	}
}

/** Shows everything for the present device, and forgets what left the page. */
function showAll(): void {
	for (const [element, item] of [...items]) {
		if (element.isConnected) show(item);
		else items.delete(element);
	}
}

function hover(module: Element, isOn: boolean): void {
	setClass(module, HOVERED, isOn);
	for (const item of items.values()) {
		if (item.isHovered === isOn || !module.contains(item.source)) continue;
		item.isHovered = isOn;
		show(item);
	}
}

function unhoverAll(): void {
	for (const module of document.querySelectorAll(`.${HOVERED}`)) {
		hover(module, false);
	}
}

const isTouch = () => "ontouchstart" in window;

function listen(module: Element): void {
	if (!setClass(module, HOVER, true)) return;
	if (isTouch()) {
		module.addEventListener("click", (event) => {
			const touched = event.target;
			// Taps on links follow them.
			if (!(touched instanceof Element) || touched.closest("a")) return;
			const isOn = !module.classList.contains(HOVERED);
			unhoverAll();
			if (isOn) hover(module, true);
		});
		return;
	}
	module.addEventListener("mouseenter", () => {
		unhoverAll();
		hover(module, true);
	});
	module.addEventListener("mouseleave", () => hover(module, false));
}

let isListening = false;

function listenToPage(): void {
	if (isListening) return;
	isListening = true;
	let timer: ReturnType<typeof setTimeout> | undefined;
	window.addEventListener("resize", ({ isTrusted }) => {
		if (!isTrusted) return;
		clearTimeout(timer);
		timer = setTimeout(showAll, QUIET);
	});
	window.addEventListener("orientationchange", showAll);
	for (const id of ["main-header", "main-footer"]) {
		document.getElementById(id)?.addEventListener("mouseenter", unhoverAll);
	}
}

export function mount(element: Element): void {
	const multiView = readMultiView(element);
	if (!multiView || items.has(element)) return;
	const source = element as HTMLElement;
	const item = { ...multiView, source, isHovered: false };
	items.set(element, item);
	listenToPage();
	show(item);
	const { hoverSelector } = item;
	const modules = hoverSelector
		? document.querySelectorAll(hoverSelector)
		: [source.closest(".et_pb_module")];
	for (const module of modules) if (module) listen(module);
}
