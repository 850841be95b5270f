import { report } from "../runtime/report";
import { linkOf } from "./link";

/**
 * Pages of a module's list without leaving the page (contract "divi-client", section 6.26). Most visitors turn none: what
 * turns them comes when somebody is about to.
 */
const NAME = "divi-pagination";

const load = () =>
	import(/* webpackChunkName: "divi-pagination-turn" */ "./turn");

let hasStarted = false;
const turning = new WeakSet<Element>();

/** One delegated listener for all lists, including those inserted later. */
export function mount(): void {
	if (hasStarted) return;
	hasStarted = true;
	document.addEventListener("click", onClick);
	for (const sign of ["pointerover", "focusin"]) {
		document.addEventListener(sign, warmUp, { passive: true });
	}
}

function warmUp(event: Event): void {
	if (linkOf(event)) load().catch(() => {});
}

function onClick(event: MouseEvent): void {
	const link = linkOf(event);
	const module = link?.closest<HTMLElement>(".et_pb_module");
	const isPlain =
		!event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
	if (!link || !module || !isPlain) return;
	event.preventDefault();
	if (turning.has(module)) return;
	turning.add(module);
	module.setAttribute("aria-busy", "true");
	load()
		.then(({ turn }) => turn(module, link))
		.catch((error) => {
			report(NAME, "could not turn the page", error);
			module.style.removeProperty("opacity");
			location.href = link.href;
		})
		.finally(() => {
			turning.delete(module);
			module.removeAttribute("aria-busy");
		});
}
