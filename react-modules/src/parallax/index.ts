import { isMobileAgent } from "../divi/mobile-agent";
import { repeater } from "../divi/repeater";
import { whenLoaded } from "../runtime/loaded";
import { hasReducedMotion } from "../runtime/tween";

/** Parallax backgrounds that a script moves: contract "divi-client", section 6.16. */

/** How much slower than the page a background goes. */
const SLOWNESS = 0.3;

/** What a background belongs to. */
function parentOf(background: Element): Element | null {
	const parent = background.parentElement;
	const isWrap = parent?.classList.contains("et_parallax_bg_wrap");
	return isWrap ? (parent?.parentElement ?? null) : parent;
}

function innerHeightOf(element: Element): number {
	const { borderTopWidth, borderBottomWidth } = getComputedStyle(element);
	const width = (text: string) => Number.parseFloat(text) || 0;
	return (
		element.getBoundingClientRect().height -
		width(borderTopWidth) -
		width(borderBottomWidth)
	);
}

/** Rounds a length for the style. */
const round = (size: number) => Math.round(size * 1000) / 1000;

function setHeight(background: HTMLElement, parent: Element): void {
	const height = innerHeight * SLOWNESS + innerHeightOf(parent);
	background.style.height = `${round(height)}px`;
}

function move(background: HTMLElement, parent: Element): void {
	if (parent.classList.contains("et_is_animating")) return;
	const top = parent.getBoundingClientRect().top;
	const way = (innerHeight - top) * SLOWNESS;
	background.style.transform = `translate(0px, ${round(way)}px)`;
}

const started = new WeakSet<Element>();

export function mount(element: Element): void {
	const background = element as HTMLElement;
	const parent = parentOf(background);
	const isStill =
		background.classList.contains("et_pb_parallax_css") ||
		isMobileAgent() ||
		hasReducedMotion();
	if (!parent || isStill || started.has(background)) return;
	started.add(background);
	const onScroll = () => move(background, parent);
	const onResize = repeater(() => {
		setHeight(background, parent);
		move(background, parent);
	}, 100);
	whenLoaded(() => {
		setHeight(background, parent);
		move(background, parent);
		window.addEventListener("scroll", onScroll, { passive: true });
		window.addEventListener("resize", onResize);
		// Toggles and the like change the section's height.
		if (typeof ResizeObserver === "function") {
			new ResizeObserver(onResize).observe(parent);
		}
	});
}
