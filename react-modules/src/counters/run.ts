import { createStore, type Store } from "../runtime/store";
import { type Tween, tween } from "../runtime/tween";
import { easeInOutQuad, RUN } from "./easing";

/** The running number; `undefined` until the counter has been seen. */
export interface Run {
	readonly store: Store<number | undefined, number>;
	/** Animates from the present number to the target. */
	readonly to: (target: number) => void;
	/** Sets the number without an animation. */
	readonly jump: (target: number) => void;
}

export function createRun(): Run {
	const store: Run["store"] = createStore(
		(_, value) => value,
		undefined as number | undefined,
	);
	let running: Tween | undefined;
	return {
		store,
		to(target) {
			running?.stop();
			const from = store.get() ?? 0;
			if (store.get() === undefined) store.dispatch(0);
			running = tween(
				RUN,
				(part) => store.dispatch(from + (target - from) * part),
				undefined,
				easeInOutQuad,
			);
		},
		jump(target) {
			running?.stop();
			store.dispatch(target);
		},
	};
}
