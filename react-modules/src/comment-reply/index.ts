/**
 * Answers to comments (contract "wordpress-core", sections 17.1 and 17.3): the form moves below the comment that it
 * answers; its cancel link moves it back. Without the attributes of its place, a link is followed to the server.
 */

/** WordPress's name for the element that marks the form's own place. */
const PLACE = "wp-temp-form-div";
const CANCEL = "cancel-comment-reply-link";

const find = (id: string | undefined) =>
	id ? document.getElementById(id) : null;

/** The link whose comment is being answered. */
let used: HTMLElement | undefined;

export function mount(element: Element): void {
	const link = element as HTMLElement;
	link.addEventListener("click", (event) => {
		const isPlain =
			event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
		if (!isPlain || !answer(link)) return;
		event.preventDefault();
		used = link;
	});
}

/** Moves the form below the link's comment; gives back whether it could. */
function answer({ dataset }: HTMLElement): boolean {
	const { commentid, postid, belowelement, respondelement, replyto } = dataset;
	const form = find(respondelement);
	const comment = find(belowelement);
	const parent = fieldOf(form, "comment_parent");
	if (!form || !comment || !parent || !commentid || !postid) return false;
	markPlace(form);
	parent.value = commentid;
	const post = fieldOf(form, "comment_post_ID");
	if (post) post.value = postid;
	const cancel = find(CANCEL);
	if (cancel) cancel.style.display = "";
	setHeading(replyto);
	comment.after(form);
	focusFirst(form);
	return true;
}

const fieldOf = (form: Element | null, id: string) =>
	form?.querySelector<HTMLInputElement>(`#${id}`);

/** Leaves a mark where the form stands, with its heading; once, whatever comment is answered next. */
function markPlace(form: HTMLElement): void {
	if (find(PLACE)) return;
	const place = document.createElement("div");
	place.id = PLACE;
	place.style.display = "none";
	place.textContent = find("reply-title")?.firstChild?.textContent ?? "";
	form.before(place);
	find(CANCEL)?.addEventListener(
		"click",
		(event) => {
			event.preventDefault();
			giveBack(form, place);
			// The keyboard goes on where it came from; it had been in what moved.
			const isByKey = event.detail === 0 && event.isTrusted;
			if (isByKey) used?.focus({ preventScroll: true });
		},
		{ once: true },
	);
}

/** The text of the form's heading, where it is not in an element of its own. */
function heading(): ChildNode | undefined {
	const text = find("reply-title")?.firstChild;
	return text?.nodeType === Node.TEXT_NODE ? text : undefined;
}

function setHeading(text: string | undefined): void {
	const node = heading();
	if (node && text) node.textContent = text;
}

function giveBack(form: HTMLElement, place: HTMLElement): void {
	const parent = fieldOf(form, "comment_parent");
	if (parent) parent.value = "0";
	const cancel = find(CANCEL);
	if (cancel) cancel.style.display = "none";
	setHeading(place.textContent ?? undefined);
	place.replaceWith(form);
}

/** The first field that a visitor can type in. */
function focusFirst(form: HTMLElement): void {
	const fields = form.querySelectorAll<HTMLInputElement>(
		"input, textarea, select, button",
	);
	const isUsable = (field: HTMLInputElement) =>
		field.type !== "hidden" &&
		!field.disabled &&
		getComputedStyle(field).display !== "none" &&
		getComputedStyle(field).visibility !== "hidden";
	[...fields].find(isUsable)?.focus();
}
