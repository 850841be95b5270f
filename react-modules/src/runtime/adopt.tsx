import {
	Component,
	type ComponentType,
	createElement,
	type ReactElement,
	type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type Root } from "react-dom/client";
import { useAdopted, useOwned } from "./owned";
import { report } from "./report";
import { beforeMounts } from "./task";

/** Props of an owner: the server's element, and a function that renders it. */
export interface OwnerProps {
	readonly node: HTMLElement;
	/** The element with its own children, then what the owner adds; or with `only` as its whole inside. */
	readonly draw: (added?: ReactNode, only?: { inside: ReactNode }) => ReactNode;
}

/** The elements that a module owns: selector to component; the first that matches takes the element. */
export type Owners = Readonly<Record<string, ComponentType<OwnerProps>>>;

export interface Adoption {
	/** The module's name, for the console line of a failure. */
	readonly name: string;
	readonly owners: Owners;
	/** Puts the module's contexts around the adopted tree. */
	readonly wrap?: (tree: ReactNode) => ReactNode;
	/** Called after React has failed and the server's nodes are restored: the module stops listening. */
	readonly onFailure?: () => void;
}

/**
 * Takes over the inside of an element that the server printed. The React tree is built from the nodes that are there,
 * white space included, so React finds exactly its own tree and keeps every node: element identity, what a visitor
 * typed, listeners of other scripts and inner modules survive (dependencies.md, "Adopting server markup"). Elements
 * without an owner inside are opaque: React knows their HTML and never looks into them.
 *
 * When React fails, the server's nodes go back to where they were: the page works on as it does without script.
 */
export function adopt(container: Element, adoption: Adoption): void {
	const { owners, wrap = (tree: ReactNode) => tree } = adoption;
	const inside = insideOf(container, planOf(container, owners));
	const nodes = [...container.childNodes];
	const restoreControls = rememberControls(container);
	let root: Root | undefined;
	let hasFailed = false;
	const fail = (error: unknown) => {
		if (hasFailed) return;
		hasFailed = true;
		report(adoption.name, "failed", error);
		adoption.onFailure?.();
		// After React's own work on this tree has ended.
		queueMicrotask(() => {
			root?.unmount();
			const added = [...container.childNodes].filter((n) => !nodes.includes(n));
			container.replaceChildren(...nodes, ...added);
		});
	};
	const tree = <Boundary onError={fail}>{wrap(inside)}</Boundary>;
	flushSync(() => {
		root = hydrateRoot(container, tree, {
			onRecoverableError: fail,
			// The boundary has reported it.
			onCaughtError: () => {},
		});
	});
	restoreControls();
}

interface BoundaryProps {
	readonly onError: (error: unknown) => void;
	readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError = () => ({ hasFailed: true });

	override componentDidCatch(error: unknown) {
		this.props.onError(error);
	}

	override render() {
		return this.state.hasFailed ? null : this.props.children;
	}
}

/** The elements that have an owner, and those on the way to them. */
interface Plan {
	readonly owners: ReadonlyMap<Node, ComponentType<OwnerProps>>;
	readonly frames: ReadonlySet<Node>;
}

function planOf(container: Element, owners: Owners): Plan {
	const owned = new Map<Node, ComponentType<OwnerProps>>();
	const frames = new Set<Node>();
	for (const [selector, Owner] of Object.entries(owners)) {
		for (const node of container.querySelectorAll(selector)) {
			if (!owned.has(node)) owned.set(node, Owner);
			let frame: Node | null = node;
			while (frame && frame !== container && !frames.has(frame)) {
				frames.add(frame);
				frame = frame.parentNode;
			}
		}
	}
	return { owners: owned, frames };
}

/** An element's children as React nodes, each with its place as key. */
function insideOf(parent: Element, plan: Plan): ReactNode[] {
	const inside: ReactNode[] = [];
	for (const node of [...parent.childNodes]) {
		if (node.nodeType === Node.TEXT_NODE) {
			// React creates no empty text nodes.
			if ((node as Text).data === "") node.remove();
			else inside.push((node as Text).data);
		} else if (node instanceof Element) {
			inside.push(drawingOf(node, plan, inside.length));
		}
	}
	return inside;
}

function drawingOf(node: Element, plan: Plan, key: number): ReactElement {
	const tag = node.localName;
	const isFrame = plan.frames.has(node) && !LEAVES.has(tag);
	// Created once: React would take an equal object for a change.
	const props = isFrame ? frameProps(node, key) : opaqueProps(node, key);
	const inside = isFrame ? insideOf(node, plan) : [];
	const opaque = isFrame ? null : createElement(tag, props);
	const draw: OwnerProps["draw"] = (added, only) => {
		if (opaque) return opaque;
		if (only) return createElement(tag, props, only.inside);
		return createElement(tag, props, ...inside, added);
	};
	const Owner = plan.owners.get(node);
	if (!Owner) return draw() as ReactElement;
	return <Owner key={key} node={node as HTMLElement} draw={draw} />;
}

/** Elements without content. */
const VOIDS = new Set(
	"area base br col embed hr img input link meta source track wbr".split(" "),
);
/** Elements whose content is passed as HTML, not as React nodes. */
const LEAVES = new Set([
	...VOIDS,
	..."textarea select svg math script style template iframe object noscript title".split(
		" ",
	),
]);

/** React compares no attributes with the page's: these stay the server's, and what scripts make of them. */
const frameProps = ({ localName }: Element, key: number) => ({
	key,
	suppressHydrationWarning: true,
	// React moves these to the head unless they belong to an item.
	...(localName === "meta" || localName === "title" ? { itemProp: "" } : {}),
});

function opaqueProps(node: Element, key: number) {
	const props = frameProps(node, key);
	if (node instanceof HTMLInputElement) {
		// React writes these three itself.
		return {
			...props,
			type: node.getAttribute("type") ?? undefined,
			name: node.getAttribute("name") ?? undefined,
			defaultChecked: node.defaultChecked,
		};
	}
	if (node instanceof HTMLTextAreaElement) {
		return { ...props, defaultValue: node.defaultValue };
	}
	if (VOIDS.has(node.localName)) return props;
	return { ...props, dangerouslySetInnerHTML: { __html: node.innerHTML } };
}

/**
 * Adopting a text area sets it to its default (react-dom 19.3). Gives back a function that puts in again what the
 * visitor typed meanwhile, with the selection.
 */
function rememberControls(container: Element): () => void {
	const live = [...container.querySelectorAll("textarea")].map((area) => ({
		area,
		value: area.value,
		start: area.selectionStart,
		end: area.selectionEnd,
	}));
	return () => {
		for (const { area, value, start, end } of live) {
			if (area.value === value) continue;
			area.value = value;
			if (area === document.activeElement) area.setSelectionRange(start, end);
		}
	};
}

/**
 * A little tree of nobody's: what React runs for the first time takes many times as long as the second time, and the
 * first module with it would be a long task.
 */
function warmUp(): void {
	const place = document.createElement("div");
	place.innerHTML = "<p><i></i> <b></b></p>";
	adopt(place, { name: "warm-up", owners: { p: Warm, i: Warm } });
}

function Warm({ node, draw }: OwnerProps) {
	const isAdopted = useAdopted();
	useOwned(node, { classes: { warm: isAdopted } });
	return draw(isAdopted && <u />);
}

beforeMounts.push(warmUp);
