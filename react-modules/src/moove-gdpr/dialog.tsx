import { useLayoutEffect, useReducer, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { emit } from "../runtime/events";
import { useListener, useOwned } from "../runtime/owned";
import { slideDown, slideUp } from "../runtime/tween";
import { dialogOf } from "./boxes";
import { tellAnalytics } from "./hooks";
import { type Keys, onKey } from "./keys";
import { coverPage, uncoverPage } from "./page";
import { tabsOf } from "./read";
import { settings } from "./settings";

/** The dialog in its overlay (contract "cookie-consent", section 7.4). The server's node moves in and out again. */

export { onLockedSwitch } from "./locked-switch";

/** Longest time until a closing overlay is removed, in milliseconds. */
const CLOSING = 500;

let root: Root | undefined;
/** The chosen tab; kept when the overlay closes. */
let chosen: string | undefined;

export function open(): void {
	endClosing?.();
	const dialog = dialogOf();
	if (!dialog || root) return;
	const host = createRoot(document.createElement("div"));
	root = host;
	flushSync(() => host.render(<Overlay dialog={dialog} />));
}

/** Set while an overlay is leaving. */
let endClosing: (() => void) | undefined;
/** Set by the overlay that is open. */
let closeOverlay: (() => void) | undefined;
export const close = (): void => closeOverlay?.();

function Overlay({ dialog }: { readonly dialog: HTMLElement }) {
	const element = useRef<HTMLDivElement>(null);
	const content = useRef<HTMLDivElement>(null);
	const [isClosing, setClosing] = useState(false);
	useLayoutEffect(() => {
		const overlay = element.current as HTMLElement;
		const before = document.activeElement;
		emit(overlay, "gdpr_lightbox:open");
		const place = moveIn(dialog, overlay, content.current as HTMLElement);
		emit(overlay, "gdpr_lightbox:ready");
		overlay.focus();
		closeOverlay = () => {
			closeOverlay = undefined;
			emit(overlay, "gdpr_lightbox:close");
			flushSync(() => setClosing(true));
			leave(dialog, overlay, place);
			if (before instanceof HTMLElement) before.focus();
		};
	}, [dialog]);
	useListener(document, "keydown", (event) => {
		if (!isClosing) keys.current?.(event as KeyboardEvent);
	});
	// The focus stays inside, whatever a script of the page does with it.
	useListener(document, "focusin", ({ target }) => {
		const overlay = element.current;
		if (isClosing || overlay?.contains(target as Node)) return;
		overlay?.focus();
	});
	const keys = useRef<Keys>(undefined);
	return (
		<>
			{createPortal(
				// biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same.
				<div
					ref={element}
					className={`gdpr_lightbox ${isClosing ? "gdpr_lightbox-closed" : "gdpr_lightbox-opened"} gdpr_lightbox-inline moove_gdpr_cookie_modal_open`}
					role="dialog"
					aria-label="Dialog Window (Press escape to close)"
					tabIndex={-1}
					onClick={({ target }) => {
						if ((target as Element).hasAttribute("data-gdpr_lightbox-close")) {
							close();
						}
					}}
				>
					<div
						className="gdpr_lightbox-wrap"
						data-gdpr_lightbox-close=""
						role="document"
					>
						<div className="gdpr_lightbox-container">
							<div className="gdpr_lightbox-content" ref={content} />
							<button
								className="gdpr_lightbox-close"
								type="button"
								aria-label="Close (Press escape to close)"
								data-gdpr_lightbox-close=""
							>
								×
							</button>
						</div>
					</div>
				</div>,
				document.body,
			)}
			<Tabs dialog={dialog} keys={keys} />
			<Switches dialog={dialog} />
		</>
	);
}

/** Moves the dialog into the overlay; a hidden node marks its place. */
function moveIn(dialog: HTMLElement, overlay: HTMLElement, into: HTMLElement) {
	const place = document.createElement("i");
	place.style.setProperty("display", "none", "important");
	dialog.classList.remove("gdpr_lightbox-hide");
	dialog.after(place);
	coverPage(overlay);
	overlay.setAttribute("ah", "false");
	into.append(dialog);
	const resize = () => {
		dialog.style.maxHeight = `${innerHeight}px`;
		emit(overlay, "gdpr_lightbox:resize");
	};
	resize();
	window.addEventListener("resize", resize);
	const save = dialog.querySelector<HTMLElement>(
		".moove-gdpr-modal-save-settings",
	);
	if (save && settings().hide_save_btn !== "true") {
		save.style.display = "inline-block";
	}
	return { place, resize };
}

function leave(
	dialog: HTMLElement,
	overlay: HTMLElement,
	{ place, resize }: ReturnType<typeof moveIn>,
): void {
	window.removeEventListener("resize", resize);
	uncoverPage();
	overlay.setAttribute("ah", "true");
	const ending = root;
	const end = () => {
		if (endClosing !== end) return;
		endClosing = undefined;
		emit(overlay, "gdpr_lightbox:remove");
		dialog.classList.remove("gdpr_lightbox-hidden");
		dialog.removeAttribute("ah");
		dialog.classList.add("gdpr_lightbox-hide");
		place.replaceWith(dialog);
		ending?.unmount();
		root = undefined;
	};
	endClosing = end;
	overlay.addEventListener("transitionend", end, { once: true });
	setTimeout(end, CLOSING);
}

/** The menu and its sections. */
function Tabs({
	dialog,
	keys,
}: {
	readonly dialog: HTMLElement;
	readonly keys: { current: Keys | undefined };
}) {
	const [tabs] = useState(() => tabsOf(dialog));
	const [selected, select] = useState(chosen ?? tabs.first);
	const choose = (name: string | undefined) => {
		if (!name) return;
		chosen = name;
		flushSync(() => select(name));
	};
	keys.current = (event) =>
		onKey(event, {
			dialog,
			tabs: tabs.all,
			selected,
			choose,
			close,
		});
	useListener(dialog, "click", ({ target }) => {
		const button = (target as Element).closest(".moove-gdpr-tab-nav");
		if (button) {
			choose(button.getAttribute("data-href")?.replace("#", ""));
			tellAnalytics("clicked_to_tab", button.getAttribute("data-href"));
		}
		const title = (target as Element).closest(".tab-title");
		if (title) slideSection(title);
	});
	return tabs.all.map((tab) => (
		<Tab
			key={tab.name}
			tab={tab}
			isSelected={tab.name === selected}
			hasChosen={chosen !== undefined}
			isPaged={tabs.isPaged}
		/>
	));
}

function Tab({
	tab: { item, button, section },
	isSelected,
	hasChosen,
	isPaged,
}: {
	readonly tab: ReturnType<typeof tabsOf>["all"][number];
	readonly isSelected: boolean;
	readonly hasChosen: boolean;
	readonly isPaged: boolean;
}) {
	useOwned(item, {
		classes: { "menu-item-selected": hasChosen ? isSelected : undefined },
	});
	useOwned(button, {
		attributes: { "aria-current": isSelected ? "true" : null },
	});
	useLayoutEffect(() => {
		if (!section || !hasChosen) return;
		if (isSelected) section.style.removeProperty("display");
		else if (isPaged) section.style.display = "none";
	}, [section, hasChosen, isSelected, isPaged]);
	return null;
}

/** The sliders are switches for the keyboard and for screen readers; the boxes behind them do not show. */
function Switches({ dialog }: { readonly dialog: HTMLElement }) {
	const [, redraw] = useReducer((times: number) => times + 1, 0);
	useListener(document, "change", redraw);
	return [
		...dialog.querySelectorAll<HTMLInputElement>(".cookie-switch input"),
	].map((box) => <Switch key={box.id} box={box} />);
}

function Switch({ box }: { readonly box: HTMLInputElement }) {
	const slider = box.parentElement?.querySelectorAll(".cookie-slider") ?? [];
	useOwned([...slider], {
		attributes: {
			role: "switch",
			tabindex: box.disabled ? "-1" : "0",
			"aria-label": box.getAttribute("aria-label") ?? "",
			"aria-checked": String(box.checked),
			"aria-disabled": box.disabled ? "true" : null,
		},
	});
	return null;
}

/** In a narrow window, a section's title opens and closes what is under it. */
function slideSection(title: Element): void {
	if (innerWidth >= 768 || !title.closest(".moove_gdpr_modal_theme_v1")) return;
	const content = title.parentElement?.querySelector<HTMLElement>(
		".moove-gdpr-tab-main-content",
	);
	if (!content) return;
	if (getComputedStyle(content).display === "none") slideDown(content, 300);
	else slideUp(content, 300);
}
