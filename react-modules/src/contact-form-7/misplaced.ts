/** The message about a form that stands inside another one: contract "contact-form-7", sections 9, 18 and 20.1. */

interface I18n {
	readonly wp?: {
		readonly i18n?: {
			readonly __?: (text: string, domain: string) => string;
		};
	};
}

const WORDS = [
	"Error:",
	"This contact form is placed in the wrong place.",
] as const;

/** Puts the message where the form stands. */
export function replaceMisplaced(wrapper: Element): void {
	const translate = (window as I18n).wp?.i18n?.__;
	const [label, text] = WORDS.map(
		(text) => translate?.(text, "contact-form-7") ?? text,
	) as [string, string];
	const message = document.createElement("p");
	message.className = "wpcf7-form-in-wrong-place";
	const strong = document.createElement("strong");
	strong.textContent = label;
	message.append(strong, ` ${text}`);
	wrapper.replaceWith(message);
}
