import { createContext, useContext } from "react";
import { adopt, type OwnerProps } from "../runtime/adopt";
import { useAdopted, useOwned } from "../runtime/owned";
import { createStore, type Store, useStore } from "../runtime/store";
import { hasShortLabels, type Shown, timeLeft, UNITS } from "./countdown";

interface State {
	readonly now: number;
	readonly isShort: boolean;
}

interface Countdown {
	readonly end: number;
	readonly store: Store<State, Partial<State>>;
}

const CountdownContext = createContext<Countdown | undefined>(undefined);

const UNIT_SELECTOR = UNITS.map((unit) => `.${unit}.section`).join(", ");

/** What the unit of an element shows, and whether it is zero; a value changes only when its text does. */
function useUnit(node: Element | null): Shown | undefined {
	const { end, store } = useContext(CountdownContext) as Countdown;
	const unit = UNITS.find((name) => node?.classList.contains(name));
	const read = ({ now }: State) => (unit ? timeLeft(end, now)[unit] : null);
	const text = useStore(store, (state) => read(state)?.text);
	const isZero = useStore(store, (state) => read(state)?.isZero);
	return text === undefined ? undefined : { text, isZero: isZero === true };
}

/** A unit's section. */
function Unit({ node, draw }: OwnerProps) {
	useOwned(node, { tokens: { zero: useUnit(node)?.isZero } });
	return draw();
}

/** What stands between two units is zero with the one before it. */
function Separator({ node, draw }: OwnerProps) {
	const zero = useUnit(node.previousElementSibling)?.isZero;
	useOwned(node, { tokens: { zero } });
	return draw();
}

function Value({ node, draw }: OwnerProps) {
	const shown = useUnit(node.closest(UNIT_SELECTOR));
	return useAdopted() && shown
		? draw(undefined, { inside: shown.text })
		: draw();
}

function Label({ node, draw }: OwnerProps) {
	const { store } = useContext(CountdownContext) as Countdown;
	const isShort = useStore(store, (state) => state.isShort);
	const section = node.closest<HTMLElement>(UNIT_SELECTOR);
	const text = section?.dataset[isShort ? "short" : "full"];
	return useAdopted() && text !== undefined
		? draw(undefined, { inside: text })
		: draw();
}

const owners = {
	[UNIT_SELECTOR]: Unit,
	".sep.section": Separator,
	".section .value": Value,
	".section .label": Label,
};

/** A countdown of the page, looked at each second (contract "divi-client", section 6.10). */
export function startCountdown(root: HTMLElement): void {
	const end = Number.parseInt(root.dataset.endTimestamp ?? "", 10) * 1000;
	const store: Countdown["store"] = createStore(
		(state, change) => ({ ...state, ...change }),
		{ now: Date.now(), isShort: hasShortLabels(root) },
	);
	adopt(root, {
		name: "counters",
		owners,
		wrap: (tree) => (
			<CountdownContext value={{ end, store }}>{tree}</CountdownContext>
		),
	});
	const timer = setInterval(() => {
		if (root.isConnected) store.dispatch({ now: Date.now() });
		else stop();
	}, 1000);
	const measure = () => store.dispatch({ isShort: hasShortLabels(root) });
	window.addEventListener("resize", measure);
	const stop = () => {
		clearInterval(timer);
		window.removeEventListener("resize", measure);
	};
}
