/** Folds a list of notes at a click on its heading. */
export function mount(notes: Element): void {
	notes.querySelector("p")?.addEventListener("click", () => {
		notes.classList.toggle("is-folded");
	});
}
