/** Sets `--oxi-number` to the final text: the base sheet reserves its width, so that the run moves nothing beside it. */
export function reserveWidth(root: HTMLElement, text: string): void {
	root.style.setProperty("--oxi-number", JSON.stringify(text));
}
