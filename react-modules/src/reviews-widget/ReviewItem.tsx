import { useLayoutEffect } from "react";
import type { OwnerProps } from "../runtime/adopt";
import { useAdopted, useOwned } from "../runtime/owned";
import { useHandle, useWidget } from "./HandleContext";
import { isCarousel, widgets } from "./handle";
import { indexOf } from "./read";
import { slideOf } from "./state";

/** A review: on the slide that is shown, or not. */
export function ReviewItem({ node, draw }: OwnerProps) {
	const handle = useHandle();
	const slide = useWidget((state) => state.slide);
	const isShown = slideOf(indexOf(node), handle.info) === slide;
	const isOn = isCarousel(handle);
	useOwned(node, {
		tokens: isOn ? { visible: isShown, hidden: !isShown } : {},
	});
	return draw();
}

/** The number of the review in which an element stands. */
const reviewOf = (node: Element) => {
	const item = node.closest(".listing > *");
	return item ? indexOf(item) : -1;
};

const useText = (node: Element) => {
	const item = reviewOf(node);
	return useWidget((state) => state.texts[item]);
};

const restOf = (node: Element) =>
	node.parentElement?.querySelector(":scope > .review-full-text");

/** Whether an excerpt leaves nothing out: then nothing is to be opened. */
const isWhole = (rest: Element | null | undefined) =>
	rest?.textContent?.trim() === "";

/** A text: no excerpt when nothing is left out; in a bubble, with an arrow to its author. */
export function Text({ node, draw }: OwnerProps) {
	const { info } = useHandle();
	const isAdopted = useAdopted();
	const rest = node.querySelector(":scope > .review-full-text");
	useOwned(node, {
		tokens: rest && isWhole(rest) ? { "text-excerpt": false } : {},
	});
	const isOn = isAdopted && info.isBubble;
	const isUp = isOn && isAuthor(before(node));
	const isDown = isOn && !isUp && isAuthor(after(node));
	return (
		<>
			{isUp && <span className="arrow arrow-up" />}
			{draw()}
			{isDown && <span className="arrow arrow-down" />}
		</>
	);
}

const isArrow = (node: Element | null) => node?.classList.contains("arrow");
function before({ previousElementSibling: node }: Element) {
	return isArrow(node) ? (node?.previousElementSibling ?? null) : node;
}
function after({ nextElementSibling: node }: Element) {
	return isArrow(node) ? (node?.nextElementSibling ?? null) : node;
}

const isAuthor = (node: Element | null) =>
	Boolean(
		node?.matches(".author-avatar") ||
			(node?.matches(".review-meta") && node.querySelector(".author-name")),
	);

/** What an excerpt leaves out. */
export function Rest({ node, draw }: OwnerProps) {
	const isAdopted = useAdopted();
	const text = useText(node);
	useLayoutEffect(() => {
		if (text) node.style.display = text.isOpen ? "inline" : "none";
	}, [node, text]);
	return isAdopted && isWhole(node) ? null : draw();
}

/** The link in place of the words that stand for it. */
export function More({ node, draw }: OwnerProps) {
	const isAdopted = useAdopted();
	if (!isAdopted) return draw();
	return isWhole(restOf(node)) ? null : <MoreLink node={node} />;
}

function MoreLink({ node }: { readonly node: HTMLElement }) {
	const { root, info, store } = useHandle();
	const item = reviewOf(node);
	const text = useText(node);
	if (text && !text.hasLink) return null;
	const words = node.textContent;
	const style = text?.isOpen ? { display: "none" } : undefined;
	if (info.hasScriptLinks) {
		const call = `javascript:google_business_reviews_rating(${widgets().indexOf(root)}, ${item});`;
		return (
			<a
				className="review-more-link"
				style={style}
				// React does not write such addresses; this one is our own.
				ref={(link) => link?.setAttribute("href", call)}
			>
				{words}
			</a>
		);
	}
	const open = (event: { preventDefault: () => void }) => {
		event.preventDefault();
		store.dispatch({ type: "open", item, hasLink: info.view !== undefined });
	};
	return (
		<a
			className="review-more-link"
			href={`#${root.id}`}
			style={style}
			onClick={open}
		>
			{words}
		</a>
	);
}
