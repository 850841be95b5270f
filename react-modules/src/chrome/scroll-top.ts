import { asButton, word } from "../divi/button";
import { smoothScroll } from "../divi/smooth-scroll";

/** Scroll position from which the button shows, in pixels. */
const FROM = 800;

/** The button back to the top of the page (contract "divi-client", section 2.4). */
export function startScrollTop(): void {
	const button = document.querySelector<HTMLElement>(".et_pb_scroll_top");
	if (!button) return;
	asButton(button, word("top"));
	const look = () => {
		const isShown = scrollY > FROM;
		if (isShown) button.style.display = "inline";
		button.classList.toggle("et-visible", isShown);
		button.classList.toggle("et-hidden", !isShown);
		button.tabIndex = isShown ? 0 : -1;
	};
	window.addEventListener("scroll", look, { passive: true });
	if (scrollY > FROM) look();
	button.addEventListener("click", () => {
		smoothScroll(document.body, { toTop: true, ms: 800 });
	});
}
