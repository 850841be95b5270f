import { createStore, type Store } from "../runtime/store";
import { readWidget, WIDGET, type WidgetInfo } from "./read";
import { reducerOf, type WidgetAction, type WidgetState } from "./state";

/** A widget that this module runs. */
export interface WidgetHandle {
	readonly root: HTMLElement;
	readonly info: WidgetInfo;
	readonly store: Store<WidgetState, WidgetAction>;
}

const handles = new WeakMap<Element, WidgetHandle>();

export const handleOf = (root: Element) => handles.get(root);

export function createHandle(root: HTMLElement): WidgetHandle {
	const info = readWidget(root);
	const store = createStore(reducerOf(info), {
		slide: info.slide,
		counter: 0,
		isRunning: false,
		texts: {},
	});
	const handle = { root, info, store };
	handles.set(root, handle);
	return handle;
}

/** Removes the handle: the widget works without this module again. */
export const forgetHandle = ({ root }: WidgetHandle) => handles.delete(root);

/** All widgets of the page, in document order: their place is their number. */
export const widgets = () => [
	...document.querySelectorAll<HTMLElement>(WIDGET),
];

/** Whether a widget is a carousel that moves: not when it shows everything anyway. */
export const isCarousel = ({ info: { view, items } }: WidgetHandle) =>
	view !== undefined && items > 0 && view <= items;

export const isRtl = () => document.body.classList.contains("rtl");
