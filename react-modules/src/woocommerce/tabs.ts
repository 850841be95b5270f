/** The tabs of a product: contract "woocommerce", section 6.2. */

const PANELS = ".wc-tab, .panel";

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	const root =
		element.closest(".wc-tabs-wrapper, .woocommerce-tabs") ?? element;
	if (mounted.has(root)) return;
	mounted.add(root);
	const links = [
		...root.querySelectorAll<HTMLAnchorElement>(".wc-tabs li a, ul.tabs li a"),
	];
	const choose = (link: HTMLAnchorElement) => show(root, links, link);
	for (const link of links) {
		link.addEventListener("click", (event) => {
			event.preventDefault();
			choose(link);
		});
		link.addEventListener("keydown", (event) => {
			const next = neighbour(links, link, event.key);
			if (!next) return;
			event.preventDefault();
			choose(next);
			next.focus();
		});
	}
	const wanted = linkOfAddress(links);
	const first = wanted ?? links[0];
	if (first) choose(first);
	if (wanted) goToFragment(root);
}

function show(
	root: Element,
	links: readonly HTMLAnchorElement[],
	chosen: HTMLAnchorElement,
): void {
	const target = chosen.hash.slice(1);
	for (const link of links) {
		const isChosen = link === chosen;
		link.parentElement?.classList.toggle("active", isChosen);
		link.setAttribute("aria-selected", String(isChosen));
		link.tabIndex = isChosen ? 0 : -1;
	}
	for (const panel of root.querySelectorAll<HTMLElement>(PANELS)) {
		// A panel may hold what has the same class.
		if (panel.parentElement?.closest(PANELS)) continue;
		panel.style.display = panel.id === target ? "" : "none";
	}
}

/** Which tab the address means: reviews, one of their pages, or a tab by its name. */
function linkOfAddress(
	links: readonly HTMLAnchorElement[],
): HTMLAnchorElement | undefined {
	const hash = location.hash.toLowerCase();
	const byClass = (name: string) =>
		links.find((link) => link.parentElement?.classList.contains(name));
	const isOfReviews =
		hash.includes("comment-") ||
		hash === "#reviews" ||
		hash === "#tab-reviews" ||
		location.href.includes("comment-page-") ||
		location.href.includes("cpage=");
	if (isOfReviews) return byClass("reviews_tab");
	if (hash === "#tab-additional_information") {
		return byClass("additional_information_tab");
	}
	return undefined;
}

/** What the fragment names may have moved when the other panels went. */
function goToFragment(root: Element): void {
	const target = document.getElementById(location.hash.slice(1));
	if (target && root.contains(target)) target.scrollIntoView();
}

/** The tab that a key leads to. */
function neighbour(
	links: readonly HTMLAnchorElement[],
	link: HTMLAnchorElement,
	key: string,
): HTMLAnchorElement | undefined {
	const place = links.indexOf(link);
	const isRtl = getComputedStyle(link).direction === "rtl";
	const [next, previous] = isRtl
		? ["ArrowLeft", "ArrowRight"]
		: ["ArrowRight", "ArrowLeft"];
	if (key === next) return links[(place + 1) % links.length];
	if (key === previous) return links[(place + links.length - 1) % links.length];
	if (key === "Home") return links[0];
	if (key === "End") return links.at(-1);
	return undefined;
}
