import { type ReactNode, useRef } from "react";
import type { Owners } from "../runtime/adopt";
import { useListener, useOwned } from "../runtime/owned";
import { Bullet } from "./Bullet";
import { Carousel } from "./Carousel";
import { HandleContext, useHandle } from "./HandleContext";
import { isCarousel, type WidgetHandle } from "./handle";
import { More, Rest, ReviewItem, Text } from "./ReviewItem";
import { RatingStars, Stars } from "./Stars";

/** The elements of a widget that change, by the class names that the markup contract fixes (section 4). */
export const owners: Owners = {
	".listing > *": ReviewItem,
	".listing .text": Text,
	".review-more-placeholder": More,
	".review-full-text": Rest,
	".navigation > *": Bullet,
	".all-stars": Stars,
	".rating-stars": RatingStars,
};

/** A widget: the adopted tree, and what changes on its own element. */
export function Widget({
	handle,
	children,
}: {
	readonly handle: WidgetHandle;
	readonly children: ReactNode;
}) {
	return (
		<HandleContext value={handle}>
			{children}
			<OverallLink />
			{isCarousel(handle) && <Carousel />}
		</HandleContext>
	);
}

/** A click anywhere but on a link: section 8, step 4. */
function OverallLink() {
	const { root, info } = useHandle();
	const hasClass = useRef(root.classList.contains("link")).current;
	const target = hasClass ? info.target : undefined;
	useOwned(root, {
		classes: hasClass ? { link: target !== undefined } : {},
		attributes: hasClass ? { "data-href": null } : {},
	});
	useListener(target ? root : null, "click", (event) => {
		if (!target || (event.target as Element).closest("a")) return;
		if (target.startsWith("/")) window.location.assign(target);
		else window.open(target, "_blank")?.focus();
	});
	return null;
}
