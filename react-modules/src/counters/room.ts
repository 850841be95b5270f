/** Tells the sheet what is counted to: the number has its room from the start, and nothing beside it moves. */
export function keepRoom(root: HTMLElement, text: string): void {
	root.style.setProperty("--oxi-number", JSON.stringify(text));
}
