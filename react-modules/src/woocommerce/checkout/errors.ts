import { tell } from "../events";
import { nodesOf } from "../markup";
import { scrollToNotice } from "../notices";
import { textOf } from "../params";
import { clearFieldErrors, showFieldError, validateAll } from "./validate";

/** Errors of a checkout: above the form, and at their fields (contract "woocommerce", section 12, case B7). */

const GROUP = "woocommerce-NoticeGroup";
const ANSWERS =
	".woocommerce-error, .woocommerce-message, .is-error, .is-success";

/** Shows what is wrong with an order, and tells of it. */
export function showErrors(form: HTMLFormElement, html: string): void {
	const markup =
		html.trim() === ""
			? `<ul class="woocommerce-error" role="alert"><li>${textOf("wc_checkout_params", "i18n_checkout_error")}</li></ul>`
			: html;
	removeAnswers();
	const { group, list } = putGroup(form, "checkout", markup);
	validateAll(form);
	clearFieldErrors();
	for (const item of group.querySelectorAll<HTMLElement>("li[data-id]")) {
		linkToField(item);
	}
	scrollToNotice(group);
	list?.focus({ preventScroll: true });
	tell("checkout_error", { error_message: markup });
}

/** What the server says of an update of the totals. */
export function showUpdateErrors(form: HTMLFormElement, html: string): void {
	if (!html) return;
	removeAnswers();
	const { group } = putGroup(form, "updateOrderReview", html);
	validateAll(form);
	scrollToNotice(group);
}

/** Takes away what was answered before. */
export function removeAnswers(): void {
	for (const old of document.querySelectorAll(
		`.${GROUP}-checkout, .${GROUP}-updateOrderReview`,
	)) {
		old.remove();
	}
	for (const old of document.querySelectorAll(ANSWERS)) old.remove();
}

/**
 * Puts notices in front of the form. Their list was an alert of its own: an alert that comes with all of its text is read
 * out where one is filled after it has come, so the role moves to an element around it.
 */
function putGroup(form: Element, name: string, html: string) {
	const group = document.createElement("div");
	group.className = `${GROUP} ${GROUP}-${name}`;
	const alert = document.createElement("div");
	alert.setAttribute("role", "alert");
	group.append(alert);
	form.prepend(group);
	alert.append(...nodesOf(html).children);
	const list = alert.querySelector<HTMLElement>(ANSWERS);
	for (const notice of alert.querySelectorAll<HTMLElement>('[role="alert"]')) {
		notice.removeAttribute("role");
	}
	if (list) list.tabIndex = -1;
	return { group, list };
}

/** An error leads to its field, and the field says it. */
function linkToField(item: HTMLElement): void {
	const { id } = item.dataset;
	if (!id) return;
	const text = item.textContent?.replace(/\s+/g, " ").trim() ?? "";
	const link = document.createElement("a");
	link.href = `#${id}`;
	link.append(...item.childNodes);
	item.append(link);
	link.addEventListener("click", (event) => {
		const target = fieldOf(id);
		if (!target) return;
		event.preventDefault();
		target.focus();
	});
	const field = fieldOf(id);
	if (field) showFieldError(field, text);
}

/** The field that a visitor fills: the page builder's copies are hidden. */
const fieldOf = (id: string): HTMLElement | undefined =>
	[...document.querySelectorAll<HTMLElement>(`#${CSS.escape(id)}`)].find(
		(field) => (field as HTMLInputElement).type !== "hidden",
	);
