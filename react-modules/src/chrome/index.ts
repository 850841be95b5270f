import { repeater } from "../divi/repeater";
import { smoothScroll } from "../divi/smooth-scroll";
import { installGlobals } from "../runtime/install-globals";
import { report } from "../runtime/report";
import { startAnchors } from "./anchors";
import { addBodyClasses } from "./body-classes";
import { addCartRegion } from "./cart-region";
import { placeHeader, startFixedHeader } from "./fixed-header";
import { startHeaderSearch } from "./header-search";
import { duplicate, startMobileMenus } from "./mobile-menu";
import {
	prepareNavMenus,
	startNavMenus,
	toggleNavMenu,
	watchNavMenus,
} from "./nav-menus";
import { startScrollTop } from "./scroll-top";

/**
 * What every page of the theme has around its content (contract "divi-client", section 2): menus, the header, links in
 * the page, the way back to the top. Plain functions: these elements are the server's, and a page that has nothing else
 * must not load React for them.
 */
export function mount(body: Element): void {
	const steps: readonly (() => void)[] = [
		() => addBodyClasses(body as HTMLElement),
		() => addCartRegion(body as HTMLElement),
		() => prepareNavMenus(document),
		() => startMobileMenus(document),
		() => startNavMenus(document),
		watchNavMenus,
		startAnchors,
		startScrollTop,
		startHeaderSearch,
		startFixedHeader,
		startLoadedFragment,
		putUpGlobals,
	];
	for (const step of steps) {
		try {
			step();
		} catch (error) {
			report("chrome", "failed", error);
		}
	}
}

declare global {
	interface Window {
		et_location_hash?: string;
	}
}

/** The fragment that the page is loaded with (section 3.3); most pages are loaded without. */
function startLoadedFragment(): void {
	const hash = location.hash.replace(/[^a-zA-Z0-9\-_#]/g, "");
	window.et_location_hash = hash;
	if (!hash) return;
	import(/* webpackChunkName: "loaded-fragment" */ "./loaded-fragment").then(
		({ showFragment }) => showFragment(hash),
		(error) => report("chrome", "could not show a fragment", error),
	);
}

/** An element, a list of elements, or jQuery's. */
type Elements = Element | ArrayLike<Element> | null | undefined;

const first = (elements: Elements): Element | undefined =>
	elements instanceof Element ? elements : elements?.[0];

/** The functions that pages' own scripts call (section 1.4). */
function putUpGlobals(): void {
	installGlobals({
		et_pb_debounce: (run: (...given: unknown[]) => void, ms = 0) =>
			repeater(run, ms),
		et_pb_smooth_scroll: (
			target: Elements,
			toTop?: boolean,
			ms?: number,
			easing?: "swing" | "linear",
		) => {
			const element = first(target) ?? (toTop ? document.body : undefined);
			if (!element) return;
			smoothScroll(element, {
				toTop: Boolean(toTop),
				...(ms === undefined ? {} : { ms }),
				...(easing ? { easing } : {}),
			});
		},
		et_pb_toggle_nav_menu: toggleNavMenu,
		et_pb_init_nav_menu: () => {
			prepareNavMenus(document);
			startNavMenus(document);
		},
		et_duplicate_menu: (list: Elements, place: Elements, id: string) => {
			const [from, to] = [first(list), first(place)];
			if (from && to) duplicate(from, to as HTMLElement, id);
		},
		et_fix_page_container_position: () => {
			const header = document.querySelector<HTMLElement>("#main-header");
			const page = document.querySelector<HTMLElement>("#page-container");
			if (header && page) placeHeader(header, page);
		},
	});
}
