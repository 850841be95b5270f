import { useRef } from "react";
import type { OwnerProps } from "../runtime/adopt";
import { useListener, useOwned } from "../runtime/owned";
import { useHandle, useWidget } from "./HandleContext";
import { isCarousel } from "./handle";

/** A bullet below a carousel. */
export function Bullet({ node, draw }: OwnerProps) {
	const handle = useHandle();
	const number = useRef(0);
	number.current ||=
		[...(node.parentElement?.children ?? [])].indexOf(node) + 1;
	const link = node.querySelector("a");
	const isCurrent = useWidget((state) => state.slide) === number.current;
	const isOn = isCarousel(handle);
	useOwned(node, { classes: { current: isOn ? isCurrent : undefined } });
	useOwned(link ?? [], {
		attributes: { "aria-current": isOn && isCurrent ? "true" : null },
	});
	useListener(isOn ? link : null, "click", (event) => {
		event.preventDefault();
		handle.store.dispatch({ type: "go", target: number.current });
	});
	return draw();
}
