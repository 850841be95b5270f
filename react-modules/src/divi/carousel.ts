import { type Tween, tween } from "../runtime/tween";

/**
 * The carousel of two groups (contract "divi-client", sections 6.3 and 6.8): the items that are shown stand in a group;
 * a move brings in a second group with the items that follow, and takes the first away. Items that both need are shown
 * as copies until the move is over.
 */
export interface CarouselOptions {
	/** Holds the items that are not shown, and the groups. */
	readonly container: HTMLElement;
	readonly items: readonly HTMLElement[];
	readonly groupClass: string;
	/** How many items are shown. */
	readonly columns: () => number;
	/** How long a move takes, in milliseconds. */
	readonly ms: number;
	/** How long copies stay after it. */
	readonly rest: number;
	/** Shows an item that stands in a group, or hides one that does not. */
	readonly show: (item: HTMLElement, isShown: boolean) => void;
	readonly onStart?: () => void;
	readonly onStep?: (
		part: number,
		old: readonly HTMLElement[],
		coming: readonly HTMLElement[],
	) => void;
	readonly onEnd?: () => void;
}

export interface Carousel {
	/** Groups the items anew, from the first. */
	readonly arrange: () => void;
	readonly slide: (way: Way) => void;
	readonly isMoving: () => boolean;
}

export type Way = "next" | "prev";

const POSITIONS =
	/^(current_|next_)?position(_\d+)?$|^changing_position$|append/;

/** The places of the items that a move brings, cyclic. */
export function following(
	shown: readonly number[],
	way: Way,
	columns: number,
	count: number,
): number[] {
	const first =
		way === "next" ? (shown.at(-1) ?? -1) + 1 : (shown[0] ?? 0) - columns;
	return Array.from(
		{ length: columns },
		(_, n) => (((first + n) % count) + count) % count,
	);
}

export function createCarousel(options: CarouselOptions): Carousel {
	const { container, items, groupClass, columns, ms, rest, show } = options;
	let shown: number[] = [];
	let group: HTMLElement | undefined;
	let running: Tween | "resting" | undefined;

	const newGroup = () => {
		const element = document.createElement("div");
		element.className = `${groupClass} active`;
		return element;
	};

	const arrange = () => {
		if (running) return;
		const count = columns();
		shown = items.slice(0, count).map((_, n) => n);
		const before = group;
		group = newGroup();
		items.forEach((item, n) => {
			// One that has no room any more keeps the class of its place.
			if (n < count) clear(item);
			show(item, n < count);
			if (n < count) {
				item.classList.add(`position_${n + 1}`);
				group?.append(item);
			} else container.append(item);
		});
		before?.remove();
		container.append(group);
	};

	const slide = (way: Way) => {
		const count = columns();
		const old = group;
		if (running || !old || items.length <= count) return;
		options.onStart?.();
		const wanted = following(shown, way, count, items.length);
		const leaving = shown.flatMap((n) => items[n] ?? []);
		const coming = wanted.flatMap((n) => items[n] ?? []);
		const width = container.clientWidth;
		const slots = leaving.map((item) => slotOf(item, old));
		const next = newGroup();
		next.classList.add(way);
		Object.assign(next.style, { display: "block", position: "absolute" });
		if (way === "next") old.after(next);
		else old.before(next);
		mark(leaving, coming);
		const drawn = coming.map((item) => {
			const copy = leaving.includes(item) ? copyOf(item) : item;
			next.append(copy);
			show(copy, true);
			return copy;
		});
		place(leaving, slots);
		place(drawn, slots);
		const sign = way === "next" ? 1 : -1;
		const settle = () => {
			running = undefined;
			for (const item of leaving) {
				if (coming.includes(item)) continue;
				clear(item);
				container.append(item);
				show(item, false);
			}
			for (const item of coming) {
				clear(item);
				show(item, true);
			}
			next.replaceChildren(...coming);
			next.className = `${groupClass} active`;
			next.style.cssText = "display: block;";
			old.remove();
			group = next;
			shown = wanted;
			options.onEnd?.();
		};
		old.style.left = "0px";
		old.style.width = `${width}px`;
		next.style.width = `${width}px`;
		next.style.left = `${sign * width}px`;
		running = "resting";
		const started = tween(
			ms,
			(part) => {
				old.style.left = `${-sign * width * part}px`;
				next.style.left = `${sign * width * (1 - part)}px`;
				options.onStep?.(part, leaving, drawn);
			},
			() => {
				if (rest > 0) setTimeout(settle, rest);
				else settle();
			},
		);
		if (running) running = started;
	};

	return { arrange, slide, isMoving: () => running !== undefined };
}

/** Names the places of a move on its items. */
function mark(
	leaving: readonly HTMLElement[],
	coming: readonly HTMLElement[],
): void {
	leaving.forEach(({ classList }, n) => {
		classList.add(
			"changing_position",
			"current_position",
			`current_position_${n + 1}`,
		);
	});
	coming.forEach((item, n) => {
		item.classList.add(
			"changing_position",
			"next_position",
			`next_position_${n + 1}`,
			leaving.includes(item) ? "delayed_container_append" : "container_append",
		);
	});
}

/** A copy for the time of a move; its id differs, so that no id is there twice. */
function copyOf(item: HTMLElement): HTMLElement {
	const copy = item.cloneNode(true) as HTMLElement;
	if (copy.id) copy.id += "-dup";
	copy.classList.replace(
		"delayed_container_append",
		"delayed_container_append_dup",
	);
	copy.setAttribute("aria-hidden", "true");
	return copy;
}

/** Where an item stands in its group, which the style sheet says. */
function slotOf(item: HTMLElement, group: HTMLElement) {
	const { left, width } = item.getBoundingClientRect();
	return { left: left - group.getBoundingClientRect().left, width };
}

/** Puts items where others stand, by hand. */
function place(
	items: readonly HTMLElement[],
	slots: readonly ReturnType<typeof slotOf>[],
): void {
	items.forEach(({ style }, n) => {
		style.position = "absolute";
		style.left = `${slots[n]?.left}px`;
		style.width = `${slots[n]?.width}px`;
	});
}

/** Takes away what moves left on an item. */
function clear({ style, classList }: HTMLElement): void {
	for (const token of [...classList]) {
		if (POSITIONS.test(token)) classList.remove(token);
	}
	for (const name of ["position", "left", "width"]) style.removeProperty(name);
}
