/** Lets the browser paint and answer the visitor before the next piece of work. Timers may be throttled; message channels are not. */
export function nextTask(): Promise<void> {
	return new Promise((done) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			done();
		};
		port2.postMessage(null);
	});
}

/** Functions that run once before modules mount, each in a task of its own. */
export const beforeMounts: (() => void)[] = [];

export async function readyToMount(): Promise<void> {
	for (let first = beforeMounts.shift(); first; first = beforeMounts.shift()) {
		await nextTask();
		first();
	}
}
