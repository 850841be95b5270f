/** Words for what the theme shows as a sign only, in the languages of the original site; English elsewhere. */
const WORDS = {
	menu: ["Menu", { es: "Menú", de: "Menü" }],
	search: ["Search", { es: "Buscar", fr: "Rechercher", de: "Suchen" }],
	cart: ["Cart", { es: "Carrito", fr: "Panier", de: "Warenkorb" }],
	close: ["Close", { es: "Cerrar", fr: "Fermer", de: "Schließen" }],
	top: [
		"Back to top",
		{ es: "Volver arriba", fr: "Haut de page", de: "Nach oben" },
	],
} as const satisfies Record<
	string,
	readonly [string, Readonly<Record<string, string>>]
>;

export function word(name: keyof typeof WORDS): string {
	const [english, others] = WORDS[name];
	const language = document.documentElement.lang.slice(0, 2);
	return (others as Readonly<Record<string, string>>)[language] ?? english;
}

/**
 * Gives an element that looks like a button the role, the focus and the keys of one. Its
 * click listeners are called for Enter and the space bar.
 */
export function asButton(element: HTMLElement, label: string): void {
	if (!element.matches("button, a[href]")) {
		element.setAttribute("role", "button");
		element.tabIndex = 0;
		element.addEventListener("keydown", (event) => {
			if (event.key !== "Enter" && event.key !== " ") return;
			event.preventDefault();
			element.click();
		});
	}
	if (!element.textContent?.trim() && !element.hasAttribute("aria-label")) {
		element.setAttribute("aria-label", label);
	}
}
