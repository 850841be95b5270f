import { createContext, useContext } from "react";
import { onWaypoint, usualOffset } from "../divi/waypoint";
import { adopt, type OwnerProps } from "../runtime/adopt";
import { useAdopted } from "../runtime/owned";
import { useStore } from "../runtime/store";
import { keepRoom } from "./room";
import { createRun, type Run } from "./run";
import { showSign, watchAttributes } from "./watch-attributes";

const RunContext = createContext<Run | undefined>(undefined);

/** The whole number with the separator between its groups of three. */
export function grouped(value: number, separator: string): string {
	const digits = String(Math.round(value));
	return digits.replace(
		/\B(?=(\d{3})+(?!\d))/g,
		separator.replace(/\$/g, "$$$$"),
	);
}

function Value({ node, draw }: OwnerProps) {
	const run = useContext(RunContext) as Run;
	const root = node.closest<HTMLElement>(".et_pb_number_counter");
	const separator = root?.dataset.numberSeparator ?? "";
	const text = useStore(run.store, (value) =>
		value === undefined ? undefined : grouped(value, separator),
	);
	return useAdopted() && text !== undefined
		? draw(undefined, { inside: text })
		: draw();
}

const owners = { ".percent-value": Value };

/** What an empty number stands for once responsive content has emptied it. */
const EMPTIED = 50;

/** A number counter of the page (contract "divi-client", section 6.12). */
export function startNumber(root: HTMLElement): void {
	const run = createRun();
	const value = () => Number.parseFloat(root.dataset.numberValue ?? "") || 0;
	adopt(root, {
		name: "counters",
		owners,
		wrap: (tree) => <RunContext value={run}>{tree}</RunContext>,
	});
	// The theme's style sheets and other scripts find a canvas here; it shows nothing.
	const canvas = document.createElement("canvas");
	canvas.width = 0;
	canvas.height = 0;
	root.append(canvas);
	const keep = () =>
		keepRoom(root, grouped(value(), root.dataset.numberSeparator ?? ""));
	keep();
	let isSeen = false;
	onWaypoint(root, usualOffset(root, "100%"), () => {
		isSeen = true;
		root.classList.add("active");
		run.to(value());
	});
	const names = ["data-number-value", "data-percent-sign"];
	watchAttributes(root, names, (name) => {
		if (name === "data-percent-sign") return showSign(root, root);
		if (root.dataset.numberValue === "") {
			root.dataset.numberValue = String(EMPTIED);
		}
		keep();
		if (isSeen) run.to(value());
	});
	showSign(root, root);
}
