/** Browser interfaces that jsdom lacks. */
import { afterAll, vi } from "vitest";

// React works on in turns of its own: what a file's last test has begun ends before its window goes.
afterAll(async () => {
	vi.useRealTimers();
	for (let turn = 0; turn < 20; turn++) {
		await new Promise((resolve) => setTimeout(resolve));
	}
});

if (!globalThis.CSS?.escape) {
	const escapeName = (text: string) =>
		text.replace(/[^\w-]/g, (character) => `\\${character}`);
	Object.assign(globalThis, { CSS: { escape: escapeName } });
}

type Callback = (entries: { isIntersecting: boolean }[]) => void;

/** An IntersectionObserver that tests control. */
export class FakeIntersectionObserver {
	static all: FakeIntersectionObserver[] = [];
	readonly observed: Element[] = [];
	isConnected = true;

	constructor(readonly callback: Callback) {
		FakeIntersectionObserver.all.push(this);
	}

	observe(element: Element) {
		this.observed.push(element);
	}

	disconnect() {
		this.isConnected = false;
	}

	/** The first observed element comes near. */
	come() {
		this.callback([{ isIntersecting: true }]);
	}
}

globalThis.IntersectionObserver ??=
	FakeIntersectionObserver as unknown as typeof IntersectionObserver;
