const PERSPECTIVE = "perspective(2000px)";

type Way = "Top" | "Right" | "Bottom" | "Left" | "";

/** Where an element starts from, by style and intensity (0 to 100); fade and bounce start in place. */
export function startTransform(style: string, intensity: number): string {
	const [, kind = "", direction = ""] =
		/^(slide|zoom|flip|fold|roll)(Top|Right|Bottom|Left|)$/.exec(style) ?? [];
	const way = direction as Way;
	switch (kind) {
		case "slide":
			return slide(way, intensity);
		case "zoom":
			return scale(intensity);
		case "flip":
			return turn(way, Math.ceil(intensity * 0.9), "Bottom", "Left", "X");
		case "fold":
			return turn(way, Math.ceil(intensity * 0.9), "Top", "Right", "Y");
		case "roll": {
			const angle = Math.ceil(intensity * 3.6);
			const isBackwards = way === "Right" || way === "Bottom";
			return `rotateZ(${isBackwards ? -angle : angle}deg)`;
		}
		default:
			return "";
	}
}

function scale(intensity: number): string {
	const size = (100 - intensity) / 100;
	return `scale3d(${size}, ${size}, ${size})`;
}

function slide(way: Way, intensity: number): string {
	const far = intensity * 2;
	switch (way) {
		case "Top":
			return `translate3d(0, -${far}%, 0)`;
		case "Right":
			return `translate3d(${far}%, 0, 0)`;
		case "Bottom":
			return `translate3d(0, ${far}%, 0)`;
		case "Left":
			return `translate3d(-${far}%, 0, 0)`;
		case "":
			return scale(intensity);
		default:
			return way satisfies never;
	}
}

/** Turned about an axis: backwards on one side of each axis. Without a side a fold is one to the left, backwards. */
function turn(
	way: Way,
	angle: number,
	backX: Way,
	backY: Way,
	sideless: "X" | "Y",
): string {
	const isX = way === "Top" || way === "Bottom" || (!way && sideless === "X");
	const isBack = way === backX || way === backY || (!way && sideless === "Y");
	return `${PERSPECTIVE} rotate${isX ? "X" : "Y"}(${isBack ? -angle : angle}deg)`;
}
