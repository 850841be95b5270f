/** The message about a form that stands inside another one: contract "contact-form-7", sections 9, 18 and 20.1. */

interface I18n {
	readonly wp?: {
		readonly i18n?: {
			readonly __?: (text: string, domain: string) => string;
		};
	};
}

const LABEL = "Error:";
const MESSAGE = "This contact form is placed in the wrong place.";

/** For pages that bring no translation. */
const OWN: Readonly<Record<string, readonly [string, string]>> = {
	es: [LABEL, "Este formulario de contacto está en un lugar equivocado."],
	fr: ["Erreur :", "Ce formulaire de contact est placé au mauvais endroit."],
	de: ["Fehler:", "Dieses Kontaktformular steht an der falschen Stelle."],
};

/** The page's own translation goes before ours; what it leaves in English it does not know. */
function words(): readonly string[] {
	const given = [LABEL, MESSAGE].map(
		(text) => (window as I18n).wp?.i18n?.__?.(text, "contact-form-7") ?? text,
	);
	const [language = ""] = document.documentElement.lang.split("-");
	return given[1] === MESSAGE ? (OWN[language.toLowerCase()] ?? given) : given;
}

/** Puts the message where the form stands. */
export function replaceMisplaced(wrapper: Element): void {
	const [label = LABEL, text = MESSAGE] = words();
	const message = document.createElement("p");
	message.className = "wpcf7-form-in-wrong-place";
	const strong = document.createElement("strong");
	strong.textContent = label;
	message.append(strong, ` ${text}`);
	wrapper.replaceWith(message);
}
