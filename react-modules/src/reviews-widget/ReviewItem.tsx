import { useLayoutEffect, useState } from "react";
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
		classes: isOn ? { visible: isShown, hidden: !isShown } : {},
	});
	return draw();
}

/** The number of the review in which an element stands. */
const reviewOf = (node: Element) => {
	const item = node.closest(".listing > *");
	return item ? indexOf(item) : -1;
};

const restOf = (node: Element) =>
	node.parentElement?.querySelector(":scope > .review-full-text");

/** Whether an excerpt is the whole text: then there is no link. */
const isWhole = (rest: Element | null | undefined) =>
	rest?.textContent?.trim() === "";

/** A text: no excerpt when nothing is left out; in a bubble, with an arrow to its author. */
export function Text({ node, draw }: OwnerProps) {
	const { info } = useHandle();
	const isAdopted = useAdopted();
	const rest = node.querySelector(":scope > .review-full-text");
	useOwned(node, {
		classes: rest && isWhole(rest) ? { "text-excerpt": false } : {},
	});
	const [way] = useState(() => {
		if (!info.isBubble) return undefined;
		if (isAuthor(node.previousElementSibling)) return "up";
		return isAuthor(node.nextElementSibling) ? "down" : undefined;
	});
	const arrow = isAdopted && way && <span className={`arrow arrow-${way}`} />;
	return (
		<>
			{way === "up" && arrow}
			{draw()}
			{way === "down" && arrow}
		</>
	);
}

const isAuthor = (node: Element | null) =>
	Boolean(
		node?.matches(".author-avatar") ||
			(node?.matches(".review-meta") && node.querySelector(".author-name")),
	);

/** The remainder of an excerpt. */
export function Rest({ node, draw }: OwnerProps) {
	const isAdopted = useAdopted();
	const item = reviewOf(node);
	const text = useWidget((state) => state.texts[item]);
	useLayoutEffect(() => {
		if (text) node.style.display = text.isOpen ? "inline" : "none";
	}, [node, text]);
	return isAdopted && isWhole(node) ? null : draw();
}

/** The link that replaces the placeholder text. */
export function More({ node, draw }: OwnerProps) {
	const isAdopted = useAdopted();
	// Read before the placeholder is replaced.
	const [item] = useState(() => reviewOf(node));
	const [isIdle] = useState(() => isWhole(restOf(node)));
	const { root, info, store } = useHandle();
	const text = useWidget((state) => state.texts[item]);
	if (!isAdopted) return draw();
	if (isIdle || (text && !text.hasLink)) return null;
	const words = node.textContent;
	const style = text?.isOpen ? { display: "none" } : undefined;
	const open = (event: { preventDefault: () => void }) => {
		event.preventDefault();
		store.dispatch({ type: "open", item, hasLink: info.view !== undefined });
	};
	// React does not write addresses of scripts; this one is our own.
	const address = (link: Element | null) => {
		const call = `google_business_reviews_rating(${widgets().indexOf(root)}, ${item})`;
		if (info.hasScriptLinks) link?.setAttribute("href", `javascript:${call};`);
	};
	return (
		<a
			className="review-more-link"
			href={`#${root.id}`}
			style={style}
			onClick={info.hasScriptLinks ? undefined : open}
			ref={address}
		>
			{words}
		</a>
	);
}
