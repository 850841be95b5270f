/** Stars in other colours: contract "reviews-widget", section 8, step 6. */

export interface Colours {
	readonly gold: string | undefined;
	readonly gray: string | undefined;
}

const GOLD = /#F7B\d0\d|#E7711B|rgb\(\s*23[12],\s*11[34],\s*2[78]\)/gi;
const GRAY =
	/#(A4A4A4|C1C1C1|C9C9C9|B4B4B4)|rgba?\(\s*(193|180)(,\s*\2){2}(,\s*0?\.8)?\)/gi;

const isDefault = (colour: string, known: RegExp) =>
	colour.replace(known, "").trim() === "";

/** Colours the stars inside of an element. */
export type Paint = (row: Element) => void;

/** What colours the stars of a widget: as its attributes say, and as its style sheet does. */
export function painter(
	root: Element,
	info: Colours & { readonly stars: string },
): Paint {
	const own = info.stars === "css" ? sampled(root) : undefined;
	const gold = own?.gold ?? info.gold;
	const gray = own?.gray ?? info.gray;
	return (row) =>
		recolour(row.querySelectorAll<HTMLElement>(".star"), { gold, gray });
}

/** The colours that the style sheet gives to text stars, where they are others than usual. */
function sampled(root: Element): Colours {
	return {
		gold: sample(root, ".rating-stars", "rating-stars", GOLD),
		gray: sample(root, ".star.gray", "star gray", GRAY),
	};
}

function sample(root: Element, selector: string, names: string, known: RegExp) {
	let element = root.querySelector(selector);
	const made = element ? undefined : document.createElement("span");
	if (made) {
		made.className = names;
		root.append(made);
		element = made;
	}
	const { color } = getComputedStyle(element as Element);
	// Stars without a colour of their own have that of the text around them.
	const around = getComputedStyle(root).color;
	made?.remove();
	const isOwn = color !== "" && color !== around;
	return isOwn && !isDefault(color, known) ? color : undefined;
}

/** Colours the images of these stars; one that cannot be read stays. */
export function recolour(stars: Iterable<HTMLElement>, colours: Colours): void {
	const gold = colours.gold && !isDefault(colours.gold, GOLD) && colours.gold;
	const gray = colours.gray && !isDefault(colours.gray, GRAY) && colours.gray;
	if (!gold && !gray) return;
	for (const star of stars) {
		const image = getComputedStyle(star).backgroundImage;
		const next = image.replace(
			/(data:image\/svg\+xml[^,]*;base64,)([\w+/=]+)/g,
			(all: string, head: string, data: string) => {
				try {
					let svg = atob(data);
					if (gold) svg = svg.replace(GOLD, gold);
					if (gray) svg = svg.replace(GRAY, gray);
					return head + btoa(svg);
				} catch {
					return all;
				}
			},
		);
		if (next !== image) star.style.backgroundImage = next;
	}
}
