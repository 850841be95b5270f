/** Lets the browser paint and answer the visitor before the next piece of work. Timers may be held back; this is not. */
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
