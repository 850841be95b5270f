/** Calls back when the page has loaded (`load`), at once when it has. */
export function whenLoaded(call: () => void): void {
	if (document.readyState === "complete") call();
	else window.addEventListener("load", call, { once: true });
}
