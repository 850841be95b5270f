import { inject, remove, type Settings } from "./fields";
import { FORMS } from "./forms";

/** The administrator's box under each trap: contract "honeypot", section 6. */

declare global {
	interface Window {
		wpa_act_as_spam?: () => void;
	}
}

const HEADING = "Honeypot check";
const TEXT =
	"This form has a honeypot trap enabled. Press the button to send it as a spam bot would, without the hidden fields. Only administrators see this box.";
const LABELS = { remove: "Act as Spam Bot", add: "Acting as Spam Bot" };

export function showTestBoxes(settings: Settings): void {
	for (const box of document.querySelectorAll(".wpa-test-msg")) box.remove();
	for (const field of document.querySelectorAll("span.wpa_hidden_field")) {
		field.after(testBox());
	}
	window.wpa_act_as_spam = () => act(settings);
}

function testBox(): HTMLElement {
	const box = document.createElement("div");
	box.className = "wpa-test-msg";
	const heading = document.createElement("strong");
	heading.textContent = HEADING;
	const button = document.createElement("span");
	button.className = "wpa-button";
	button.dataset.actiontype = "remove";
	button.textContent = LABELS.remove;
	button.setAttribute("onclick", "wpa_act_as_spam()");
	const br = () => document.createElement("br");
	box.append(heading, br(), TEXT, br(), button);
	return box;
}

/** Takes the fields out of every form, or puts them back. */
function act(settings: Settings): void {
	const buttons = document.querySelectorAll<HTMLElement>(
		".wpa-test-msg .wpa-button",
	);
	const isRemoving = buttons[0]?.dataset.actiontype === "remove";
	if (isRemoving) remove();
	else {
		for (const form of document.querySelectorAll(FORMS)) inject(form, settings);
	}
	const next = isRemoving ? "add" : "remove";
	for (const button of buttons) {
		button.dataset.actiontype = next;
		button.textContent = LABELS[next];
	}
}
