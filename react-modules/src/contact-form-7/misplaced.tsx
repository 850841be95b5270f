import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

interface I18n {
	readonly wp?: {
		readonly i18n?: {
			readonly __?: (text: string, domain: string) => string;
		};
	};
}

/** The page's translation, if it brings one: contract "contact-form-7", section 9. */
const translate = (text: string) =>
	(window as I18n).wp?.i18n?.__?.(text, "contact-form-7") ?? text;

/** Whether the form stands inside another one, where it cannot work. */
export const isMisplaced = (wrapper: Element) =>
	wrapper.matches("[data-wpcf7-id]") && wrapper.closest("form") !== null;

/** Puts the message about the wrong place where the form stands: section 20.1, step 3. */
export function replaceMisplaced(wrapper: Element): void {
	const message = document.createElement("p");
	message.className = "wpcf7-form-in-wrong-place";
	flushSync(() =>
		createRoot(message).render(
			<>
				<strong>{translate("Error:")}</strong>{" "}
				{translate("This contact form is placed in the wrong place.")}
			</>,
		),
	);
	wrapper.replaceWith(message);
}
