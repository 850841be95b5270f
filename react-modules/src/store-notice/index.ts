import { repeater } from "../divi/repeater";
import { whenLoaded } from "../runtime/loaded";

/** The shop's notice at the lower edge of the window hides nothing of the footer (contract "divi-client", section 2.9). */
export function mount(notice: Element): void {
	const footer = document.querySelector<HTMLElement>("#footer-bottom");
	if (!footer) return;
	const fit = () => {
		const height = (notice as HTMLElement).offsetHeight;
		footer.style.marginBottom = height > 0 ? `${height}px` : "";
	};
	whenLoaded(fit);
	window.addEventListener("resize", repeater(fit, 200));
	notice.addEventListener("click", ({ target }) => {
		const isDismissed = (target as Element).closest(
			".woocommerce-store-notice__dismiss-link",
		);
		if (isDismissed) footer.style.marginBottom = "";
	});
}
